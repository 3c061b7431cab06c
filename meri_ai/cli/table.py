"""`meri-ai table A B C...`: as many different bots at a table as the game has sides."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meri_ai.arena.boards_file import boards_digest
from meri_ai.arena.config import board_deals, stop_rule
from meri_ai.arena.dry_run import dry_run_text
from meri_ai.arena.early import EarlyStop
from meri_ai.arena.faults import Penalty
from meri_ai.arena.report import tournament_text
from meri_ai.arena.run import Run
from meri_ai.arena.schedule import TABLE, meetings_of
from meri_ai.arena.session import Finished, Where
from meri_ai.bots.limits import Limits
from meri_ai.cli.game_options import GameName, OptionList, Players, RulesName, game_settings
from meri_ai.cli.kept import play_kept
from meri_ai.cli.match import BOARDS
from meri_ai.cli.run_options import (
    BoardsFile,
    Cheaters,
    DryRun,
    ExecutorName,
    Faults,
    Scheduler,
    Unit,
    UntilOption,
    Workers,
    finish,
    stop_text,
)
from meri_ai.games.catalogue import game_info


def register(app: typer.Typer) -> None:
    app.command()(table)


def table(
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="As many as the game has sides, or more.")],
    game: GameName,
    rules: RulesName = None,
    players: Players = None,
    option: OptionList = None,
    boards: Annotated[
        int | None, typer.Option(help="How many boards: deals played in every seating; 100, or the whole boards file.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Of the deals and of every decision; that of the boards file, or else 1.")
    ] = None,
    unit: Unit = "deal",
    boards_file: BoardsFile = None,
    until: UntilOption = None,
    move_seconds: Annotated[float | None, typer.Option(help="The time for one move.")] = None,
    game_seconds: Annotated[float | None, typer.Option(help="The clock of one seat for one deal.")] = None,
    iterations: Annotated[int | None, typer.Option(help="For searching bots whose spec sets no limit.")] = None,
    penalty: Annotated[str, typer.Option(help="For a fault: forfeit, random (legal moves) or void.")] = "forfeit",
    workers: Workers = None,
    executor: ExecutorName = "processes",
    scheduler: Scheduler = None,
    records: Annotated[Path | None, typer.Option(help="Write the games' records to this file (JSON Lines).")] = None,
    out: Annotated[Path | None, typer.Option(help="Keep the run in this folder, to go on with it.")] = None,
    dry_run: DryRun = False,
    allow_cheaters: Cheaters = False,
    allow_faults: Faults = False,
) -> None:
    """Seat every set of as many different bots as the game has sides together, in all fair seatings of each board."""
    if players is None and len(bots) in game_info(game).players:
        players = len(bots)
    settings = game_settings(game, rules, option, players)
    where = Where(workers, executor, scheduler)
    if boards_file is None and boards is None:
        boards = BOARDS
    meetings = meetings_of(TABLE, len(bots), len(set(settings.load().teams)))
    count, deals, run_seed = board_deals(settings, unit, boards_file, boards, seed)
    limits = Limits(move_seconds=move_seconds, game_seconds=game_seconds, iterations=iterations)
    digest = boards_digest(deals) if deals else None
    stop = stop_rule(None, until)
    run = Run(settings, tuple(bots), meetings, count, run_seed, unit, limits, Penalty(penalty), digest, stop)
    run.check(allow_cheaters)
    EarlyStop(run)
    if dry_run:
        typer.echo(dry_run_text(run, where, deals))
        return
    finish(play_kept(run, where, deals, records, out, show_table), allow_faults)


def show_table(finished: Finished) -> None:
    """Prints the table of a run."""
    typer.echo(tournament_text(finished.tally))
    if text := stop_text(finished):
        typer.echo(text)
