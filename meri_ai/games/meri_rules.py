"""Meri's options and presets (docs/meri-rules.md, sections 6 to 8)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from meri_ai._core.errors import RulesError
from meri_ai.games.options import check_count, check_flag, check_name

YAKU_KINDS = ("sun-un", "un-sota", "sota-robai", "robai-rei", "two-one", "eight-nine", "chase")

# an option that is in neither table nor `yaku_kinds` is true or false
CHOICES = {
    "okie_take": ("optional", "mandatory"),
    "discard_rule": ("any", "plain"),
    "first_lead": ("any", "plain"),
    "stack": ("hidden", "revealed"),
    "monchi_void": ("trump", "any"),
    "last_trick": ("played", "simultaneous"),
    "yaku_beaten": ("any_opponent", "best_opponent"),
    "yaku_in_meri": ("pairs", "none"),
}
LEAST = {"redeal_offer": 0, "set_deals": 1, "best_of": 1}


@dataclass(frozen=True, kw_only=True)
class MeriRules:
    """One value for every option, checked; equal when all options are, whatever the preset.

    Raises RulesError, which lists the valid values, for any other value. Make one with `make_rules`.
    """

    redeal_offer: int
    okie_take: str
    discard_rule: str
    first_lead: str
    first_trick_meri: bool
    stack: str
    monchi_void: str
    ichimai_zun: bool
    last_trick: str
    yaku_kinds: tuple[str, ...]
    yaku_beaten: str
    tenka_as_robai: bool
    yaku_fresh: bool
    yaku_in_meri: str
    yaku_transfer: bool
    set_deals: int
    best_of: int
    # the preset that `options` are relative to
    preset: str = field(default="hitoyoshi", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "yaku_kinds", _checked_kinds(self.yaku_kinds))
        for option in OPTIONS:
            value = getattr(self, option)
            if option in CHOICES:
                check_name(f"value of {option}:", value, CHOICES[option])
            elif option in LEAST:
                check_count(option, value, LEAST[option])
            elif option != "yaku_kinds":
                check_flag(option, value)

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from the preset's, as a record holds them."""
        standard = PRESETS[self.preset]
        changed = {name: getattr(self, name) for name in OPTIONS if getattr(self, name) != getattr(standard, name)}
        return {name: list(value) if name == "yaku_kinds" else value for name, value in changed.items()}


OPTIONS = tuple(f.name for f in fields(MeriRules) if f.name != "preset")


def _checked_kinds(kinds: object) -> tuple[str, ...]:
    """The kinds in canonical order."""
    if not isinstance(kinds, (list, tuple)):
        raise RulesError(f"option yaku_kinds is a list of kinds ({', '.join(YAKU_KINDS)}), not {kinds!r}")
    for kind in kinds:
        check_name("kind in yaku_kinds:", kind, YAKU_KINDS)
    if len(set(kinds)) < len(kinds):
        raise RulesError(f"option yaku_kinds names a kind twice: {', '.join(kinds)}")
    return tuple(kind for kind in YAKU_KINDS if kind in kinds)


PRESETS = {
    "hitoyoshi": MeriRules(
        redeal_offer=0,
        okie_take="optional",
        discard_rule="any",
        first_lead="any",
        first_trick_meri=False,
        stack="hidden",
        monchi_void="trump",
        ichimai_zun=True,
        last_trick="played",
        yaku_kinds=YAKU_KINDS,
        yaku_beaten="any_opponent",
        tenka_as_robai=True,
        yaku_fresh=True,
        yaku_in_meri="pairs",
        yaku_transfer=False,
        set_deals=8,
        best_of=3,
        preset="hitoyoshi",
    ),
    "cardavia": MeriRules(
        redeal_offer=0,
        okie_take="mandatory",
        discard_rule="plain",
        first_lead="plain",
        first_trick_meri=True,
        stack="revealed",
        monchi_void="any",
        ichimai_zun=True,
        last_trick="simultaneous",
        yaku_kinds=tuple(kind for kind in YAKU_KINDS if kind != "chase"),
        yaku_beaten="best_opponent",
        tenka_as_robai=False,
        yaku_fresh=False,
        yaku_in_meri="none",
        yaku_transfer=True,
        set_deals=8,
        best_of=1,
        preset="cardavia",
    ),
}


def make_rules(preset: str = "hitoyoshi", /, **options: Any) -> MeriRules:
    """The preset's rules with single options changed; RulesError names what is unknown and lists what is valid."""
    check_name("rules preset", preset, PRESETS)
    for option in options:
        check_name("option", option, OPTIONS)
    standard = PRESETS[preset]
    return MeriRules(**{name: options.get(name, getattr(standard, name)) for name in OPTIONS}, preset=preset)
