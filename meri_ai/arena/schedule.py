"""Who meets whom, and in what order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

Pair = tuple[int, int]


class Job(NamedTuple):
    """One board of one pair (an index into the pairs), in all its seatings."""

    pair: int
    board: int


def round_robin(bots: int) -> tuple[Pair, ...]:
    """Every bot against every other, as pairs of their indices."""
    return tuple(combinations(range(bots), 2))


def interleaved(pairs: Sequence[Pair], boards: int) -> Iterator[Job]:
    """Board 0 of all pairs, then board 1 of all pairs, and so on: any prefix of a run is a fair table."""
    return (Job(pair, board) for board in range(boards) for pair in range(len(pairs)))
