"""Calls that are broken off when their time is up: in the main thread, where the system can interrupt it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

AGAIN_SECONDS = 0.2  # a call that swallows the exception gets it again


class TimeUp(BaseException):
    """Raised inside a call that has used up its time. Not an Exception, so that `except Exception` lets it pass."""


_armed = False


def call_within(seconds: float, call: Callable[[], T]) -> T:
    """What the call returns; TimeUp when it takes longer, but never outside the main thread."""
    global _armed
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return call()
    if signal.getsignal(signal.SIGALRM) is not _ring:
        signal.signal(signal.SIGALRM, _ring)
    _armed = True
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_SECONDS)
    try:
        return call()
    finally:
        _armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(number: int, frame: object) -> None:
    if _armed:
        raise TimeUp
