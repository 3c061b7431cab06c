"""One run from start to end: workers, progress, store, figures, and what is left of it when it is stopped."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from meri_ai._core.errors import ConfigError
from meri_ai.arena.boards import GivenDeal
from meri_ai.arena.early import EarlyStop
from meri_ai.arena.entries import seat_specs
from meri_ai.arena.progress import GameProgress
from meri_ai.arena.run import Run
from meri_ai.arena.runner import play_chunks
from meri_ai.arena.statistics import Tally
from meri_ai.arena.store import RunStore
from meri_ai.arena.table import is_builtin
from meri_ai.arena.workers import InlineExecutor, available_cores, executor_for
from meri_ai.names import suggestion

EXECUTORS = ("processes", "dask")


@dataclass(frozen=True, slots=True)
class Where:
    """Who plays: so many worker processes here (as many as there are cores by default), or a Dask cluster."""

    workers: int | None = None
    executor: str = "processes"
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if self.executor not in EXECUTORS:
            hint = suggestion(self.executor, EXECUTORS)
            raise ConfigError(f"unknown executor {self.executor!r}{hint}; the executors are {', '.join(EXECUTORS)}")
        if (self.executor == "dask") != (self.scheduler is not None):
            raise ConfigError("--executor dask and --scheduler tcp://HOST:PORT go together")

    @property
    def processes(self) -> int:
        return self.workers or available_cores()

    @contextmanager
    def open(self, run: Run) -> Iterator[tuple[Any, int]]:
        """The executor, and how many chunks to give it at a time."""
        if self.scheduler is not None:
            from meri_ai.arena.cluster import cluster_executor

            apart = not is_harmless(run)
            with cluster_executor(self.scheduler, run.bots, apart=apart, memory_mb=run.limits.memory_mb) as found:
                executor, cores = found
                yield executor, 2 * cores
            return
        workers = self.processes
        with executor_for(workers, inline=is_harmless(run), memory_mb=run.limits.memory_mb) as executor:
            yield executor, 1 if isinstance(executor, InlineExecutor) else 2 * workers


@dataclass(slots=True)
class Finished:
    """What came of a run.

    interrupted: Ctrl-C ended it early, and the tally holds the games finished until then; stopped: the figures of the
    rule that ended it early; faults: games by what a bot did wrong in them, as (bot, status); played: games of this
    session, the others were in the store.
    """

    tally: Tally
    seconds: float = 0.0
    interrupted: bool = False
    stopped: dict[str, Any] | None = None
    faults: Counter[tuple[int | None, str]] = field(default_factory=Counter)
    played: int = 0
    resumed: int = 0


def play(
    run: Run,
    where: Where | None = None,
    *,
    store: RunStore | None = None,
    deals: Sequence[Sequence[GivenDeal]] = (),
    quiet: bool = False,
) -> Finished:
    """Plays a checked run, or what its store lacks of it. Each chunk is in the store before the next one is counted.

    deals: those of each board, where a boards file gives them. RecordError when the store cannot be written.
    """
    finished = Finished(Tally(run, run.seatings))
    early = EarlyStop(run)
    start = perf_counter()

    def count(result: Any) -> None:
        finished.tally.add(result)
        early.add(result)
        if result.status != "ok":
            finished.faults[result.culprit, result.status] += 1

    if store is not None:
        for row in store.games():
            count(row.result())
            finished.resumed += 1
    done = store.keys() if store is not None else set()
    try:
        # Ctrl-C goes through the executor, which then does not wait for what is at work
        with ExitStack() as stack:
            # what a bot prints must not mix with what the command prints
            stack.enter_context(redirect_stdout(sys.stderr))
            if finished.resumed < run.games and not early.met:
                executor, in_flight = stack.enter_context((where or Where()).open(run))
                progress = stack.enter_context(GameProgress(run.games, quiet, finished.resumed))
                for results in play_chunks(run, executor, in_flight, done=done, deals=deals, stop=lambda: early.met):
                    if store is not None:
                        store.add(results)
                    for result in results:
                        count(result)
                    finished.played += len(results)
                    progress.advance(len(results))
                    if early.met and store is not None and finished.stopped is None:
                        finished.stopped = early.figures()
                        store.set_meta("stopped", finished.stopped)
    except KeyboardInterrupt:
        finished.interrupted = True
    if early.met:
        finished.stopped = early.figures()
    finished.seconds = perf_counter() - start
    return finished


def is_harmless(run: Run) -> bool:
    """Whether all bots are built in: one worker may then be this process, which no bot can end."""
    specs = [spec for entry in run.bots for spec in seat_specs(entry)]
    return run.limits.memory_mb is None and all(is_builtin(spec) for spec in specs)
