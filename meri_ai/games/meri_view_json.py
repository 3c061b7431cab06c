"""Reading a view that was written as JSON: every field is checked, and the whole against the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meri_ai._core.errors import CardError, DealError, IllegalActionError, MeriAiError, RulesError, ViewError
from meri_ai._core.games.meri_view import MeriView
from meri_ai.games.meri_cards import CARD_TEXTS, card_number
from meri_ai.games.meri_deal import HAND_CARDS, SEATS
from meri_ai.games.meri_rules import make_rules
from meri_ai.games.meri_world import sample_world

if TYPE_CHECKING:
    from meri_ai.games.meri import Meri

PACKET = 3
PLAYS = 72
REDEAL, DECLARE, OKIE, DISCARD, PLAY = range(1, 6)  # MeriSight.asked: one more than the stage


def view_from_json(game: Meri, data: object) -> MeriView:
    """The inverse of MeriView.to_json for this game.

    Raises ViewError with the field at fault; a view that no deal and no legal play explains is one too.
    """
    if not isinstance(data, dict):
        raise ViewError(f"a view is an object, not {data!r}")
    if data.get("game", "meri") != "meri":
        raise ViewError(f"game: this is a view of {data['game']!r}, not of 'meri'")
    check_rules(game, data)
    my_turn = data.get("my_turn", False)
    if not isinstance(my_turn, bool):
        raise ViewError(f"my_turn: true or false is wanted, not {my_turn!r}")
    facts = Facts(seat_of(data, "seat"), seat_of(data, "dealer"), game)
    events = data.get("events")
    if not isinstance(events, list):
        raise ViewError(f"events: a list of events is missing, found {events!r}")
    for number, event in enumerate(events):
        facts.read(event, f"events[{number}]")
    scores = data.get("scores", [0, 0])
    whole = isinstance(scores, list) and all(type(score) is int and abs(score) < 10**9 for score in scores)
    if not isinstance(scores, list) or len(scores) != 2 or not whole:
        raise ViewError(f"scores: two whole numbers are wanted, not {scores!r}")
    view = facts.view(scores, my_turn)
    wrong = view.wrong_winner()
    if wrong is not None:
        tricks = [number for number, event in enumerate(events) if event["type"] == "trick"]
        raise ViewError(f"events[{tricks[wrong[0]]}].winner: by the rules seat {wrong[1]} won this trick")
    if my_turn:
        facts.check_turn()
    check(game, view, events)
    return view


def check_rules(game: Meri, data: dict[str, Any]) -> None:
    """ViewError when the view names other rules than the game's."""
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


def check(game: Meri, view: MeriView, events: list[Any]) -> None:
    """ViewError unless some deal, played by the rules, gives this seat exactly this view."""
    try:
        world = sample_world(game, view, seed=0)
    except (MeriAiError, LookupError, StopIteration, ValueError, TypeError) as error:
        why = str(error) if isinstance(error, (IllegalActionError, DealError, ViewError)) else "they do not add up"
        raise ViewError(f"no deal explains these events: {why}") from None
    seen = world.view(view.seat)
    if seen != view or seen.events != events:
        told = zip(events, seen.events, strict=False)
        at = next((number for number, (ours, theirs) in enumerate(told) if ours != theirs), None)
        where = f"events[{at}]: " if at is not None else ""
        missing = "events are missing or it is not this seat's turn"
        expected = f"expected {seen.events[at]}" if at is not None else missing
        raise ViewError(f"{where}no deal explains this view: {expected}")


def seat_of(data: dict[str, Any], key: str) -> int:
    seat = data.get(key)
    if type(seat) is not int or not 0 <= seat < SEATS:
        raise ViewError(f"{key}: a seat from 0 to {SEATS - 1} is wanted, not {seat!r}")
    return seat


