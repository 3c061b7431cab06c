"""The game of Hachinin Meri: rules, deals and states (docs/meri-rules.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from meri_ai._core.action import Action
from meri_ai._core.games.meri import MeriGame, MeriState
from meri_ai._core.games.meri_view import MeriView
from meri_ai.games.meri_cards import CARD_TEXTS
from meri_ai.games.meri_deal import MeriDeal
from meri_ai.games.meri_rules import make_rules
from meri_ai.games.meri_view_json import view_from_json
from meri_ai.games.meri_world import sample_world

WORDS = ("accept", "redeal", "declare", "hide", "take", "leave")
ACTIONS = tuple(
    Action(number, text)
    for number, text in enumerate(
        [f"play {card}" for card in CARD_TEXTS] + [f"discard {card}" for card in CARD_TEXTS] + list(WORDS)
    )
)


class Meri(MeriGame):
    """Hachinin Meri under one ruleset; games with equal rules are equal. Made by load_game("meri", ...)."""

    def __init__(self, preset: str = "hitoyoshi", /, **options: Any) -> None:
        super().__init__("meri", make_rules(preset, **options), ACTIONS)

    def __reduce__(self) -> tuple[Callable[..., Meri], tuple[str, dict[str, Any]]]:
        return load_meri, (self.rules.preset, self.rules.options)

    def random_deal(self, seed: int) -> MeriDeal:
        """The deal of this seed (0 to 2**64 - 1), the same for ever."""
        return MeriDeal.random(seed)

    def deal(self, hands: Sequence[Iterable[str | int]], widow: Iterable[str | int]) -> MeriDeal:
        """A deal of cards given by text or canonical number: eight hands of nine, a widow of three, the okie first.

        Raises DealError when a card is missing, is dealt twice or is none.
        """
        return MeriDeal.of(hands, widow)

    def deal_from_json(self, data: object) -> MeriDeal:
        """A deal as a record holds it (docs/records.md); DealError says what is wrong with it."""
        return MeriDeal.from_json(data)

    def new_state(self, deal: MeriDeal, dealer: int = 0, scores: Sequence[int] = (0, 0)) -> MeriState:
        """The start of a deal. dealer: a seat, 0 to 7; scores: the teams' points in the set so far."""
        return MeriState(self, deal, dealer, scores)

    def view_from_json(self, data: object) -> MeriView:
        """The view that view.to_json() wrote; ViewError says which field is wrong."""
        return view_from_json(self, data)

    def sample_world(self, view: MeriView, seed: int) -> MeriState:
        """A whole state drawn uniformly from those that give this very view, its history replayed."""
        return sample_world(self, view, seed)


def load_meri(preset: str, options: dict[str, Any]) -> Meri:
    """The game with these rules, for pickle."""
    return Meri(preset, **options)
