"""Executors for a run: this very process, or a pool of worker processes that Ctrl-C stops at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import connection, util
from multiprocessing.synchronize import Event
from pathlib import Path
from threading import Thread, current_thread, main_thread
from time import sleep
from types import ModuleType
from typing import Any, ParamSpec, TypeVar

from meri_ai.arena import playing

P = ParamSpec("P")
T = TypeVar("T")

GRACE_SECONDS = 3.0  # for the game that each worker is at when a run is stopped
TABLE_MB = 64  # besides what bots may take: what plays them (game, protocol, threads) is loaded after the limit is set
LEFT_BEHIND_SECONDS = 1.0  # for what bots left behind in a worker that is done

_SAFE_PATH = "PYTHONSAFEPATH"

_stop: Event | None = None  # of this worker process
_home: tuple[int, str] | None = None  # its number and the folder that it was started in


class InlineExecutor(Executor):
    """Runs each call at once, in the caller's thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class WorkerPool(Executor):
    """Worker processes. When one dies, and with it all that they were at, the next call finds new ones."""

    def __init__(self, workers: int, memory_mb: int | None = None, stop: Event | None = None) -> None:
        """memory_mb: what a bot may take of a worker's memory; stop: set when the run is over."""
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        self._context = multiprocessing.get_context(method)
        if method == "forkserver":
            _start_forkserver()
        self.stop: Event = stop or self._context.Event()
        self._workers = workers
        self._memory_mb = memory_mb
        self._at_play: list[playing.Playing] = []
        self._alone: WorkerPool | None = None
        self._begin()

    @property
    def alone(self) -> WorkerPool:
        """One more worker, for games that may end their process."""
        if self._alone is None:
            self._alone = WorkerPool(1, self._memory_mb, self.stop)
        return self._alone

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with _interrupt_later():  # it may start a process
            return self._submit(fn, *args, **kwargs)

    def take_playing(self) -> list[playing.Playing]:
        """What the workers were playing when one of them died; told once."""
        self._note_at_play()
        found, self._at_play = self._at_play, []
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait, cancel_futures=cancel_futures)
        if self._alone is not None:
            self._alone.shutdown(wait, cancel_futures=cancel_futures)

    def _begin(self) -> None:
        # an idle process of a pool that broke may leave its part unused, so parts are handed out by a counter
        self._shared = self._context.Array("q", playing.FIELDS * self._workers, lock=False)
        self._parts = self._context.Value("i", 0)
        arguments = self.stop, self._shared, self._parts, self._memory_mb, _SAFE_PATH in os.environ
        self._pool = ProcessPoolExecutor(self._workers, self._context, _prepare_worker, arguments)

    def _submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with _no_main_program():
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenExecutor:
                self._note_at_play()
                self._pool.shutdown(wait=True)
                self._begin()
                return self._pool.submit(fn, *args, **kwargs)

    def _note_at_play(self) -> None:
        self._at_play += playing.read(self._shared)
        for place in range(0, len(self._shared), playing.FIELDS):
            self._shared[place] = 0


@contextmanager
def executor_for(workers: int, *, inline: bool = True, memory_mb: int | None = None) -> Iterator[Executor]:
    """One worker: this process, unless `inline` is false. More, or else: as many processes.

    When the body raises they end with the game they are at.
    """
    if workers == 1 and inline:
        yield InlineExecutor()
        return
    before = set(multiprocessing.active_children())
    pool = WorkerPool(workers, memory_mb)
    try:
        yield pool
    except BaseException:
        pool.stop.set()
        with _no_interrupt():
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


@contextmanager
def _interrupt_later() -> Iterator[None]:
    """Ctrl-C waits for the end of this, and does not reach a process that is started here: it inherits the mask."""
    came: list[int] = []
    in_main = current_thread() is main_thread()
    # the mask is that of this thread alone, and another one may take the signal
    handler = signal.signal(signal.SIGINT, lambda number, frame: came.append(number)) if in_main else None
    has_masks = hasattr(signal, "pthread_sigmask")
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if has_masks else set()
    try:
        yield
    finally:
        if has_masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if in_main:
            signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _no_main_program() -> Iterator[None]:
    """Keeps a process that is started from running the main program's file once more, the whole command line perhaps.

    Nothing of it is needed there, and it takes longer than a thousand games.
    """
    program = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = program


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """A second Ctrl-C does not break off what the first one began: workers left behind would be waited for in vain."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def stop_asked() -> bool:
    """In a worker: whether the run is over, so that a chunk may end before its time."""
    return _stop is not None and _stop.is_set()


def go_home() -> None:
    """In a worker after a game: back to the folder that relative paths start at. A copy that a bot forked ends here."""
    if _home is None:
        return
    process, folder = _home
    if os.getpid() != process:
        os._exit(0)
    os.chdir(folder)


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _start_tracker() -> None:
    """The process that cleans up behind a coordinator that is killed; it does so without a warning."""
    from multiprocessing import resource_tracker  # which not every system has

    sys.warnoptions.append("ignore::UserWarning:multiprocessing.resource_tracker")  # goes to its command line
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.pop()


def _start_forkserver() -> None:
    """The process that workers are forked from has all they need loaded: a new one is then a matter of milliseconds.

    It loads the installed package, and not what the current directory has of that name (a source tree, perhaps).
    """
    from multiprocessing import forkserver  # which not every system has

    _start_tracker()
    forkserver.set_forkserver_preload(["meri_ai.arena.chunk"])
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        with _interrupt_later():
            forkserver.ensure_running()
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def _prepare_worker(stop: Event, shared: Any, parts: Any, memory_mb: int | None, safe_path: bool) -> None:
    """Ctrl-C is the coordinator's business, and its standard output too: what a bot prints goes to standard error."""
    global _stop, _home
    _stop, _home = stop, (os.getpid(), os.getcwd())
    if not safe_path:
        os.environ.pop(_SAFE_PATH, None)  # meant for the process that this one was forked from, not for bots
    with parts.get_lock():
        part, parts.value = parts.value, parts.value + 1
    playing.attach(shared, part)
    Thread(target=_end_with_the_coordinator, daemon=True).start()
    util.Finalize(None, _end_in_any_case, exitpriority=sys.maxsize)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    os.dup2(2, 1)  # also for what a bot writes past sys.stdout
    if memory_mb is not None:
        _limit_memory((memory_mb + TABLE_MB) * 2**20)


def _end_with_the_coordinator() -> None:
    """A coordinator that is killed tells nobody; without this its workers would wait for it for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _end_in_any_case() -> None:
    """A worker that is done would wait for the threads and processes that bots left behind, perhaps for ever."""

    def end() -> None:
        sleep(LEFT_BEHIND_SECONDS)
        for process in multiprocessing.active_children():
            process.kill()
        os._exit(0)

    Thread(target=end, daemon=True).start()


def _limit_memory(more: int) -> None:
    """No more than so many bytes beyond what this process has now, where the system can hold it to that."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        now = pages * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + more, resource.getrlimit(resource.RLIMIT_AS)[1]))
    except (ImportError, OSError, ValueError):
        return
