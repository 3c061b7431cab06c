"""The game of Hachinin Meri: rules, deals and states (docs/meri-rules.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from meri_ai._core.action import Action
from meri_ai._core.errors import DealError
from meri_ai._core.games.meri import MeriGame, MeriState
from meri_ai._core.games.meri_view import MeriView
from meri_ai._core.unit import Unit
from meri_ai.games.meri_cards import CARD_TEXTS
from meri_ai.games.meri_deal import MeriDeal
from meri_ai.games.meri_log import MeriLog
from meri_ai.games.meri_rules import make_rules
from meri_ai.games.meri_unit import MeriUnit
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

    forfeit = 9.0  # all the tricks
    facts: ClassVar[dict[str, str]] = {
        "opener": "who opened",
        "trump": "trump suit (P pao, I isu, K kotsu, O oru, G guru)",
    }

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

    def new_state(self, deal: MeriDeal, dealer: int = 0, scores: Sequence[int] | None = None) -> MeriState:
        """The start of a deal. dealer: a seat, 0 to 7; scores: the teams' points in the set so far, 0 by default."""
        return MeriState(self, deal, dealer, (0, 0) if scores is None else scores)

    def view_from_json(self, data: object) -> MeriView:
        """The view that view.to_json() wrote; ViewError says which field is wrong."""
        return view_from_json(self, data)

    def sample_world(self, view: MeriView, seed: int) -> MeriState:
        """A whole state drawn uniformly from those that give this very view, its history replayed."""
        return sample_world(self, view, seed)

    @property
    def units(self) -> tuple[str, ...]:
        """A set is rules.set_deals deals, a match up to rules.best_of sets."""
        return ("deal", "set", "match")

    def new_unit(self, unit: str, dealer: int = 0) -> Unit:
        """One game of a unit; `dealer` deals first."""
        return super().new_unit(unit, dealer) if unit not in ("set", "match") else MeriUnit(self, unit, dealer)

    def most_deals(self, unit: str) -> int:
        """The most deals that one game of this unit can take."""
        self.check_unit(unit)
        sets = int(self.rules.best_of) if unit == "match" else 1
        return 1 if unit == "deal" else sets * int(self.rules.set_deals)

    def forfeit_points(self, unit: str, points: float) -> float:
        """What the other team gets for a forfeited game, at so many points a deal; of a match the sets that win it."""
        return float(self.rules.best_of // 2 + 1) if unit == "match" else points * self.most_deals(unit)

    def record_facts(self, record: dict[str, Any]) -> dict[str, int | str]:
        """Opener and trump suit of a record, as far as it came (docs/meri-rules.md, sections 3 and 4).

        The opener is who declared the native robai, else the dealer.
        """
        actions = [(step["seat"], step["action"]) for step in record["steps"]]
        redeals = sum(action == "redeal" for _, action in actions)
        deal = record["deal"]["redeals"][redeals - 1] if redeals else record["deal"]
        found: dict[str, int | str] = {}
        opener = next((seat for seat, action in actions if action == "declare"), None)
        if opener is None and any(action.split()[0] not in ("accept", "redeal") for _, action in actions):
            opener = record["dealer"]
        if opener is not None:
            found["opener"] = opener
        return found | {"trump": deal["widow"][0][0]}

    def deal_to_json(self, deal: MeriDeal) -> dict[str, Any]:
        """A deal as a boards file holds it, with every redeal that the rules offer; DealError where it lacks one."""
        needed = self.rules.redeal_offer
        if deal.seed is None and len(deal.redeals) < needed:
            raise DealError(f"the rules offer {needed} redeals, and the deal lists {len(deal.redeals)}")
        redeals = [deal.redeal(number).to_json() for number in range(1, max(needed, len(deal.redeals)) + 1)]
        return deal.to_json() | ({"redeals": redeals} if redeals else {})

    def new_log(self, state: MeriState) -> MeriLog:
        """Writes the deal a trick a line."""
        return MeriLog(state)


def load_meri(preset: str, options: dict[str, Any]) -> Meri:
    """The game with these rules, for pickle."""
    return Meri(preset, **options)
