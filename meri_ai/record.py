"""Records of deals, one JSON object a line (docs/records.md): reading, writing, and making one of a state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meri_ai._core.errors import RecordError

if TYPE_CHECKING:
    from meri_ai._core.action import Action
    from meri_ai._core.game import State

FORMAT = "meri-ai/1"

_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)

# A record is the JSON object itself, keys that we do not know included.
Record = dict[str, Any]


def record_of(state: State, *, legal: bool = False) -> Record:
    """The record of a state as it is: of a finished deal with its result, of any other a position.

    legal: true adds to every step the list of what was legal.
    """
    return _record(state, _steps(state, legal))


def record_line(state: State, more: Record) -> str:
    """The record of a state with more keys as `dump_record` writes it, which costs a run less than the two apart."""
    # no text in the record can look like this: its quotes would be escaped
    line = dump_record(_record(state, []) | more)
    return line.replace('"steps":[]', f'"steps":[{",".join(map(_step_line, state.history))}]', 1)


def _record(state: State, steps: list[dict[str, Any]]) -> Record:
    record: Record = {
        "format": FORMAT,
        "game": state.game.name,
        "rules": state.game.rules.preset,
        "options": state.game.rules.options,
        **state.head(),
        "dealer": state.dealer,
        "deal": state.deal_to_json(),
        "steps": steps,
    }
    if state.is_terminal():
        record["result"] = state.result()
    return record


def _steps(state: State, legal: bool) -> list[dict[str, Any]]:
    steps = [_step(step) for step in state.history]
    if legal:
        before = state.game.state_of_record(_record(state, []))
        for step in steps:
            step["legal"] = [str(action) for action in before.legal_actions()]
            before.apply_action(step["action"])
    return steps


def _step(step: tuple[int, Action]) -> dict[str, Any]:
    seat, action = step
    return {"seat": seat, "action": str(action)}


@lru_cache(maxsize=2**14)
def _step_line(step: tuple[int, Action]) -> str:
    """Remembered: a game has few steps, each in very many records."""
    return dump_record(_step(step))


def dump_record(record: Record) -> str:
    """The record as one line of JSON, without the end of line."""
    return _ENCODER.encode(record)


def write_records(path: str | Path, records: Iterable[Record]) -> None:
    """Writes a file of records anew; RecordError when the place cannot be written."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(dump_record(record) + "\n" for record in records)
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror}") from None


def read_records(path: str | Path) -> Iterator[Record]:
    """The records of a file, each checked by `parse_record`; RecordError names file and line."""
    for number, line in numbered_lines(path):
        try:
            record = parse_record(line)
        except RecordError as error:
            raise RecordError(f"{path}:{number}: {error}") from None
        yield record


def numbered_lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, with their numbers from 1; RecordError when it cannot be read."""
    try:
        with open(path, "rb") as file:
            yield from ((number, line) for number, line in enumerate(file, 1) if line.strip())
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from None


def parse_record(line: bytes | str) -> Record:
    """The record in one line; RecordError when it is no JSON, lacks a key, or a key holds the wrong kind of value."""
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        record = json.loads(text)
    except UnicodeDecodeError:
        raise RecordError("the line is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        cut = "" if text.rstrip().endswith("}") else "; the line seems to be cut off"
        raise RecordError(f"the line is no JSON, from column {error.pos + 1} on: {error.msg}{cut}") from None
    except (ValueError, RecursionError):
        raise RecordError("the line is no JSON that can be read: a number or a nesting is too large") from None
    if not isinstance(record, dict):
        raise RecordError(f"a record is a JSON object, not {_kind(record)}")
    _check_shape(record)
    return record


def _check_shape(record: Record) -> None:
    _check_key(record, "format", str, "a text")
    if record["format"] != FORMAT:
        raise RecordError(f"'format' is {record['format']!r}, and only {FORMAT!r} can be read")
    for key, kind, words in (
        ("game", str, "a text"),
        ("rules", str, "a text"),
        ("dealer", int, "a seat number"),
        ("deal", dict, "an object"),
        ("steps", list, "a list"),
    ):
        _check_key(record, key, kind, words)
    for key, kind, words in (
        ("options", dict, "an object"),
        ("players", int, "a whole number"),
        ("result", dict, "an object"),
        ("perft", list, "a list"),
    ):
        if key in record:
            _check_key(record, key, kind, words)
    if not all(_is(count, int) for count in record.get("perft", [])):
        raise RecordError("'perft' is a list of whole numbers")
    for number, step in enumerate(record["steps"], 1):
        try:
            _check_step(step)
        except RecordError as error:
            raise RecordError(f"step {number}: {error}") from None


def _check_step(step: object) -> None:
    if not isinstance(step, dict):
        raise RecordError(f"a step is an object, not {_kind(step)}")
    _check_key(step, "seat", int, "a seat number")
    _check_key(step, "action", str, "a text")
    if "legal" in step:
        _check_key(step, "legal", list, "a list")
        if not all(isinstance(text, str) for text in step["legal"]):
            raise RecordError("'legal' is a list of texts")


def _check_key(record: dict[str, Any], key: str, kind: type, words: str) -> None:
    if key not in record:
        raise RecordError(f"{key!r} is missing")
    if not _is(record[key], kind):
        raise RecordError(f"{key!r} is {words}, not {_kind(record[key])}")


def _is(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def _kind(value: object) -> str:
    """A JSON value in a few words, for a message."""
    names = {dict: "an object", list: "a list", type(None): "null"}
    return names.get(type(value)) or json.dumps(value)[:40]
