"""One game of a run played again from its seeds, for debugging."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from meri_ai.arena.boards import GivenDeal, board_of
from meri_ai.arena.chunk import SeatedBots, board_seatings, loaded
from meri_ai.arena.result import GameRow
from meri_ai.arena.store import RunStore
from meri_ai.arena.table import StopPlaying, play_game
from meri_ai.bots.protocol import Bot
from meri_ai.bots.registry import BotFactory

if TYPE_CHECKING:
    from meri_ai._core.action import Action
    from meri_ai._core.game import View


class _Enough(StopPlaying):
    """The step that was asked for is reached."""


class _Log:
    """Counts the steps of the game and notes them."""

    def __init__(self, row: GameRow, last: int | None) -> None:
        records = [json.loads(line) for line in row.record.splitlines()]
        self._steps = [step for record in records for step in record["steps"]]
        self._last = last
        self._step = 0
        self.lines: list[tuple[str, bool]] = []

    def before(self, view: View, seed: int, name: str) -> None:
        self._step += 1
        if self._step == self._last:
            self.lines += [
                (f"step {self._step}: bot {name!r} in seat {view.seat}, seed {seed}", True),
                (f"legal: {', '.join(action.text for action in view.legal_actions())}", True),
                (f"view: {json.dumps(view.to_json())}", True),
            ]
            if self._step <= len(self._steps):
                self.lines.append((f"record: {self._steps[self._step - 1]['action']}", True))

    def after(self, view: View, seed: int, name: str, answer: object) -> None:
        recorded = self._steps[self._step - 1] if self._step <= len(self._steps) else None
        same = recorded is None or (recorded["seat"], recorded["action"]) == (view.seat, str(answer))
        if self._step == self._last:
            self.lines.append((f"answer: {answer}{_difference(recorded, same)}", same))
            raise _Enough
        if self._last is None:
            text = f"{self._step:3}  seat {view.seat}  {answer!s:12} {name}{_difference(recorded, same)}"
            self.lines.append((text, same))


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


def rerun_game(store: RunStore, name: str, step: int | None = None) -> Iterator[tuple[str, bool]]:
    """Plays a game of the store again: lines to print, each with whether it agrees with the record.

    step: stop before this one, from 1, and show what its bot sees and answers. ConfigError for a game that is not
    there.
    """
    row, run = store.game(name), store.run
    game = loaded(run.game)
    deals = store.deals
    board = board_of(run.seed, row.board, game.seats, tuple(GivenDeal(*d) for d in deals[row.board]) if deals else ())
    seated = SeatedBots(run, row.pair, board_seatings(run.game)[row.seating])
    log = _Log(row, step)
    factories: Any = [_LoggedFactory(factory, log) for factory in seated.factories]
    names = " v ".join(run.bots[bot] for bot in run.pairs[row.pair])
    yield f"game {row.pair}/{row.board}/{row.seating} of {names}, dealer {board.dealer}, status {row.status}", True
    try:
        played = play_game(
            game,
            board,
            factories,
            run.seed,
            unit=run.unit,
            limits=run.limits,
            stand_in=run.penalty.policy == "random",
        )
    except _Enough:
        yield from log.lines
        return
    yield from log.lines
    if played.fault is not None:
        yield f"fault: seat {played.fault.seat} {played.fault.sentence}", played.fault.kind == row.status
        if played.fault.stderr:
            yield played.fault.stderr.rstrip(), True
    elif step is not None:
        yield f"the game has no step {step}", False
    if played.points is not None:
        yield f"points: {', '.join(f'{number:g}' for number in played.points)}", True


def _difference(recorded: dict[str, Any] | None, same: bool) -> str:
    if same or recorded is None:
        return ""
    return f"   but in the record: seat {recorded['seat']} {recorded['action']}"
