"""Who meets whom, and in what order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from meri_ai._core.errors import ConfigError
from meri_ai.arena.boards import GivenDeal
from meri_ai.names import suggestion

Pair = tuple[int, int]
Meeting = tuple[int, ...]
"""The bots that sit down together: two that share all seats, or one for each side of the game."""


class Job(NamedTuple):
    """One board of one meeting (an index into the run's): in all its seatings, or only in those that are listed.

    given: the board's deals where they come from a boards file.
    """

    meeting: int
    board: int
    seatings: tuple[int, ...] | None = None
    given: tuple[GivenDeal, ...] = ()


def round_robin(bots: int) -> tuple[Pair, ...]:
    """Every bot against every other, as pairs of their indices."""
    return tuple(combinations(range(bots), 2))


def gauntlet(bots: int) -> tuple[Pair, ...]:
    """The first bot against every other."""
    return tuple((0, other) for other in range(1, bots))


def tables(bots: int, sides: int) -> tuple[Meeting, ...]:
    """Every set of as many bots as the game has sides."""
    return tuple(combinations(range(bots), sides))


SCHEDULES: dict[str, Callable[[int], tuple[Pair, ...]]] = {"round-robin": round_robin, "gauntlet": gauntlet}
TABLE = "table"


def meetings_of(schedule: str, bots: int, sides: int) -> tuple[Meeting, ...]:
    """The meetings of a schedule by name, in a game of so many sides. ConfigError when there are none."""
    if schedule == TABLE:
        if bots < sides:
            raise ConfigError(f"the schedule 'table' needs a bot for each of the {sides} sides of the game, not {bots}")
        return tables(bots, sides)
    if schedule not in SCHEDULES:
        names = *SCHEDULES, TABLE
        raise ConfigError(
            f"unknown schedule {schedule!r}{suggestion(schedule, names)}; the schedules are {', '.join(names)}"
        )
    return SCHEDULES[schedule](bots)


class Place(NamedTuple):
    """Where two bots meet: the meeting, and which of its bots they are."""

    meeting: int
    first: int
    second: int


def places_of_pairs(meetings: Sequence[Meeting]) -> dict[Pair, list[Place]]:
    """For each two bots that meet all their places, pairs in the order of the meetings."""
    found: dict[Pair, list[Place]] = {}
    for number, meeting in enumerate(meetings):
        for first, second in combinations(range(len(meeting)), 2):
            found.setdefault((meeting[first], meeting[second]), []).append(Place(number, first, second))
    return found


def interleaved(meetings: Sequence[Meeting], boards: int) -> Iterator[Job]:
    """Board 0 of all meetings, then board 1 of all, and so on: any prefix of a run is a fair table."""
    return (Job(meeting, board) for board in range(boards) for meeting in range(len(meetings)))
