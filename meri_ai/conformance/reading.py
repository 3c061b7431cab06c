"""What must be refused when it is read: deals and views that make no sense."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from meri_ai._core.errors import DealError, ViewError
from meri_ai.conformance.play import ConformanceError, positions, require, starts
from meri_ai.record import record_of

if TYPE_CHECKING:
    from meri_ai._core.game import Game

NO_DATA: tuple[Any, ...] = (None, 7, "text", [], {})


def check_bad_data(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A deal or view that makes no sense is refused with DealError or ViewError."""
    for data in NO_DATA:
        _refused(DealError, f"the deal {data!r}", game.deal_from_json, data)
        _refused(ViewError, f"the view {data!r}", game.view_from_json, data)
    for start in starts(game, deals, seed):
        deal = record_of(start.state)["deal"]
        for wrong, why in _wrong_deals(deal):
            _refused(DealError, f"{start.where}, but {why},", game.deal_from_json, wrong)
        for dealer in (-1, game.seats, None):
            _refused(DealError, f"dealer {dealer!r}", game.new_state, game.deal_from_json(deal), dealer)
    for state, where in positions(game, deals, seed, every=13):
        for wrong, why in _wrong_views(state.view(max(0, state.current_player())).to_json(), game.seats):
            _refused(ViewError, f"{where}: a view where {why}", game.view_from_json, wrong)


def check_altered_views(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A view altered at random is refused with ViewError, or read as exactly what it says."""
    dice = random.Random(seed)
    for state, where in positions(game, deals, seed, every=4):
        told = state.view(dice.randrange(game.seats)).to_json()
        for alter in (_without_one, _with_two_exchanged, _with_another_text, _with_another_number):
            data = copy.deepcopy(told)
            what = f"{where}: a view of seat {told['seat']} {alter(data, dice)}"
            try:
                read = game.view_from_json(data).to_json()
            except ViewError:
                continue
            except Exception as error:
                raise ConformanceError(f"{what} raises {type(error).__name__}, not ViewError") from error
            require(read == data, f"{what} is read as another view")


def _without_one(view: dict[str, Any], dice: random.Random) -> str:
    events = view["events"]
    return f"without {events.pop(dice.randrange(len(events)))}" if events else "as it is"


def _with_two_exchanged(view: dict[str, Any], dice: random.Random) -> str:
    events = view["events"]
    if len(events) < 2:
        return "as it is"
    at = dice.randrange(len(events) - 1)
    events[at], events[at + 1] = events[at + 1], events[at]
    return f"with {events[at + 1]} after {events[at]}"


def _with_another_text(view: dict[str, Any], dice: random.Random) -> str:
    return _with_another(view, dice, str)


def _with_another_number(view: dict[str, Any], dice: random.Random) -> str:
    return _with_another(view, dice, int)


def _with_another(view: dict[str, Any], dice: random.Random, kind: type) -> str:
    """Puts a value of this kind, found somewhere among the events, in the place of another."""
    places = [place for place in _places(view["events"]) if type(place[0][place[1]]) is kind]
    if not places:
        return "as it is"
    holder, key = dice.choice(places)
    other, other_key = dice.choice(places)
    what = f"with {other[other_key]!r} in the place of {holder[key]!r}"
    holder[key] = other[other_key]
    return what


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """(list or dict, index or key) of every value in a JSON value that is no list or dict itself."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, dict | list):
            yield from _places(value)
        else:
            yield data, key


def _wrong_deals(deal: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    twice, fewer, unknown, lacking = (copy.deepcopy(deal) for _ in range(4))
    twice["hands"][0][0] = twice["hands"][1][0]
    fewer["hands"][0].pop()
    unknown["hands"][0][0] = "no card"
    del lacking["hands"]
    return [
        (twice, "with a card twice"),
        (fewer, "with a card missing"),
        (unknown, "with a card that is none"),
        (lacking, "without hands"),
    ]


def _wrong_views(view: dict[str, Any], seats: int) -> list[tuple[dict[str, Any], str]]:
    found = [
        ({**view, "game": "no such game"}, "the game is unknown"),
        ({**view, "rules": "no such rules"}, "the preset is unknown"),
        ({**view, "seat": seats}, "the seat does not exist"),
        ({**view, "dealer": -1}, "the dealer does not exist"),
        ({**view, "my_turn": "yes"}, "my_turn is a text"),
        ({**view, "events": [*view["events"], {"type": "no such event"}]}, "an event is unknown"),
    ]
    if view["events"]:  # there may be none yet
        found += [
            ({**view, "events": [*view["events"], *view["events"][:1]]}, "the first event comes again at the end"),
            ({**view, "events": view["events"][1:]}, "the first event is missing"),
        ]
    return [*found, *(({k: v for k, v in view.items() if k != key}, f"{key} is missing") for key in ("seat", "events"))]


def _refused(error: type[Exception], what: str, read: Callable[..., Any], *arguments: Any) -> None:
    try:
        read(*arguments)
    except error:
        return
    except Exception as other:
        raise ConformanceError(f"{what} raises {type(other).__name__}, not {error.__name__}") from other
    raise ConformanceError(f"{what} is not refused")
