"""The options of a bot are the keyword arguments of its class; here text is made into them."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from meri_ai._core.errors import ConfigError
from meri_ai.bots.spec import BotSpec, unknown_option


@dataclass(frozen=True, slots=True)
class BotOption:
    """One option. `type` is int, float, bool or str, or None where the class does not say; required: no default."""

    name: str
    type: type | None
    default: Any
    required: bool


def options_of(bot_class: Callable[..., Any]) -> dict[str, BotOption] | None:
    """The options that this class takes, by name; None when it takes any (`**options`)."""
    try:
        parameters = inspect.signature(bot_class, eval_str=True).parameters.values()
    except NameError:  # annotations that exist for type checkers alone
        parameters = inspect.signature(bot_class).parameters.values()
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return None
    return {
        p.name: BotOption(p.name, _plain_type(p.annotation), p.default, p.default is p.empty)
        for p in parameters
        if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    }


def keyword_arguments(spec: BotSpec, bot_class: Callable[..., Any]) -> dict[str, Any]:
    """The spec string's options as arguments for the class. ConfigError names an unknown, missing or mistyped one."""
    known = options_of(bot_class)
    arguments: dict[str, Any] = {}
    for name, text in spec.options:
        if known is not None and name not in known:
            raise unknown_option(spec, name, list(known))
        wanted = known[name].type if known is not None else None
        try:
            arguments[name] = _value(text, wanted)
        except ValueError:
            kind = wanted.__name__ if wanted else "value"
            raise ConfigError(f"bot {spec.text!r}: option {name} must be of type {kind}, not {text!r}") from None
    for option in (known or {}).values():
        if option.required and option.name not in arguments:
            raise ConfigError(f"bot {spec.text!r} needs the option {option.name}: {spec.target}:{option.name}=...")
    return arguments


def _plain_type(annotation: Any) -> type | None:
    """int for `int` and for `int | None`; None for anything that is not one of the four types."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        members = [m for m in typing.get_args(annotation) if m is not types.NoneType]
        annotation = members[0] if len(members) == 1 else None
    return annotation if annotation in (int, float, bool, str) else None


def _value(text: str, wanted: type | None) -> Any:
    """The text as the wanted type; a guess among bool, int, float and str where none is known."""
    if wanted is str:
        return text
    if wanted is bool or (wanted is None and text in ("true", "false")):
        if text not in ("true", "false"):
            raise ValueError(text)
        return text == "true"
    for number in (int, float) if wanted is None else (wanted,):
        try:
            return number(text)
        except ValueError:
            if wanted is not None:
                raise
    return text
