"""What leaving costs and being pushed out earns (rules page, sections 2.4 and 2.5)."""

from __future__ import annotations

from collections.abc import Iterable

from .hachihachi_cards import BLUE, BRIGHTS, COUNTED_RIBBONS, POETRY
from .hachihachi_completed import INO_SHIKA_CHO, held_cards, held_whole
from .hachihachi_completed import KAN as COMPLETED_KAN
from .hachihachi_hand import CATEGORIES, hand_yaku, kan, set_cards, shown_cards
from .hachihachi_options import Options

CARD_MON = 3


def orichin(options: Options, place: int, m: int) -> int:
    """The mon that the `place`-th (from 1) to retire pays into the pot."""
    return (place + 1) * options.kan_mon // 2 * m


def counted_cards(options: Options, hand: Iterable[int]) -> frozenset[int]:
    """The cards of a pushed-out hand that earn 3 mon each (`oikomi_cards`)."""
    cards = frozenset(hand)
    if options.oikomi_cards == "ribbons":
        return cards & (BRIGHTS | COUNTED_RIBBONS)
    good = cards & (BRIGHTS | POETRY | BLUE | (INO_SHIKA_CHO if options.ino_shika_cho else frozenset()))
    for name in held_whole(options, cards):
        good -= held_cards(name, cards)
    for name in hand_yaku(cards):
        good -= cards if name in CATEGORIES else set_cards(cards, name)
    return good


def fee(options: Options, hand: Iterable[int], m: int) -> int:
    """The mon that each payer owes a pushed-out hand: half of its yaku and 3 for each card counted, times m."""
    cards = frozenset(hand)
    kans = sum(kan(options, cards, name) for name in hand_yaku(cards))
    kans += sum(COMPLETED_KAN[name] for name in held_whole(options, cards))
    return (kans * options.kan_mon // 2 + CARD_MON * len(counted_cards(options, cards))) * m


def payers(options: Options, active: list[int]) -> list[int]:
    """Who pays it; `active` begins with the acting dealer."""
    return active if options.oikomi_payers == "three" else active[1:]


def fee_cards(options: Options, hand: Iterable[int]) -> frozenset[int]:
    """The cards that earned a fee, which are shown to all."""
    cards = frozenset(hand)
    shown = counted_cards(options, cards)
    for name in held_whole(options, cards):
        shown |= held_cards(name, cards)
    for name in hand_yaku(cards):
        shown |= shown_cards(cards, name)
    return shown
