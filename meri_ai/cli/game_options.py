"""The options by which commands name a game: --game, --rules, --players and any number of -o option=value."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

import meri_ai
from meri_ai._core.errors import ConfigError
from meri_ai.arena.run import GameSettings

GameName = Annotated[str, typer.Option("--game", help="The game to play; `meri-ai games` lists them.")]
RulesName = Annotated[
    str | None, typer.Option("--rules", help="The preset of its rules; its first by default.", show_default=False)
]
Players = Annotated[
    int | None, typer.Option("--players", help="How many play, where the game leaves it open.", show_default=False)
]
OptionList = Annotated[
    list[str] | None,
    typer.Option(
        "-o", "--option", metavar="OPTION=VALUE", help="A single rules option (`meri-ai games GAME`); may be repeated."
    ),
]


def game_settings(game: str, rules: str | None, options: list[str] | None, players: int | None = None) -> GameSettings:
    """The settings, each value in the type that the preset has for its option (lists by commas).

    ConfigError for a text that is not option=value; RulesError for names and values that do not exist.
    """
    standard = meri_ai.load_game(game, rules=rules, players=players).rules
    values: dict[str, Any] = {}
    for text in options or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise ConfigError(f"-o {text!r} is not of the form option=value")
        values[name] = _typed(value, getattr(standard, name, None))
    settings = GameSettings.make(game, rules, values, players)
    settings.load()
    return settings


def _typed(text: str, like: Any) -> Any:
    """The text in the type of `like`, where it has that form; the rules refuse what has not."""
    if isinstance(like, tuple):
        return [item.strip() for item in text.split(",") if item.strip()]
    if isinstance(like, bool):
        return {"true": True, "false": False}.get(text, text)
    if isinstance(like, int) and re.fullmatch(r"-?[0-9]{1,18}", text):
        return int(text)
    return text
