"""A deal of the fishing family: hands, field and pile (rules page, section 3; records page)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .fishing_cards import Variant, month


@dataclass(frozen=True)
class Deal:
    """Cards as record texts; `pile[0]` is turned up first."""

    hands: tuple[tuple[str, ...], ...]
    field: tuple[str, ...]
    pile: tuple[str, ...]

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Deal:
        """From the `deal` of a record."""
        return Deal(tuple(map(tuple, data["hands"])), tuple(data["field"]), tuple(data["pile"]))

    def to_json(self) -> dict[str, Any]:
        """The `deal` of a record."""
        return {"hands": [list(hand) for hand in self.hands], "field": list(self.field), "pile": list(self.pile)}

    def check(self, variant: Variant) -> None:
        """ValueError when this is no deal of the game, or a misdeal."""
        sizes = [len(hand) for hand in self.hands] + [len(self.field), len(self.pile)]
        if sizes != [variant.hand] * variant.players + [variant.field, variant.pile]:
            raise ValueError(f"wrong sizes: {sizes}")
        cards = [card for hand in self.hands for card in hand] + [*self.field, *self.pile]
        if sorted(cards) != sorted(variant.deck):
            raise ValueError("a deal has each card once")
        if found := misdeal_month(self.field):
            raise ValueError(f"four cards of {found} on the field")


def misdeal_month(field: tuple[str, ...]) -> str | None:
    """The month of which all four cards lie on a field, or None."""
    counts = Counter(map(month, field))
    return next((found for found in counts if counts[found] == 4), None)


def deal_from_order(variant: Variant, order: list[str]) -> Deal:
    """Hands, field and pile from the front of a shuffled deck."""
    hands = [tuple(order[variant.hand * seat : variant.hand * (seat + 1)]) for seat in range(variant.players)]
    rest = order[variant.hand * variant.players :]
    return Deal(tuple(hands), tuple(rest[: variant.field]), tuple(rest[variant.field :]))


def fill(variant: Variant, hands: Mapping[int, str], field: str = "", pile: str = "") -> Deal:
    """A deal in which these cards (texts in a line) come first in the hands, on the field and in the pile.

    The others follow month by month in each letter or suit, so that a filled field is no misdeal; what is written is
    taken as it is.
    """
    places = [hands.get(seat, "").split() for seat in range(variant.players)] + [field.split(), pile.split()]
    sizes = [variant.hand] * variant.players + [variant.field, variant.pile]
    given = {card for cards in places for card in cards}
    rest = [card for card in sorted(variant.deck, key=_kind_first) if card not in given]
    for cards, size in zip(places, sizes, strict=True):
        missing = size - len(cards)
        cards += rest[:missing]
        rest = rest[missing:]
    return Deal(tuple(map(tuple, places[:-2])), tuple(places[-2]), tuple(places[-1]))


def _kind_first(card: str) -> tuple[str, str]:
    return (card[0], card[1:]) if card[0] in "PIKO" else (card[2:], card[:2])


def random_deal(variant: Variant, rng: random.Random) -> Deal:
    """A deal that is no misdeal; dealt again where it is one."""
    while True:
        deal = deal_from_order(variant, rng.sample(variant.deck, len(variant.deck)))
        if misdeal_month(deal.field) is None:
            return deal
