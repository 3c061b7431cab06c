"""One deal of Hachinin Meri, played plainly (rules page, sections 3 to 5, 7, 9 and 10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .meri_cards import TEXTS, number, suit_of, table, texts
from .meri_deal import SEATS, Deal
from .meri_options import Options
from .meri_yaku import find_yaku

Event = dict[str, Any]


class Game:
    """A deal in play. `seat` is the seat to move (-1 when over); actions are record texts."""

    def __init__(self, options: Options, dealer: int, deal: Deal) -> None:
        self.options = options
        self.dealer = dealer
        self.first_deal = deal
        self.redealt = 0
        self.logs: list[list[Event]] = [[] for _ in range(SEATS)]
        self.history: list[tuple[int, str]] = []
        self.opener = -1
        self.taken = False
        self.discarded: int | None = None
        self.declared = False
        self.hidden = False
        self.meri_seen = False  # a Meri trick is complete
        self.kind = "free"  # of the trick in play: free, meri, monchi
        self.leader = -1
        self.trick: list[tuple[int, int]] = []
        self.strongest = 0  # strength of the strongest trump of earlier tricks
        self.tricks = [0, 0]
        self.bonus = [0, 0]
        self.winners: list[int] = []
        self.yaku: list[dict[str, Any]] = []
        self._begin(deal)

    def clone(self) -> Game:
        """An independent copy."""
        copy = object.__new__(Game)
        copy.__dict__.update(self.__dict__)
        copy.logs = [list(log) for log in self.logs]
        copy.history = list(self.history)
        copy.hands = [set(hand) for hand in self.hands]
        copy.trick = list(self.trick)
        copy.tricks = list(self.tricks)
        copy.bonus = list(self.bonus)
        copy.winners = list(self.winners)
        copy.yaku = list(self.yaku)
        return copy

    # What the outside asks.

    @property
    def over(self) -> bool:
        """Whether the deal is finished."""
        return self.step == "over"

    def legal(self) -> list[str]:
        """The legal actions in canonical order, [] when over."""
        if self.step == "redeal":
            return ["accept", "redeal"]
        if self.step == "declare":
            return ["declare", "hide"]
        if self.step == "okie":
            return ["take", "leave"]
        if self.step == "discard":
            return ["discard " + TEXTS[card] for card in sorted(self._discards())]
        if self.step == "play":
            return ["play " + TEXTS[card] for card in sorted(self._plays())]
        return []

    def apply(self, action: str) -> None:
        """Takes one step; ValueError when it is not legal."""
        legal = self.legal()
        if action not in legal:
            raise ValueError(f"seat {self.seat} may not {action!r}; legal: {', '.join(legal)}")
        seat = self.seat
        if action == "redeal" and self.redealt == len(self.first_deal.redeals):
            raise ValueError("no further deal for this redeal")
        self.history.append((seat, action))
        if action in ("accept", "redeal"):
            self._tell_all({"type": "action", "seat": seat, "action": action})
            if action == "accept":
                self._show_hands()
            else:
                self.redealt += 1
                self._begin(self.first_deal.redeals[self.redealt - 1])
        elif action == "declare":
            self.declared = True
            self._tell_all({"type": "action", "seat": seat, "action": action})
            self._fix_opener(seat)
        elif action == "hide":
            self.hidden = True
            self.logs[seat].append({"type": "action", "seat": seat, "action": action})
            self._fix_opener(self.dealer)
        elif action == "take":
            self._take()
        elif action == "leave":
            self._tell_all({"type": "action", "seat": seat, "action": action})
            self._await_lead(self.opener)
        elif action.startswith("discard "):
            self._discard(number(action.removeprefix("discard ")))
        else:
            self._play(number(action.removeprefix("play ")))

    def result(self) -> dict[str, Any]:
        """The `result` of a record; only of a finished deal."""
        if not self.over:
            raise ValueError("the deal is not over")
        points = [tricks + bonus for tricks, bonus in zip(self.tricks, self.bonus, strict=True)]
        return {"points": points, "tricks": self.tricks, "winners": self.winners, "yaku": self.yaku}

    def events(self, seat: int) -> list[Event]:
        """All that a seat has been told, in order."""
        return list(self.logs[seat])

    # Telling.

    def _tell_all(self, event: Event) -> None:
        for log in self.logs:
            log.append(event)

    def _tell_hidden(self, seat: int, word: str, card: int) -> None:
        """The mover is told the card, the others only the word."""
        own = {"type": "action", "seat": seat, "action": f"{word} {TEXTS[card]}"}
        others = {"type": "action", "seat": seat, "action": f"{word} ?"}
        for other, log in enumerate(self.logs):
            log.append(own if other == seat else others)

    # The opening.

    def _begin(self, deal: Deal) -> None:
        self.deal = deal
        self.hands = [set(hand) for hand in deal.hands]
        self.okie = deal.widow[0]
        self.table = table(suit_of(self.okie))
        if self.redealt < self.options.redeal_offer:
            self.step = "redeal"
            self.seat = (self.dealer + 1) % SEATS
            self.logs[self.seat].append({"type": "deal", "hand": texts(sorted(deal.hands[self.seat][:3]))})
        else:
            self._show_hands()

    def _show_hands(self) -> None:
        for log, hand in zip(self.logs, self.deal.hands, strict=True):
            log.append({"type": "deal", "hand": texts(sorted(hand)), "okie": TEXTS[self.okie]})
        holders = [seat for seat, hand in enumerate(self.hands) if self.table.native in hand]
        if holders:
            self.step = "declare"
            self.seat = holders[0]
        else:
            self._fix_opener(self.dealer)

    def _fix_opener(self, seat: int) -> None:
        self.opener = seat
        self.seat = seat
        if self.options.okie_take == "mandatory":
            self._take()
        else:
            self.step = "okie"

    def _take(self) -> None:
        self.taken = True
        self.hands[self.opener].add(self.okie)
        self._tell_all({"type": "action", "seat": self.opener, "action": "take"})
        self.step = "discard"

    def _plain_if_any(self, hand: Iterable[int]) -> list[int]:
        """The plain cards of a hand, or the whole hand when it has none."""
        return [card for card in hand if card not in self.table.trumps] or list(hand)

    def _discards(self) -> Iterable[int]:
        hand = self.hands[self.opener]
        return self._plain_if_any(hand) if self.options.discard_rule == "plain" else hand

    def _discard(self, card: int) -> None:
        self.hands[self.opener].remove(card)
        self.discarded = card
        self._tell_hidden(self.opener, "discard", card)
        self._await_lead(self.opener)

    def _await_lead(self, seat: int) -> None:
        self.step = "play"
        self.seat = seat
        self.leader = seat
        self.trick = []

    # Tricks.

    def _plays(self) -> Iterable[int]:
        hand = self.hands[self.seat]
        trumps = self.table.trumps
        if not self.trick:
            first = not self.winners
            return self._plain_if_any(hand) if first and self.options.first_lead == "plain" else hand
        if self.kind == "free":
            return hand
        held_trumps = hand & trumps
        if self.kind == "meri":
            return held_trumps if held_trumps and not self._is_ichimai_zun(held_trumps) else hand
        led_suit = self.table.plain_suit[self.trick[0][1]]
        follow = [card for card in hand if self.table.plain_suit[card] == led_suit]
        if follow:
            return [*follow, *held_trumps]
        return held_trumps if held_trumps and self.options.monchi_void == "trump" else hand

    def _is_ichimai_zun(self, held_trumps: set[int]) -> bool:
        """Whether the seat to move is free in Meri: its only trump, dealt and now, is the sun."""
        dealt = self.table.trumps.intersection(self.deal.hands[self.seat])
        return self.options.ichimai_zun and dealt == held_trumps == {self.table.sun}

    def _play(self, card: int) -> None:
        seat = self.seat
        is_trump = card in self.table.trumps
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == 1:
            first = not self.winners
            if is_trump and not (first and not self.options.first_trick_meri):
                self.kind = "meri"
            else:
                self.kind = "monchi" if self.meri_seen else "free"
        if len(self.trick) > 1 and is_trump and self.kind != "meri":
            self._tell_hidden(seat, "play", card)
        else:
            self._tell_all({"type": "action", "seat": seat, "action": f"play {TEXTS[card]}"})
        if len(self.trick) == 1 and not self.winners and self.options.stack == "revealed":
            out = self.okie if self.discarded is None else self.discarded
            self._tell_all({"type": "stack", "cards": texts([out, *sorted(self.deal.widow[1:])])})
        self.seat = (seat + 1) % SEATS
        if len(self.trick) == SEATS:
            self._finish_trick(self.table.plain_suit[self.trick[0][1]])
            if len(self.winners) == 8 and self.options.last_trick == "simultaneous":
                self._simultaneous_trick()
            if len(self.winners) == 9:
                self.step = "over"
                self.seat = -1
                self._tell_all({"type": "settle", "points": self.result()["points"]})

    def _simultaneous_trick(self) -> None:
        seats = [(self.leader + turn) % SEATS for turn in range(SEATS)]
        self.trick = [(seat, self.hands[seat].pop()) for seat in seats]
        self.kind = "free"
        last_of_dealer = dict(self.trick)[self.dealer]
        self._finish_trick(self.table.plain_suit[last_of_dealer])

    def _finish_trick(self, led_suit: int) -> None:
        strength = self.table.strength
        trumps = [play for play in self.trick if play[1] in self.table.trumps]
        led = [play for play in self.trick if self.table.plain_suit[play[1]] == led_suit]
        winner, winning = max(trumps or led, key=lambda play: strength[play[1]])
        self.winners.append(winner)
        self.tricks[winner % 2] += 1
        self._tell_all({"type": "trick", "winner": winner, "cards": texts(card for _, card in self.trick)})
        found = find_yaku(
            self.options,
            self.table,
            self.trick,
            winner,
            meri=self.kind == "meri",
            ninth=len(self.winners) == 9,
            undeclared=self.hidden,
            stronger_before=self.strongest > strength[winning],
        )
        if found:
            kind, points = found
            self.yaku.append({"trick": len(self.winners), "seat": winner, "kind": kind, "points": points})
            self.bonus[winner % 2] += points
            if self.options.yaku_transfer:
                self.bonus[1 - winner % 2] -= points
        if trumps:
            self.strongest = max(self.strongest, max(strength[card] for _, card in trumps))
        if self.kind == "meri":
            self.meri_seen = True
        self._await_lead(winner)


def perft(game: Game, depth: int) -> int:
    """The number of action sequences of `depth` steps, or fewer where the deal ends."""
    if depth == 0 or game.over:
        return 1
    actions = game.legal()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        child = game.clone()
        child.apply(action)
        total += perft(child, depth - 1)
    return total
