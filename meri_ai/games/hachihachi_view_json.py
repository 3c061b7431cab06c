"""Reading a view of Hachihachi that was written as JSON: every field is checked, and the whole against the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meri_ai._core.errors import CardError, RulesError, ViewError
from meri_ai._core.games.hachihachi_seer import Seer
from meri_ai._core.games.hachihachi_view import HachihachiView
from meri_ai.games.hachihachi_deal import FIELD_CARDS, HAND_CARDS
from meri_ai.games.hachihachi_rules import make_rules
from meri_ai.games.hachihachi_world import is_settled_so
from meri_ai.games.hanafuda import HANAFUDA

if TYPE_CHECKING:
    from meri_ai.games.hachihachi import Hachihachi

PLACES = 3  # who play
CATEGORIES = ("", "aka", "tan-ichi", "toichi", "pikaichi", "karasu")
Event = dict[str, Any]


def view_from_json(game: Hachihachi, data: object) -> HachihachiView:
    """The inverse of HachihachiView.to_json for this game.

    Raises ViewError with the field at fault; a view that no deal and no legal play explains is one too.
    """
    if not isinstance(data, dict):
        raise ViewError(f"a view is an object, not {data!r}")
    if data.get("game", game.name) != game.name:
        raise ViewError(f"game: this is a view of {data['game']!r}, not of {game.name!r}")
    check_rules(game, data)
    seat, dealer = (seat_of(game, data, key, key) for key in ("seat", "dealer"))
    scores = data.get("scores", [game.rules.start] * game.seats)
    if not isinstance(scores, list) or len(scores) != game.seats or not all(map(is_mon, scores)):
        raise ViewError(f"scores: {game.seats} whole numbers are wanted, not {scores!r}")
    carried = data.get("carried", [])
    whole = isinstance(carried, list) and len(carried) <= 200
    if not whole or not all(type(m) is int and m in (2, 4) for m in carried):
        raise ViewError(f"carried: a list of multipliers is wanted, each 2 or 4, not {carried!r}")
    month = data.get("month", 1)
    if type(month) is not int or not 1 <= month <= game.rules.months:
        raise ViewError(f"month: one of the year's is wanted, from 1 to {game.rules.months}, not {month!r}")
    my_turn = data.get("my_turn", False)
    if not isinstance(my_turn, bool):
        raise ViewError(f"my_turn: true or false is wanted, not {my_turn!r}")
    events = data.get("events")
    if not isinstance(events, list):
        raise ViewError(f"events: a list of events is wanted, not {events!r}")
    if not events and (game.seats == PLACES or not game.rules.mizuten):
        raise ViewError("events: the deal is missing, before which there is no choice of mizuten here")
    for number, event in enumerate(events):
        check_event(game, event, f"events[{number}]")
    view = seen(game, seat, dealer, (scores, carried, month), events)
    compare(view, events)
    check_ledger(game, view, events)
    if view.my_turn != my_turn:
        raise ViewError(f"my_turn: by the events it is {'' if view.my_turn else 'not '}seat {seat}'s turn")
    return view


def check_rules(game: Hachihachi, data: dict[str, Any]) -> None:
    """ViewError when the view names other rules than the game's, or another number of players."""
    preset, options = data.get("rules", game.rules.preset), data.get("options", game.rules.options)
    if not isinstance(preset, str) or not isinstance(options, dict):
        raise ViewError(f"rules, options: a preset and an object are wanted, not {preset!r} and {options!r}")
    try:
        rules = make_rules(preset, **options)
    except (RulesError, TypeError) as error:
        raise ViewError(f"rules: {error}") from None
    if rules != game.rules:
        raise ViewError(
            f"rules: this is a view under {preset} with {options or 'no options'}, not under"
            f" {game.rules.preset} with {game.rules.options or 'no options'}"
        )
    players = data.get("players", game.seats)
    if type(players) is not int or players != game.seats:
        raise ViewError(f"players: this is a game of {game.seats}, not of {players!r}")


