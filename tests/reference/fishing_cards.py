"""Cards, values and deals of the fishing family (rules page, sections 1 and 2; hanafuda of the records page).

Cards are record texts. Written from the pages alone; imports nothing of meri_ai.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

HANAFUDA = [f"{month:02}{letter}" for month in range(1, 13) for letter in "abcd"]
MEKURIFUDA = [f"{suit}{rank:02}" for suit in "PIKO" for rank in range(1, 13)]
DECKS = {"hanafuda": HANAFUDA, "mekurifuda": MEKURIFUDA}
ORDER = {card: number for deck in DECKS.values() for number, card in enumerate(deck)}

BRIGHTS = ["01a", "03a", "08a", "11a", "12a"]
ANIMALS = ["02a", "04a", "05a", "06a", "07a", "08b", "09a", "10a", "11b"]
RIBBONS = ["01b", "02b", "03b", "04b", "05b", "06b", "07b", "09b", "10b", "11c"]
CHAFF = [card for card in HANAFUDA if card not in BRIGHTS + ANIMALS + RIBBONS]


class Variant(NamedTuple):
    """A game of the family with its options and number of players."""

    name: str
    players: int
    deck: list[str]  # in canonical order
    values: dict[str, int]
    par: int
    hand: int  # cards dealt to each seat
    field: int  # cards dealt face up
    pile: int


SIZES = {2: (10, 8, 20), 3: (7, 6, 21), 4: (5, 8, 20)}  # hand, field, pile
PLAYERS = {"subeta-mekuri": [3], "bakappana": [2, 3, 4], "sanuki-mekuri": [2]}
DEFAULT_PLAYERS = {"subeta-mekuri": 3, "bakappana": 3, "sanuki-mekuri": 2}


def month(card: str) -> str:
    """What cards match by: the month of a hanafuda card, the rank of a mekurifuda card."""
    return card[1:] if card[0] in "PIKO" else card[:2]


def ordered(cards: Iterable[str]) -> list[str]:
    """The cards in canonical order."""
    return sorted(cards, key=ORDER.__getitem__)


def make_variant(name: str, options: Mapping[str, Any], players: int | None = None) -> Variant:
    """A game by name, single options and number of players (the usual one when None)."""
    players = DEFAULT_PLAYERS[name] if players is None else players
    if players not in PLAYERS[name]:
        raise ValueError(f"{name} is not played by {players}")
    deck = DECKS[options.get("deck", "hanafuda")]
    if name == "bakappana":
        values = _bakappana_values(options.get("chaff", 1))
    elif name == "sanuki-mekuri":
        values = _sanuki_values()
    else:
        values = _subeta_values() if deck is HANAFUDA else _mekurifuda_values()
    par, rest = divmod(sum(values.values()), players)
    assert rest == 0 and set(values) == set(deck)
    return Variant(name, players, deck, values, par, *SIZES[players])


def _bakappana_values(chaff: int) -> dict[str, int]:
    return {
        card: 20 if card in BRIGHTS else 10 if card in ANIMALS else 5 if card in RIBBONS else chaff for card in HANAFUDA
    }


def _subeta_values() -> dict[str, int]:
    values = dict.fromkeys(HANAFUDA, 10)
    values |= dict.fromkeys([*RIBBONS, "08b", "12b"], 1)
    values |= dict.fromkeys(["01a", "02a", "03a", "04a", "05a", "10a", "06a", "11b"], 5)
    return values | {"11a": 15, "12a": 9, "07a": 7, "08a": 8, "09a": 9}


def _sanuki_values() -> dict[str, int]:
    values = dict.fromkeys(HANAFUDA, 0)
    values |= dict.fromkeys([*RIBBONS, "08b", "12b"], 1)
    values |= dict.fromkeys(["01a", "02a", "03a", "04a", "05a", "10a", "11a", "12a"], 5)
    return values | {"06a": 6, "07a": 7, "08a": 8, "09a": 9}


def _mekurifuda_values() -> dict[str, int]:
    values = dict.fromkeys(MEKURIFUDA, 10)
    values |= {card: 5 for card in MEKURIFUDA if card[0] == "P"}
    values |= {card: 1 for card in MEKURIFUDA if card[0] == "I"}
    return values | {"O02": 15, "P06": 9, "P07": 7, "P08": 8, "P09": 9}


# Mekurifuda images (section 2): the month of each rank in the Nagoya order, and the letter of each suit.
NAGOYA = ["01", "11", "03", "04", "05", "12", "07", "08", "09", "10", "06", "02"]


def hanafuda_of(card: str) -> str:
    """The hanafuda card that a mekurifuda card stands for."""
    suit, of = card[0], NAGOYA[int(card[1:]) - 1]
    if of == "11":  # willow: the swallow, the ribbon, lightning, the rain man
        return of + {"P": "b", "I": "c", "K": "d", "O": "a"}[suit]
    return of + {"P": "a", "I": "b", "K": "c", "O": "d"}[suit]


MEKURIFUDA_OF = {hanafuda_of(card): card for card in MEKURIFUDA}
