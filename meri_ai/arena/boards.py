"""A board: one deal (or the deals of a set or match), played once for each seating that makes it fair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import NamedTuple

from meri_ai._core.errors import ConfigError
from meri_ai.arena.seeds import deal_seed

Seating = tuple[int, ...]
"""For each seat (or team) which of the bots that meet holds it."""


class GivenDeal(NamedTuple):
    """A deal from a boards file: its dealer, and the deal as JSON text."""

    dealer: int
    deal: str


@dataclass(frozen=True, slots=True)
class Board:
    """Board `number` of a run, from 0: its deal's seed, and the dealer, who moves on by a seat from board to board.

    given: the deals themselves where they come from a boards file.
    """

    number: int
    deal_seed: int
    dealer: int
    given: tuple[GivenDeal, ...] = ()


def board_of(run_seed: int, number: int, seats: int, given: tuple[GivenDeal, ...] = ()) -> Board:
    """The same for all bots and all pairs of a run."""
    return Board(number, deal_seed(run_seed, number), given[0].dealer if given else number % seats, given)


def seatings(teams: Sequence[int], bots: int = 2) -> tuple[Seating, ...]:
    """For each game of a board, which of the bots that meet (from 0) holds each seat.

    teams: the team of each seat, from 0; where each plays for himself every seat is a team. ConfigError where no fair
    set of seatings is known.
    """
    by_team = team_seatings(len(set(teams)), bots)
    return tuple(tuple(seating[team] for team in teams) for seating in by_team)


def team_seatings(teams: int, bots: int) -> tuple[Seating, ...]:
    """For each game of a board, which bot holds each team.

    As many bots as teams: all permutations up to four (two teams: sides swapped), and rotations of the order beyond.
    Two bots on more teams: all mixed seatings of three, and all of four where each holds two; beyond that the rotations
    of a table of which one bot holds one half in a row, and for an odd number also those with the bots exchanged. So
    each bot holds each team equally often, and exchanging the bots gives the same seatings: a bot against itself scores
    exactly zero.
    """
    if bots == teams >= 2:
        return tuple(permutations(range(teams))) if teams <= 4 else _rotations(tuple(range(teams)))
    if bots == 2 and teams == 3:
        return tuple(seating for seating in product((0, 1), repeat=3) if 0 < sum(seating) < 3)
    if bots == 2 and teams == 4:
        return tuple(seating for seating in product((0, 1), repeat=4) if sum(seating) == 2)
    if bots == 2 and teams > 4:
        half = tuple(int(team >= teams // 2) for team in range(teams))
        other = tuple(1 - bot for bot in half)
        return _rotations(half) + (_rotations(other) if teams % 2 else ())
    raise ConfigError(f"there are no fair seatings of {bots} bots in a game of {teams} sides")


def side_points(points: Sequence[float], seating: Seating, teams: Sequence[int]) -> tuple[float, ...]:
    """What each bot scored: the mean over the teams that it holds.

    points: of a game, by team; where each plays for himself, by seat.
    """
    holder = dict(zip(teams, seating, strict=True))
    own = [[points[team] for team, bot in holder.items() if bot == side] for side in range(max(seating) + 1)]
    return tuple(float(sum(of_bot) / len(of_bot)) for of_bot in own)


def _rotations(order: Seating) -> tuple[Seating, ...]:
    return tuple(order[turn:] + order[:turn] for turn in range(len(order)))
