"""Spec strings: "name", "name:option=value,option=value", "package.module:Class:option=value", "file.py:Class".

A program of its own is "cmd:./mybot --fast", or "cmd(option=value,option=value):./mybot --fast" with options that the
program offers.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from meri_ai._core.errors import ConfigError
from meri_ai.names import suggestion

COMMAND = re.compile(r"cmd(\((?P<options>[^()]*)\))?:(?P<command>.*)", re.DOTALL)
COMMA_IN_NUMBER = re.compile(r"(?<=\d),(?=\d{3}(,|$))")


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A spec string taken apart.

    `target` is a name (of a built-in bot or an entry point), "package.module:Class", "file.py:Class" or "cmd";
    `command` has the words of a cmd bot, the program first.
    """

    text: str
    target: str
    options: tuple[tuple[str, str], ...]
    command: tuple[str, ...] = ()

    @property
    def is_name(self) -> bool:
        """Whether this is a built-in bot, or one of an entry point."""
        return ":" not in self.target and not self.command


def parse_spec(text: str) -> BotSpec:
    """Takes a spec string apart; option values stay text. ConfigError when it has no such form."""
    text = text.strip()
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise ConfigError(f"bot {text!a} is not UTF-8 text")
    if found := COMMAND.fullmatch(text):
        return BotSpec(text, "cmd", _options(text, found["options"] or ""), _words(text, found["command"]))
    target, colon, tail = text.rpartition(":")
    if not colon or "=" not in tail:
        target, tail = text, ""
    if not target or target.startswith(":"):
        raise ConfigError(f"bot {text!r} has no name; write name:option=value,option=value")
    if target.endswith(":"):
        raise ConfigError(f"bot {text!r}: nothing follows the colon; write {_rest_of(target)}")
    place, _, last = target.rpartition(":")
    if ":" in place and not place.endswith(".py"):  # a drive letter may bring a colon too
        raise ConfigError(f"bot {text!r}: {last!r} is not of the form option=value")
    return BotSpec(text, target, _options(text, tail))


def unknown_option(spec: BotSpec, key: str, known: list[str]) -> ConfigError:
    """The error for an option that the bot does not have."""
    if not known:
        return ConfigError(f"bot {spec.text!r}: {spec.target} has no options, so no {key!r} either")
    hint = suggestion(key, known)
    return ConfigError(f"bot {spec.text!r} has no option {key!r}{hint}; its options are {', '.join(known)}")


def _rest_of(target: str) -> str:
    """What might be meant by a spec that ends with a colon."""
    name = target.rstrip(":")
    if ":" not in name and (name.endswith(".py") or "." in name):
        return f"{name}:Class"
    return f"{name}, or {name}:option=value,option=value"


def _options(text: str, tail: str) -> tuple[tuple[str, str], ...]:
    """The options in "option=value,option=value"; `text` is the whole spec."""
    options: dict[str, str] = {}
    for part in tail.split(",") if tail else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or not value:
            whole = COMMA_IN_NUMBER.sub("", tail)
            hint = f"; numbers are written without commas: {whole}" if whole != tail else ""
            raise ConfigError(f"bot {text!r}: {part!r} is not of the form option=value{hint}")
        if key in options:
            raise ConfigError(f"bot {text!r} gives option {key!r} twice")
        options[key] = value
    return tuple(options.items())


def _words(text: str, command: str) -> tuple[str, ...]:
    """The words of a command, quoted as in a shell; no shell runs it."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise ConfigError(f"bot {text!r}: {str(error).lower()}") from None
    if not words or not words[0]:
        raise ConfigError(f"bot {text!r} has no program; write cmd:./mybot --fast")
    return words
