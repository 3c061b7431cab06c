"""The options that commands share which play games: who plays, limits, penalties, boards, early stops."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meri_ai._core.errors import MeriAiError
from meri_ai.arena.early import stopped_text
from meri_ai.arena.session import Finished

INTERRUPTED = 130  # the exit status of a command that Ctrl-C ended

Workers = Annotated[
    int | None, typer.Option(min=1, max=1024, help="Worker processes; as many as there are cores by default.")
]
Cheaters = Annotated[bool, typer.Option("--allow-cheaters", help="Let bots play that are shown every hand.")]
Faults = Annotated[bool, typer.Option("--allow-faults", help="Exit status 0 even when bots were at fault.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the schedule and an estimate of the time, and stop.")]
ExecutorName = Annotated[str, typer.Option("--executor", help="processes (of this machine) or dask.")]
Scheduler = Annotated[str | None, typer.Option(help="The address of the Dask scheduler, tcp://HOST:PORT.")]
Unit = Annotated[str, typer.Option(help="What a board is: a deal, or a longer unit (`meri-ai games GAME`).")]
BoardsFile = Annotated[
    Path | None, typer.Option(help="Play the deals of this file, made by `meri-ai boards make`.", show_default=False)
]
SprtOption = Annotated[str | None, typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop when a GSPRT has decided.")]
UntilOption = Annotated[
    str | None,
    typer.Option("--until", metavar="ci<POINTS", help="Stop when the interval is so narrow, at 20 boards or later."),
]


def finish(finished: Finished, allow_faults: bool) -> None:
    """Says on standard error how the run ended where that was not as planned, and ends with the fitting status."""
    run = finished.tally.run
    for (bot, status), count in sorted(finished.faults.items(), key=str):
        who = "a bot" if bot is None else f"bot {run.bots[bot]!r}"
        games = "1 game" if count == 1 else f"{count} games"
        typer.echo(f"fault: {who}: {status} in {games}", err=True)
    if finished.interrupted:
        typer.echo(f"stopped after {finished.tally.games} of {run.games} games", err=True)
        raise typer.Exit(INTERRUPTED)
    if finished.faults and not allow_faults:
        count = sum(finished.faults.values())
        games = "1 game was" if count == 1 else f"{count} games were"
        raise MeriAiError(f"{games} ended or marred by a fault; with --allow-faults that is no error")


def stop_text(finished: Finished) -> str:
    """The figures at the early stop, apart from those at the end, which have what was still being played."""
    stopped = finished.stopped
    if stopped is None:
        return ""
    pairs = finished.tally.run.pairs
    lines = [stopped_text(finished.tally.run, finished.tally.games, stopped)]
    for number, (boards, mean, ci) in enumerate(zip(stopped["boards"], stopped["mean"], stopped["ci95"], strict=True)):
        end = finished.tally.pair_margin(number)
        names = " minus ".join(finished.tally.run.bots[bot] for bot in pairs[number])
        half = (ci[1] - ci[0]) / 2
        lines.append(
            f"{names}: {mean:+z.3f} ± {half:.3f} over {boards} boards at the stop, "
            f"{end.mean:+z.3f} ± {end.half_width:.3f} over {end.boards} at the end"
        )
    return "\n".join(lines)
