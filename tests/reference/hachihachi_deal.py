"""A deal of Hachihachi, the blank, the misdeal, and the month's multiplier (rules page, sections 1 and 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .hachihachi_cards import BLANK, CARD_COUNT, TEXTS, month_cards, number, texts

HAND_SIZE = 7
FIELD_SIZE = 6
WORTH = {number("01a"): 2, number("03a"): 2, number("08a"): 2, number("11a"): 4, number("12a"): 4}


@dataclass(frozen=True)
class Deal:
    """`hands[seat]`, `field`, `pile_order` (all 48 cards); `blank` is the seat that holds it, his hand is the field."""

    hands: tuple[tuple[int, ...], ...]
    field: tuple[int, ...]
    pile_order: tuple[int, ...]
    blank: int | None = None

    def __post_init__(self) -> None:
        players = len(self.hands)
        if not 3 <= players <= 7 or (self.blank is None) == (players == 7):
            raise ValueError("three to seven hands, and a blank with seven alone")
        if any(len(hand) != (0 if seat == self.blank else HAND_SIZE) for seat, hand in enumerate(self.hands)):
            raise ValueError("a hand has seven cards")
        if len(self.field) != FIELD_SIZE or sorted(self.pile_order) != list(range(CARD_COUNT)):
            raise ValueError("a field has six cards, and pile_order is a permutation of all 48")
        seen: set[int] = set()
        for card in [card for hand in self.hands for card in hand] + list(self.field):
            if card in seen:
                raise ValueError(f"card {TEXTS[card]} is dealt twice")
            seen.add(card)
        month = misdeal(self.field)
        if month:
            raise ValueError(f"a misdeal: all four of month {month:02} lie on the field")

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Deal:
        """From the `deal` of a record; with seven the six other cards of the blank's hand are the field (section 1)."""
        holders = [seat for seat, hand in enumerate(data["hands"]) if BLANK in hand]
        hands = [tuple(number(card) for card in hand if card != BLANK) for hand in data["hands"]]
        field = tuple(number(card) for card in data["field"])
        blank = None
        if holders:
            blank = holders[0]
            if len(holders) > 1 or field:
                raise ValueError("one hand holds the blank, and there is no other field")
            field, hands[blank] = hands[blank], ()
        return Deal(tuple(hands), field, tuple(number(card) for card in data["pile_order"]), blank)

    def to_json(self) -> dict[str, Any]:
        """The `deal` of a record."""
        hands = [texts(hand) for hand in self.hands]
        field = texts(self.field)
        if self.blank is not None:
            hands[self.blank], field = [*field, BLANK], []
        return {"hands": hands, "field": field, "pile_order": texts(self.pile_order)}


def misdeal(field: Iterable[int]) -> int | None:
    """The month of which all four lie on the field, or None (section 1)."""
    cards = set(field)
    return next((month for month in range(1, 13) if month_cards(month) <= cards), None)


def multiplier(carry: str, carried: Sequence[int], field: Iterable[int]) -> tuple[int, list[int]]:
    """The month's multiplier and what is carried out, highest first (section 1, "Carry")."""
    here = [WORTH[card] for card in field if card in WORTH]
    if carry == "none":
        return max(here, default=1), []
    pool = [*carried, *here]
    first = carried if carry == "carried_first" and carried else pool
    if not first:
        return 1, []
    m = max(first)
    pool.remove(m)
    return m, sorted(pool, reverse=True)


def draw_pile(deal: Deal, active: Iterable[int]) -> list[int]:
    """The cards in no active hand and not on the field, in `pile_order` (records page, "Deals")."""
    held = set(deal.field).union(*(deal.hands[seat] for seat in active))
    return [card for card in deal.pile_order if card not in held]
