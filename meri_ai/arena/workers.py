"""Executors for a run: this very process, or a pool of worker processes that Ctrl-C stops at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from threading import Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

GRACE_SECONDS = 3.0  # for the game that each worker is at when a run is stopped

_stop: Event | None = None  # of this worker process


class InlineExecutor(Executor):
    """Runs each call at once, in the caller's thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def executor_for(workers: int) -> Iterator[Executor]:
    """One worker: this process. More: as many processes; when the body raises they end with the game they are at."""
    if workers == 1:
        yield InlineExecutor()
        return
    before = set(multiprocessing.active_children())
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    stop = context.Event()
    pool = _Pool(workers, context, initializer=_prepare_worker, initargs=(stop,))
    try:
        yield pool
    except BaseException:
        stop.set()
        # in a thread, because shutdown knows no time limit, and a pool left to end by itself may fail noisily
        closing = Thread(target=pool.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        closing.start()
        closing.join(GRACE_SECONDS)
        if closing.is_alive():
            for process in set(multiprocessing.active_children()) - before:
                process.kill()
            closing.join(GRACE_SECONDS)
        raise
    pool.shutdown()


def stop_asked() -> bool:
    """In a worker: whether the run is over, so that a chunk may end before its time."""
    return _stop is not None and _stop.is_set()


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Pool(ProcessPoolExecutor):
    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        # submitting may start a process. It inherits the blocked signal, so Ctrl-C cannot hit it while it starts
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_worker(stop: Event) -> None:
    """Ctrl-C is the coordinator's business, and its standard output too: what a bot prints goes to standard error."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
