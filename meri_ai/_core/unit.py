"""The unit of play: a single deal, or several whose points add up, with the score and the passing dealer kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State


class Unit:
    """One game of a unit: here of the unit "deal", which is over after one. Games derive their longer units from it.

    dealer: of the next deal; deals: how many are finished; points: so far, by team, or by seat where everybody plays
    for himself.
    """

    def __init__(self, game: Game, dealer: int = 0) -> None:
        self.game = game
        self.dealer = dealer
        self.deals = 0
        self.points: tuple[float, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the last deal is finished."""
        return self.deals == 1

    def new_state(self, deal: Any) -> State:
        """The start of the next deal."""
        return self.game.new_state(deal, dealer=self.dealer)

    def add(self, state: State) -> None:
        """Counts a finished deal."""
        self.deals += 1
        self.points = tuple(state.result()["points"])
