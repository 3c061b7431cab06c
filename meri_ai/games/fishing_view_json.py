"""Reading a view that was written as JSON: every field is checked, and the whole against the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meri_ai._core.errors import CardError, DealError, IllegalActionError, RulesError, ViewError
from meri_ai._core.games.fishing_view import FishingView
from meri_ai.games.fishing_deal import SIZES
from meri_ai.games.fishing_rules import PRESET, make_rules
from meri_ai.games.fishing_world import deal_of

if TYPE_CHECKING:
    from meri_ai.games.fishing import Fishing


def view_from_json(game: Fishing, data: object) -> FishingView:
    """The inverse of FishingView.to_json for this game.

    Raises ViewError with the field at fault; a view that no deal and no legal play explains is one too.
    """
    if not isinstance(data, dict):
        raise ViewError(f"a view is an object, not {data!r}")
    if data.get("game", game.name) != game.name:
        raise ViewError(f"game: this is a view of {data['game']!r}, not of {game.name!r}")
    check_rules(game, data)
    seat, dealer = (seat_of(game, data, key, key) for key in ("seat", "dealer"))
    scores = data.get("scores", [0] * game.seats)
    if not isinstance(scores, list) or len(scores) != game.seats or not all(map(is_score, scores)):
        raise ViewError(f"scores: {game.seats} whole numbers are wanted, not {scores!r}")
    my_turn = data.get("my_turn", False)
    if not isinstance(my_turn, bool):
        raise ViewError(f"my_turn: true or false is wanted, not {my_turn!r}")
    events = data.get("events")
    if not isinstance(events, list) or not events:
        raise ViewError(f"events: a list of events that begins with the deal is wanted, not {events!r}")
    for number, event in enumerate(events):
        check_event(game, event, number)
    check_cards(seat, events)
    view = replayed(game, seat, dealer, scores, events)
    if view.my_turn != my_turn:
        raise ViewError(f"my_turn: by the events it is {'' if view.my_turn else 'not '}seat {seat}'s turn")
    return view


def check_rules(game: Fishing, data: dict[str, Any]) -> None:
    """ViewError when the view names other rules than the game's, or another number of players."""
    preset, options = data.get("rules", PRESET), data.get("options", game.rules.options)
    if not isinstance(preset, str) or not isinstance(options, dict):
        raise ViewError(f"rules, options: a preset and an object are wanted, not {preset!r} and {options!r}")
    try:
        rules = make_rules(game.name, preset, **options)
    except (RulesError, TypeError) as error:
        raise ViewError(f"rules: {error}") from None
    if rules != game.rules:
        raise ViewError(
            f"rules: this is a view with {options or 'no options'}, not with {game.rules.options or 'no options'}"
        )
    players = data.get("players", game.seats)
    if type(players) is not int or players != game.seats:
        raise ViewError(f"players: this is a game of {game.seats}, not of {players!r}")


def is_score(score: object) -> bool:
    return type(score) is int and abs(score) < 10**9


def seat_of(game: Fishing, data: dict[str, Any], key: str, where: str) -> int:
    seat = data.get(key)
    if type(seat) is not int or not 0 <= seat < game.seats:
        raise ViewError(f"{where}: a seat from 0 to {game.seats - 1} is wanted, not {seat!r}")
    return seat


def check_event(game: Fishing, event: object, number: int) -> None:
    """ViewError when the event is none that a view of this game may have at this place of its list."""
    where = f"events[{number}]"
    kind = event.get("type") if isinstance(event, dict) else None
    checks: dict[str, Callable[[Fishing, dict[str, Any], str], None]] = {
        "deal": check_deal,
        "action": check_action,
        "flip": check_flip,
        "settle": check_settle,
    }
    if not isinstance(event, dict) or not isinstance(kind, str) or kind not in checks:
        raise ViewError(f"{where}.type: one of {', '.join(checks)} is wanted, not {kind!r}")
    if (kind == "deal") != (number == 0):
        raise ViewError(f"{where}.type: the events begin with the deal, and it comes once")
    checks[kind](game, event, where)


