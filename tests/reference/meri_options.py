"""The options of Hachinin Meri and the two presets (rules page, sections 6 and 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

PAIRS = ("sun-un", "un-sota", "sota-robai", "robai-rei", "two-one", "eight-nine")
KINDS = (*PAIRS, "chase")


@dataclass(frozen=True)
class Options:
    """One field an option; the defaults are those of hitoyoshi."""

    redeal_offer: int = 0
    okie_take: str = "optional"
    discard_rule: str = "any"
    first_lead: str = "any"
    first_trick_meri: bool = False
    stack: str = "hidden"
    monchi_void: str = "trump"
    ichimai_zun: bool = True
    last_trick: str = "played"
    yaku_kinds: tuple[str, ...] = KINDS
    yaku_beaten: str = "any_opponent"
    tenka_as_robai: bool = True
    yaku_fresh: bool = True
    yaku_in_meri: str = "pairs"
    yaku_transfer: bool = False
    set_deals: int = 8
    best_of: int = 3


PRESETS = {
    "hitoyoshi": Options(),
    "cardavia": Options(
        okie_take="mandatory",
        discard_rule="plain",
        first_lead="plain",
        first_trick_meri=True,
        stack="revealed",
        monchi_void="any",
        last_trick="simultaneous",
        yaku_kinds=PAIRS,
        yaku_beaten="best_opponent",
        tenka_as_robai=False,
        yaku_fresh=False,
        yaku_in_meri="none",
        yaku_transfer=True,
        best_of=1,
    ),
}

# The values of every option that is a word or a truth value.
CHOICES: dict[str, tuple[Any, ...]] = {
    "okie_take": ("optional", "mandatory"),
    "discard_rule": ("any", "plain"),
    "first_lead": ("any", "plain"),
    "first_trick_meri": (False, True),
    "stack": ("hidden", "revealed"),
    "monchi_void": ("trump", "any"),
    "ichimai_zun": (False, True),
    "last_trick": ("played", "simultaneous"),
    "yaku_beaten": ("any_opponent", "best_opponent"),
    "tenka_as_robai": (False, True),
    "yaku_fresh": (False, True),
    "yaku_in_meri": ("pairs", "none"),
    "yaku_transfer": (False, True),
}
LEAST = {"redeal_offer": 0, "set_deals": 1, "best_of": 1}


def make_options(preset: str, overrides: Mapping[str, Any]) -> Options:
    """The preset with single options replaced; ValueError for an unknown name or value."""
    if preset not in PRESETS:
        raise ValueError(f"unknown rules {preset!r}")
    changes: dict[str, Any] = {}
    for name, value in overrides.items():
        if name in CHOICES:
            good = any(value is choice or (isinstance(choice, str) and value == choice) for choice in CHOICES[name])
        elif name in LEAST:
            good = type(value) is int and value >= LEAST[name]
        elif name == "yaku_kinds":
            good = all(kind in KINDS for kind in value)
            value = tuple(kind for kind in KINDS if kind in value)
        else:
            raise ValueError(f"unknown option {name!r}")
        if not good:
            raise ValueError(f"bad value {value!r} of option {name!r}")
        changes[name] = value
    return replace(PRESETS[preset], **changes)
