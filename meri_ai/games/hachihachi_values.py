"""What each yaku of Hachihachi is worth, in kan (docs/hachihachi-rules.md, sections 3 and 4)."""

from __future__ import annotations

from meri_ai.games.hachihachi_rules import HachihachiRules

HAND = {
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
COMPLETED = {"goko": 12, "shiko": 10, "ino-shika-cho": 7, "akatan": 7, "aotan": 7, "nanatan": 10}


def kan_of(rules: HachihachiRules) -> dict[str, int]:
    """By name, with the two that are options."""
    return {
        **HAND,
        **COMPLETED,
        "aka": rules.aka_kan,
        "futa-sanbon with a standing triplet": rules.sanbon_tate_kan,
    }
