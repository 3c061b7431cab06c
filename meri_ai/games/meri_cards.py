"""Meri's cards: text to canonical number and back (docs/meri-rules.md, section 1)."""

from __future__ import annotations

from meri_ai._core.errors import CardError

SUITS = "PIKOG"
RANKS = "123456789DMHKGC"
CARDS = len(SUITS) * len(RANKS)

# CARD_TEXTS[n] is the text of the card with canonical number n = 15 * suit + value - 1
CARD_TEXTS = tuple(suit + rank for suit in SUITS for rank in RANKS)
_NUMBERS = {text: number for number, text in enumerate(CARD_TEXTS)}


def card_number(card: str | int) -> int:
    """The canonical number, 0..74, of a card given by its text (or by that number); CardError when there is none."""
    if isinstance(card, str) and card in _NUMBERS:
        return _NUMBERS[card]
    if isinstance(card, int) and not isinstance(card, bool) and 0 <= card < CARDS:
        return card
    raise CardError(
        f"{card!r} is no card: a card is a suit ({' '.join(SUITS)}) and a rank ({' '.join(RANKS)}), as in 'PD',"
        f" or its number from 0 to {CARDS - 1}"
    )


def card_text(number: int) -> str:
    """The text of the card with this canonical number; CardError when there is none."""
    return CARD_TEXTS[card_number(number)]
