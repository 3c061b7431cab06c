"""`meri-ai bots list`, the bots that there are, and `meri-ai bots check`, which examines one."""

from __future__ import annotations

import inspect
from functools import partial
from typing import Annotated

import typer

from meri_ai.arena.table import is_builtin
from meri_ai.bots.check import Examination, Finding
from meri_ai.bots.entry_points import entry_point, entry_point_names
from meri_ai.bots.limits import Limits
from meri_ai.bots.options import BotOption, options_of
from meri_ai.bots.registry import BUILTIN
from meri_ai.bots.spec import parse_spec
from meri_ai.cli.apart import findings_apart
from meri_ai.cli.game_options import GameName

STDERR_LINES = 8
OPTION_WIDTH = 15

bots = typer.Typer(help="The bots that can play.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(bots, name="bots")


@bots.command(name="list")
def list_bots() -> None:
    """List the built-in bots, their options with defaults and meanings, and which of them cheat."""
    for name, bot_class in BUILTIN.items():
        cheats = " (cheats: needs --allow-cheaters)" if getattr(bot_class, "cheats", False) else ""
        typer.echo(f"{name}{cheats}: {inspect.getdoc(bot_class)}")
        meanings = getattr(bot_class, "option_meanings", {})
        for option in (options_of(bot_class) or {}).values():
            typer.echo(f"    {_option_text(option):{OPTION_WIDTH}}{meanings.get(option.name, '')}".rstrip())
    for name in entry_point_names():
        point = entry_point(name)
        if point is not None and name not in BUILTIN:
            typer.echo(f"{name}: {point.value}, of an installed package")
    typer.echo("\nOptions follow the name, as in ismcts:iterations=5000,c=0.3")
    typer.echo("Own bots: package.module:Class, path/to/file.py:Class, or a program: 'cmd:./mybot --fast'")


@bots.command()
def check(
    spec: Annotated[
        str, typer.Argument(metavar="SPEC", help="The bot, as in a tournament: rule, bot.py:Class, cmd:./bot.")
    ],
    positions: Annotated[int, typer.Option(min=1, help="Answers that are tried for legality, at least.")] = 300,
    twins: Annotated[int, typer.Option(min=1, help="Pairs of worlds that a seat cannot tell apart.")] = 20,
    move_time: Annotated[float, typer.Option(min=0.001, help="Seconds that one move may take.")] = 10.0,
    game: GameName = "meri",
    rules: Annotated[str | None, typer.Option(help="The only preset to try; else all.")] = None,
    players: Annotated[int | None, typer.Option(help="The only number of players to try; else all.")] = None,
    memory_mb: Annotated[int | None, typer.Option(min=1, help="Limit of a program's memory, in MiB.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Decides the deals and all chance.")] = 1,
) -> None:
    """Examine one bot: protocol, legality, time, determinism under a seed, no peeking. Exit status 1 if it fails."""
    limits = Limits(move_seconds=move_time, memory_mb=memory_mb)
    failed = 0
    numbers = partial(Examination, positions=positions, twins=twins, limits=limits, seed=seed)
    make = partial(numbers, spec, game=game, rules=rules, players=players)
    apart = not is_builtin(spec) and not parse_spec(spec).command
    for finding in findings_apart(make) if apart else make().findings():
        typer.echo(_finding_text(finding))
        failed += finding.passed is False
    if failed:
        typer.echo(f"{spec}: {failed} {'check' if failed == 1 else 'checks'} failed")
        raise typer.Exit(1)
    typer.echo(f"{spec}: all is well")


def _finding_text(finding: Finding) -> str:
    """One line, and the end of the bot's standard error where it failed."""
    word = {True: "passed", False: "FAILED", None: "left out"}[finding.passed]
    lines = [f"{word:8}  {finding.check}: {finding.detail}"]
    if finding.passed is False:
        lines += [f"          | {line}" for line in finding.stderr.splitlines()[-STDERR_LINES:]]
    return "\n".join(lines)


def _option_text(option: BotOption) -> str:
    return option.name if option.default is None else f"{option.name}={option.default}"
