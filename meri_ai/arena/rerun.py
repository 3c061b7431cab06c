"""One game of a run played again from its seeds, for debugging."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from meri_ai.arena.boards import Board, GivenDeal, board_of
from meri_ai.arena.chunk import SeatedBots, board_seatings, loaded
from meri_ai.arena.playing import Playing, note_game
from meri_ai.arena.result import GameRow
from meri_ai.arena.run import Run
from meri_ai.arena.session import is_harmless
from meri_ai.arena.store import RunStore, readable
from meri_ai.arena.table import StopPlaying, play_game
from meri_ai.arena.workers import executor_for
from meri_ai.bots.protocol import Bot
from meri_ai.bots.registry import BotFactory

if TYPE_CHECKING:
    from meri_ai._core.action import Action
    from meri_ai._core.game import View

Line = tuple[str, bool]
"""A line to print, and whether it agrees with the record."""

Steps = list[tuple[int, str]]
"""Of all deals of a game: the seat and its action."""


class _Enough(StopPlaying):
    """The step that was asked for is reached."""


class _Log:
    """Counts the steps of the game and tells them."""

    def __init__(self, steps: Steps, last: int | None, tell: Callable[[Line], object]) -> None:
        """steps: those of the record; last: the only one that is told, where one was asked for."""
        self._steps = steps
        self._last = last
        self._step = 0
        self._tell = tell

    def before(self, view: View, seed: int, name: str) -> None:
        self._step += 1
        if self._step == self._last:
            self._tell((f"step {self._step}: bot {name!r} in seat {view.seat}, seed {seed}", True))
            self._tell((f"legal: {', '.join(action.text for action in view.legal_actions())}", True))
            self._tell((f"view: {json.dumps(view.to_json())}", True))
            if self._step <= len(self._steps):
                self._tell((f"record: {self._steps[self._step - 1][1]}", True))

    def after(self, view: View, seed: int, name: str, answer: object) -> None:
        recorded = self._steps[self._step - 1] if self._step <= len(self._steps) else None
        same = recorded is None or recorded == (view.seat, str(answer))
        if self._step == self._last:
            self._tell((f"answer: {answer}{_difference(recorded, same)}", same))
            raise _Enough
        if self._last is None:
            text = f"{self._step:3}  seat {view.seat}  {answer!s:12} {name}{_difference(recorded, same)}"
            self._tell((text, same))


class _LoggedBot:
    """A bot whose decisions are noted; what else it has shows through."""

    def __init__(self, bot: Bot, log: _Log, name: str) -> None:
        self._bot, self._log, self.name = bot, log, name

    def choose(self, view: View, *, seed: int) -> Action | str:
        self._log.before(view, seed, self.name)
        answer = self._bot.choose(view, seed=seed)
        self._log.after(view, seed, self.name, answer)
        return answer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bot, name)


class _LoggedFactory:
    """In place of a BotFactory."""

    def __init__(self, factory: BotFactory, log: _Log) -> None:
        self._factory, self._log = factory, log
        self.name, self.cheats = factory.name, factory.cheats

    def __call__(self) -> _LoggedBot:
        return _LoggedBot(self._factory(), self._log, self.name)


def rerun_game(store: RunStore, name: str, step: int | None = None) -> Iterator[Line]:
    """Plays a game of the store again: lines to print, each with whether it agrees with the record.

    step: stop before this one, from 1, and show what its bot sees and answers. Bots that are not built in play in a
    process of their own, which they may end. ConfigError for a game that is not there.
    """
    row, run = store.game(name), store.run
    with readable(store.path):
        steps = _recorded_steps(row)
    game = loaded(run.game)
    deals = store.deals
    board = board_of(run.seed, row.board, game.seats, tuple(GivenDeal(*d) for d in deals[row.board]) if deals else ())
    names = " v ".join(run.bots[bot] for bot in run.meetings[row.meeting])
    yield f"game {row.meeting}/{row.board}/{row.seating} of {names}, dealer {board.dealer}, status {row.status}", True
    if is_harmless(run):
        lines: list[Line] = []
        _play(run, board, row, steps, step, lines.append)
        yield from lines
        return
    with TemporaryDirectory() as folder, executor_for(1, inline=False, memory_mb=run.limits.memory_mb) as pool:
        file = Path(folder, "lines")
        died = None
        try:
            pool.submit(_play_apart, run, board, row, steps, step, file).result()
        except BrokenExecutor as error:
            died = error
        if file.exists():
            yield from ((text, agrees) for text, agrees in map(json.loads, file.read_text("utf-8").splitlines()))
        if died is not None:
            at_play: list[Playing] = getattr(pool, "take_playing", list)()
            who = f"seat {at_play[0].seat}" if at_play and at_play[0].seat >= 0 else "a bot"
            yield f"fault: {who} ended its process", row.status == "crash"


def _recorded_steps(row: GameRow) -> Steps:
    deals = [json.loads(line)["steps"] for line in row.record.splitlines()]
    return [(step["seat"], step["action"]) for deal in deals for step in deal]


def _play_apart(run: Run, board: Board, row: GameRow, steps: Steps, step: int | None, file: Path) -> None:
    """In a process of its own: the lines go to a file, each as it comes, since the process may end at any moment."""
    sys.stdin = os.fdopen(0, closefd=False)  # for a debugger in a bot
    note_game(row.key)
    with file.open("w", encoding="utf-8", buffering=1) as out:
        _play(run, board, row, steps, step, lambda line: print(json.dumps(line), file=out))
    note_game(None)


def _play(run: Run, board: Board, row: GameRow, steps: Steps, step: int | None, tell: Callable[[Line], object]) -> None:
    seated = SeatedBots(run, row.meeting, board_seatings(run.game, run.sides)[row.seating])
    log = _Log(steps, step, tell)
    factories: Any = [_LoggedFactory(factory, log) for factory in seated.factories]
    game, stand_in = loaded(run.game), run.penalty.policy == "random"
    try:
        played = play_game(game, board, factories, run.seed, unit=run.unit, limits=run.limits, stand_in=stand_in)
    except _Enough:
        return
    if played.fault is not None:
        tell((f"fault: seat {played.fault.seat} {played.fault.sentence}", played.fault.kind == row.status))
        if played.fault.stderr:
            tell((played.fault.stderr.rstrip(), True))
    elif step is not None:
        tell((f"the game has no step {step}", False))
    if played.points is not None:
        tell((f"points: {', '.join(f'{number:g}' for number in played.points)}", True))


def _difference(recorded: tuple[int, str] | None, same: bool) -> str:
    if same or recorded is None:
        return ""
    return f"   but in the record: seat {recorded[0]} {recorded[1]}"
