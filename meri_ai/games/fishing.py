"""The fishing family, Subeta Mekuri and its kin: rules, deals and states (docs/fishing-rules.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from meri_ai._core.errors import DealError
from meri_ai._core.games.fishing import FishingGame, FishingState
from meri_ai._core.games.fishing_view import FishingView
from meri_ai._core.unit import Unit
from meri_ai.games.fishing_deal import SIZES, FishingDeal
from meri_ai.games.fishing_game import FishingUnit
from meri_ai.games.fishing_rules import PRESET, check_players, make_rules
from meri_ai.games.fishing_values import deck_of, values_of
from meri_ai.games.fishing_view_json import view_from_json
from meri_ai.games.fishing_world import world_of


class Fishing(FishingGame):
    """A game of the family under one ruleset; games with equal rules and players are equal. Made by load_game.

    deck: the cards; values: what each is worth, by canonical number; par: the captured points that make a score of 0.
    """

    forfeit = 50.0  # about the worst round there is
    units = ("deal", "game")

    def __init__(self, name: str, preset: str = PRESET, players: int | None = None, /, **options: Any) -> None:
        rules = make_rules(name, preset, **options)
        seats = check_players(name, players)
        self.deck = deck_of(rules)
        self.values = values_of(rules)
        super().__init__(name, rules, seats, SIZES[seats], self.deck.texts, self.values, self.deck.codes)

    def __reduce__(self) -> tuple[Callable[..., Fishing], tuple[str, int, dict[str, Any]]]:
        return load_fishing, (self.name, self.seats, self.rules.options)

    def random_deal(self, seed: int) -> FishingDeal:
        """The deal of this seed (0 to 2**64 - 1), the same for ever; never a misdeal."""
        return FishingDeal.random(self.deck, self.seats, seed)

    def deal(
        self, hands: Sequence[Iterable[str | int]], field: Iterable[str | int], pile: Iterable[str | int]
    ) -> FishingDeal:
        """A deal of cards given by text or canonical number; pile: the top card first.

        Raises DealError when a card is missing, is dealt twice or is none, and for four of a month on the field.
        """
        return FishingDeal.of(self.deck, self.seats, hands, field, pile)

    def deal_from_json(self, data: object) -> FishingDeal:
        """A deal as a record holds it (docs/records.md); DealError says what is wrong with it."""
        return FishingDeal.from_json(self.deck, self.seats, data)

    def new_state(self, deal: FishingDeal, dealer: int = 0, scores: Sequence[int] | None = None) -> FishingState:
        """The start of a round. dealer: the seat that plays first; scores: each seat's total before the round."""
        if isinstance(deal, FishingDeal) and deal.deck.name != self.deck.name:
            raise DealError(f"the deal is of the {deal.deck.name} deck, but this game has the {self.deck.name} deck")
        return FishingState(self, deal, dealer, scores)

    def view_from_json(self, data: object) -> FishingView:
        """The view that view.to_json() wrote; ViewError says which field is wrong."""
        return view_from_json(self, data)

    def sample_world(self, view: FishingView, seed: int) -> FishingState:
        """A whole state drawn uniformly from those that give this very view, its history replayed."""
        return world_of(self, view.seat, view.dealer, view.scores, view.events, seed)

    def new_unit(self, unit: str, dealer: int = 0) -> Unit:
        """One game of a unit; `dealer` deals first."""
        return FishingUnit(self, dealer) if unit == "game" else super().new_unit(unit, dealer)

    def most_deals(self, unit: str) -> int | None:
        """The rounds of a game; None where it goes on until one leads by the target."""
        self.check_unit(unit)
        return 1 if unit == "deal" else self.rules.rounds


def load_fishing(name: str, players: int, options: dict[str, Any]) -> Fishing:
    """The game with these rules, for pickle."""
    return Fishing(name, PRESET, players, **options)
