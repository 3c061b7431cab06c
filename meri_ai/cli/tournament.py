"""`meri-ai tournament run FILE.toml`: every bot against every other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meri_ai.arena.config import load_tournament
from meri_ai.arena.report import tournament_text
from meri_ai.arena.session import play
from meri_ai.arena.store import claim_folder
from meri_ai.arena.workers import available_cores

INTERRUPTED = 130  # the exit status of a command that Ctrl-C ended

Workers = Annotated[int | None, typer.Option(min=1, help="Worker processes; as many as there are cores by default.")]
Cheaters = Annotated[bool, typer.Option("--allow-cheaters", help="Let bots play that are shown every hand.")]

tournaments = typer.Typer(help="Tournaments of bots.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(tournaments, name="tournament")


@tournaments.command()
def run(
    file: Annotated[Path, typer.Argument(help="The tournament file (TOML).")],
    workers: Workers = None,
    out: Annotated[Path | None, typer.Option(help="The folder for the records; results/NAME by default.")] = None,
    allow_cheaters: Cheaters = False,
) -> None:
    """Play a tournament and print its table; the records of all games go to a folder."""
    config, plan = load_tournament(file, allow_cheaters)
    folder = out or Path("results", config.name)
    claim_folder(folder, plan)
    records = folder / "records.jsonl"
    finished = play(plan, workers=workers or available_cores(), records=records)
    typer.echo(
        f"{config.name}: {config.game} {config.rules}, {plan.boards} boards a pair, seed {plan.seed}, "
        f"{finished.tally.games} games in {finished.seconds:.0f} s\n"
    )
    typer.echo(tournament_text(finished.tally))
    typer.echo(f"records: {records}")
    if finished.interrupted:
        typer.echo(f"stopped after {finished.tally.games} of {plan.games} games", err=True)
        raise typer.Exit(INTERRUPTED)


@tournaments.callback()
def _group() -> None:
    """Keeps `run` a command of its own while it is the only one."""
