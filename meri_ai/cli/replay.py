"""`meri-ai replay FILE...`: checks records against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from meri_ai._core.errors import MeriAiError, RecordError
from meri_ai.record import Record, numbered_lines, parse_record
from meri_ai.replay import Difference, replay

FIRST = 20

Files = Annotated[list[Path], typer.Argument(metavar="FILE", help="Files of records.", show_default=False)]
All = Annotated[bool, typer.Option("--all", help=f"Print every difference, not the first {FIRST} alone.")]


def register(app: typer.Typer) -> None:
    @app.command("replay")
    def replay_files(files: Files, all_: All = False) -> None:
        """Replay records: check every step, every list of legal actions, and the result.

        The exit status is 1 when anything differs.
        """
        check_files(files, replay, show_all=all_)


def check_files(files: Iterable[Path], check: Callable[[Record], Iterable[Difference]], show_all: bool) -> None:
    """Checks every record of the files, prints the differences and the count; exit status 1 when there are any.

    A record that cannot be read at all counts as a difference.
    """
    records = differences = 0
    for path in files:
        before = records
        for line, problems in _problems(path, check):
            records += 1
            for problem in problems:
                differences += 1
                if show_all or differences <= FIRST:
                    typer.echo(f"{path}:{line}: {printable(problem)}")
        if records == before:
            raise RecordError(f"{path} holds no record")
    if differences > FIRST and not show_all:
        typer.echo(f"... and {differences - FIRST} more; --all prints them")
    typer.echo(f"{_count(records, 'record')}, {_count(differences, 'difference')}")
    if differences:
        raise typer.Exit(1)


def printable(text: str) -> str:
    """The text with whatever a terminal could not show, or would obey, as an escape sequence."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _problems(path: Path, check: Callable[[Record], Iterable[Difference]]) -> Iterator[tuple[int, list[str]]]:
    """For each record of a file its line and what is wrong with it."""
    for line, text in numbered_lines(path):
        try:
            yield line, [str(difference) for difference in check(parse_record(text))]
        except MeriAiError as error:
            yield line, [str(error)]


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
