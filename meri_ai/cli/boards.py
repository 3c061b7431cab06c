"""`meri-ai boards make FILE`: deals for all to play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meri_ai.arena.boards_file import make_boards, write_boards
from meri_ai.cli.game_options import GameName, OptionList, Players, RulesName, game_settings
from meri_ai.cli.run_options import Unit

boards = typer.Typer(help="Files of boards, on which all can compare their bots.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(boards, name="boards")


@boards.command()
def make(
    file: Annotated[Path, typer.Argument(help="The file to write (JSON Lines, one deal a line).")],
    boards: Annotated[int, typer.Option(min=1, help="How many.")] = 100,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Of the deals, and of the runs that play them.")] = 1,
    game: GameName = "meri",
    rules: RulesName = None,
    players: Players = None,
    option: OptionList = None,
    unit: Unit = "deal",
) -> None:
    """Write the boards that a run with this seed plays, for --boards-file.

    The file names game, rules and seed: other rules refuse it, and the seed is that of every run that gives no other.
    """
    loaded = game_settings(game, rules, option, players).load()
    loaded.check_unit(unit)
    made = make_boards(loaded, boards, seed, unit)
    write_boards(file, loaded, made, seed)
    typer.echo(f"{file}: {len(made)} boards, {sum(len(deals) for deals in made)} deals")


@boards.callback()
def _group() -> None:
    """Keeps `make` a command of its own while it is the only one."""
