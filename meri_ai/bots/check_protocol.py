"""The part of the examination that is about the protocol: what every engine on standard input and output must do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from meri_ai.bots.check import Finding
from meri_ai.bots.faults import BotFault
from meri_ai.bots.limits import Limits
from meri_ai.bots.spec import parse_spec
from meri_ai.engine.child import Child
from meri_ai.engine.messages import (
    PROTOCOL,
    Best,
    Engine,
    Error,
    Info,
    Message,
    MessageError,
    Ok,
    Pong,
    parse_message,
)

if TYPE_CHECKING:
    from meri_ai._core.game import Game, View

M = TypeVar("M", bound=Message)

END_SECONDS = 3.0  # for a program to end when it is asked to
STRANGE = {"x-check": {"this": ["field", "is", "unknown"]}}


def protocol_findings(spec: str, limits: Limits, game: Game) -> Iterator[Finding]:
    """The checks in order, all in one process but the last; stops after a handshake that fails. game: to be played."""
    dialogue: Dialogue | None = None
    try:
        dialogue = Dialogue(spec, limits, game)
        for name, check in CHECKS:
            if name == "stop" and not dialogue.has_stop:
                continue
            finding = _finding(name, check, dialogue)
            yield finding
            if not finding.passed and name == "handshake":
                return
            if not finding.passed:  # the dialogue is out of step: a new process for the rest
                dialogue.close()
                dialogue = Dialogue(spec, limits, game)
                dialogue.prepare()
        dialogue.close()
        dialogue = Dialogue(spec, limits, game)
        yield _finding("end of input", Dialogue.end_of_input, dialogue)
    except BotFault as fault:
        yield Finding("protocol", False, f"it {fault.sentence}", fault.stderr)
    except OSError as error:
        yield Finding("handshake", False, f"it cannot be started: {error.strerror}")
    finally:
        if dialogue is not None:
            dialogue.close()


def _finding(name: str, check: Check, dialogue: Dialogue) -> Finding:
    try:
        return Finding(name, True, check(dialogue))
    except BotFault as fault:
        return Finding(name, False, f"it {fault.sentence}", dialogue.stderr)


class Dialogue:
    """One engine, message by message. Each check returns what was seen, or raises BotFault with what is wrong."""

    def __init__(self, spec: str, limits: Limits, game: Game) -> None:
        """Starts the program; OSError when that fails."""
        self.has_stop = False
        self._defaults: dict[str, Any] = {}
        self._limits = limits
        self._child = Child(
            parse_spec(spec).command,
            memory_mb=limits.memory_mb,
            line_bytes=limits.output_line_bytes,
            stderr_bytes=limits.stderr_bytes,
        )
        state = game.new_state(game.random_deal(seed=1), dealer=0)
        self._view: View = state.view(state.current_player())

    @property
    def stderr(self) -> str:
        return self._child.stderr

    def close(self) -> None:
        self._child.kill()

    def prepare(self) -> None:
        """Up to a running game."""
        self.handshake()
        self.new_game()

    def handshake(self) -> str:
        self._send({"type": "hello", "protocol": PROTOCOL, "client": "meri-ai bots check", **STRANGE})
        engine = self._receive(Engine, self._limits.startup_seconds)
        self.has_stop = "stop" in engine.features
        self._defaults = {option.name: option.default for option in engine.options if option.default is not None}
        if engine.protocol != PROTOCOL:
            raise _wrong(f"speaks protocol {engine.protocol}, not {PROTOCOL}")
        told = self._view.to_json()
        game, wanted = told["game"], told["rules"]
        offered = [rules for offer in engine.games if offer.id == game for rules in offer.rules]
        if engine.games and wanted not in offered:
            hint = f", but {' and '.join(offered)[:80]} (see --rules)" if offered else " (see --game)"
            raise _wrong(f"does not offer the game {game} by the rules {wanted}{hint}")
        return f"{engine.name} {engine.version}".rstrip()

    def ping(self) -> str:
        self._send({"type": "ping", "id": "check"})
        if self._receive(Pong).id != "check":
            raise _wrong("answered ping with a pong of another id")
        return "ping brings pong"

    def unknown_message(self) -> str:
        self._send({"type": "x-check"})
        code = self._receive(Error).code
        if code != "unknown_message":
            raise _wrong(f"answered an unknown message with error {code[:40]}, not unknown_message")
        return "a message that does not exist brings error unknown_message"

    def set_options(self) -> str:
        self._send({"type": "set", "options": self._defaults, **STRANGE})
        ok = self._receive(Ok, self._limits.startup_seconds)
        if ok.re != "set":
            raise _wrong(f"answered set with ok for {ok.re[:40]!r}")
        return f"set brings ok, with the defaults of {len(self._defaults)} options"

    def new_game(self) -> str:
        told = self._view.to_json()
        fields = {key: value for key, value in told.items() if key not in ("game", "events", "my_turn")}
        self._send({"type": "newgame", "game": "check", "id": told["game"], **fields, **STRANGE})
        ok = self._receive(Ok, self._limits.newgame_seconds)
        if ok.re != "newgame":
            raise _wrong(f"answered newgame with ok for {ok.re[:40]!r}")
        return "newgame brings ok, unknown fields and all"

    def one_answer(self) -> str:
        self._tell(0)
        self._go("go-1", self._time())
        self._best("go-1")
        self._nothing_more("a second message after its answer")
        return "go brings one best, with its id and a legal action"

    def stop(self) -> str:
        self._tell(0)
        self._go("go-stop", {})
        self._send({"type": "stop", "id": "go-stop"})
        self._best("go-stop")
        self._nothing_more("a second message after its answer")
        return "stop ends a go that has no limit, with one best"

    def late_stop(self) -> str:
        self._send({"type": "stop", "id": "go-0"})
        self._nothing_more("an answer to a stop that came after the best")
        return "stop for a go that is answered brings nothing"

    def missed_events(self) -> str:
        self._tell(len(self._view.events) + 5)
        self._go("go-2", self._time())
        error = self._receive(Error)
        if error.code != "resync":
            raise _wrong(f"answered go after a gap in seq with error {error.code[:40]}, not resync")
        self._tell(0)
        self._go("go-3", self._time())
        self._best("go-3")
        return "a gap in seq brings error resync, and all events from 0 on put it right"

    def quit(self) -> str:
        self._send({"type": "quit"})
        return self._ends("quit")

    def end_of_input(self) -> str:
        self.prepare()
        self._child.end_input()
        return self._ends("the end of its input")

    # -- what they need

    def _ends(self, why: str) -> str:
        status = self._child.wait_for_end(END_SECONDS)
        if status is None:
            raise _wrong(f"was still running {END_SECONDS:g} s after {why}")
        if status != 0:
            raise _wrong(f"ended with status {status} after {why}")
        return f"it ends after {why}"

    def _tell(self, seq: int) -> None:
        self._send({"type": "events", "game": "check", "seq": seq, "events": self._view.events, **STRANGE})

    def _go(self, name: str, limit: dict[str, int]) -> None:
        legal = [action.text for action in self._view.legal_actions()]
        self._send({"type": "go", "id": name, "game": "check", "limit": limit, "seed": 1, "legal": legal, **STRANGE})

    def _best(self, name: str) -> None:
        best = self._receive(Best)
        if best.id != name:
            raise _wrong(f"answered go {name!r} with a best of id {best.id[:40]!r}")
        legal = [action.text for action in self._view.legal_actions()]
        if best.action not in legal:
            raise _wrong(f"answered {repr(best.action)[:80]}, which is not legal; legal: {', '.join(legal)}")

    def _time(self) -> dict[str, int]:
        return {"time_ms": max(1, int(1000 * self._limits.answer_seconds()))}

    def _nothing_more(self, what: str) -> None:
        """Whatever was still to come comes before the pong."""
        self._send({"type": "ping", "id": "after"})
        message = self._next(self._limits.answer_seconds())
        if not isinstance(message, Pong):
            raise _wrong(f"sent {what}: {message.type}")

    def _send(self, message: dict[str, Any]) -> None:
        self._child.send(json.dumps(message).encode() + b"\n")

    def _receive(self, wanted: type[M], seconds: float | None = None) -> M:
        """The next message, which has to be of the wanted type; after a move's time where no other is given."""
        message = self._next(self._limits.answer_seconds() if seconds is None else seconds)
        if not isinstance(message, wanted):
            told = f" ({message.code[:40]}: {message.message[:80]})" if isinstance(message, Error) else ""
            raise _wrong(f"sent {message.type}{told} where {wanted.model_fields['type'].default} was due")
        return message

    def _next(self, seconds: float) -> Message:
        """The next message that is no analysis."""
        deadline = monotonic() + seconds
        while True:
            line = self._child.receive(deadline)
            try:
                message = parse_message(line)
            except MessageError as error:
                raise _wrong(f"wrote {line[:80].decode(errors='replace')!r} to standard output: {error}") from None
            if not isinstance(message, Info):
                return message


def _wrong(sentence: str) -> BotFault:
    return BotFault("crash", sentence)


Check = Callable[[Dialogue], str]
CHECKS: tuple[tuple[str, Check], ...] = (
    ("handshake", Dialogue.handshake),
    ("ping", Dialogue.ping),
    ("unknown message", Dialogue.unknown_message),
    ("set", Dialogue.set_options),
    ("new game", Dialogue.new_game),
    ("one answer", Dialogue.one_answer),
    ("stop", Dialogue.stop),
    ("late stop", Dialogue.late_stop),
    ("missed events", Dialogue.missed_events),
    ("quit", Dialogue.quit),
)
