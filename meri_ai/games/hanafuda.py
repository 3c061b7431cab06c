"""Hanafuda: the 48 cards, their months and types (docs/records.md, section "Cards")."""

from __future__ import annotations

from meri_ai.games.fishing_deck import CARDS, Deck

FLOWERS = (
    "pine",
    "plum",
    "cherry",
    "wisteria",
    "iris",
    "peony",
    "bush clover",
    "susuki",
    "chrysanthemum",
    "maple",
    "willow",
    "paulownia",
)

# CARD_TEXTS[n] is the text of the card with canonical number n = 4 * (month - 1) + letter, which is also its code
CARD_TEXTS = tuple(f"{month:02}{letter}" for month in range(1, 13) for letter in "abcd")

HANAFUDA = Deck(
    "hanafuda",
    CARD_TEXTS,
    tuple(range(CARDS)),
    tuple(f"month {number:02} ({flower})" for number, flower in enumerate(FLOWERS, 1)),
    "a card is a month from 01 to 12 and a letter from a to d, as in '08a', or its number from 0 to 47",
)

BRIGHTS = frozenset(("01a", "03a", "08a", "11a", "12a"))
ANIMALS = frozenset(("02a", "04a", "05a", "06a", "07a", "08b", "09a", "10a", "11b"))
RIBBONS = frozenset(("01b", "02b", "03b", "04b", "05b", "06b", "07b", "09b", "10b", "11c"))
CHAFF = frozenset(CARD_TEXTS) - BRIGHTS - ANIMALS - RIBBONS


def card_number(card: str | int) -> int:
    """The canonical number, 0..47, of a card given by its text (or by that number); CardError when there is none."""
    return HANAFUDA.number(card)
