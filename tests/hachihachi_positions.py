"""Positions late in a month of Hachihachi, and all deals that one seat cannot tell from the true one, listed slowly.

What a seat was told is read by the reference, which lists the hands in play that would have declared and shown just
that. A deal is more than these: the hands of who was pushed out lie in the pile, and would have been paid just the fee.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from hachihachi_hand_made import load, random_play
from reference.hachihachi_hand import hand_yaku
from reference.hachihachi_knowledge import Knowledge, read_events
from reference.hachihachi_oikomi import fee, fee_cards
from reference.hachihachi_options import make_options
from reference.hachihachi_worlds import Hands, candidates

HAND_SIZE = 7


class Cards(NamedTuple):
    """A deal but for the order of the pile: the hidden hands now of who plays, those of who was pushed out."""

    active: tuple[tuple[int, frozenset[int]], ...]
    pushed_out: tuple[tuple[int, frozenset[int]], ...]


class Position(NamedTuple):
    """A month as one seat sees it."""

    state: Any
    seat: int
    known: Knowledge

    @property
    def view(self) -> Any:
        return self.state.view(self.seat)


def knowledge(state: Any, seat: int) -> Knowledge:
    """What the seat was told, read by the reference."""
    rules = state.game.rules
    options = make_options(rules.preset, rules.options)
    return read_events(options, state.game.seats, state.dealer, seat, state.view(seat).events)


def seek(
    name: str, wanted: Callable[[Position], bool], *, players: int, left: int, preset: str = "standard", **options: Any
) -> Position:
    """The first position of random months with `left` cards of the pile face down that is as wanted."""
    game = load(preset, players, **options)
    rng = random.Random(name)
    while True:
        state = game.new_state(game.random_deal(rng.getrandbits(64)), dealer=rng.randrange(players))
        while not state.is_terminal() and (state.view(0).pile or 99) > left:
            random_play(state, rng, steps=1)
        if state.is_terminal():
            continue
        for seat in rng.sample(range(players), players):
            position = Position(state, seat, knowledge(state, seat))
            if wanted(position):
                return position


def hands_in_play(position: Position, *, every: bool = False) -> list[Hands]:
    """All ways to fill the hidden hands of who plays; `every`: also such as would have declared something else."""
    return list(candidates(position.known, every=every))


def size(position: Position) -> int:
    """At most so many ways."""
    known = position.known
    count, free = 1, len(known.unseen)
    for seat in known.holders:
        hidden = known.hand_size(seat) - len(known.known_in_hand(seat))
        count *= comb(free, hidden)
        free -= hidden
    return count


def pushed_out_hands(position: Position, free: frozenset[int], seats: list[int]) -> Iterator[tuple[Any, ...]]:
    """All hands of these cards with which the pushed-out seats showed and got what they did."""
    if not seats:
        yield ()
        return
    known, seat = position.known, seats[0]
    told = [event for event in position.view.events if event["type"] == "shown" and event["seat"] == seat]
    shown = known.shown[seat].cards if told else frozenset()
    multiplier = position.view.multiplier
    for chosen in combinations(sorted(free), HAND_SIZE - len(shown)):
        hand = shown.union(chosen)
        mon = fee(known.options, hand, multiplier)
        if mon != (told[0]["fee"] if told else 0):
            continue
        if not told or (fee_cards(known.options, hand) == shown and hand_yaku(hand) == told[0]["yaku"]):
            for rest in pushed_out_hands(position, free.difference(chosen), seats[1:]):
                yield ((seat, hand), *rest)


def list_cards(position: Position) -> list[Cards]:
    """All deals but for the order of the pile and the hands of who retired, of which all are equally many for each."""
    known = position.known
    hidden = [seat for seat in known.pushed_out if seat != position.seat]
    shown = frozenset().union(*(known.shown[seat].cards for seat in hidden if seat in known.shown))
    own = known.hand if position.seat not in known.active else frozenset()
    found = []
    for hands in hands_in_play(position):
        free = (hands.pile | set(known.flipped)) - own - shown
        found += [Cards(hands.hands, pushed) for pushed in pushed_out_hands(position, free, hidden)]
    return found


def drawn_cards(position: Position, hands: list[list[int]]) -> Cards:
    """The same of the hands, as dealt, of a drawn deal."""
    known = position.known
    active = tuple((seat, frozenset(hands[seat]).difference(known.played[seat])) for seat in known.holders)
    pushed = tuple((seat, frozenset(hands[seat])) for seat in known.pushed_out if seat != position.seat)
    return Cards(active, pushed)
