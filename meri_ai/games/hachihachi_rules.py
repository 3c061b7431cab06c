"""Hachihachi's options and presets (docs/hachihachi-rules.md, section 7)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from meri_ai._core.errors import RulesError
from meri_ai.games.options import check_count, check_flag, check_name

CHOICES: dict[str, tuple[str, ...]] = {
    "carry": ("pool", "carried_first", "none"),
    "oikomi_payers": ("three", "two"),
    "oikomi_cards": ("ribbons", "red_blue"),
    "goko_shiko": ("sequential", "exclusive"),
    "tobikomi": ("each", "once"),
    "month_winner": ("net", "ender"),
    "hatto": ("standing", "next_turn", "off"),
}
AMOUNTS: dict[str, tuple[int, ...]] = {"kan_mon": (12, 10)}
# least and most: all payments of a month, and all accounts of a year, stay far within 32 bits
BOUNDS = {
    "aka_kan": (1, 100),
    "sanbon_tate_kan": (4, 100),  # below 4 one triplet could be the better yaku
    "months": (1, 1000),
    "start": (0, 10**6),
}


@dataclass(frozen=True, kw_only=True)
class HachihachiRules:
    """One value for every option, checked; equal when all options are, whatever the preset.

    Raises RulesError, which lists the valid values, for any other value. Make one with `make_rules`.
    """

    kan_mon: int
    carry: str
    mizuten: bool
    mizuten_penalty: bool
    oikomi_payers: str
    oikomi_cards: str
    aka_kan: int
    sanbon_tate_kan: int
    ino_shika_cho: bool
    goko_shiko: str
    tobikomi: str
    lowered_paid: bool
    month_winner: str
    special_cancels_mizuten: bool
    hatto: str
    hatto_ino_shika_cho: bool
    months: int
    start: int
    # the preset that `options` are relative to
    preset: str = field(default="standard", compare=False)

    def __post_init__(self) -> None:
        for option in OPTIONS:
            value = getattr(self, option)
            if option in CHOICES:
                check_name(f"value of {option}:", value, CHOICES[option])
            elif option in AMOUNTS:
                if type(value) is not int or value not in AMOUNTS[option]:
                    valid = " or ".join(map(str, AMOUNTS[option]))
                    raise RulesError(f"option {option} is {valid}, not {value!r}")
            elif option in BOUNDS:
                check_count(option, value, *BOUNDS[option])
            else:
                check_flag(option, value)

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from the preset's, as a record holds them."""
        standard = PRESETS[self.preset]
        return {name: getattr(self, name) for name in OPTIONS if getattr(self, name) != getattr(standard, name)}


OPTIONS = tuple(f.name for f in fields(HachihachiRules) if f.name != "preset")

PRESETS = {
    "standard": HachihachiRules(
        kan_mon=12,
        carry="pool",
        mizuten=True,
        mizuten_penalty=False,
        oikomi_payers="three",
        oikomi_cards="ribbons",
        aka_kan=3,
        sanbon_tate_kan=6,
        ino_shika_cho=True,
        goko_shiko="sequential",
        tobikomi="each",
        lowered_paid=True,
        month_winner="net",
        special_cancels_mizuten=False,
        hatto="standing",
        hatto_ino_shika_cho=False,
        months=12,
        start=60,
        preset="standard",
    ),
    "fudawiki": HachihachiRules(
        kan_mon=12,
        carry="carried_first",
        mizuten=True,
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
        months=12,
        start=60,
        preset="fudawiki",
    ),
}


def make_rules(preset: str = "standard", /, **options: Any) -> HachihachiRules:
    """The preset's rules with single options changed; RulesError names what is unknown and lists what is valid."""
    check_name("rules preset", preset, PRESETS)
    for option in options:
        check_name("option", option, OPTIONS)
    standard = PRESETS[preset]
    return HachihachiRules(**{name: options.get(name, getattr(standard, name)) for name in OPTIONS}, preset=preset)
