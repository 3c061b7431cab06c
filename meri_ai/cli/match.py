"""`meri-ai match A B`: two bots against each other on the same boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from meri_ai.arena.boards_file import boards_digest
from meri_ai.arena.config import board_deals, stop_rule
from meri_ai.arena.dry_run import dry_run_text
from meri_ai.arena.early import EarlyStop
from meri_ai.arena.faults import Penalty
from meri_ai.arena.report import match_json, match_text
from meri_ai.arena.run import Run
from meri_ai.arena.session import Finished, Where
from meri_ai.bots.limits import Limits
from meri_ai.cli.game_options import GameName, OptionList, Players, RulesName, game_settings
from meri_ai.cli.kept import play_kept
from meri_ai.cli.run_options import (
    BoardsFile,
    Cheaters,
    DryRun,
    ExecutorName,
    Faults,
    Scheduler,
    SprtOption,
    Unit,
    UntilOption,
    Workers,
    finish,
    stop_text,
)

BOARDS = 100  # where neither the command nor a boards file says how many


def register(app: typer.Typer) -> None:
    app.command()(match)


def match(
    first: Annotated[str, typer.Argument(metavar="A", help="The first bot: a spec such as ismcts:iterations=2000.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The second; a mixed team is 'rule + random'.")],
    boards: Annotated[
        int | None,
        typer.Option(help="How many boards: deals played twice, sides swapped; 100, or the whole boards file."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Of the deals and of every decision; that of the boards file, or else 1.")
    ] = None,
    game: GameName = "meri",
    rules: RulesName = None,
    players: Players = None,
    option: OptionList = None,
    unit: Unit = "deal",
    boards_file: BoardsFile = None,
    sprt: SprtOption = None,
    until: UntilOption = None,
    move_seconds: Annotated[float | None, typer.Option(help="The time for one move.")] = None,
    game_seconds: Annotated[float | None, typer.Option(help="The clock of one seat for one deal.")] = None,
    iterations: Annotated[int | None, typer.Option(help="For searching bots whose spec sets no limit.")] = None,
    penalty: Annotated[str, typer.Option(help="For a fault: forfeit, random (legal moves) or void.")] = "forfeit",
    workers: Workers = None,
    executor: ExecutorName = "processes",
    scheduler: Scheduler = None,
    json_output: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")] = False,
    records: Annotated[Path | None, typer.Option(help="Write the games' records to this file (JSON Lines).")] = None,
    out: Annotated[Path | None, typer.Option(help="Keep the run in this folder, to go on with it.")] = None,
    dry_run: DryRun = False,
    allow_cheaters: Cheaters = False,
    allow_faults: Faults = False,
) -> None:
    """Play two bots against each other: the margin in points a deal, with its 95 % interval by board."""
    settings = game_settings(game, rules, option, players)
    where = Where(workers, executor, scheduler)
    if boards_file is None and boards is None:
        boards = BOARDS
    count, deals, run_seed = board_deals(settings, unit, boards_file, boards, seed)
    limits = Limits(move_seconds=move_seconds, game_seconds=game_seconds, iterations=iterations)
    digest = boards_digest(deals) if deals else None
    stop = stop_rule(sprt, until)
    run = Run(settings, (first, second), ((0, 1),), count, run_seed, unit, limits, Penalty(penalty), digest, stop)
    run.check(allow_cheaters)
    EarlyStop(run)
    if dry_run:
        typer.echo(dry_run_text(run, where, deals))
        return
    show = _show_json if json_output else _show_text
    finish(play_kept(run, where, deals, records, out, show, quiet=json_output), allow_faults)


def _show_json(finished: Finished) -> None:
    found = match_json(finished.tally, finished.seconds)
    found["faults"] = [
        {"bot": bot, "status": status, "games": number} for (bot, status), number in finished.faults.items()
    ]
    typer.echo(json.dumps(found | {"stopped": finished.stopped}))


def _show_text(finished: Finished) -> None:
    typer.echo(match_text(finished.tally))
    if text := stop_text(finished):
        typer.echo(text)
