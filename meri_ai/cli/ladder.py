"""`meri-ai ladder BOT --budgets 250,500,1000`: does more search help?"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from meri_ai._core.errors import ConfigError
from meri_ai.arena.ladder import ladder_bots, ladder_rungs, ladder_text
from meri_ai.arena.run import Run
from meri_ai.arena.session import Where, play
from meri_ai.cli.game_options import GameName, OptionList, Players, RulesName, game_settings
from meri_ai.cli.run_options import Cheaters, ExecutorName, Faults, Scheduler, Workers, finish

MOST_DIGITS = 18  # more than any search can do


def register(app: typer.Typer) -> None:
    app.command()(ladder)


def ladder(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="A bot with the option iterations, or a spec with {} for the budget.")
    ],
    budgets: Annotated[str, typer.Option(metavar="N,N,...", help="Two or more, each larger than the one before.")],
    boards: Annotated[int, typer.Option(help="How many boards each budget plays against the one before.")] = 100,
    seed: Annotated[int, typer.Option(help="Of the deals and of every decision.")] = 1,
    game: GameName = "meri",
    rules: RulesName = None,
    players: Players = None,
    option: OptionList = None,
    workers: Workers = None,
    executor: ExecutorName = "processes",
    scheduler: Scheduler = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the plot to this SVG file.")] = None,
    allow_cheaters: Cheaters = False,
    allow_faults: Faults = False,
) -> None:
    """Play each budget of a bot against the one before, on the same boards."""
    numbers = _numbers(budgets)
    bots = ladder_bots(bot, numbers)
    if plot is not None:
        from meri_ai.arena.report.extras import need_extra

        if not plot.absolute().parent.is_dir():
            raise ConfigError(f"cannot write {plot}: there is no folder {plot.absolute().parent}")
        need_extra("--plot", "matplotlib")
    pairs = tuple((number, number - 1) for number in range(1, len(bots)))
    run = Run(game_settings(game, rules, option, players), bots, pairs, boards, seed)
    run.check(allow_cheaters)
    finished = play(run, Where(workers, executor, scheduler))
    rungs = ladder_rungs(finished.tally, numbers)
    typer.echo(ladder_text(rungs))
    if plot is not None:
        from meri_ai.arena.report.plots import ladder as ladder_plot

        ends = [(rung.elo.mean, rung.elo.low, rung.elo.high) for rung in rungs]
        try:
            plot.write_text(ladder_plot(numbers[1:], ends), encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"cannot write {plot}: {error.strerror}") from None
        typer.echo(f"plot: {plot}")
    finish(finished, allow_faults)


def _numbers(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and len(part) <= MOST_DIGITS and int(part) > 0 for part in parts):
        raise ConfigError(f"--budgets takes whole numbers above 0, as in 250,500,1000, not {text!r}")
    found = tuple(map(int, parts))
    if len(found) < 2 or any(later <= former for former, later in pairwise(found)):
        raise ConfigError(f"--budgets takes two or more, each larger than the one before, not {text!r}")
    return found
