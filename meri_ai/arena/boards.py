"""A board: one deal, played once for each seating that makes it fair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meri_ai._core.errors import ConfigError
from meri_ai.arena.seeds import deal_seed


@dataclass(frozen=True, slots=True)
class Board:
    """Board `number` of a run, from 0: its deal's seed, and the dealer, who moves on by a seat from board to board."""

    number: int
    deal_seed: int
    dealer: int


def board_of(run_seed: int, number: int, seats: int) -> Board:
    """The same for all bots and all pairs of a run."""
    return Board(number, deal_seed(run_seed, number), number % seats)


def seatings(teams: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """For each game of a board, which of the two bots (0 or 1) holds each seat. Two teams: twice, sides swapped.

    teams: the team of each seat. ConfigError for a game that is not one of two teams.
    """
    if set(teams) != {0, 1}:
        raise ConfigError(f"boards are made for games of two teams, and this one has {len(set(teams))}")
    return tuple(teams), tuple(1 - team for team in teams)
