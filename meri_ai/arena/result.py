"""One game's result: as a worker returns it, and as a row of the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Status = Literal["ok", "illegal", "timeout", "crash", "init"]
STATUSES: tuple[Status, ...] = ("ok", "illegal", "timeout", "crash", "init")


class Key(NamedTuple):
    """Names one game of a run; records are sorted by it."""

    meeting: int
    board: int
    seating: int


class GameResult(NamedTuple):
    """One game. Points, moves and seconds are those of each bot that meets, in the order of the meeting.

    points: the mean of the bot's seats, None for a void game; status: how it ended for the bot `culprit` (an index into
    the run's bots), "ok" without one; fault: what that bot did, a sentence; stderr: what it wrote there. It is a tuple
    because those are pickled soonest.
    """

    key: Key
    points: tuple[float, ...] | None
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    record: str
    """The game's record, one line of JSON without its end of line; of several deals, a line a deal."""
    status: Status = "ok"
    culprit: int | None = None
    fault: str | None = None
    stderr: str | None = None
    seats: tuple[int, ...] = ()
    """The bot of each seat."""

    @property
    def margin(self) -> float | None:
        """The first bot's points minus the second's; None for a void game."""
        return None if self.points is None else self.points[0] - self.points[1]


@dataclass(frozen=True, slots=True)
class GameRow:
    """One row of the store's table `games`: a result with the bots that met. The tuples are JSON lists there."""

    meeting: int
    board: int
    seating: int
    bots: tuple[int, ...]
    status: Status
    culprit: int | None
    points: tuple[float, ...] | None
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    seats: tuple[int, ...]
    record: str
    fault: str | None = None
    stderr: str | None = None

    @property
    def key(self) -> Key:
        return Key(self.meeting, self.board, self.seating)

    @property
    def margin(self) -> float | None:
        """The first bot's points minus the second's; None for a void game."""
        return None if self.points is None else self.points[0] - self.points[1]

    @property
    def margins(self) -> dict[int, float]:
        """By bot its points minus the mean of the others'; empty for a void game."""
        if self.points is None:
            return {}
        total, others = sum(self.points), len(self.points) - 1
        return {bot: own - (total - own) / others for bot, own in zip(self.bots, self.points, strict=True)}

    def result(self) -> GameResult:
        """The row as the result that it was made from."""
        return GameResult(
            self.key,
            self.points,
            self.moves,
            self.seconds,
            self.record,
            self.status,
            self.culprit,
            self.fault,
            self.stderr,
            self.seats,
        )
