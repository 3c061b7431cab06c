"""A deal of Hachinin Meri: eight hands of nine in dealt order and a widow of three (rules page, section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .meri_cards import CARD_COUNT, TEXTS, number, texts

SEATS = 8
HAND_SIZE = 9


@dataclass(frozen=True)
class Deal:
    """`hands[seat]` in dealt order, so that its first three cards are the first packet; `widow[0]` is the okie."""

    hands: tuple[tuple[int, ...], ...]
    widow: tuple[int, ...]
    redeals: tuple[Deal, ...] = ()

    def __post_init__(self) -> None:
        if len(self.hands) != SEATS or any(len(hand) != HAND_SIZE for hand in self.hands) or len(self.widow) != 3:
            raise ValueError("a deal has eight hands of nine cards and a widow of three")
        seen: set[int] = set()
        for card in [card for hand in self.hands for card in hand] + list(self.widow):
            if card in seen:
                raise ValueError(f"card {TEXTS[card]} is dealt twice")
            seen.add(card)

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Deal:
        """From the `deal` of a record; ValueError names the card that is wrong."""
        return Deal(
            tuple(tuple(number(card) for card in hand) for hand in data["hands"]),
            tuple(number(card) for card in data["widow"]),
            tuple(Deal.from_json(further) for further in data.get("redeals", ())),
        )

    def to_json(self) -> dict[str, Any]:
        """The `deal` of a record."""
        data: dict[str, Any] = {"hands": [texts(hand) for hand in self.hands], "widow": texts(self.widow)}
        if self.redeals:
            data["redeals"] = [further.to_json() for further in self.redeals]
        return data

    @staticmethod
    def from_order(order: list[int], redeals: tuple[Deal, ...] = ()) -> Deal:
        """Nine cards to each seat from the front of the list, the last three are the widow."""
        if len(order) != CARD_COUNT:
            raise ValueError(f"a deal has {CARD_COUNT} cards, not {len(order)}")
        hands = tuple(tuple(order[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]) for seat in range(SEATS))
        return Deal(hands, tuple(order[72:]), redeals)
