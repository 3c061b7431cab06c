"""What a seat's events say, put in order; no deduction beyond counting cards."""

from __future__ import annotations

from dataclasses import dataclass, field

from .meri_cards import CARD_COUNT, Table, number, suit_of, table
from .meri_deal import HAND_SIZE, SEATS
from .meri_options import Options
from .meri_reference import Event


@dataclass
class Play:
    """One card played; `card` is None for another seat's trump that still lies face down."""

    seat: int
    card: int | None


@dataclass
class Trick:
    """A trick so far; `kind` is free, meri or monchi."""

    kind: str
    plays: list[Play] = field(default_factory=list)


@dataclass
class Slot:
    """A place for unseen cards: `kind` is hand, pending, discard or widow; `seat` is -1 for the widow."""

    kind: str
    seat: int
    size: int


@dataclass
class Knowledge:
    """The facts of one seat's events."""

    options: Options
    seat: int
    dealer: int
    events: list[Event]
    packets: list[list[int]]  # first packets seen by dealer + 1, one a deal that began with the redeal step
    redeals: int
    dealt: list[int]  # the seat's own hand as dealt
    okie: int
    table: Table
    opener: int  # -1 while not known
    declared: bool
    taken: bool
    left: bool
    discard: int | None  # when the seat knows it
    discard_made: bool
    widow: list[int]  # the two face-down cards, when shown
    tricks: list[Trick]
    finished: list[int]  # winners of the finished tricks

    def plays_of(self, seat: int) -> list[tuple[Trick, int, int | None]]:
        """A seat's plays as (trick, place in it, card)."""
        return [(t, i, p.card) for t in self.tricks for i, p in enumerate(t.plays) if p.seat == seat]

    def shown_cards(self, seat: int) -> set[int]:
        """The cards that a seat has played and that are known by now."""
        return {card for _, _, card in self.plays_of(seat) if card is not None}

    def slots(self) -> list[Slot]:
        """Where the unseen cards may be."""
        slots = []
        for seat in range(SEATS):
            if seat == self.seat:
                continue
            plays = self.plays_of(seat)
            size = HAND_SIZE - len(plays) + (seat == self.opener and self.taken and not self.discard_made)
            slots.append(Slot("hand", seat, size))
            if any(card is None for _, _, card in plays):
                slots.append(Slot("pending", seat, 1))
        if self.discard_made and self.discard is None:
            slots.append(Slot("discard", self.opener, 1))
        if not self.widow:
            slots.append(Slot("widow", -1, 2))
        return slots

    def unseen(self) -> list[int]:
        """The cards whose place the seat has not been shown."""
        seen = {*self.dealt, *self.widow}
        for seat in range(SEATS):
            seen |= self.shown_cards(seat)
        if self.discard is not None:
            seen.add(self.discard)
        if not self.taken or self.opener == self.seat:
            seen.add(self.okie)
        return [card for card in range(CARD_COUNT) if card not in seen]


def read_events(options: Options, seat: int, dealer: int, events: list[Event]) -> Knowledge:
    """The facts of a seat's events; ValueError while its whole hand has not been dealt."""
    packets: list[list[int]] = []
    dealt: list[int] = []
    okie = -1
    redeals = 0
    rest: list[Event] = []
    for event in events:
        if event["type"] == "deal":
            hand = [number(card) for card in event["hand"]]
            if "okie" in event:
                dealt, okie = hand, number(event["okie"])
            else:
                packets.append(hand)
        elif event.get("action") == "redeal":
            redeals += 1
        elif event.get("action") != "accept":
            rest.append(event)
    if not dealt:
        raise ValueError("the hands have not been dealt yet")
    known = Knowledge(
        options=options,
        seat=seat,
        dealer=dealer,
        events=events,
        packets=packets,
        redeals=redeals,
        dealt=dealt,
        okie=okie,
        table=table(suit_of(okie)),
        opener=-1,
        declared=False,
        taken=False,
        left=False,
        discard=None,
        discard_made=False,
        widow=[],
        tricks=[],
        finished=[],
    )
    for event in rest:
        _read_event(known, event)
    return known


def _read_event(known: Knowledge, event: Event) -> None:
    if event["type"] == "stack":
        out, *down = (number(card) for card in event["cards"])
        known.widow = down
        if known.discard_made:
            known.discard = out
    elif event["type"] == "trick":
        _read_trick(known, [number(card) for card in event["cards"]])
        known.finished.append(event["winner"])
    elif event["type"] == "action":
        word, _, text = event["action"].partition(" ")
        if word in ("declare", "take", "leave"):
            known.opener = event["seat"]
            known.declared |= word == "declare"
            known.taken |= word == "take"
            known.left |= word == "leave"
        elif word == "discard":
            known.discard_made = True
            known.discard = None if text == "?" else number(text)
        elif word == "play":
            _read_play(known, event["seat"], None if text == "?" else number(text))


def _read_play(known: Knowledge, seat: int, card: int | None) -> None:
    if not known.tricks or len(known.tricks[-1].plays) == SEATS:
        first = not known.tricks
        if card in known.table.trumps and not (first and not known.options.first_trick_meri):
            kind = "meri"
        else:
            kind = "monchi" if any(trick.kind == "meri" for trick in known.tricks) else "free"
        known.tricks.append(Trick(kind))
    known.tricks[-1].plays.append(Play(seat, card))


def _read_trick(known: Knowledge, cards: list[int]) -> None:
    """A finished trick: its cards fill in what lay face down, or are a whole simultaneous trick."""
    if len(known.finished) == len(known.tricks):
        leader = known.finished[-1]
        known.tricks.append(Trick("free", [Play((leader + turn) % SEATS, None) for turn in range(SEATS)]))
    for play, card in zip(known.tricks[-1].plays, cards, strict=True):
        play.card = card
