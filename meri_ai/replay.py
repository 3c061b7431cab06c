"""Checks records against the rules: every step, every legal list, the result, and perft counts (docs/records.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from meri_ai._core.errors import DealError, IllegalActionError, RecordError
from meri_ai._core.game import perft
from meri_ai.games.catalogue import game_info
from meri_ai.games.load import game_of
from meri_ai.record import Record

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State


class Difference(NamedTuple):
    """Where a record and the rules part: the step (from 1), in what, what the rules say, and what the record says."""

    step: int
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"step {self.step}: {self.what}: expected {self.expected}, found {self.found}"


def start(record: Record) -> State:
    """The state before the first step; RulesError, DealError or RecordError when the record has no such thing."""
    return game_of_record(record).state_of_record(record)


def game_of_record(record: Record) -> Game:
    """The game that a record names; RulesError when there is none.

    A record that does not tell the number of players has as many as hands, where the game leaves it open.
    """
    options = record.get("options", {})
    if own := {"rules", "players"} & options.keys():
        raise RecordError(f"{own.pop()!r} stands in a record itself, not in its 'options'")
    players, hands = record.get("players"), record["deal"].get("hands")
    if players is None and isinstance(hands, list) and len(game_info(record["game"]).players) > 1:
        players = len(hands)
    return game_of(record["game"], record["rules"], options, players)


def replay(record: Record) -> list[Difference]:
    """All differences between a record and the rules, up to a step that cannot be played; none when they agree."""
    return play_steps(record)[1]


def play_steps(record: Record) -> tuple[State, list[Difference]]:
    """The state where the record's steps lead, and the differences on the way, the result's included."""
    state = start(record)
    differences: list[Difference] = []
    for number, step in enumerate(record["steps"], 1):
        differences += (Difference(number, *rest) for rest in _step_differences(state, step))
        try:
            state.apply_action(step["action"])
        except IllegalActionError as error:
            legal = "no further step" if state.is_terminal() else f"one of: {', '.join(error.legal)}"
            differences.append(Difference(number, "action", legal, f"{step['action']} ({error.reason})"))
            return state, differences
        except DealError as error:
            differences.append(Difference(number, "action", "a deal that goes on", f"{step['action']} ({error})"))
            return state, differences
    if "result" in record:
        last = len(record["steps"])
        differences += (Difference(last, *rest) for rest in _result_differences(state, record["result"]))
    return state, differences


def perft_differences(state: State, record: Record, depth: int | None = None) -> list[Difference]:
    """The record's perft counts, down to `depth` where it is given, that are not those of its position."""
    last = len(record["steps"])
    return [
        Difference(last, f"perft at depth {level}", str(count), str(given))
        for level, given in enumerate(record["perft"][:depth], 1)
        if (count := perft(state, level)) != given
    ]


def _step_differences(state: State, step: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    if state.is_terminal():
        return
    if step["seat"] != state.current_player():
        yield "seat", str(state.current_player()), str(step["seat"])
    if "legal" in step:
        legal = [str(action) for action in state.legal_actions()]
        if set(legal) != set(step["legal"]):
            yield "legal", ", ".join(legal), ", ".join(step["legal"]) or "nothing"


def _result_differences(state: State, given: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    if not state.is_terminal():
        yield "result", "none, since the deal is not over", "one"
        return
    result = state.result()
    for key, value in given.items():
        if key not in result:
            yield f"result.{key}", f"one of the keys {', '.join(result)}", key
        else:
            expected, found = result[key], value
            if key in state.result_sets:
                expected, found = _sorted_cards(expected), _sorted_cards(found)
            yield from _value_differences(f"result.{key}", expected, found)


def _sorted_cards(value: Any) -> Any:
    """A JSON value with every list of texts in it sorted."""
    if not isinstance(value, list):
        return value
    items = [_sorted_cards(item) for item in value]
    return sorted(items) if all(isinstance(item, str) for item in items) else items


def _value_differences(where: str, expected: Any, found: Any) -> Iterator[tuple[str, str, str]]:
    """The innermost places where two JSON values differ; true is not 1."""
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for place, (mine, theirs) in enumerate(zip(expected, found, strict=True)):
            yield from _value_differences(f"{where}[{place}]", mine, theirs)
    elif isinstance(expected, dict) and isinstance(found, dict) and expected.keys() == found.keys():
        for key in expected:
            yield from _value_differences(f"{where}.{key}", expected[key], found[key])
    elif expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield where, repr(expected), repr(found)
