"""The options of Hachihachi and the two presets (rules page, section 7; the values from sections 1 to 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Options:
    """One field an option; the defaults are those of standard."""

    kan_mon: int = 12
    carry: str = "pool"
    mizuten: bool = True
    mizuten_penalty: bool = False
    oikomi_payers: str = "three"
    oikomi_cards: str = "ribbons"
    aka_kan: int = 3
    sanbon_tate_kan: int = 6
    ino_shika_cho: bool = True
    goko_shiko: str = "sequential"
    tobikomi: str = "each"
    lowered_paid: bool = True
    month_winner: str = "net"
    special_cancels_mizuten: bool = False
    hatto: str = "standing"
    hatto_ino_shika_cho: bool = False
    months: int = 12
    start: int = 60


PRESETS = {
    "standard": Options(),
    "fudawiki": Options(
        carry="carried_first",
        mizuten_penalty=True,
        oikomi_payers="two",
        oikomi_cards="red_blue",
        aka_kan=2,
        sanbon_tate_kan=7,
        ino_shika_cho=False,
        goko_shiko="exclusive",
        tobikomi="once",
        lowered_paid=False,
        month_winner="ender",
        special_cancels_mizuten=True,
        hatto="next_turn",
        hatto_ino_shika_cho=True,
    ),
}

# The values of every option; `start` alone is any whole number.
CHOICES: dict[str, tuple[Any, ...]] = {
    "kan_mon": (12, 10),
    "carry": ("pool", "carried_first", "none"),
    "mizuten": (False, True),
    "mizuten_penalty": (False, True),
    "oikomi_payers": ("three", "two"),
    "oikomi_cards": ("ribbons", "red_blue"),
    "aka_kan": (3, 2),
    "sanbon_tate_kan": (6, 7),
    "ino_shika_cho": (False, True),
    "goko_shiko": ("sequential", "exclusive"),
    "tobikomi": ("each", "once"),
    "lowered_paid": (False, True),
    "month_winner": ("net", "ender"),
    "special_cancels_mizuten": (False, True),
    "hatto": ("standing", "next_turn", "off"),
    "hatto_ino_shika_cho": (False, True),
    "months": (12, 6, 3),
}


def make_options(preset: str, overrides: Mapping[str, Any]) -> Options:
    """The preset with single options replaced; ValueError for an unknown name or value."""
    if preset not in PRESETS:
        raise ValueError(f"unknown rules {preset!r}")
    for name, value in overrides.items():
        if name == "start":
            good = type(value) is int
        elif name in CHOICES:
            good = any(type(value) is type(choice) and value == choice for choice in CHOICES[name])
        else:
            raise ValueError(f"unknown option {name!r}")
        if not good:
            raise ValueError(f"bad value {value!r} of option {name!r}")
    return replace(PRESETS[preset], **overrides)
