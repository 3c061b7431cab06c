"""One round of the fishing family, played plainly (rules page, sections 4 to 6), and what each seat is told of it."""

from __future__ import annotations

from typing import Any

from .fishing_cards import Variant, month, ordered
from .fishing_deal import Deal

Event = dict[str, Any]


class Round:
    """A round in play. `seat` is the seat to move (-1 when over); actions are record texts."""

    def __init__(self, variant: Variant, dealer: int, deal: Deal) -> None:
        deal.check(variant)
        self.variant = variant
        self.dealer = dealer
        self.deal = deal
        self.seat = dealer
        self.hands = [set(hand) for hand in deal.hands]
        self.field = set(deal.field)
        self.pile = list(deal.pile)
        self.captured: list[set[str]] = [set() for _ in deal.hands]
        self.waiting: str | None = None  # the card whose owner chooses which of two it takes
        self.flipping = False  # the waiting card was turned up from the pile
        self.history: list[tuple[int, str]] = []
        self.public: list[Event] = []  # all that happened after the deal is public

    def clone(self) -> Round:
        """An independent copy."""
        copy = object.__new__(Round)
        copy.__dict__.update(self.__dict__)
        copy.hands = [set(hand) for hand in self.hands]
        copy.field = set(self.field)
        copy.pile = list(self.pile)
        copy.captured = [set(cards) for cards in self.captured]
        copy.history = list(self.history)
        copy.public = list(self.public)
        return copy

    @property
    def over(self) -> bool:
        """Whether the round is finished."""
        return self.seat < 0

    def legal(self) -> list[str]:
        """The legal actions in canonical order, [] when over."""
        if self.over:
            return []
        if self.waiting is not None:
            return ["take " + card for card in ordered(self.matches(self.waiting))]
        return ["play " + card for card in ordered(self.hands[self.seat])]

    def matches(self, card: str) -> set[str]:
        """The field's cards of a card's month."""
        return {other for other in self.field if month(other) == month(card)}

    def apply(self, action: str) -> None:
        """Takes one step; ValueError when it is not legal."""
        legal = self.legal()
        if action not in legal:
            raise ValueError(f"seat {self.seat} may not {action!r}; legal: {', '.join(legal)}")
        self.history.append((self.seat, action))
        self.public.append({"type": "action", "seat": self.seat, "action": action})
        word, _, card = action.partition(" ")
        if word == "take":
            assert self.waiting is not None
            self._capture({self.waiting, card})
            self.waiting = None
            if self.flipping:
                self._end_turn()
            else:
                self._flip()
            return
        self.flipping = False
        self.hands[self.seat].remove(card)
        self._lay(card)
        if self.waiting is None:
            self._flip()

    def _lay(self, card: str) -> list[str]:
        """Lays a card on the field; the field's cards that it takes at once."""
        found = self.matches(card)
        if len(found) == 2:
            self.waiting = card
            return []
        if not found:
            self.field.add(card)
            return []
        self._capture({card} | found)
        return ordered(found)

    def _capture(self, cards: set[str]) -> None:
        self.field -= cards
        self.captured[self.seat] |= cards

    def _flip(self) -> None:
        card = self.pile.pop(0)
        self.flipping = True
        event: Event = {"type": "flip", "card": card}
        taken = self._lay(card)
        if taken:
            event["captured"] = taken
        self.public.append(event)
        if self.waiting is None:
            self._end_turn()

    def _end_turn(self) -> None:
        self.flipping = False
        self.seat = (self.seat + 1) % self.variant.players
        if not self.pile and not any(self.hands):
            self.seat = -1
            self.public.append({"type": "settle", "points": self.points()})

    def points(self) -> list[int]:
        """The round scores by seat: captured values less par."""
        return [sum(self.variant.values[card] for card in cards) - self.variant.par for cards in self.captured]

    def next_dealer(self) -> int:
        """The highest score deals next; of the tied the first in the turn order from the dealer."""
        points, players = self.points(), self.variant.players
        turn_order = [(self.dealer + turn) % players for turn in range(players)]
        return next(seat for seat in turn_order if points[seat] == max(points))

    def result(self) -> dict[str, Any]:
        """The result of a record; ValueError before the end."""
        if not self.over:
            raise ValueError("the round is not over")
        captured = [ordered(cards) for cards in self.captured]
        return {"points": self.points(), "captured": captured, "next_dealer": self.next_dealer()}

    def events(self, seat: int) -> list[Event]:
        """What a seat is told, in order: its own hand, and all that is public."""
        deal = {"type": "deal", "hand": ordered(self.deal.hands[seat]), "field": ordered(self.deal.field)}
        return [deal, *self.public]


def perft(game: Round, depth: int) -> int:
    """Action sequences of `depth` steps, or fewer where the round ends."""
    if depth == 0 or game.over:
        return 1
    legal = game.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = game.clone()
        after.apply(action)
        total += perft(after, depth - 1)
    return total
