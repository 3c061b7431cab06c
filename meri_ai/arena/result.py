"""One game's result: as a worker returns it, and as a row of the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Status = Literal["ok", "illegal", "timeout", "crash", "init"]
STATUSES: tuple[Status, ...] = ("ok", "illegal", "timeout", "crash", "init")


class Key(NamedTuple):
    """Names one game of a run; records are sorted by it."""

    pair: int
    board: int
    seating: int


class GameResult(NamedTuple):
    """One game. Two numbers are the first and the second bot's; margin is the first's points minus the second's.

    status: how it ended for the bot `culprit` (an index into the run's bots), "ok" without one; fault: what that bot
    did, a sentence; stderr: what it wrote there. A void game has no margin and NaN points. It is a tuple because those
    are pickled soonest.
    """

    key: Key
    margin: float | None
    points: tuple[float, float]
    moves: tuple[int, int]
    seconds: tuple[float, float]
    record: str
    """The game's record, one line of JSON without its end of line; of a set or match, a line a deal."""
    status: Status = "ok"
    culprit: int | None = None
    fault: str | None = None
    stderr: str | None = None
    seats: tuple[int, ...] = ()
    """The bot of each seat."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One row of the store's table `games`. Points are None where the game is void; `record` is as in a result."""

    pair: int
    board: int
    seating: int
    bot_a: int
    bot_b: int
    status: Status
    culprit: int | None
    margin: float | None
    points_a: float | None
    points_b: float | None
    moves_a: int
    moves_b: int
    seconds_a: float
    seconds_b: float
    seats: tuple[int, ...]
    record: str
    fault: str | None = None
    stderr: str | None = None

    @property
    def key(self) -> Key:
        return Key(self.pair, self.board, self.seating)

    def result(self) -> GameResult:
        """The row as the result that it was made from."""
        none = float("nan")
        points = none if self.points_a is None else self.points_a, none if self.points_b is None else self.points_b
        return GameResult(
            self.key,
            self.margin,
            points,
            (self.moves_a, self.moves_b),
            (self.seconds_a, self.seconds_b),
            self.record,
            self.status,
            self.culprit,
            self.fault,
            self.stderr,
            self.seats,
        )
