"""`meri-ai show RUN --game K`: one game, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meri_ai._core.errors import ConfigError
from meri_ai.record import Record, parse_record, read_records

MOST_DIGITS = 18  # of a line number


def register(app: typer.Typer) -> None:
    app.command()(show)


def show(
    place: Annotated[Path, typer.Argument(metavar="RUN", help="A run's folder, or a file of records (JSON Lines).")],
    game: Annotated[
        str, typer.Option(metavar="K", help="Its line in the records, from 1; in a run also MEETING/BOARD/SEATING.")
    ] = "1",
) -> None:
    """Show one game step by step; Meri trick by trick, with the cards marked that were played face down."""
    from meri_ai.arena.report.game_text import game_text

    if place.is_dir() or place.suffix == ".db":
        records, fault = _of_run(place, game)
    else:
        records, fault = [_of_file(place, game)], None
    for number, record in enumerate(records):
        if number:
            typer.echo("")
        typer.echo(game_text(record))
    if fault:
        typer.echo(f"\n{fault}")


def _of_run(place: Path, game: str) -> tuple[list[Record], str | None]:
    """The records of the game's deals, and the sentence about the fault that ended it."""
    from meri_ai.arena.store import RunStore

    with RunStore.open(place) as store:
        row = store.game(game)
    fault = None if row.status == "ok" else f"{row.status}: {row.fault}"
    return [parse_record(line) for line in row.record.splitlines()], fault


def _of_file(path: Path, game: str) -> Record:
    if not game.isdecimal() or len(game) > MOST_DIGITS or int(game) < 1:
        raise ConfigError(f"--game takes the number of a record of {path}, from 1, not {game!r}")
    number = 0
    for number, record in enumerate(read_records(path), 1):
        if number == int(game):
            return record
    raise ConfigError(f"{path} has no record {game}; it has {number}")
