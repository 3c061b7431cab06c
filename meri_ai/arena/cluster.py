"""A run on many machines: the executor of a Dask cluster, which the runner uses like any other (extra `cluster`).

What is played depends on the run alone, so the records are those of any other executor. When a worker dies, Dask
plays its chunks again on another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import Any, ParamSpec, TypeVar
from uuid import uuid4

import meri_ai
from meri_ai._core.errors import ConfigError, MeriAiError
from meri_ai.arena.apart import Died, call_apart, end_processes
from meri_ai.arena.bot_code import code_of
from meri_ai.arena.playing import NOBODY, Playing
from meri_ai.arena.result import Key
from meri_ai.arena.run import Run
from meri_ai.arena.schedule import Job

P = ParamSpec("P")
T = TypeVar("T")

CONNECT_SECONDS = 10.0
WORKERLESS_SECONDS = 60.0  # of a cluster that has lost all its workers: some may come back


@contextmanager
def cluster_executor(
    scheduler: str, bots: Sequence[str] = (), *, apart: bool = False, memory_mb: int | None = None
) -> Iterator[tuple[Executor, int]]:
    """The executor of the Dask cluster whose scheduler is at this address ("tcp://host:8786"), and its cores.

    bots: the entries that will play; apart: whether in a process beside each worker, which may take so much more memory
    and which they may end. ConfigError when the extra is not installed, when no scheduler answers, when
    there are no workers, and when a worker has another version of this package or other code of a bot.
    """
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise ConfigError("--executor dask needs the extra 'cluster': pip install 'meri_ai[cluster]'") from None
    try:
        get_address_host_port(scheduler)  # a client that finds no such address comes back with a traceback at the end
        client = Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ConfigError(f"no Dask scheduler answers at {scheduler!r}: {reason}") from None
    try:
        cores = sum(client.ncores().values())
        if cores == 0:
            raise ConfigError(f"the Dask cluster at {scheduler} has no workers")
        _check_workers(client, bots)
        executor = _ClusterExecutor(client, scheduler, apart, memory_mb)
        try:
            yield executor, cores
        except BaseException:
            executor.shutdown(wait=False)  # what is waiting is cancelled
            raise
        executor.shutdown()
    finally:
        client.close()


class _ClusterExecutor(Executor):
    """Dask's executor with the errors that the runner knows.

    A chunk that no worker survives is a BrokenExecutor. Where the scheduler or, for WORKERLESS_SECONDS, all workers
    are gone, every chunk is a MeriAiError instead of waiting for ever.
    """

    def __init__(self, client: Any, scheduler: str, apart: bool = False, memory_mb: int | None = None) -> None:
        self._client = client
        self._apart = uuid4().hex if apart else None
        self._memory_mb = memory_mb
        self._at_play: dict[Key, int] = {}
        self._executor = client.get_executor()
        self._scheduler = scheduler
        self._waiting: set[Future[Any]] = set()
        self._closed = Event()
        Thread(target=self._watch, daemon=True).start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        # as if at work from the start: Dask does not say when that is, and what is at work is never called back
        future.set_running_or_notify_cancel()
        self._waiting.add(future)
        theirs: Future[T | Died]
        if self._apart is None:
            theirs = self._executor.submit(fn, *args, **kwargs)
        else:
            theirs = self._executor.submit(call_apart, self._apart, self._memory_mb, fn, *args, **kwargs)
        theirs.add_done_callback(lambda done: self._pass_on(done, future, args))
        return future

    def take_playing(self) -> list[Playing]:
        """What was at play in each of the chunks that were lost so far."""
        return [Playing(key, seat) for key, seat in list(self._at_play.items())]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._closed.set()
        self._executor.shutdown(wait=wait and not cancel_futures)
        if self._apart is not None:
            with suppress(Exception):  # the scheduler does not answer
                self._client.run(end_processes, self._apart, on_error="ignore")

    def _pass_on(self, done: Future[T | Died], future: Future[T], args: tuple[Any, ...]) -> None:
        with suppress(InvalidStateError):  # given up before
            if done.cancelled():
                future.set_exception(MeriAiError(f"the Dask scheduler at {self._scheduler} is gone"))
            elif error := done.exception():
                from distributed import KilledWorker

                lost = isinstance(error, KilledWorker)
                if lost:  # and with it what it could have told
                    self._at_play |= dict.fromkeys(_games(*args), NOBODY)
                future.set_exception(BrokenExecutor("workers of the cluster died") if lost else error)
            elif isinstance(found := done.result(), Died):
                self._at_play |= dict(found.playing)
                future.set_exception(BrokenExecutor("a bot ended its process"))
            else:
                future.set_result(found)
        self._waiting.discard(future)

    def _watch(self) -> None:
        """Gives all chunks up when there has been no worker for too long."""
        last_seen = monotonic()
        while not self._closed.wait(WORKERLESS_SECONDS / 10):
            with suppress(Exception):  # the scheduler does not answer
                if self._client.ncores():
                    last_seen = monotonic()
            if monotonic() - last_seen > WORKERLESS_SECONDS:
                error = MeriAiError(f"the Dask cluster at {self._scheduler} has no workers any more")
                for future in list(self._waiting):
                    with suppress(InvalidStateError):
                        future.set_exception(error)


def _games(run: Run, jobs: Sequence[Job]) -> list[Key]:
    """Of a chunk: what `play_chunk` is called with."""
    return [Key(job.meeting, job.board, game) for job in jobs for game in job.seatings or range(run.seatings)]


def _check_workers(client: Any, bots: Sequence[str]) -> None:
    wanted = worker_code(list(bots))
    for worker, found in client.run(worker_code, list(bots), on_error="return").items():
        if isinstance(found, ModuleNotFoundError):
            raise ConfigError(f"the Dask worker {worker} lacks the module {found.name}; install meri_ai there")
        if isinstance(found, BaseException):
            raise ConfigError(f"the Dask worker {worker} cannot say what it has: {found}")
        for what, here in wanted.items():
            if found.get(what) != here:
                raise ConfigError(f"the Dask worker {worker} has {found.get(what)} for {what}, and here it is {here}")


def worker_code(bots: list[str]) -> dict[str, str]:
    """What a machine would play with: the version of the package and a hash of each bot's code."""
    found = {"meri_ai": meri_ai.__version__}
    for bot in bots:
        try:
            found[f"bot {bot!r}"] = code_of(bot)
        except MeriAiError as error:
            found[f"bot {bot!r}"] = f"an error ({error})"
    return found
