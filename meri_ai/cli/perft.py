"""`meri-ai perft FILE...`: counts action sequences and checks them against the records' counts."""

from __future__ import annotations

from typing import Annotated

import typer

from meri_ai._core.game import perft_divide
from meri_ai.cli.replay import All, FileError, Files, check_files
from meri_ai.record import Record
from meri_ai.replay import Difference, perft_differences, play_steps

Divide = Annotated[bool, typer.Option("--divide", help="Print the count below each first action, at the full depth.")]
Depth = Annotated[int | None, typer.Option("--depth", min=1, help="Count to this depth [default: all that is given].")]


def register(app: typer.Typer) -> None:
    @app.command("perft")
    def perft_files(files: Files, divide: Divide = False, depth: Depth = None, all_: All = False) -> None:
        """Check the counts of perft files: entry n is how many sequences of n actions there are, or fewer to the end.

        The exit status is 1 when any count differs.
        """

        def check(record: Record) -> list[Difference]:
            return _check(record, divide, depth)

        check_files(files, check, show_all=all_)


def _check(record: Record, divide: bool, depth: int | None) -> list[Difference]:
    counts = record.get("perft")
    if counts is None and not (divide and depth):
        raise FileError("there are records with no 'perft' counts to check; `meri-ai replay` checks all else")
    state, differences = play_steps(record)
    if differences:
        return differences
    if divide:
        below = perft_divide(state, depth or len(counts or []))
        for action, count in below.items():
            typer.echo(f"{action}: {count}")
        typer.echo(f"total: {sum(below.values())}")
    return perft_differences(state, record, depth) if counts is not None else []
