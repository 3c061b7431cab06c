"""A year of Hachihachi: months with a passing dealer, accounts, carried multipliers (docs/hachihachi-rules.md, 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meri_ai._core.game import State
from meri_ai._core.unit import Unit

if TYPE_CHECKING:
    from meri_ai.games.hachihachi import Hachihachi


class HachihachiYear(Unit):
    """`months` months; the points are what each seat has won or lost since the start, in mon.

    carried: the multipliers carried into the next month, highest first.
    """

    def __init__(self, game: Hachihachi, dealer: int = 0) -> None:
        super().__init__(game, dealer)
        self._mon = [0] * game.seats
        self.points = tuple(self._mon)
        self.carried: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return self.deals == int(self.game.rules.months)

    @property
    def accounts(self) -> tuple[int, ...]:
        """Each seat's mon: everybody starts with `start`."""
        return tuple(int(self.game.rules.start) + mon for mon in self._mon)

    def new_state(self, deal: Any) -> State:
        game: Any = self.game
        month = self.deals + 1
        state: State = game.new_state(deal, self.dealer, self.accounts, self.carried, month)
        return state

    def add(self, state: State) -> None:
        result = state.result()
        self.deals += 1
        self._mon = [total + mon for total, mon in zip(self._mon, result["points"], strict=True)]
        self.points = tuple(self._mon)
        self.dealer = result["winner"]
        self.carried = tuple(result["carried"])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest account, who share the win; none before the end."""
        return tuple(seat for seat, total in enumerate(self.points) if self.over and total == max(self.points))