def is_mon(value: object) -> bool:
    return type(value) is int and abs(value) < 10**9


def seat_of(game: Hachihachi, data: dict[str, Any], key: str, where: str) -> int:
    seat = data.get(key)
    if type(seat) is not int or not 0 <= seat < game.seats:
        raise ViewError(f"{where}: a seat from 0 to {game.seats - 1} is wanted, not {seat!r}")
    return seat


def check_event(game: Hachihachi, event: object, where: str) -> None:
    """ViewError when the event is none that a view of Hachihachi can have."""
    kind = event.get("type") if isinstance(event, dict) else None
    checks: dict[str, Callable[[Hachihachi, Event, str], None]] = {
        "deal": check_deal,
        "action": check_action,
        "month": check_month,
        "shown": check_shown,
        "flip": check_flip,
        "settle": check_settle,
    }
    if not isinstance(event, dict) or not isinstance(kind, str) or kind not in checks:
        raise ViewError(f"{where}.type: one of {', '.join(checks)} is wanted, not {kind!r}")
    checks[kind](game, event, where)


def check_deal(game: Hachihachi, event: Event, where: str) -> None:
    if "blank" in event:
        seat_of(game, event, "blank", f"{where}.blank")
    if ("blank" in event) != (game.seats == HAND_CARDS):
        raise ViewError(f"{where}.blank: with seven players, and only then, a seat holds the blank")
    hand = numbers_of(event.get("hand"), f"{where}.hand")
    field = numbers_of(event.get("field"), f"{where}.field", FIELD_CARDS)
    if len(hand) not in (0, HAND_CARDS):
        raise ViewError(f"{where}.hand: {HAND_CARDS} cards are wanted, not {len(hand)}")
    if both := set(hand) & set(field):
        raise ViewError(f"{where}.field: {HANAFUDA.texts[min(both)]} is in our own hand")
    if month := HANAFUDA.whole_month(field):
        raise ViewError(f"{where}.field: a misdeal, all four cards of {month}")


def numbers_of(cards: object, where: str, size: int | None = None) -> list[int]:
    """The numbers of cards given by text, none twice."""
    if not isinstance(cards, list) or (size is not None and len(cards) != size):
        raise ViewError(f"{where}: a list of {'' if size is None else f'{size} '}cards is wanted, not {cards!r}")
    numbers = [number_of(card, where) for card in cards]
    if len(set(numbers)) < len(numbers):
        raise ViewError(f"{where}: a card comes twice in {', '.join(cards)}")
    return numbers


def number_of(card: object, where: str) -> int:
    try:
        return HANAFUDA.number(card if isinstance(card, str) else repr(card))
    except CardError:
        raise ViewError(f"{where}: {card!r} is no card; {HANAFUDA.example.partition(',')[0]}") from None


def check_action(game: Hachihachi, event: Event, where: str) -> None:
    seat_of(game, event, "seat", f"{where}.seat")
    action = event.get("action")
    if not isinstance(action, str) or action not in game.by_text:
        raise ViewError(f"{where}.action: {action!r} is no action of hachihachi")


def check_month(game: Hachihachi, event: Event, where: str) -> None:
    """What it says is compared when the events have been played."""


def check_shown(game: Hachihachi, event: Event, where: str) -> None:
    seat_of(game, event, "seat", f"{where}.seat")
    numbers_of(event.get("cards"), f"{where}.cards")
    yaku = event.get("yaku")
    if not isinstance(yaku, list) or not all(isinstance(name, str) for name in yaku):
        raise ViewError(f"{where}.yaku: a list of names is wanted, not {yaku!r}")
    if "fee" in event and not is_mon(event["fee"]):
        raise ViewError(f"{where}.fee: a whole number is wanted, not {event['fee']!r}")


def check_flip(game: Hachihachi, event: Event, where: str) -> None:
    number_of(event.get("card"), f"{where}.card")


