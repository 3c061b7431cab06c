"""Who meets whom, and in what order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from meri_ai._core.errors import ConfigError
from meri_ai.arena.boards import GivenDeal
from meri_ai.names import suggestion

Pair = tuple[int, int]


class Job(NamedTuple):
    """One board of one pair (an index into the pairs): in all its seatings, or only in those that are listed.

    given: the board's deals where they come from a boards file.
    """

    pair: int
    board: int
    seatings: tuple[int, ...] | None = None
    given: tuple[GivenDeal, ...] = ()


def round_robin(bots: int) -> tuple[Pair, ...]:
    """Every bot against every other, as pairs of their indices."""
    return tuple(combinations(range(bots), 2))


def gauntlet(bots: int) -> tuple[Pair, ...]:
    """The first bot against every other."""
    return tuple((0, other) for other in range(1, bots))


SCHEDULES: dict[str, Callable[[int], tuple[Pair, ...]]] = {"round-robin": round_robin, "gauntlet": gauntlet}


def pairs_of(schedule: str, bots: int) -> tuple[Pair, ...]:
    """The pairs of a schedule by name. ConfigError names an unknown one."""
    if schedule not in SCHEDULES:
        hint = suggestion(schedule, SCHEDULES)
        raise ConfigError(f"unknown schedule {schedule!r}{hint}; the schedules are {', '.join(SCHEDULES)}")
    return SCHEDULES[schedule](bots)


def interleaved(pairs: Sequence[Pair], boards: int) -> Iterator[Job]:
    """Board 0 of all pairs, then board 1 of all pairs, and so on: any prefix of a run is a fair table."""
    return (Job(pair, board) for board in range(boards) for pair in range(len(pairs)))
