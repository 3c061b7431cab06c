"""Bots in any language: a program that speaks the engine protocol over its standard input and output."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from meri_ai.bots.faults import BotFault
from meri_ai.bots.limits import Limits
from meri_ai.engine.child import Child
from meri_ai.engine.client import EngineClient
from meri_ai.engine.messages import Limit, NewGame

if TYPE_CHECKING:
    from meri_ai._core.game import View

QUIT_SECONDS = 1.0  # for a program to end by itself
SECONDS_TO_MS = 1000


class ProcessBot:
    """One process for one seat of one game.

    A process never plays a second game: the next game may be the same deal from another seat. `limits` bind from
    `start` on. The methods but `close` and `game_over` raise BotFault; after one of another kind than illegal the
    process is gone, and every later `choose` raises the same.
    """

    limits: Limits = Limits()

    def __init__(self, name: str, command: Sequence[str], options: Mapping[str, str]) -> None:
        """command: the program and its arguments; options: for the engine's `set`."""
        self.name = name
        self._command = list(command)
        self._options = dict(options)
        self._child: Child | None = None
        self._client: EngineClient | None = None
        self._ready_by = math.inf
        self._seat: int | None = None
        self._used_seconds = 0.0
        self._fault: BotFault | None = None

    @property
    def stderr(self) -> str:
        """The end of what the process wrote to standard error so far."""
        return self._child.stderr if self._child is not None else ""

    def start(self) -> None:
        """Starts the process and does not wait for it."""
        if self._child is not None:
            return
        self._ready_by = monotonic() + self.limits.startup_seconds
        try:
            self._child = Child(
                self._command,
                memory_mb=self.limits.memory_mb,
                line_bytes=self.limits.output_line_bytes,
                stderr_bytes=self.limits.stderr_bytes,
            )
        except OSError as error:
            raise self._failed(BotFault("init", f"cannot be started: {error.strerror}")) from None
        self._client = EngineClient(self._child)

    def new_game(self, view: View) -> None:
        """Tells the process its seat, and waits until it is ready. `view`: the first of that seat."""
        self._check_seat(view.seat)
        if self._seat is not None:
            return
        try:
            self.start()
            assert self._client is not None
            self._client.hello(self._ready_by)
            if self._options:
                self._client.set(self._options, self._ready_by)
            self._client.new_game(new_game_message(view), monotonic() + self.limits.newgame_seconds)
        except BotFault as fault:
            raise self._failed(fault) from None
        self._seat = view.seat

    def choose(self, view: View, *, seed: int) -> str:
        """The action that the process answers, one of the view's legal ones."""
        if self._fault is not None:
            raise self._fault
        self.new_game(view)
        assert self._client is not None
        legal = [action.text for action in view.legal_actions()]
        limits = self.limits
        if limits.game_seconds is not None and self._used_seconds > limits.game_seconds:
            raise self._failed(BotFault("timeout", f"has used up its clock of {limits.game_seconds:g} s"))
        margin = limits.margin_seconds
        seconds = max(0.0, limits.answer_seconds(self._used_seconds) - margin)
        start = monotonic()
        try:
            self._client.tell(view.events)
            best = self._client.go(limit=self._limit(), seed=seed, legal=legal, seconds=seconds, margin=margin)
        except BotFault as fault:
            raise self._failed(fault) from None
        finally:
            self._used_seconds += monotonic() - start
        if best.action not in legal:
            text = repr(best.action)[:80]
            raise BotFault("illegal", f"answered {text}, which is not legal; legal: {', '.join(legal)}", self.stderr)
        return best.action

    def game_over(self, view: View) -> None:
        """Tells the process how the deal ended. `view`: of its seat, at the end."""
        if self._client is None or self._seat != view.seat or self._fault is not None:
            return
        self._client.tell(view.events)
        points = next((event["points"] for event in view.events if event["type"] == "settle"), None)
        if points is not None:
            self._client.result(points)
        self._client.quit()

    def close(self) -> None:
        """Ends the process; nothing of it is left. May be called again."""
        if self._child is not None and self._fault is None:
            with suppress(OSError):
                self._child.close(QUIT_SECONDS)
            self._fault = BotFault("crash", "was closed", self.stderr)

    def _check_seat(self, seat: int) -> None:
        """A process that knew two hands of a team could play them as one."""
        if self._fault is not None:
            raise self._fault
        if self._seat not in (None, seat):
            raise BotFault("init", f"holds seat {self._seat}, and one process may hold no other: not seat {seat} too")

    def _failed(self, fault: BotFault) -> BotFault:
        """Ends the process for good, and adds what it had to say."""
        if self._child is not None:
            self._child.kill()
        self._fault = BotFault(fault.kind, fault.sentence, self.stderr)
        return self._fault

    def _limit(self) -> Limit:
        """What the process is told of its limits: those that are set, the clock as it stands."""
        limits = self.limits
        told: dict[str, int] = {}
        if limits.move_seconds is not None:
            told["time_ms"] = max(1, int(limits.move_seconds * SECONDS_TO_MS))
        if limits.iterations is not None:
            told["iterations"] = limits.iterations
        if limits.game_seconds is not None:
            told["clock_ms"] = int(max(0.0, limits.game_seconds - self._used_seconds) * SECONDS_TO_MS)
        return Limit(**told)


def new_game_message(view: View) -> NewGame:
    """What a process is told before the first event of the deal: all that the view holds but events and turn."""
    told = view.to_json()
    fields = {key: value for key, value in told.items() if key not in ("game", "events", "my_turn")}
    return NewGame(game="1", id=told["game"], **fields)  # a process plays one
