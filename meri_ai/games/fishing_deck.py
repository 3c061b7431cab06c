"""A deck of 48 cards in twelve months (or ranks) of four: texts, canonical numbers, and the core's codes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from meri_ai._core.errors import CardError

MONTHS = 12
CARDS = 48


@dataclass(frozen=True)
class Deck:
    """texts: of the cards by canonical number; codes: 4 * month + k of each; months, example: words for errors."""

    name: str
    texts: tuple[str, ...]
    codes: tuple[int, ...]
    months: tuple[str, ...]
    example: str

    def number(self, card: object) -> int:
        """The canonical number, 0 to 47, of a card given by its text or by that number; CardError else."""
        if isinstance(card, str) and card in self.texts:
            return self.texts.index(card)
        if isinstance(card, int) and not isinstance(card, bool) and 0 <= card < CARDS:
            return card
        raise CardError(f"{card!r} is no card of the {self.name} deck: {self.example}")

    def numbers(self, cards: Iterable[object]) -> tuple[int, ...]:
        return tuple(self.number(card) for card in cards)

    def text_list(self, cards: Iterable[int]) -> list[str]:
        return [self.texts[card] for card in cards]

    def whole_month(self, cards: Sequence[int]) -> str | None:
        """What the month is called of which these cards hold all four; None when there is none."""
        for month, name in enumerate(self.months):
            if sum(self.codes[card] // 4 == month for card in cards) == 4:
                return name
        return None
