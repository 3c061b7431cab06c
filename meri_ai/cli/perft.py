"""`meri-ai perft FILE...`: counts action sequences and checks them against the records' counts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from meri_ai._core.errors import ConfigError
from meri_ai._core.game import perft, perft_divide
from meri_ai.cli.game_options import OptionList, Players, RulesName, game_settings
from meri_ai.cli.replay import All, FileError, OfGame, check_files
from meri_ai.record import Record
from meri_ai.replay import Difference, perft_differences, play_steps

if TYPE_CHECKING:
    from meri_ai._core.game import State

DEPTH = 4  # of a seeded deal, where the command does not say

Divide = Annotated[bool, typer.Option("--divide", help="Print the count below each first action, at the full depth.")]
Depth = Annotated[
    int | None, typer.Option("--depth", min=1, help=f"Count to this depth [default: all that is given; {DEPTH}].")
]
Files = Annotated[
    list[Path] | None,
    typer.Argument(metavar="FILE", help="Files of records; without one, a seeded deal of --game.", show_default=False),
]


def register(app: typer.Typer) -> None:
    app.command("perft")(perft_command)


def perft_command(
    files: Files = None,
    game: OfGame = None,
    rules: RulesName = None,
    players: Players = None,
    option: OptionList = None,
    seed: Annotated[int | None, typer.Option(help="Of the deal, without files [default: 1].")] = None,
    divide: Divide = False,
    depth: Depth = None,
    all_: All = False,
) -> None:
    """Check the counts of perft files: entry n is how many sequences of n actions there are, or fewer to the end.

    The exit status is 1 when any count differs. Without files, count from a seeded deal of --game.
    """
    of_deal = {"--rules": rules, "--players": players, "--option": option, "--seed": seed}
    if files:
        if given := [name for name, value in of_deal.items() if value is not None]:
            raise ConfigError(f"{given[0]} is for a seeded deal; with files their records tell all but --game")
        check_files(files, lambda record: _check(record, divide, depth), show_all=all_, game=game)
    elif game is None:
        raise ConfigError("give files of records, or --game to count from a seeded deal of it")
    else:
        loaded = game_settings(game, rules, option, players).load()
        state = loaded.new_state(loaded.random_deal(seed=1 if seed is None else seed))
        for level in range(1, (depth or DEPTH) + 1):
            typer.echo(f"depth {level}: {perft(state, level)}")
        if divide:
            _print_divided(state, depth or DEPTH)


def _check(record: Record, divide: bool, depth: int | None) -> list[Difference]:
    counts = record.get("perft")
    if counts is None and not (divide and depth):
        raise FileError("there are records with no 'perft' counts to check; `meri-ai replay` checks all else")
    state, differences = play_steps(record)
    if differences:
        return differences
    if divide:
        _print_divided(state, depth or len(counts or []))
    return perft_differences(state, record, depth) if counts is not None else []


def _print_divided(state: State, depth: int) -> None:
    below = perft_divide(state, depth)
    for action, count in below.items():
        typer.echo(f"{action}: {count}")
    typer.echo(f"total: {sum(below.values())}")
