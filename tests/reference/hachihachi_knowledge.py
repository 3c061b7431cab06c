"""What a seat's events say, put in order; no deduction beyond counting cards (rules page, section 8)."""

from __future__ import annotations

from dataclasses import dataclass, field

from .hachihachi_cards import CARD_COUNT, number
from .hachihachi_deal import FIELD_SIZE, HAND_SIZE
from .hachihachi_options import Options
from .hachihachi_reference import ACTIVE, Event


@dataclass
class Shown:
    """Cards that a seat has shown, and the yaku they belong to."""

    cards: frozenset[int]
    yaku: list[str]


@dataclass
class Knowledge:
    """The facts of one seat's events."""

    options: Options
    players: int
    dealer: int
    seat: int
    dealt: bool = False  # False in front of mizuten: no card is seen yet
    hand: frozenset[int] = frozenset()  # the seat's own as dealt
    on_field: frozenset[int] = frozenset()  # as dealt
    blank: int | None = None
    retired: list[int] = field(default_factory=list)
    active: list[int] = field(default_factory=list)  # [] while the seats enter or retire
    shown: dict[int, Shown] = field(default_factory=dict)
    played: dict[int, list[int]] = field(default_factory=dict)  # by active seat
    flipped: list[int] = field(default_factory=list)

    @property
    def pushed_out(self) -> list[int]:
        """Who could neither enter nor retire."""
        if not self.active:
            return []
        return [s for s in range(self.players) if s not in (*self.active, *self.retired, self.blank)]

    @property
    def holders(self) -> list[int]:
        """The other seats whose hands are not in the pile: the active ones, or those who still may be."""
        still = self.active or [s for s in range(self.players) if s not in (*self.retired, self.blank)]
        return [s for s in still if s != self.seat]

    @property
    def unseen(self) -> frozenset[int]:
        """The cards that may lie in more than one place: neither the seat's own, nor public, nor shown."""
        seen = self.hand | self.on_field | set(self.flipped)
        seen = seen.union(*self.played.values(), *(shown.cards for shown in self.shown.values()))
        return frozenset(range(CARD_COUNT)) - seen

    @property
    def known_in_pile(self) -> frozenset[int]:
        """Cards that must be in the pile, though not where: one's own returned hand, and what the pushed out showed."""
        known: frozenset[int] = frozenset()
        if self.seat in (*self.retired, *self.pushed_out):
            known = self.hand
        known = known.union(*(self.shown[seat].cards for seat in self.pushed_out if seat in self.shown))
        return known - set(self.flipped)

    def known_in_hand(self, seat: int) -> frozenset[int]:
        """The cards that an active seat has shown and still holds."""
        shown = self.shown[seat].cards if seat in self.shown else frozenset()
        return shown - set(self.played.get(seat, ()))

    def hand_size(self, seat: int) -> int:
        """The cards in a hand now."""
        return HAND_SIZE - len(self.played.get(seat, ()))

    @property
    def pile_size(self) -> int:
        """The cards in the pile now; while the seats enter or retire, those of no hand that may still play."""
        if self.active:
            return CARD_COUNT - FIELD_SIZE - ACTIVE * HAND_SIZE - len(self.flipped)
        own = 1 if self.seat not in (*self.retired, self.blank) else 0
        return CARD_COUNT - FIELD_SIZE - HAND_SIZE * (len(self.holders) + own)


def read_events(options: Options, players: int, dealer: int, seat: int, events: list[Event]) -> Knowledge:
    """The knowledge of a seat; events of the kinds of the protocol page."""
    known = Knowledge(options, players, dealer, seat)
    for event in events:
        kind = event["type"]
        if kind == "deal":
            known.dealt = True
            known.hand = frozenset(map(number, event["hand"]))
            known.on_field = frozenset(map(number, event["field"]))
            known.blank = event.get("blank")
        elif kind == "month":
            known.active = event["active"]
            known.played = {active: [] for active in known.active}
        elif kind == "shown":
            known.shown[event["seat"]] = Shown(frozenset(map(number, event["cards"])), event["yaku"])
        elif kind == "flip":
            known.flipped.append(number(event["card"]))
        elif kind == "action" and event["action"] == "retire":
            known.retired.append(event["seat"])
        elif kind == "action" and event["action"].startswith("play "):
            known.played[event["seat"]].append(number(event["action"].removeprefix("play ")))
    return known
