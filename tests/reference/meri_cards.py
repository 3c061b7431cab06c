"""Cards of Hachinin Meri: text, canonical number, and who beats whom (rules page, sections 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

SUITS = "PIKOG"
RANKS = "123456789DMHKGC"
LONG_SUITS = (0, 1)
CARD_COUNT = 75
TEXTS = [suit + rank for suit in SUITS for rank in RANKS]
NUMBERS = {text: number for number, text in enumerate(TEXTS)}
TENKA = NUMBERS["PD"]

# Orders from high to low, copied from the table of section 2. A star stands for Tenka.
TRUMP_PAO = "CGMDKH987654321"
TRUMP_ISU = "CGM*DKH987654321"
TRUMP_ROUND = "CGM*DKH123456789"
PLAIN_PAO = "CGKHM987654321"
PLAIN_ISU = "CGKHM98765432D1"
PLAIN_ROUND = "CGKHMD123456789"


def number(text: str) -> int:
    """The canonical number 0..74 of a card text; ValueError when there is no such card."""
    if text not in NUMBERS:
        raise ValueError(f"unknown card {text!r}")
    return NUMBERS[text]


def texts(cards: Iterable[int]) -> list[str]:
    """The texts of cards, in the order given."""
    return [TEXTS[card] for card in cards]


def suit_of(card: int) -> int:
    """The printed suit 0..4."""
    return card // 15


def rank_of(card: int) -> str:
    """The rank code, one of RANKS."""
    return RANKS[card % 15]


class Table(NamedTuple):
    """All that depends on the trump suit."""

    trump_suit: int
    trumps: frozenset[int]
    strength: list[int]  # by card; trumps above all plain cards; plain cards compare within their suit only
    plain_suit: list[int]  # by card; -1 for a trump
    native: int  # the robai of the trump suit
    sun: int  # the sun of trumps


@cache
def table(trump_suit: int) -> Table:
    """The table of one trump suit."""
    order = TRUMP_PAO if trump_suit == 0 else TRUMP_ISU if trump_suit == 1 else TRUMP_ROUND
    trumps = [TENKA if rank == "*" else NUMBERS[SUITS[trump_suit] + rank] for rank in order]
    strength = [0] * CARD_COUNT
    plain_suit = [-1] * CARD_COUNT
    for place, card in enumerate(reversed(trumps)):
        strength[card] = 100 + place
    for suit in range(5):
        if suit == trump_suit:
            continue
        plain_order = PLAIN_PAO if suit == 0 else PLAIN_ISU if suit == 1 else PLAIN_ROUND
        for place, rank in enumerate(reversed(plain_order)):
            card = NUMBERS[SUITS[suit] + rank]
            strength[card] = place
            plain_suit[card] = suit
    native = NUMBERS[SUITS[trump_suit] + "D"]
    return Table(trump_suit, frozenset(trumps), strength, plain_suit, native, NUMBERS[SUITS[trump_suit] + "C"])
