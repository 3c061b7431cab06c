"""What a seat sees happen: the vocabulary that views, records and the wire share.

Cards and actions are record texts; seats are numbers. A later view of the same seat has the earlier view's events at
its head.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class DealEvent(TypedDict):
    """The own cards, in canonical order, and what lies open.

    Meri: nine and the okie, or (where a redeal is offered) the first packet alone. Hanafuda: the field.
    """

    type: Literal["deal"]
    hand: list[str]
    okie: NotRequired[str]
    field: NotRequired[list[str]]


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


class SettleEvent(TypedDict):
    """The end of the deal: points by team, or by seat where everybody plays for himself."""

    type: Literal["settle"]
    points: list[int]


Event = DealEvent | ActionEvent | FlipEvent | StackEvent | TrickEvent | SettleEvent
