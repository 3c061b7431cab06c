"""One month of Hachihachi, played plainly (rules page, sections 2 to 6 and 8).

Readings of the page that its records confirm are noted where they are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from . import hachihachi_hatto as hatto
from .hachihachi_cards import TEXTS, month_cards, month_of, number, points_of, texts
from .hachihachi_completed import counted, held_whole, whole
from .hachihachi_deal import Deal, draw_pile, multiplier
from .hachihachi_hand import hand_yaku, kan, shown_cards, tobikomi_months
from .hachihachi_ledger import POT, Row, given_back, points, pot_of
from .hachihachi_oikomi import fee, fee_cards, orichin, payers
from .hachihachi_options import Options
from .hachihachi_settle import Ended, main_settlement, mizuten, month_winner, nuke, tobikomi

Event = dict[str, Any]
ACTIVE = 3


class Game:
    """A month in play. `seat` is the seat to move (-1 when over); actions are record texts."""

    def __init__(self, options: Options, dealer: int, deal: Deal, carried: Sequence[int] = ()) -> None:
        self.options = options
        self.dealer = dealer
        self.deal = deal
        self.players = len(deal.hands)
        order = [(dealer + place) % self.players for place in range(self.players)]
        self.dealt_in = [seat for seat in order if seat != deal.blank]
        self.m, self.carried_out = multiplier(options.carry, carried, deal.field)
        self.ledger: list[Row] = []
        self.log: list[Event] = []  # public but for the hand of the deal event
        self.in_mizuten = False
        self.entered: list[int] = []
        self.retired: list[int] = []
        self.pushed_out: list[int] = []
        self.active: list[int] = []
        self.hands = {seat: frozenset(deal.hands[seat]) for seat in self.dealt_in}
        self.field = frozenset(deal.field)
        self.pile: list[int] = []
        self.flips = 0
        self.captured: dict[int, frozenset[int]] = {}
        self.turns = 0  # finished turns
        self.completed: dict[int, dict[str, int]] = {}  # by active seat: yaku and the turn that completed it
        self.lowered: list[int] = []
        self.tobikomi: dict[int, list[int]] = {}
        self.breakers: dict[tuple[int, str], int] = {}  # by (holder, yaku): the last who broke it
        self.waiting: list[tuple[hatto.Danger, int, int, int]] = []  # next_turn: danger, case, card played, breaker
        self.laid = -1  # the card that waits for its take
        self.play: hatto.Play | None = None
        self.dangers: list[hatto.Danger] = []
        self.special: str | None = None
        self.winner = -1
        if options.mizuten and len(self.dealt_in) > ACTIVE and dealer != deal.blank:
            self.step, self.seat = "mizuten", dealer
        else:
            self._deal_out()

    def clone(self) -> Game:
        """An independent copy; frozen sets are shared."""
        copy = object.__new__(Game)
        copy.__dict__.update(self.__dict__)
        for name, value in self.__dict__.items():
            if type(value) is list:
                setattr(copy, name, list(value))
            elif type(value) is dict:
                setattr(copy, name, dict(value))
        copy.completed = {seat: dict(found) for seat, found in self.completed.items()}
        copy.tobikomi = {seat: list(months) for seat, months in self.tobikomi.items()}
        return copy

    # What the outside asks.

    @property
    def over(self) -> bool:
        """Whether the month is finished."""
        return self.step == "over"

    def legal(self) -> list[str]:
        """The legal actions in canonical order, [] when over."""
        if self.step == "mizuten":
            return ["mizuten", "look"]
        if self.step == "enter":
            return ["enter", "retire"]
        if self.step == "cancel":
            return ["continue", "cancel"]
        if self.step == "lower":
            return ["end", "lower"] if self.hands[self.seat] else ["end"]
        if self.step == "play":
            return ["play " + TEXTS[card] for card in sorted(self.hands[self.seat])]
        if self.step in ("take played", "take flipped"):
            return ["take " + TEXTS[card] for card in sorted(self._matches(self.laid))]
        return []

    def apply(self, action: str) -> None:
        """Takes one step; ValueError when it is not legal."""
        legal = self.legal()
        if action not in legal:
            raise ValueError(f"seat {self.seat} may not {action!r}; legal: {', '.join(legal)}")
        seat = self.seat
        self._tell({"type": "action", "seat": seat, "action": action})
        if self.step == "mizuten":
            self.in_mizuten = action == "mizuten"
            self._deal_out()
        elif self.step == "enter":
            (self.entered if action == "enter" else self.retired).append(seat)
            if action == "retire":
                mon = orichin(self.options, len(self.retired), self.m)
                self.ledger.append((seat, POT, mon, "orichin"))
            self._next_to_enter()
        elif self.step == "cancel":
            if action == "cancel":
                self._finish("cancel", seat)
            else:
                self.step = "play"
        elif self.step == "lower":
            if action == "end":
                self._finish("end", seat)
            else:
                if seat not in self.lowered:
                    self.lowered.append(seat)
                self._next_turn()
        elif self.step == "play":
            self._play(number(action.removeprefix("play ")))
        else:
            self._take(number(action.removeprefix("take ")))

    def result(self) -> dict[str, Any]:
        """The `result` of a record; only of a finished month."""
        if not self.over:
            raise ValueError("the month is not over")
        seats = range(self.players)
        return {
            "points": points(self.ledger, self.players),
            "multiplier": self.m,
            "carried": self.carried_out,
            "hand_yaku": [hand_yaku(self.deal.hands[seat]) if seat in self.active else [] for seat in seats],
            "completed": [counted(self.options, self.completed.get(seat, {})) for seat in seats],
            "special": self.special,
            "captured": [points_of(self.captured.get(seat, ())) for seat in seats],
            "winner": self.winner,
        }

    def events(self, seat: int) -> list[Event]:
        """All that a seat has been told, in order. The blank's holder is dealt no other card: his six are the field."""
        hand = texts(sorted(self.deal.hands[seat]))
        return [{**event, "hand": hand} if event["type"] == "deal" else event for event in self.log]

    def _tell(self, event: Event) -> None:
        self.log.append(event)

    # Entering (section 2).

    def _deal_out(self) -> None:
        event: Event = {"type": "deal", "hand": [], "field": texts(sorted(self.field))}
        if self.deal.blank is not None:
            event["blank"] = self.deal.blank
        self._tell(event)
        if self.in_mizuten:
            self.entered.append(self.dealer)
        self._next_to_enter()

    def _next_to_enter(self) -> None:
        undecided = self.dealt_in[len(self.entered) + len(self.retired) :]
        if len(self.entered) < ACTIVE and len(self.entered) + len(undecided) > ACTIVE:
            self.step, self.seat = "enter", undecided[0]
            return
        if len(self.entered) < ACTIVE:
            self.entered += undecided
        else:
            self.pushed_out = undecided
        self._begin()

    def _begin(self) -> None:
        self.active = [seat for seat in self.dealt_in if seat in self.entered]
        self._tell({"type": "month", "multiplier": self.m, "active": sorted(self.active)})
        for seat in self.pushed_out:
            self._pay_pushed_out(seat)
        self.pile = draw_pile(self.deal, self.active)
        self.hands = {seat: self.hands[seat] for seat in self.active}
        self.captured = {seat: frozenset() for seat in self.active}
        self.completed = {seat: {} for seat in self.active}
        self.tobikomi = {seat: [] for seat in self.active}
        for seat in self.active:
            self._declare(seat)
        self._await_play(self.active[0])

    def _pay_pushed_out(self, seat: int) -> None:
        hand = self.deal.hands[seat]
        mon = fee(self.options, hand, self.m)
        if mon:
            self.ledger += [(payer, seat, mon, "oikomi") for payer in payers(self.options, self.active)]
            shown = texts(sorted(fee_cards(self.options, hand)))
            names = hand_yaku(hand) + held_whole(self.options, hand)
            self._tell({"type": "shown", "seat": seat, "cards": shown, "yaku": names})

    def _declare(self, seat: int) -> None:
        """Declares the hand yaku of an active player, who is paid at once (section 3)."""
        hand = self.deal.hands[seat]
        names = hand_yaku(hand)
        for name in names:
            mon = kan(self.options, hand, name) * self.options.kan_mon * self.m
            self.ledger += [(other, seat, mon, f"hand yaku {name}") for other in self.active if other != seat]
        if names:
            cards = frozenset().union(*(shown_cards(hand, name) for name in names))
            self._tell({"type": "shown", "seat": seat, "cards": texts(sorted(cards)), "yaku": names})

    # A turn (section 4).

    def _await_play(self, seat: int) -> None:
        self.seat = seat
        self.step = "cancel" if seat in self.lowered else "play"

    def _matches(self, card: int) -> frozenset[int]:
        return self.field & month_cards(month_of(card))

    def _lay(self, card: int) -> frozenset[int] | None:
        """Lays a card; the cards captured, none where it stays, or None where a take must follow."""
        matches = self._matches(card)
        if len(matches) == 2:
            self.laid = card
            return None
        if matches:
            self._capture(card, matches)
        else:
            self.field |= {card}
        return matches | {card} if matches else matches

    def _capture(self, card: int, matches: Iterable[int]) -> None:
        taken = frozenset(matches) | {card}
        self.field -= taken
        self.captured[self.seat] |= taken
        month = month_of(card)
        if month in tobikomi_months(self.deal.hands[self.seat]) and month_cards(month) <= self.captured[self.seat]:
            self.tobikomi[self.seat].append(month)
        self._hatto_followed(taken)

    def _play(self, card: int) -> None:
        seat = self.seat
        dealt = {other: self.deal.hands[other] for other in self.active}
        self.dangers = hatto.dangers(self.options, seat, self.captured, dealt, self.hands)
        self.play = hatto.Play(seat, card, self.hands[seat], self.field, self.field)
        self.hands[seat] -= {card}
        if self._lay(card) is None:
            self.step = "take played"
        else:
            self._flip()

    def _take(self, card: int) -> None:
        self._capture(self.laid, [card])
        if self.step == "take played":
            self._flip()
        else:
            self._after_flip()

    def _flip(self) -> None:
        self._record_hatto()
        card = self.pile[self.flips]
        self.flips += 1
        event: Event = {"type": "flip", "card": TEXTS[card]}
        self._tell(event)
        taken = self._lay(card)
        if taken is None:
            self.step = "take flipped"
            return
        if taken:
            event["captured"] = texts(sorted(taken))
        self._after_flip()

    def _after_flip(self) -> None:
        done = self.completed[self.seat]
        new = [name for name in whole(self.options, self.captured[self.seat]) if name not in done]
        for name in new:
            done[name] = self.turns
        if new:
            self.step = "lower"
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        # A breach of next_turn counts in the very next turn of the one it helped, and then no more.
        self.waiting = [entry for entry in self.waiting if entry[0].holder != self.seat]
        self.turns += 1
        following = self.active[self.turns % ACTIVE]
        if self.hands[following]:
            self._await_play(following)
        else:
            self._finish("out", None)

    # Hatto (section 6).

    def _record_hatto(self) -> None:
        """Puts the breaches of the play that is now over on record."""
        assert self.play is not None
        play = self.play._replace(after=self.field)
        for danger, case in hatto.broken(self.options, self.dangers, play):
            if self.options.hatto == "standing":
                self.breakers[danger.holder, danger.yaku] = play.seat
            else:
                self.waiting.append((danger, case, play.card, play.seat))

    def _hatto_followed(self, taken: frozenset[int]) -> None:
        """next_turn: the breach holds when its card is captured now, in case 2 together with the card played."""
        for danger, case, card, breaker in self.waiting:
            if danger.holder == self.seat and danger.card in taken and (case != 2 or card in taken):
                self.breakers[danger.holder, danger.yaku] = breaker

    # The end (section 5).

    def _finish(self, ending: str, ender: int | None) -> None:
        yaku = {seat: counted(self.options, self.completed[seat]) for seat in self.active}
        dealt = {seat: frozenset(self.deal.hands[seat]) for seat in self.active}
        ended = Ended(
            self.options,
            self.m,
            self.active,
            dealt,
            self.captured,
            yaku,
            self.lowered,
            ending,
            ender,
            self.breakers,
            self.tobikomi,
        )
        rows, found = main_settlement(ended)
        if found:
            self.special = found[0]
            self.ledger += given_back([row for row in self.ledger if row[3].startswith("hand yaku")])
        self.ledger += rows
        if not found:
            self.ledger += nuke(ended) + tobikomi(ended)
        if self.in_mizuten and not (found and self.options.special_cancels_mizuten):
            self.ledger += mizuten(ended, self.dealer, self.dealt_in)
        self.winner = month_winner(ended, rows, found)
        pot = pot_of(self.ledger)
        if pot:
            self.ledger.append((POT, self.winner, pot, "pot"))
        self.step, self.seat = "over", -1
        named = [{"from": row[0], "to": row[1], "mon": row[2], "reason": row[3]} for row in self.ledger]
        self._tell({"type": "settle", "ledger": named, "points": points(self.ledger, self.players)})


def perft(game: Game, depth: int) -> int:
    """Action sequences of `depth` steps, or fewer where the month ends."""
    if game.over or depth == 0:
        return 1
    legal = game.legal()
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        after = game.clone()
        after.apply(action)
        count += perft(after, depth - 1)
    return count
