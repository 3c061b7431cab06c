"""On a worker of a cluster: bots that are not ours play in a process of their own, as in the pools of one machine.

A cluster runs its work in threads, where a bot that hangs cannot be interrupted, and one that ends its process would
end the worker.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from threading import Lock, get_ident
from typing import ParamSpec, TypeVar

from meri_ai.arena.playing import Playing
from meri_ai.arena.workers import WorkerPool

P = ParamSpec("P")
T = TypeVar("T")

_pools: dict[tuple[str, int], WorkerPool] = {}  # by run and thread
_making = Lock()


@dataclass(frozen=True, slots=True)
class Died:
    """In place of a result: the process ended while it played this."""

    playing: list[Playing]


def call_apart(run: str, memory_mb: int | None, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | Died:
    """What the call returns in another process, which is kept for the next one. run: any text that tells runs apart."""
    with _making:
        pool = _pools.get((run, get_ident()))
        if pool is None:
            # a daemon, as such workers may be, may have no processes; ours end with it by themselves
            multiprocessing.current_process().daemon = False
            pool = _pools[run, get_ident()] = WorkerPool(1, memory_mb)
    try:
        return pool.submit(fn, *args, **kwargs).result()
    except BrokenExecutor:
        return Died(pool.take_playing())


def end_processes(run: str) -> None:
    """Of this run; what they are at is given up."""
    with _making:
        ended = [_pools.pop(place) for place in list(_pools) if place[0] == run]
    for pool in ended:
        pool.stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
