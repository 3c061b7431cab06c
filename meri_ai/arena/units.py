"""The unit of play: a single deal, or for Meri a whole set or match, with the score and the passing dealer kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from meri_ai._core.errors import ConfigError
from meri_ai.games.meri import Meri
from meri_ai.games.meri_match import MeriMatch
from meri_ai.names import suggestion

if TYPE_CHECKING:
    from meri_ai._core.game import Game

UNITS = ("deal", "set", "match")


def check_unit(game: Game, unit: str) -> None:
    """ConfigError for a unit that does not exist, or that the game does not have."""
    if unit not in UNITS:
        raise ConfigError(f"unknown unit {unit!r}{suggestion(unit, UNITS)}; the units are {', '.join(UNITS)}")
    if unit != "deal" and not isinstance(game, Meri):
        raise ConfigError(f"the unit {unit!r} is for meri; {game.name} is played by the deal")


class Score:
    """The score of one game of a unit: `dealer` and `scores` (of the set) are those of the next deal.

    points: so far, by team or seat: of a deal or set its points, of a match the sets won.
    """

    def __init__(self, game: Game, unit: str, dealer: int) -> None:
        self._match: MeriMatch | None = None
        if unit != "deal":
            rules = game.rules if unit == "match" else replace(game.rules, best_of=1)
            self._match = MeriMatch(rules, dealer)
        self._unit = unit
        self._dealer = dealer
        self._points: tuple[float, ...] | None = None
        self.deals = 0

    @property
    def over(self) -> bool:
        return self._points is not None if self._match is None else self._match.over

    @property
    def dealer(self) -> int:
        return self._dealer if self._match is None else self._match.dealer

    @property
    def scores(self) -> tuple[int, int]:
        return (0, 0) if self._match is None else self._match.set_points

    @property
    def points(self) -> tuple[float, ...]:
        if self._match is None:
            assert self._points is not None
            return self._points
        if self._unit == "match":
            return self._match.sets_won
        return self._match.sets[0]

    def add(self, points: Sequence[int]) -> None:
        """Counts a finished deal."""
        self.deals += 1
        if self._match is None:
            self._points = tuple(points)
        else:
            self._match.add_deal(points)


def most_deals(game: Game, unit: str) -> int:
    """The most deals that one game of this unit can take."""
    if unit == "deal":
        return 1
    return int(game.rules.set_deals) * (int(game.rules.best_of) if unit == "match" else 1)


def forfeit_points(game: Game, unit: str, points: float) -> float:
    """What the other side gets for a forfeited game, at so many points a deal; of a match the sets that win it."""
    if unit == "match":
        return float(game.rules.best_of // 2 + 1)
    return points * most_deals(game, unit)