def check_deal(game: Fishing, event: dict[str, Any], where: str) -> None:
    hand_cards, field_cards, _ = SIZES[game.seats]
    check_list(game, event.get("hand"), f"{where}.hand", hand_cards)
    check_list(game, event.get("field"), f"{where}.field", field_cards)
    if month := game.deck.whole_month(game.deck.numbers(event["field"])):
        raise ViewError(f"{where}.field: a misdeal, all four cards of {month}")


def check_list(game: Fishing, cards: object, where: str, size: int) -> None:
    if not isinstance(cards, list) or len(cards) != size:
        raise ViewError(f"{where}: {size} cards are wanted, not {cards!r}")
    for card in cards:
        check_card(game, card, where)


def check_card(game: Fishing, card: object, where: str) -> None:
    try:
        game.deck.number(card if isinstance(card, str) else repr(card))
    except CardError:
        raise ViewError(f"{where}: {card!r} is no card; {game.deck.example.partition(',')[0]}") from None


def check_action(game: Fishing, event: dict[str, Any], where: str) -> None:
    seat_of(game, event, "seat", f"{where}.seat")
    action = event.get("action")
    if not isinstance(action, str) or action not in game.by_text:
        raise ViewError(f"{where}.action: {action!r} is no action; it is 'play' or 'take' and a card")


def check_flip(game: Fishing, event: dict[str, Any], where: str) -> None:
    check_card(game, event.get("card"), f"{where}.card")


def check_settle(game: Fishing, event: dict[str, Any], where: str) -> None:
    points = event.get("points")
    if not isinstance(points, list) or len(points) != game.seats or not all(map(is_score, points)):
        raise ViewError(f"{where}.points: {game.seats} whole numbers are wanted, not {points!r}")


def check_cards(seat: int, events: list[dict[str, Any]]) -> None:
    """ViewError when a card comes to light twice, or another seat plays one of the own hand."""
    own = set(events[0]["hand"])
    seen: dict[str, str] = {}
    shown = [("events[0].hand", card) for card in events[0]["hand"]]
    shown += [("events[0].field", card) for card in events[0]["field"]]
    for number, event in enumerate(events):
        if event["type"] == "flip":
            shown.append((f"events[{number}].card", event["card"]))
        elif event["type"] == "action" and event["action"].startswith("play "):
            card = event["action"][5:]
            if event["seat"] != seat:
                shown.append((f"events[{number}].action", card))
            elif card not in own:
                raise ViewError(f"events[{number}].action: {card} is not in our own hand")
    for where, card in shown:
        if card in own and where != "events[0].hand":
            raise ViewError(f"{where}: {card} is in our own hand")
        if card in seen:
            raise ViewError(f"{where}: {card} was seen before, in {seen[card]}")
        seen[card] = where


def replayed(game: Fishing, seat: int, dealer: int, scores: list[int], events: list[dict[str, Any]]) -> FishingView:
    """The view to which these events lead; ViewError names the first that does not follow from those before it."""
    turns = SIZES[game.seats][2]
    plays = sum(event["type"] == "action" and event["action"].startswith("play ") for event in events)
    flips = sum(event["type"] == "flip" for event in events)
    if plays > turns or flips > turns:
        raise ViewError(f"events: a round has {turns} plays and as many flips, not {plays} and {flips}")
    try:
        state = game.new_state(deal_of(game, seat, events, seed=0), dealer, scores)
    except DealError as error:
        raise ViewError(f"events: no deal explains these events: {error}") from None
    refusal = "it is one too many"
    for event in events:
        if event["type"] == "action":
            try:
                state.apply_action(event["action"])
            except IllegalActionError as error:
                refusal = str(error)
                break
    view = state.view(seat)
    expected = view.events
    for number, (ours, theirs) in enumerate(zip(expected, events, strict=False)):
        if ours != theirs:
            raise ViewError(f"events[{number}]: no deal explains this event; expected {ours}")
    if len(expected) > len(events):
        raise ViewError(f"events[{len(events)}]: no deal explains these events: expected {expected[len(events)]}")
    if len(expected) < len(events):
        where = f"events[{len(expected)}]" + (".action" if events[len(expected)]["type"] == "action" else "")
        raise ViewError(f"{where}: no deal explains this event: {refusal}")
    return view
