"""How far a run is, on standard error: a bar on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

LINE_SECONDS = 10.0


class GameProgress:
    """Counts finished games, of which `done` were there before. `quiet`: say nothing where there is no terminal."""

    def __init__(self, games: int, quiet: bool = False, done: int = 0) -> None:
        self._games = games
        self._done = done
        self._start = self._last_line = monotonic()
        console = Console(stderr=True)
        self._quiet = quiet
        self._bar = None
        if console.is_terminal:
            columns = BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn(), TimeRemainingColumn()
            self._bar = Progress(*columns, console=console, transient=True)
            self._task = self._bar.add_task("", total=games, completed=done)

    def advance(self, games: int) -> None:
        """So many more games are finished."""
        self._done += games
        if self._bar is not None:
            self._bar.advance(self._task, games)
        elif not self._quiet and (self._done == self._games or monotonic() - self._last_line >= LINE_SECONDS):
            self._last_line = monotonic()
            seconds = self._last_line - self._start
            print(f"{self._done} of {self._games} games, {seconds:.0f} s", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()
