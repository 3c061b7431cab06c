"""Checks that every game's options share: each says what was wrong and lists what would be right."""

from __future__ import annotations

from collections.abc import Iterable

from meri_ai._core.errors import RulesError
from meri_ai.names import suggestion


def check_name(what: str, name: object, valid: Iterable[str]) -> None:
    """RulesError when `name` is none of `valid`, with the nearest of them."""
    names = list(valid)
    if isinstance(name, str) and name in names:
        return
    hint = suggestion(name, names) if isinstance(name, str) else ""
    raise RulesError(f"unknown {what} {name!r}{hint}; valid: {', '.join(names)}")


def check_flag(option: str, value: object) -> None:
    if not isinstance(value, bool):
        raise RulesError(f"option {option} is true or false, not {value!r}")


def check_count(option: str, value: object, least: int, most: int | None = None) -> None:
    """RulesError when `value` is no whole number from `least` to `most`, which is open for None."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise RulesError(f"option {option} is a whole number of at least {least}, not {value!r}")
    if most is not None and value > most:
        raise RulesError(f"option {option} is a whole number of at most {most}, not {value!r}")
