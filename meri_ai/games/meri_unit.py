"""A set or match of Meri as a unit of play."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from meri_ai._core.game import State
from meri_ai._core.unit import Unit
from meri_ai.games.meri_deal import MeriDeal
from meri_ai.games.meri_match import MeriMatch

if TYPE_CHECKING:
    from meri_ai.games.meri import Meri


class MeriUnit(Unit):
    """The points are by team: of a set its points, of a match the sets won."""

    def __init__(self, game: Meri, unit: str, dealer: int = 0) -> None:
        super().__init__(game, dealer)
        self._is_match = unit == "match"
        self._match = MeriMatch(game.rules if self._is_match else replace(game.rules, best_of=1), dealer)

    @property
    def over(self) -> bool:
        return self._match.over

    def new_state(self, deal: MeriDeal) -> State:
        return self.game.new_state(deal, dealer=self.dealer, scores=self._match.set_points)

    def add(self, state: State) -> None:
        self.deals += 1
        self._match.add_deal(state.result()["points"])
        self.dealer = self._match.dealer
        if self._is_match:
            self.points = self._match.sets_won
        else:
            self.points = self._match.sets[0] if self._match.over else self._match.set_points