class Facts:
    """The fields of a view, filled event by event."""

    def __init__(self, seat: int, dealer: int, game: Meri) -> None:
        self.seat, self.dealer, self.game = seat, dealer, game
        self.packets: list[tuple[str, ...]] = []
        self.hand: set[int] = set()
        self.okie: int | None = None
        self.opener: int | None = None
        self.redeals = self.okie_fate = 0
        self.declared = self.hid = self.discarded = self.over = False
        self.discard: int | None = None
        self.stack: list[int] = []
        self.plays: list[int | None] = []
        self.winners: list[int] = []
        self.points = [0, 0]

    def read(self, event: object, where: str) -> None:
        kind = event.get("type") if isinstance(event, dict) else None
        readers = {
            "deal": self.read_deal,
            "action": self.read_action,
            "stack": self.read_stack,
            "trick": self.read_trick,
            "settle": self.read_settle,
        }
        if not isinstance(event, dict) or not isinstance(kind, str) or kind not in readers:
            raise ViewError(f"{where}.type: one of {', '.join(readers)} is wanted, not {kind!r}")
        readers[kind](event, where)

    def cards(self, event: dict[str, Any], key: str, where: str, sizes: tuple[int, ...]) -> list[int]:
        texts = event.get(key)
        if not isinstance(texts, list) or len(texts) not in sizes:
            raise ViewError(f"{where}.{key}: {' or '.join(map(str, sizes))} cards are wanted, not {texts!r}")
        numbers = [self.card(text, f"{where}.{key}") for text in texts]
        if len(set(numbers)) < len(numbers):
            raise ViewError(f"{where}.{key}: a card comes twice in {' '.join(texts)}")
        return numbers

    def card(self, text: object, where: str) -> int:
        try:
            return card_number(text if isinstance(text, str) else "")
        except CardError:
            raise ViewError(f"{where}: {text!r} is no card") from None

    def read_deal(self, event: dict[str, Any], where: str) -> None:
        sizes = (HAND_CARDS,) if "okie" in event else (PACKET,)
        hand = self.cards(event, "hand", where, sizes)
        self.hand = set(hand)
        if "okie" not in event:
            self.packets.append(tuple(event["hand"]))
            return
        self.okie = self.card(event["okie"], f"{where}.okie")
        if self.okie in self.hand:
            raise ViewError(f"{where}.okie: {event['okie']} is in our own hand")

    def read_action(self, event: dict[str, Any], where: str) -> None:
        seat = event.get("seat")
        if type(seat) is not int or not 0 <= seat < SEATS:
            raise ViewError(f"{where}.seat: a seat from 0 to {SEATS - 1} is wanted, not {seat!r}")
        action = event.get("action")
        word, _, text = action.partition(" ") if isinstance(action, str) else ("", "", "")
        if word == "play" and text:
            self.read_play(seat, text, f"{where}.action")
        elif word == "discard" and text:
            self.read_discard(seat, text, f"{where}.action")
        elif action == "redeal":
            self.redeals += 1
            self.hand = set()
        elif action == "declare":
            self.declared, self.opener = True, seat
        elif action == "hide":
            self.hid = True
        elif action in ("take", "leave"):
            self.opener = seat
            self.okie_fate = 1 if action == "take" else 2
            if action == "take" and seat == self.seat and self.okie is not None:
                self.hand.add(self.okie)
        elif action != "accept":
            raise ViewError(f"{where}.action: {action!r} is no action")

    def own(self, card: int, where: str) -> None:
        if card not in self.hand:
            raise ViewError(f"{where}: {CARD_TEXTS[card]} is not in our own hand")
        self.hand.remove(card)

    def read_play(self, seat: int, text: str, where: str) -> None:
        if len(self.plays) >= PLAYS:
            raise ViewError(f"{where}: all {PLAYS} cards are played already")
        if self.okie_fate == 0:
            raise ViewError(f"{where}: nobody has taken or left the okie before this play")
        if len(self.plays) == SEATS * (len(self.winners) + 1):
            raise ViewError(f"{where}: the trick before this play has no event")
        card = None if text == "?" and seat != self.seat else self.card(text, where)
        if card is not None and card in self.plays:
            raise ViewError(f"{where}: {text} was played before")
        if seat == self.seat and card is not None:
            self.own(card, where)
        elif card is not None and card in self.hand:
            raise ViewError(f"{where}: {text} is in our own hand")
        self.plays.append(card)

    def read_discard(self, seat: int, text: str, where: str) -> None:
        if self.okie_fate != 1:
            raise ViewError(f"{where}: nobody has taken the okie before this discard")
        self.discarded, self.opener = True, seat
        if text != "?":
            self.discard = self.card(text, where)
            self.own(self.discard, where)

    def read_stack(self, event: dict[str, Any], where: str) -> None:
        if self.game.rules.stack == "hidden" or len(self.plays) != 1:
            raise ViewError(f"{where}: no stack is shown here")
        self.stack = self.cards(event, "cards", where, (3,))
        if self.discarded:
            self.discard = self.stack[0]

    def read_trick(self, event: dict[str, Any], where: str) -> None:
        cards = self.cards(event, "cards", where, (SEATS,))
        winner = event.get("winner")
        if type(winner) is not int or not 0 <= winner < SEATS:
            raise ViewError(f"{where}.winner: a seat from 0 to {SEATS - 1} is wanted, not {winner!r}")
        first = SEATS * len(self.winners)
        if len(self.plays) not in (first, first + SEATS) or first >= PLAYS:
            raise ViewError(f"{where}: the trick is not complete")
        shown = self.plays[first:]
        for card, before in zip(cards, shown, strict=False):
            if before is not None and before != card:
                raise ViewError(f"{where}.cards: {CARD_TEXTS[card]} is not what was played, {CARD_TEXTS[before]} was")
        self.plays[first:] = cards
        self.hand.difference_update(cards)  # the last trick of `simultaneous` is played without a step
        self.winners.append(winner)

    def read_settle(self, event: dict[str, Any], where: str) -> None:
        if len(self.plays) < PLAYS:
            raise ViewError(f"{where}: the deal is not over")
        points = event.get("points")
        whole = isinstance(points, list) and all(type(each) is int and abs(each) < 1000 for each in points)
        if not isinstance(points, list) or len(points) != 2 or not whole:
            raise ViewError(f"{where}.points: two whole numbers are wanted, not {points!r}")
        self.points = points
        self.over = True

    def asked(self) -> int:
        """The step that this seat would be at, were it to move."""
        if self.okie is None:
            return REDEAL
        if self.opener is None:
            native = CARD_TEXTS[self.okie][0] + "D"
            return DECLARE if card_number(native) in self.hand and not self.hid else OKIE
        if self.okie_fate == 0:
            return OKIE
        return DISCARD if self.okie_fate == 1 and not self.discarded else PLAY

    def mover(self) -> int | None:
        """The seat to move; None while the holder of the native robai may be being asked."""
        if self.okie is None:
            return (self.dealer + 1) % SEATS
        if not self.plays or self.opener is None:
            return self.opener
        leader = self.winners[-1] if self.winners else self.opener
        return (leader + len(self.plays) - SEATS * len(self.winners)) % SEATS

    def check_turn(self) -> None:
        """ViewError when this seat, which is said to be to move, cannot be."""
        mover = self.mover()
        if self.over or mover not in (None, self.seat):
            whose = "nobody" if self.over else f"seat {mover}"
            raise ViewError(f"my_turn: it is {whose}'s turn, not seat {self.seat}'s")
        if mover is None and self.asked() == OKIE and self.seat != self.dealer:
            raise ViewError(f"my_turn: seat {self.seat} has nothing to decide before the opener is known")

    def view(self, scores: list[int], my_turn: bool) -> MeriView:
        facts = {
            "hand": sorted(self.hand),
            "redeals": self.redeals,
            "points": self.points,
            "seat": self.seat,
            "dealer": self.dealer,
            "dealt": self.okie is not None,
            "asked": self.asked() if my_turn else 0,
            "okie": self.okie,
            "opener": self.opener,
            "declared": self.declared,
            "hid": self.hid,
            "okie_fate": self.okie_fate,
            "discarded": self.discarded,
            "discard": self.discard,
            "stack": self.stack,
            "plays": self.plays,
            "winners": self.winners,
            "over": self.over,
        }
        return MeriView.from_facts(self.game, scores, self.packets, facts)
