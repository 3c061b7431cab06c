"""`meri-ai games [GAME]`: the games, their presets and their options."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from meri_ai.games.catalogue import GAMES, game_info
from meri_ai.games.info import GameInfo, OptionInfo


def register(app: typer.Typer) -> None:
    app.command()(games)


def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game to describe.")] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """List the games, or describe one: presets, number of players, units of play, options with meaning and values."""
    if game is None:
        if json_output:
            typer.echo(json.dumps([info.as_json() for info in GAMES.values()]))
            return
        for info in GAMES.values():
            typer.echo(f"{info.name}: {info.title}\n    {_players(info)}; presets: {', '.join(info.presets)}")
        typer.echo("\n`meri-ai games GAME` describes one with its options")
        return
    info = game_info(game)
    typer.echo(json.dumps(info.as_json()) if json_output else _description(info))


def _description(info: GameInfo) -> str:
    first, *others = info.presets
    lines = [
        f"{info.name}: {info.title}",
        f"    --players: {_players(info)}",
        f"    --rules: {', '.join([first + ' (default)', *others])}",
        f"    --unit: {', '.join(info.units)}",
        "\nOptions, as in -o OPTION=VALUE:",
    ]
    for name, option in info.options.items():
        lines += [f"{name}: {option.meaning}", f"    {option.values}; {_defaults(option)}"]
    return "\n".join(lines)


def _players(info: GameInfo) -> str:
    default = f" ({info.default_players} by default)" if len(info.players) > 1 else ""
    return f"{info.players_text} players{default}"


def _defaults(option: OptionInfo) -> str:
    """The value in each preset, as -o takes it; once where all presets agree."""
    texts = {preset: _text(value) for preset, value in option.defaults.items()}
    if len(set(texts.values())) == 1:
        return f"default {next(iter(texts.values()))}"
    return "; ".join(f"{preset}: {text}" for preset, text in texts.items())


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
