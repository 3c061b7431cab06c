"""`meri-ai match A B`: two bots against each other on the same boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from meri_ai.arena.report import match_json, match_text
from meri_ai.arena.run import Run
from meri_ai.arena.session import play
from meri_ai.arena.workers import available_cores
from meri_ai.cli.game_options import GameName, OptionList, RulesName, game_settings
from meri_ai.cli.tournament import INTERRUPTED, Cheaters, Workers


def register(app: typer.Typer) -> None:
    app.command()(match)


def match(
    first: Annotated[str, typer.Argument(metavar="A", help="The first bot: a spec such as ismcts:iterations=2000.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The second bot.")],
    boards: Annotated[int, typer.Option(help="How many boards: deals played twice, sides swapped.")] = 100,
    seed: Annotated[int, typer.Option(help="Of the deals and of every decision.")] = 1,
    game: GameName = "meri",
    rules: RulesName = "hitoyoshi",
    option: OptionList = None,
    workers: Workers = None,
    json_output: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")] = False,
    records: Annotated[Path | None, typer.Option(help="Write the games' records to this file (JSON Lines).")] = None,
    allow_cheaters: Cheaters = False,
) -> None:
    """Play two bots against each other: the margin in points a deal, with its 95 % interval by board."""
    run = Run(game_settings(game, rules, option), (first, second), ((0, 1),), boards, seed)
    run.check(allow_cheaters)
    finished = play(run, workers=workers or available_cores(), records=records, quiet=json_output)
    if json_output:
        typer.echo(json.dumps(match_json(finished.tally, finished.seconds)))
    else:
        typer.echo(match_text(finished.tally))
    if finished.interrupted:
        typer.echo(f"stopped after {finished.tally.games} of {run.games} games", err=True)
        raise typer.Exit(INTERRUPTED)
