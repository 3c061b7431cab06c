"""The messages of the engine protocol, version 1, and their JSON lines (docs/protocol.md).

Reading is strict about the fields that a message has and blind to those that it does not have: version 1 grows by
optional fields.
"""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from meri_ai._core.errors import MeriAiError
from meri_ai.names import suggestion

PROTOCOL = 1

ErrorCode = Literal[
    "bad_json",
    "bad_message",
    "unknown_message",
    "unknown_game",
    "bad_option",
    "bad_view",
    "not_your_turn",
    "resync",
    "busy",
    "limit",
    "internal",
]


class MessageError(MeriAiError, ValueError):
    """A line that is no message. code: bad_json, bad_message or unknown_message; field: the field at fault, or ""."""

    def __init__(self, code: ErrorCode, message: str, field: str = "") -> None:
        super().__init__(code, message, field)
        self.code: ErrorCode = code
        self.message = message
        self.field = field

    def __str__(self) -> str:
        return self.message


class Part(BaseModel):
    """A JSON object with known fields; others are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class Message(Part):
    """One line on the wire. `type` says which."""

    type: str

    def line(self) -> bytes:
        """The message as one line of JSON, in ASCII, with its line end, holding the fields that were given."""
        fields = {"type": self.type, **self.model_dump(exclude_unset=True)}
        return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


# -- what the client sends


class Hello(Message):
    type: Literal["hello"] = "hello"
    protocol: int = PROTOCOL
    client: str


class Set(Message):
    type: Literal["set"] = "set"
    options: dict[str, Any]


class Ping(Message):
    type: Literal["ping"] = "ping"
    id: str


class NewGame(Message):
    """A deal that the engine plays one seat of. `id` is the game's name ("meri"), `game` the client's name for it.

    players: where the game leaves their number open; scores: by team, or by seat where everybody plays for himself.
    Further fields are what the game has to say before its first event (docs/protocol.md).
    """

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    type: Literal["newgame"] = "newgame"
    game: str
    id: str
    rules: str
    options: dict[str, Any] = Field(default_factory=dict)
    players: int | None = None
    seat: int
    dealer: int
    scores: list[int]


class Events(Message):
    """What the seat saw since the last one; `seq` is the number of events sent before. seq 0 starts over."""

    type: Literal["events"] = "events"
    game: str
    seq: int = Field(ge=0)
    events: list[dict[str, Any]]


class Limit(Part):
    """How long to think: milliseconds for this move, iterations, milliseconds left for the game; all may bind."""

    time_ms: int | None = None
    iterations: int | None = None
    clock_ms: int | None = None


class InfoWanted(Part):
    every_ms: int
    top: int = 1


class Go(Message):
    """Asks for one action: in the running `game`, or for the `view` given. `legal`: all legal actions, as texts."""

    type: Literal["go"] = "go"
    id: str
    game: str | None = None
    view: dict[str, Any] | None = None
    limit: Limit = Field(default_factory=Limit)
    seed: int | None = None
    info: InfoWanted | None = None
    legal: list[str] | None = None


class Stop(Message):
    type: Literal["stop"] = "stop"
    id: str


class Cancel(Message):
    type: Literal["cancel"] = "cancel"
    id: str


class Result(Message):
    """The deal is over; points by team, or by seat where everybody plays for himself."""

    type: Literal["result"] = "result"
    game: str
    points: list[int]


class Quit(Message):
    type: Literal["quit"] = "quit"


# -- what the engine answers


class GameOffer(Part):
    id: str
    rules: list[str]


class OptionOffer(Part):
    """An option that `set` takes. kind: bool, int, float, str or enum."""

    name: str
    kind: Literal["bool", "int", "float", "str", "enum"]
    default: Any = None
    values: list[Any] | None = None
    min: float | None = None
    max: float | None = None


class Engine(Message):
    type: Literal["engine"] = "engine"
    protocol: int
    name: str
    version: str = ""
    games: list[GameOffer] = Field(default_factory=list)
    features: list[str] = Field(default_factory=list)
    options: list[OptionOffer] = Field(default_factory=list)


class Ok(Message):
    """`re` is the type of the message that is answered: set or newgame."""

    type: Literal["ok"] = "ok"
    re: str
    game: str | None = None


class Pong(Message):
    type: Literal["pong"] = "pong"
    id: str


class Choice(Part):
    """One action of an analysis; value and stderr in points for the asking seat's side."""

    action: str
    visits: int | None = None
    value: float | None = None
    stderr: float | None = None
    line: list[str] = Field(default_factory=list)


class Info(Message):
    type: Literal["info"] = "info"
    id: str
    iterations: int | None = None
    time_ms: float | None = None
    top: list[Choice] = Field(default_factory=list)


class Best(Message):
    """The one answer to a `go`; action None only where it was cancelled."""

    type: Literal["best"] = "best"
    id: str
    action: str | None
    iterations: int | None = None
    time_ms: float | None = None
    top: list[Choice] = Field(default_factory=list)
    cancelled: bool = False


class Error(Message):
    """`code` is one of ErrorCode; a client takes any text, so that codes can be added."""

    type: Literal["error"] = "error"
    id: str | None = None
    code: str
    field: str | None = None
    message: str = ""
    fatal: bool = False


MESSAGES: dict[str, type[Message]] = {
    kind.model_fields["type"].default: kind
    for kind in (
        *(Hello, Set, Ping, NewGame, Events, Go, Stop, Cancel, Result, Quit),
        *(Engine, Ok, Pong, Info, Best, Error),
    )
}


def parse_message(line: bytes | str) -> Message:
    """The message on a line. MessageError says in one sentence what is wrong with it."""
    try:
        text = line if isinstance(line, str) else line.decode()
        found = json.loads(text, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise MessageError("bad_json", "this is not UTF-8 text") from None
    except (ValueError, RecursionError):
        raise MessageError("bad_json", "this is not JSON") from None
    if not isinstance(found, dict):
        raise MessageError("bad_message", "a message is a JSON object")
    kind = found.get("type")
    if not isinstance(kind, str):
        raise MessageError("bad_message", "a message has a text as its type", "type")
    if kind not in MESSAGES:
        name = kind[:40]
        raise MessageError("unknown_message", f"there is no message {name!r}{suggestion(name, MESSAGES)}", "type")
    try:
        return MESSAGES[kind].model_validate(found)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        field = _path(first["loc"])
        raise MessageError("bad_message", f"{kind}.{field}: {first['msg'].lower()}", field) from None


def _path(places: tuple[int | str, ...]) -> str:
    """("events", 4, "action") as events[4].action."""
    return "".join(f"[{place}]" if isinstance(place, int) else f".{place}" for place in places).lstrip(".")


def _no_number(text: str) -> None:
    raise ValueError(text)
