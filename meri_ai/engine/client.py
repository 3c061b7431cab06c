"""The client side of the protocol over one program's standard input and output: one seat of one game."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any, TypeVar

import meri_ai
from meri_ai.bots.faults import BotFault, FaultKind
from meri_ai.engine.child import Child
from meri_ai.engine.messages import (
    PROTOCOL,
    Best,
    Engine,
    Error,
    Events,
    Go,
    Hello,
    Info,
    Limit,
    Message,
    MessageError,
    NewGame,
    Ok,
    Ping,
    Pong,
    Quit,
    Result,
    Set,
    Stop,
    parse_message,
)
from meri_ai.names import suggestion

M = TypeVar("M", bound=Message)


class EngineClient:
    """Speaks to one engine, which holds one seat: a second one is refused, for its hands would be known together.

    Every method that waits takes a deadline, a time of `time.monotonic`, and raises BotFault: of kind init before the
    first `go`, then timeout for an answer that did not come and crash for all else.
    """

    def __init__(self, child: Child) -> None:
        """Sends `hello` at once; `hello` waits for the answer."""
        self._child = child
        self._phase: FaultKind = "init"
        self._game: NewGame | None = None
        self._events: list[dict[str, Any]] = []
        self._asked = 0
        self.engine: Engine | None = None
        child.send(Hello(protocol=PROTOCOL, client=f"meri-ai {meri_ai.__version__}").line())

    def hello(self, deadline: float) -> Engine:
        """What the engine says of itself."""
        engine: Engine = self._await(Engine, deadline)
        if engine.protocol != PROTOCOL:
            raise self._fault(f"speaks protocol {engine.protocol}, not {PROTOCOL}")
        self.engine = engine
        return engine

    def set(self, options: dict[str, str], deadline: float) -> None:
        """Sets options, given as texts, that the engine has offered."""
        self._child.send(Set(options={name: self._value(name, text) for name, text in options.items()}).line())
        answer = self._await(Ok, deadline)
        if answer.re != "set":
            raise self._fault(f"answered set with ok for {answer.re[:40]!r}")

    def new_game(self, game: NewGame, deadline: float) -> None:
        """Begins a deal; returns when the engine is ready. An engine keeps the seat that it had first."""
        if self._game is not None and game.seat != self._game.seat:
            raise self._fault(f"holds seat {self._game.seat}, and one process may hold no other: not {game.seat} too")
        self._check_offer(game)
        self._game, self._events = game, []
        self._child.send(game.line())
        answer = self._await(Ok, deadline)
        if answer.re != "newgame" or answer.game not in (None, game.game):
            raise self._fault("answered newgame with ok for something else")

    def tell(self, events: Sequence[dict[str, Any]]) -> None:
        """Sends those of the seat's events, all of them given from the first on, that were not sent before."""
        if len(events) > len(self._events):
            self._send_events(list(events), len(self._events))

    def go(self, *, limit: Limit, seed: int, legal: list[str], seconds: float, margin: float) -> Best:
        """Asks for the next action. After `seconds` sends `stop`, where the engine has it, and waits `margin` more."""
        self._phase = "crash"
        answer = self._go(limit, seed, legal, seconds, margin)
        if answer is None:  # it has missed events: once more from the start
            self._send_events(self._events, 0)
            answer = self._go(limit, seed, legal, seconds, margin)
        if answer is None:
            raise self._fault("asked to be told all events twice in a row")
        return answer

    def ping(self, deadline: float) -> None:
        """Asks for a sign of life."""
        self._asked += 1
        self._child.send(Ping(id=f"p{self._asked}").line())
        if self._await(Pong, deadline).id != f"p{self._asked}":
            raise self._fault("answered a ping with a pong of another id")

    def result(self, points: Sequence[int]) -> None:
        if self._game is not None:
            self._child.send(Result(game=self._game.game, points=list(points)).line())

    def quit(self) -> None:
        self._child.send(Quit().line())

    # -- within

    def _go(self, limit: Limit, seed: int, legal: list[str], seconds: float, margin: float) -> Best | None:
        """The answer to one `go`, None for a resync."""
        assert self._game is not None
        self._asked += 1
        asked = str(self._asked)
        self._child.send(Go(id=asked, game=self._game.game, limit=limit, seed=seed, legal=legal).line())
        best: Best | None
        try:
            try:
                best = self._await(Best, monotonic() + seconds, may_resync=True)
            except BotFault as fault:
                if fault.kind != "timeout":
                    raise
                if self.engine is not None and "stop" in self.engine.features:
                    self._child.send(Stop(id=asked).line())
                best = self._await(Best, monotonic() + margin, may_resync=True)
        except BotFault as fault:
            if fault.kind != "timeout":
                raise
            raise BotFault("timeout", f"did not answer within {seconds:.3g} s", fault.stderr) from None
        if best is None:
            return None
        if best.id != asked:
            raise self._fault(f"answered go {asked!r} with a best of id {best.id[:40]!r}")
        return best

    def _send_events(self, events: list[dict[str, Any]], first: int) -> None:
        assert self._game is not None
        self._child.send(Events(game=self._game.game, seq=first, events=events[first:]).line())
        self._events = events

    def _await(self, wanted: type[M], deadline: float, may_resync: bool = False) -> Any:
        """The next message, which has to be of the wanted type; analysis and late pongs are passed over."""
        while True:
            message = self._receive(deadline)
            if isinstance(message, wanted):
                return message
            if isinstance(message, Error):
                if may_resync and message.code == "resync":
                    return None
                field = f" ({message.field[:80]})" if message.field else ""
                raise self._fault(f"answered error {message.code[:40]}{field}: {_short(message.message)}")
            if not isinstance(message, Info | Pong):
                raise self._fault(f"sent {message.type} where {wanted.model_fields['type'].default} was due")

    def _receive(self, deadline: float) -> Message:
        try:
            line = self._child.receive(deadline)
        except BotFault as fault:
            if self._phase != "init":
                raise
            before = "was not ready in time" if fault.kind == "timeout" else f"{fault.sentence} before it was ready"
            raise BotFault("init", before, fault.stderr) from None
        try:
            return parse_message(line)
        except MessageError as error:
            text = line[:80].decode(errors="replace")
            raise self._fault(f"wrote {text!r} to standard output: {error}") from None

    def _check_offer(self, game: NewGame) -> None:
        offers = self.engine.games if self.engine is not None else []
        if offers and not any(offer.id == game.id and game.rules in offer.rules for offer in offers):
            told = ", ".join(f"{offer.id} by {' and '.join(offer.rules)}" for offer in offers)
            raise self._fault(f"does not play {game.id} by the rules {game.rules}: it offers {_short(told)}")

    def _value(self, name: str, text: str) -> Any:
        """The text as a value of the option's kind."""
        known = {option.name: option for option in (self.engine.options if self.engine is not None else [])}
        if name not in known:
            offers = ", ".join(known) or "none"
            raise self._fault(f"has no option {name!r}{suggestion(name, known)}; its options are {offers}")
        kind = known[name].kind
        try:
            if kind == "bool":
                return {"true": True, "false": False}[text]
            return {"int": int, "float": float}.get(kind, str)(text)
        except (KeyError, ValueError):
            raise self._fault(f"takes a value of kind {kind} as its option {name}, not {text!r}") from None

    def _fault(self, sentence: str) -> BotFault:
        return BotFault(self._phase, sentence, self._child.stderr)


def _short(text: str) -> str:
    """The text on one line, at most 200 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 200 else line[:199] + "…"
