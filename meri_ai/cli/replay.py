"""`meri-ai replay FILE...`: checks records against the rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from meri_ai._core.errors import MeriAiError, RecordError
from meri_ai.games.catalogue import game_info
from meri_ai.record import Record, numbered_lines, parse_record
from meri_ai.replay import Difference, replay

FIRST = 20
NO_LINES = "this is no file of records, which has one JSON object a line"


class FileError(RecordError):
    """What is wrong with a whole file, raised for a record of it: told once a file."""


Files = Annotated[list[Path], typer.Argument(metavar="FILE", help="Files of records.", show_default=False)]
OfGame = Annotated[str | None, typer.Option("--game", help="Check the records of this game alone.")]
All = Annotated[bool, typer.Option("--all", help=f"Print every difference, not the first {FIRST} alone.")]


def register(app: typer.Typer) -> None:
    @app.command("replay")
    def replay_files(files: Files, game: OfGame = None, all_: All = False) -> None:
        """Replay records: check every step, every list of legal actions, and the result.

        The exit status is 1 when anything differs.
        """
        check_files(files, replay, show_all=all_, game=game)


def check_files(
    files: Iterable[Path], check: Callable[[Record], Iterable[Difference]], show_all: bool, game: str | None = None
) -> None:
    """Checks every record of the files, prints the differences and the count; exit status 1 when there are any.

    A record or file that cannot be read at all counts as a difference. game: leaves out the records of all others.
    RulesError when there is no such game, RecordError when no file has a record of it.
    """
    if game is not None:
        game_info(game)
    records = differences = 0
    for path in files:
        for place, problems in _problems(path, check, game):
            records += place != str(path)
            for problem in problems:
                differences += 1
                if show_all or differences <= FIRST:
                    typer.echo(f"{printable(place)}: {printable(problem)}")
    if game is not None and not records and not differences:
        raise RecordError(f"there is no record of {game} in any of the files")
    if differences > FIRST and not show_all:
        typer.echo(f"... and {differences - FIRST} more; --all prints them")
    typer.echo(f"{_count(records, 'record')}, {_count(differences, 'difference')}")
    if differences:
        raise typer.Exit(1)


def printable(text: str) -> str:
    """The text with whatever a terminal could not show, or would obey, as an escape sequence."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _problems(
    path: Path, check: Callable[[Record], Iterable[Difference]], game: str | None
) -> Iterator[tuple[str, list[str]]]:
    """What is wrong with each record, by "file:line", and with the file itself, if anything, by "file"."""
    line, of_file = 0, ""
    try:
        if not _is_json_lines(path):
            yield str(path), [NO_LINES]
            return
        for line, text in numbered_lines(path):
            place, problems = f"{path}:{line}", []
            try:
                record = parse_record(text)
                if game is not None and record["game"] != game:
                    continue
                problems = [str(difference) for difference in check(record)]
            except FileError as error:
                of_file = str(error)
            except MeriAiError as error:
                problems = [str(error)]
            yield place, problems
    except RecordError as error:  # raised by reading alone
        of_file = str(error)
    if of_file or not line:
        yield str(path), [of_file or "there is no record in it"]


def _is_json_lines(path: Path) -> bool:
    """Whether any line is a JSON object and the file is not one JSON value over many lines. A single line will do."""
    if not path.is_file():  # a pipe can be read once
        return True
    lines = [text for _, text in islice(numbered_lines(path), 2)]
    if len(lines) < 2 or _is_json_object(lines[0]):
        return True
    try:
        json.JSONDecoder().raw_decode(path.read_text(encoding="utf-8").lstrip())
    except (OSError, ValueError, RecursionError):
        return any(_is_json_object(text) for _, text in numbered_lines(path))
    return False


def _is_json_object(text: bytes) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
