"""One run from start to end: workers, progress, records, figures, and what is left of it when it is stopped."""

from __future__ import annotations

import sys
from contextlib import ExitStack, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from meri_ai.arena.progress import GameProgress
from meri_ai.arena.run import Run
from meri_ai.arena.runner import play_run
from meri_ai.arena.statistics import Tally
from meri_ai.arena.store import RecordStore
from meri_ai.arena.workers import executor_for


@dataclass(frozen=True, slots=True)
class Finished:
    """What came of a run. `interrupted`: Ctrl-C ended it early, and the tally holds the games finished until then."""

    tally: Tally
    seconds: float
    interrupted: bool


def play(run: Run, *, workers: int, records: Path | None = None, quiet: bool = False) -> Finished:
    """Plays a checked run and writes its records, sorted, to `records`.

    RecordError when that file cannot be written; BotError when a bot misbehaves. Games finished before an error or
    Ctrl-C are in the records in any case.
    """
    tally = Tally(run)
    start = perf_counter()
    interrupted = False
    with ExitStack() as stack:
        store = stack.enter_context(RecordStore(records)) if records is not None else None
        try:
            # what a bot prints must not mix with what the command prints
            stack.enter_context(redirect_stdout(sys.stderr))
            with executor_for(workers) as executor, GameProgress(run.games, quiet) as progress:
                for result in play_run(run, executor, in_flight=2 * workers if workers > 1 else 1):
                    if store is not None:
                        store.add(result)
                    tally.add(result)
                    progress.advance()
        except KeyboardInterrupt:
            interrupted = True
    return Finished(tally, perf_counter() - start, interrupted)
