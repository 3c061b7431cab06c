"""What the cards of the fishing games are worth (docs/fishing-rules.md, section 2)."""

from __future__ import annotations

from meri_ai.games.fishing_deck import Deck
from meri_ai.games.fishing_rules import FishingRules
from meri_ai.games.hanafuda import ANIMALS, BRIGHTS, CHAFF, HANAFUDA, RIBBONS
from meri_ai.games.mekurifuda import MEKURIFUDA

Values = dict[str, int]

# the geese and the yellow chaff count as a ribbon does
_LOW = frozenset(("08b", "12b"))


def _hanafuda(other_pictures: int, ribbons: int, chaff: int, single: Values) -> Values:
    """Brights and animals, ribbons, chaff; single cards that differ."""
    kinds = ((BRIGHTS | ANIMALS, other_pictures), (RIBBONS, ribbons), (CHAFF, chaff))
    values = {card: value for cards, value in kinds for card in cards}
    return values | dict.fromkeys(_LOW, ribbons) | single


SUBETA = _hanafuda(5, 1, 10, {"11a": 15, "12a": 9, "07a": 7, "08a": 8, "09a": 9})
SANUKI = _hanafuda(5, 1, 0, {"07a": 7, "08a": 8, "09a": 9, "06a": 6, "11b": 0})

# conjectural by the source's own word
_CLUBS = {f"P{rank:02}": 5 for rank in range(1, 13)} | {"P06": 9, "P07": 7, "P08": 8, "P09": 9}
_SWORDS = {f"I{rank:02}": 1 for rank in range(1, 13)}
_CUPS_AND_COINS = {f"{suit}{rank:02}": 10 for suit in "KO" for rank in range(1, 13)} | {"O02": 15}
MEKURI = _CLUBS | _SWORDS | _CUPS_AND_COINS


def bakappana(chaff: int) -> Values:
    """Bakappana's values; chaff: 1 or 0."""
    kinds = ((BRIGHTS, 20), (ANIMALS, 10), (RIBBONS, 5), (CHAFF, chaff))
    return {card: value for cards, value in kinds for card in cards}


def deck_of(rules: FishingRules) -> Deck:
    """The deck that the rules play with."""
    return MEKURIFUDA if rules.deck == "mekurifuda" else HANAFUDA


def values_of(rules: FishingRules) -> tuple[int, ...]:
    """The values of the 48 cards by canonical number."""
    if rules.game == "bakappana":
        values = bakappana(rules.chaff)
    elif rules.game == "sanuki-mekuri":
        values = SANUKI
    else:
        values = MEKURI if rules.deck == "mekurifuda" else SUBETA
    return tuple(values[card] for card in deck_of(rules).texts)
