"""The examination of a bot of one's own, in a process of its own: it may end that one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor

from meri_ai.arena.workers import executor_for
from meri_ai.bots.check import Examination, Finding

ENDED = Finding("process", False, "it ended the process that it was examined in")

_findings: Iterator[Finding] = iter([ENDED])  # in that process; a new one in its place finds this


def findings_apart(make: Callable[[], Examination]) -> Iterator[Finding]:
    """The findings one by one as they are done. What the bot prints goes to standard error."""
    with executor_for(1, inline=False) as pool:
        try:
            pool.submit(_begin, make).result()
            while (finding := pool.submit(_next).result()) is not None:
                yield finding
        except BrokenExecutor:
            yield ENDED


def _begin(make: Callable[[], Examination]) -> None:
    global _findings
    sys.stdin = os.fdopen(0, closefd=False)  # for a debugger in a bot
    _findings = make().findings()


def _next() -> Finding | None:
    return next(_findings, None)
