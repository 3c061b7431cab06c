"""Completed yaku (rules page, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .hachihachi_cards import BLUE, BRIGHTS, COUNTED_RIBBONS, POETRY, number, numbers
from .hachihachi_options import Options

GOKO = BRIGHTS
SHIKO = BRIGHTS - {number("11a")}
INO_SHIKA_CHO = numbers("07a 10a 06a")
SETS = {"goko": GOKO, "shiko": SHIKO, "ino-shika-cho": INO_SHIKA_CHO, "akatan": POETRY, "aotan": BLUE}
KAN = {"goko": 12, "shiko": 10, "ino-shika-cho": 7, "akatan": 7, "aotan": 7, "nanatan": 10}  # in table order
SEVEN_RIBBONS = 7


def whole(options: Options, cards: Iterable[int]) -> list[str]:
    """The yaku that these cards hold whole, in table order; a shiko inside a goko is named too."""
    held = set(cards)
    found = [name for name, needed in SETS.items() if needed <= held]
    if not options.ino_shika_cho and "ino-shika-cho" in found:
        found.remove("ino-shika-cho")
    if len(held & COUNTED_RIBBONS) >= SEVEN_RIBBONS:
        found.append("nanatan")
    return found


def counted(options: Options, completed: Mapping[str, int]) -> list[str]:
    """The yaku that count in V, in table order; `completed` says in which of his turns each was completed.

    A turn that completes a yaku and does not end the month has lowered on it, so a shiko of an earlier turn is one
    "on which he has lowered".
    """
    names = [name for name in KAN if name in completed]
    both = "goko" in completed and "shiko" in completed
    if both and (options.goko_shiko == "exclusive" or completed["shiko"] == completed["goko"]):
        names.remove("shiko")
    return names


def held_whole(options: Options, hand: Iterable[int]) -> list[str]:
    """The completed yaku of a pushed-out hand: a goko counts as goko only (section 2.5)."""
    names = whole(options, hand)
    return [name for name in names if name != "shiko" or "goko" not in names]


def held_cards(name: str, hand: Iterable[int]) -> frozenset[int]:
    """The cards of a completed yaku held whole in a hand."""
    return frozenset(hand) & (COUNTED_RIBBONS if name == "nanatan" else SETS[name])
