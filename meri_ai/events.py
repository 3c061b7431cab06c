"""What a seat sees happen: the vocabulary that views, records and the wire share.

Cards and actions are record texts; seats are numbers. A later view of the same seat has the earlier view's events at
its head.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class DealEvent(TypedDict):
    """The own cards, in canonical order, and what lies open.

    Meri: nine and the okie, or (where a redeal is offered) the first packet alone. Hanafuda: the field. Hachihachi for
    seven: the seat of the blank, which has no hand.
    """

    type: Literal["deal"]
    hand: list[str]
    okie: NotRequired[str]
    field: NotRequired[list[str]]
    blank: NotRequired[int]


class ActionEvent(TypedDict):
    """A step that this seat sees; `play ?` and `discard ?` where the card is not for it to see."""

    type: Literal["action"]
    seat: int
    action: str


class FlipEvent(TypedDict):
    """Hanafuda: the top card of the pile is turned up.

    captured: what it takes from the field, where there is nothing to choose; absent where it stays, or a take follows.
    """

    type: Literal["flip"]
    card: str
    captured: NotRequired[list[str]]


class StackEvent(TypedDict):
    """Meri: the cards out of play, where the rules show them: the discard or the left okie, then the widow's others."""

    type: Literal["stack"]
    cards: list[str]


class TrickEvent(TypedDict):
    """Meri: a complete trick, all face-down cards turned up: the cards in the order played."""

    type: Literal["trick"]
    winner: int
    cards: list[str]


class MonthEvent(TypedDict):
    """Hachihachi: play begins. active: the three seats that play, in turn order."""

    type: Literal["month"]
    multiplier: int
    active: list[int]


class ShownEvent(TypedDict):
    """Hachihachi: the cards shown for a hand yaku, or by who was pushed out, to whom each payer pays `fee` mon."""

    type: Literal["shown"]
    seat: int
    cards: list[str]
    yaku: list[str]
    fee: NotRequired[int]


class SettleEvent(TypedDict):
    """The end of the deal: points by team, or by seat where everybody plays for himself.

    ledger: Hachihachi's payments in order, each {"from", "to": a seat or "pot", "mon", "for"} and perhaps "hatto".
    """

    type: Literal["settle"]
    points: list[int]
    ledger: NotRequired[list[dict[str, int | str | bool]]]


Event = DealEvent | ActionEvent | FlipEvent | StackEvent | TrickEvent | MonthEvent | ShownEvent | SettleEvent
