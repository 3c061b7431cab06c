"""`meri-ai tournament`: run a file, add a bot to a run, play one game of a run again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meri_ai._core.errors import ConfigError
from meri_ai.arena.config import load_tournament
from meri_ai.arena.dry_run import dry_run_text
from meri_ai.arena.early import EarlyStop
from meri_ai.arena.entries import normal_entry
from meri_ai.arena.report.numbers import counted
from meri_ai.arena.rerun import rerun_game
from meri_ai.arena.session import Finished, Where, play
from meri_ai.arena.store import RECORDS, RunStore
from meri_ai.cli.run_options import Cheaters, DryRun, ExecutorName, Faults, Scheduler, Workers, finish
from meri_ai.cli.table import show_table

RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.", show_default=False)]

tournaments = typer.Typer(help="Tournaments of bots.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(tournaments, name="tournament")


@tournaments.command()
def run(
    file: Annotated[Path, typer.Argument(help="The tournament file (TOML).")],
    workers: Workers = None,
    executor: ExecutorName = "processes",
    scheduler: Scheduler = None,
    out: Annotated[Path | None, typer.Option(help="The folder of the run; results/NAME by default.")] = None,
    dry_run: DryRun = False,
    allow_cheaters: Cheaters = False,
    allow_faults: Faults = False,
) -> None:
    """Play a tournament and print its table; run again, the same command goes on where it was stopped."""
    config, plan, deals = load_tournament(file, allow_cheaters)
    where = Where(workers, executor, scheduler)
    if dry_run:
        typer.echo(dry_run_text(plan, where, deals))
        return
    folder = out or Path("results", config.name)
    with RunStore.create(folder, plan, deals) as store, store.lock():
        _play(config.name, store, where, allow_faults)


@tournaments.command()
def extend(
    folder: RunFolder,
    bot: Annotated[list[str], typer.Option(help="The bot to add; may be repeated.")],
    workers: Workers = None,
    executor: ExecutorName = "processes",
    scheduler: Scheduler = None,
    allow_cheaters: Cheaters = False,
    allow_faults: Faults = False,
) -> None:
    """Add bots to a run, and play them against all its bots; only what is missing is played."""
    with RunStore.open(folder) as old:
        before = plan = old.run
    for entry in map(str.strip, bot):
        same = [known for known in plan.bots if normal_entry(known) == normal_entry(entry)]
        if same:
            typer.echo(f"bot {same[0]!r} was in the run before: nothing was added for {entry!r}", err=True)
        else:
            plan = plan.with_bot(entry)
    plan.check(allow_cheaters)
    EarlyStop(plan)
    # locked before the plan is changed: another process may be playing it
    with RunStore.create(folder if folder.is_dir() else folder.parent, before) as store, store.lock():
        if store.plan != before.as_json():
            raise ConfigError(f"{folder} was extended by another process just now; give the command again")
        if plan != before:
            store.extend(plan)
        _play(folder.name, store, Where(workers, executor, scheduler), allow_faults)


@tournaments.command()
def rerun(
    folder: RunFolder,
    game: Annotated[str, typer.Option(help="MEETING/BOARD/SEATING, or the line in records.jsonl, from 1.")],
    step: Annotated[int | None, typer.Option(min=1, help="Stop before this step and show what its bot sees.")] = None,
) -> None:
    """Play one game of a run again from its seeds, for debugging: each step, and whether it is that of the record."""
    with RunStore.open(folder) as store:
        same = True
        for line, agrees in rerun_game(store, game, step):
            same = same and agrees
            typer.echo(line)
    if not same:
        raise typer.Exit(1)


def _play(name: str, store: RunStore, where: Where, allow_faults: bool) -> None:
    finished = play(store.run, where, store=store, deals=store.deals)
    typer.echo(_headline(name, finished))
    show_table(finished)
    records = store.path.parent / RECORDS
    store.write_records(records)  # after the table: the disk may be full
    typer.echo(f"records: {records}")
    finish(finished, allow_faults)


def _headline(name: str, finished: Finished) -> str:
    plan = finished.tally.run
    before = f", {finished.resumed} of them before" if finished.resumed else ""
    return (
        f"{name}: {plan.game.title}, {counted(plan.boards, 'board')} a {plan.meeting_word}, seed {plan.seed}, "
        f"{counted(finished.tally.games, 'game')} in {finished.seconds:.0f} s{before}\n"
    )
