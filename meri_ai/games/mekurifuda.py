"""Mekurifuda: the 48 cards without the demon card; cards match by rank (docs/fishing-rules.md, section 2)."""

from __future__ import annotations

from meri_ai.games.fishing_deck import Deck

SUITS = "PIKO"
SUIT_NAMES = {"P": "clubs", "I": "swords", "K": "cups", "O": "coins"}

# CARD_TEXTS[n] is the text of the card with canonical number n = 12 * suit + rank - 1
CARD_TEXTS = tuple(f"{suit}{rank:02}" for suit in SUITS for rank in range(1, 13))

MEKURIFUDA = Deck(
    "mekurifuda",
    CARD_TEXTS,
    tuple(4 * (rank - 1) + suit for suit in range(4) for rank in range(1, 13)),
    tuple(f"rank {rank:02}" for rank in range(1, 13)),
    "a card is a suit (P I K O) and a rank from 01 to 12, as in 'O02', or its number from 0 to 47",
)