def check_settle(game: Hachihachi, event: Event, where: str) -> None:
    rows = event.get("ledger")
    if not isinstance(rows, list) or not rows:
        raise ViewError(f"{where}.ledger: a list of payments is wanted, not {rows!r}")
    sides: tuple[object, ...] = (*range(game.seats), "pot")
    for number, row in enumerate(rows):
        sound = isinstance(row, dict) and row.get("from") in sides and row.get("to") in sides
        if not sound or not is_mon(row.get("mon")) or not isinstance(row.get("for"), str):
            raise ViewError(f"{where}.ledger[{number}]: from, to, mon and for are wanted, not {row!r}")


def seen(
    game: Hachihachi, seat: int, dealer: int, year: tuple[list[int], list[int], int], events: list[Event]
) -> HachihachiView:
    """The view to which these events lead; ViewError names the first that cannot follow from those before it.

    year: scores, carried and month.
    """
    flips = [number_of(event["card"], "") for event in events if event["type"] == "flip"]
    shown = {event["seat"]: shown_of(event) for event in events if event["type"] == "shown"}
    seer = Seer(game, seat, dealer, *year, flips, shown)
    ledger: list[tuple[Any, ...]] = []
    known: set[int] = set()  # in the own hand, on the field as dealt, or shown
    word = None
    number = 0
    try:
        for number, event in enumerate(events):
            if event["type"] == "deal":
                if number != (word is not None):
                    raise ViewError("the cards are dealt once, first or after the dealer's mizuten or look")
                hand = numbers_of(event["hand"], "")
                field = numbers_of(event["field"], "")
                blank = event.get("blank")
                if (blank == seat) == bool(hand):
                    raise ViewError("the blank's holder, and nobody else, has no hand of his own")
                seer.deal(hand, field, blank, word)
                known = {*hand, *field}
            elif event["type"] == "shown" and event["seat"] != seat:
                cards = set(numbers_of(event["cards"], ""))
                if both := cards & known:
                    raise ViewError(f"{HANAFUDA.texts[min(both)]} is known to be elsewhere")
                known |= cards
            elif event["type"] == "action":
                code = game.by_text[event["action"]].id
                if number == 0:
                    if event["action"] not in ("mizuten", "look") or event["seat"] != dealer:
                        raise ViewError("the events begin with the deal, or with the dealer's mizuten or look")
                    word = code
                else:
                    seer.act(event["seat"], code)
            elif event["type"] == "settle":
                ledger = [(row["from"], row["to"], row["mon"], row["for"], "hatto" in row) for row in event["ledger"]]
        number = len(events)
        return seer.view(ledger)
    except ViewError as error:
        where = f"events[{number}]" if number < len(events) else "events"
        raise ViewError(f"{where}: {error}") from None


def shown_of(event: Event) -> tuple[list[int], int, int]:
    """Cards, number of the category yaku and fee of an event."""
    category = next((CATEGORIES.index(name) for name in event["yaku"] if name in CATEGORIES[1:]), 0)
    return numbers_of(event["cards"], ""), category, event.get("fee", 0)


def compare(view: HachihachiView, events: list[Event]) -> None:
    """ViewError with the first event that is not what the rules make of those before it."""
    expected = view.events
    for number, (ours, theirs) in enumerate(zip(expected, events, strict=False)):
        if ours != theirs:
            raise ViewError(f"events[{number}]: no deal explains this event; expected {ours}")
    if len(expected) != len(events):
        more = f"expected {expected[len(events)]}" if len(expected) > len(events) else "it is one too many"
        raise ViewError(f"events[{min(len(events), len(expected))}]: no deal explains these events: {more}")


def check_ledger(game: Hachihachi, view: HachihachiView, events: list[Event]) -> None:
    """ViewError unless the month is settled when it is over, and so as by a deal that gives the view."""
    settled = bool(events) and events[-1]["type"] == "settle"
    if settled != view.over:
        raise ViewError(f"events: the month is {'not over' if settled else 'over, but its settle event is missing'}")
    if settled and not is_settled_so(game, view, events[-1]["ledger"]):
        raise ViewError(f"events[{len(events) - 1}].ledger: no deal settles so after these events")
