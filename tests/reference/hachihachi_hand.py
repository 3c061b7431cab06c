"""Hand yaku: the category group, the set group, their worth and the cards they show (rules page, section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .hachihachi_cards import ANIMALS, BRIGHTS, COUNTED_RIBBONS, PLAIN, WILLOW, month_cards, month_of, numbers
from .hachihachi_options import Options

CATEGORIES = ("aka", "tan-ichi", "toichi", "pikaichi", "karasu")
NUKE = ("aka", "tan-ichi", "toichi", "karasu")
TOBIKOMI = ("sanbon", "tate-sanbon", "haneken", "futa-sanbon", "futa-tate-sanbon")
WHOLE_HAND = ("ichi-ni-shi", "haneken", "shisou")
STANDING_MONTHS = (4, 5, 7)
STANDING_PAULOWNIA = numbers("12b 12c 12d")
KAN = {
    "tan-ichi": 3,
    "toichi": 3,
    "pikaichi": 4,
    "karasu": 4,
    "sanbon": 2,
    "tate-sanbon": 3,
    "kuttsuki": 4,
    "teshi": 6,
    "haneken": 7,
    "ichi-ni-shi": 8,
    "futa-sanbon": 6,
    "futa-tate-sanbon": 8,
    "shisou": 20,
}


def category(hand: Iterable[int]) -> str | None:
    """The yaku of the category group, or None."""
    cards = set(hand)
    ribbons = len(cards & COUNTED_RIBBONS)
    animals = len(cards & ANIMALS - WILLOW)
    brights = len(cards & BRIGHTS - WILLOW)
    plain = len(cards & PLAIN)
    if ribbons >= 2 and animals == brights == 0:
        return "aka"
    if plain == 6:
        return "tan-ichi" if ribbons else "toichi" if animals else "pikaichi"
    return "karasu" if plain == 7 else None


def groups(hand: Iterable[int], size: int) -> list[frozenset[int]]:
    """The cards of each month of which the hand holds exactly `size`."""
    cards = frozenset(hand)
    return [held for month in range(1, 13) if len(held := cards & month_cards(month)) == size]


def is_standing(triplet: frozenset[int]) -> bool:
    """Three cards of month 04, 05 or 07, or 12b 12c 12d."""
    return triplet == STANDING_PAULOWNIA or any(triplet < month_cards(month) for month in STANDING_MONTHS)


def set_yaku(hand: Iterable[int]) -> str | None:
    """The best yaku of the set group, or None. The shapes exclude one another, so none has to be compared."""
    cards = frozenset(hand)
    sizes = Counter(Counter(map(month_of, cards)).values())
    fours, triplets, pairs = sizes[4], sizes[3], sizes[2]
    standing = sum(map(is_standing, groups(cards, 3))) if triplets else 0
    if fours:
        return "shisou" if triplets else "ichi-ni-shi" if pairs else "teshi"
    if triplets == 2:
        return "futa-tate-sanbon" if standing == 2 else "futa-sanbon"
    if triplets == 1:
        return "haneken" if pairs == 2 else "tate-sanbon" if standing else "sanbon"
    return "kuttsuki" if pairs == 3 else None


def hand_yaku(hand: Iterable[int]) -> list[str]:
    """The names declared, category group first."""
    cards = frozenset(hand)
    return [name for name in (category(cards), set_yaku(cards)) if name]


def kan(options: Options, hand: Iterable[int], name: str) -> int:
    """What a hand yaku is worth in this hand."""
    if name == "aka":
        return options.aka_kan
    if name == "futa-sanbon" and any(map(is_standing, groups(hand, 3))):
        return options.sanbon_tate_kan
    return KAN[name]


def set_cards(hand: Iterable[int], name: str) -> frozenset[int]:
    """The cards of the sets of a yaku of the set group."""
    cards = frozenset(hand)
    if name in WHOLE_HAND:
        return cards
    size = {"kuttsuki": 2, "teshi": 4}.get(name, 3)
    return frozenset().union(*groups(cards, size))


def shown_cards(hand: Iterable[int], name: str) -> frozenset[int]:
    """The cards shown to all for a hand yaku: its sets, or for the category group the plain cards."""
    return frozenset(hand) & PLAIN if name in CATEGORIES else set_cards(hand, name)


def tobikomi_months(hand: Iterable[int]) -> list[int]:
    """The months of the triplets that may earn a tobikomi, [] when the set yaku is not of its list."""
    cards = frozenset(hand)
    return [month_of(min(triplet)) for triplet in groups(cards, 3)] if set_yaku(cards) in TOBIKOMI else []
