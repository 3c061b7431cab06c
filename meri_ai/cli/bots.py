"""`meri-ai bots list`: the built-in bots and their options."""

from __future__ import annotations

import inspect

import typer

from meri_ai.bots.options import BotOption, options_of
from meri_ai.bots.registry import BUILTIN

bots = typer.Typer(help="The bots that can play.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(bots, name="bots")


@bots.command(name="list")
def list_bots() -> None:
    """List the built-in bots, their options with defaults, and which of them cheat."""
    for name, bot_class in BUILTIN.items():
        cheats = " (cheats: needs --allow-cheaters)" if getattr(bot_class, "cheats", False) else ""
        typer.echo(f"{name}{cheats}: {inspect.getdoc(bot_class)}")
        for option in (options_of(bot_class) or {}).values():
            typer.echo(f"    {_option_text(option)}")
    typer.echo("\nOptions follow the name, as in ismcts:iterations=5000,c=0.3")
    typer.echo("Own bots: package.module:Class or path/to/file.py:Class")


@bots.callback()
def _group() -> None:
    """Keeps `list` a command of its own while it is the only one."""


def _option_text(option: BotOption) -> str:
    return option.name if option.default is None else f"{option.name}={option.default}"
