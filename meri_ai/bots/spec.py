"""Spec strings: "name", "name:option=value,option=value", "package.module:Class:option=value", "file.py:Class"."""

from __future__ import annotations

from dataclasses import dataclass

from meri_ai._core.errors import ConfigError
from meri_ai.names import suggestion


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A spec string taken apart. `target` is a built-in name, "package.module:Class" or "file.py:Class"."""

    text: str
    target: str
    options: tuple[tuple[str, str], ...]

    @property
    def is_builtin(self) -> bool:
        return ":" not in self.target


def parse_spec(text: str) -> BotSpec:
    """Takes a spec string apart; option values stay text. ConfigError when it has no such form."""
    text = text.strip()
    target, colon, tail = text.rpartition(":")
    if not colon or "=" not in tail:
        target, tail = text, ""
    if not target or target.startswith(":") or target.endswith(":"):
        raise ConfigError(f"bot {text!r} has no name; write name:option=value,option=value")
    options: dict[str, str] = {}
    for part in tail.split(",") if tail else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or not value:
            raise ConfigError(f"bot {text!r}: {part!r} is not of the form option=value")
        if key in options:
            raise ConfigError(f"bot {text!r} gives option {key!r} twice")
        options[key] = value
    return BotSpec(text, target, tuple(options.items()))


def unknown_option(spec: BotSpec, key: str, known: list[str]) -> ConfigError:
    """The error for an option that the bot does not have."""
    if not known:
        return ConfigError(f"bot {spec.text!r}: {spec.target} has no options, so no {key!r} either")
    hint = suggestion(key, known)
    return ConfigError(f"bot {spec.text!r} has no option {key!r}{hint}; its options are {', '.join(known)}")
