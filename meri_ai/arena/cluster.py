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

import meri_ai
from meri_ai._core.errors import ConfigError, MeriAiError
from meri_ai.arena.bot_code import code_of

P = ParamSpec("P")
T = TypeVar("T")

CONNECT_SECONDS = 10.0
WORKERLESS_SECONDS = 60.0  # of a cluster that has lost all its workers: some may come back


@contextmanager
def cluster_executor(scheduler: str, bots: Sequence[str] = ()) -> Iterator[tuple[Executor, int]]:
    """The executor of the Dask cluster whose scheduler is at this address ("tcp://host:8786"), and its cores.

    bots: the entries that will play. ConfigError when the extra is not installed, when no scheduler answers, when
    there are no workers, and when a worker has another version of this package or other code of a bot.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ConfigError("--executor dask needs the extra 'cluster': pip install 'meri_ai[cluster]'") from None
    try:
        client = Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ConfigError(f"no Dask scheduler answers at {scheduler!r}: {reason}") from None
    try:
        cores = sum(client.ncores().values())
        if cores == 0:
            raise ConfigError(f"the Dask cluster at {scheduler} has no workers")
        _check_workers(client, bots)
        executor = _ClusterExecutor(client, scheduler)
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

    def __init__(self, client: Any, scheduler: str) -> None:
        self._client = client
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
        theirs: Future[T] = self._executor.submit(fn, *args, **kwargs)
        theirs.add_done_callback(lambda done: self._pass_on(done, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._closed.set()
        self._executor.shutdown(wait=wait and not cancel_futures)

    def _pass_on(self, done: Future[T], future: Future[T]) -> None:
        with suppress(InvalidStateError):  # given up before
            if done.cancelled():
                future.set_exception(MeriAiError(f"the Dask scheduler at {self._scheduler} is gone"))
            elif error := done.exception():
                from distributed import KilledWorker

                lost = isinstance(error, KilledWorker)
                future.set_exception(BrokenExecutor("workers of the cluster died") if lost else error)
            else:
                future.set_result(done.result())
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
