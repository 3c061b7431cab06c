"""A whole game of the fishing family: rounds with a passing dealer (docs/fishing-rules.md, section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meri_ai._core.game import State
from meri_ai._core.unit import Unit

if TYPE_CHECKING:
    from meri_ai.games.fishing import Fishing


class FishingUnit(Unit):
    """A game: `rounds` rounds, or until one leads by `target`; the points are the totals by seat."""

    def __init__(self, game: Fishing, dealer: int = 0) -> None:
        super().__init__(game, dealer)
        self.points: tuple[int, ...] = (0,) * game.seats

    @property
    def over(self) -> bool:
        rules = self.game.rules
        if rules.target is None:
            return self.deals == int(rules.rounds)
        best, second = sorted(self.points, reverse=True)[:2]
        return best - second >= int(rules.target)

    def new_state(self, deal: Any) -> State:
        return self.game.new_state(deal, dealer=self.dealer, scores=self.points)

    def add(self, state: State) -> None:
        result = state.result()
        self.deals += 1
        self.points = tuple(total + score for total, score in zip(self.points, result["points"], strict=True))
        self.dealer = result["next_dealer"]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total, who share the win; none before the end."""
        return tuple(seat for seat, total in enumerate(self.points) if self.over and total == max(self.points))
