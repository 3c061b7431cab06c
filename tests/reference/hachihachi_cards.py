"""Cards of Hachihachi: text, number, month, kind and points (records page, "Cards"; rules page, introduction)."""

from __future__ import annotations

from collections.abc import Iterable

CARD_COUNT = 48
TEXTS = [f"{month:02}{letter}" for month in range(1, 13) for letter in "abcd"]
NUMBERS = {text: number for number, text in enumerate(TEXTS)}
BLANK = "blank"


def number(text: str) -> int:
    """The canonical number 0..47 of a card text; ValueError when there is no such card."""
    if text not in NUMBERS:
        raise ValueError(f"unknown card {text!r}")
    return NUMBERS[text]


def numbers(line: str) -> frozenset[int]:
    """The cards of a line of texts."""
    return frozenset(number(text) for text in line.split())


def texts(cards: Iterable[int]) -> list[str]:
    """The texts of cards, in the order given."""
    return [TEXTS[card] for card in cards]


BRIGHTS = numbers("01a 03a 08a 11a 12a")
ANIMALS = numbers("02a 04a 05a 06a 07a 08b 09a 10a 11b")
POETRY = numbers("01b 02b 03b")
BLUE = numbers("06b 09b 10b")
RIBBONS = POETRY | BLUE | numbers("04b 05b 07b 11c")
WILLOW = numbers("11a 11b 11c 11d")
CHAFF = frozenset(range(CARD_COUNT)) - BRIGHTS - ANIMALS - RIBBONS
PLAIN = CHAFF | WILLOW  # wherever a hand yaku or sujiroku is counted
COUNTED_RIBBONS = RIBBONS - WILLOW


def month_of(card: int) -> int:
    """The month 1..12."""
    return card // 4 + 1


def month_cards(month: int) -> frozenset[int]:
    """The four cards of a month 1..12."""
    return frozenset(range(4 * month - 4, 4 * month))


def points_of(cards: Iterable[int]) -> int:
    """Card points: 20 a bright, 10 an animal, 5 a ribbon, 1 the rest; 264 in all."""
    return sum(20 if c in BRIGHTS else 10 if c in ANIMALS else 5 if c in RIBBONS else 1 for c in cards)
