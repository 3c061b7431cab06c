"""Every world that is consistent with what a seat knows (rules page, section 8; declarations from section 3).

A world is the other hands that are in play and the order of the pile. A hand in play is possible when its holder would
have declared exactly what he declared and shown exactly what he showed, so an undeclared better yaku is impossible.
Playing a card is never compelled, so no play tells more.

Hands that went back into the pile are no part of a world: their cards are unseen cards of the pile like any other, but
for those that were shown. What a pushed-out seat did *not* show also tells something; `ways` says how much. Where
nobody was pushed out it is 1, and all worlds are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from math import factorial
from typing import NamedTuple

from .hachihachi_cards import CARD_COUNT
from .hachihachi_completed import held_whole
from .hachihachi_deal import HAND_SIZE, Deal
from .hachihachi_hand import hand_yaku, shown_cards
from .hachihachi_knowledge import Knowledge
from .hachihachi_oikomi import counted_cards, fee, fee_cards


class Hands(NamedTuple):
    """A world but for the order of the pile, which may be any."""

    hands: tuple[tuple[int, frozenset[int]], ...]  # (seat, cards now) of the others in play
    pile: frozenset[int]

    @property
    def orders(self) -> int:
        """The worlds that have these hands."""
        return factorial(len(self.pile))


class World(NamedTuple):
    """A world whole. Cards are canonical numbers, the top of the pile comes first."""

    hands: tuple[tuple[int, frozenset[int]], ...]
    pile: tuple[int, ...]


class TooManyWorlds(Exception):
    """There are more than the limit, or no card has been seen."""


def possible_hand(known: Knowledge, seat: int, now: frozenset[int]) -> bool:
    """Whether an active seat that holds these cards now would have declared and shown what it did."""
    if not known.active:
        return True
    dealt = now.union(known.played[seat])
    shown = known.shown.get(seat)
    names = hand_yaku(dealt)
    if shown is None:
        return not names
    cards: frozenset[int] = frozenset()
    return names == shown.yaku and cards.union(*(shown_cards(dealt, name) for name in names)) == shown.cards


def candidates(known: Knowledge, *, every: bool = False) -> Iterator[Hands]:
    """All ways to fill the hands and leave the rest to the pile; `every` keeps impossible hands too."""

    def fill(seats: list[int], free: frozenset[int]) -> Iterator[Hands]:
        if not seats:
            yield Hands((), free | known.known_in_pile)
            return
        seat, fixed = seats[0], known.known_in_hand(seats[0])
        for chosen in combinations(sorted(free), known.hand_size(seat) - len(fixed)):
            hand = fixed.union(chosen)
            if every or possible_hand(known, seat, hand):
                for rest in fill(seats[1:], free.difference(chosen)):
                    yield Hands(((seat, hand), *rest.hands), rest.pile)

    return fill(known.holders, known.unseen)


def list_hands(known: Knowledge, limit: int = 100_000) -> list[Hands]:
    """All worlds but for the order of the pile."""
    if not known.dealt:
        raise TooManyWorlds
    found: list[Hands] = []
    for hands in candidates(known):
        if len(found) == limit:
            raise TooManyWorlds
        found.append(hands)
    return found


def list_worlds(known: Knowledge, limit: int = 100_000) -> list[World]:
    """All worlds with every order of the pile."""
    found = list_hands(known, limit)
    if sum(hands.orders for hands in found) > limit:
        raise TooManyWorlds
    return [World(hands.hands, order) for hands in found for order in permutations(sorted(hands.pile))]


def split_cards(known: Knowledge, pile: Iterable[int]) -> frozenset[int]:
    """Of the pile as it was before the first flip, the cards that may have come from any returned hand."""
    shown = (shown.cards for shown in known.shown.values())
    return frozenset(known.flipped).union(pile).difference(known.hand, *shown)


def returned_hands(known: Knowledge, seat: int, free: frozenset[int]) -> Iterator[frozenset[int]]:
    """What a pushed-out seat may have held beside the cards it showed, from the free ones (section 2.5)."""
    shown = known.shown[seat].cards if seat in known.shown else frozenset()
    names = known.shown[seat].yaku if seat in known.shown else []
    if known.options.oikomi_cards == "ribbons" or not names:
        free = free - counted_cards(known.options, free)  # each of these would have been shown
    for chosen in combinations(sorted(free), HAND_SIZE - len(shown)):
        hand = shown.union(chosen)
        if hand_yaku(hand) + held_whole(known.options, hand) != names:
            continue
        earned = fee_cards(known.options, hand) if fee(known.options, hand, 1) else frozenset()
        if earned == shown:
            yield hand - shown


def ways(known: Knowledge, hands: Hands) -> int:
    """In how many ways the pushed-out seats may have held cards of this pile and shown what they showed.

    1 where nobody else was pushed out. Whole deals that fit the events are as many for each world as this says, so it
    is a world's weight where whole deals are to be equally likely; 0 makes the world impossible.
    """
    others = [seat for seat in known.pushed_out if seat != known.seat]
    free = split_cards(known, hands.pile)
    held = [list(returned_hands(known, seat, free)) for seat in others]

    def count(place: int, left: frozenset[int]) -> int:
        if place == len(held):
            return 1
        fitting = [cards for cards in held[place] if cards <= left]
        return len(fitting) if place == len(held) - 1 else sum(count(place + 1, left - cards) for cards in fitting)

    return count(0, free)


def deal_of(known: Knowledge, world: World) -> Deal | None:
    """A deal that leads to this world with these events; None where `ways` is 0."""
    now = dict(world.hands)
    hands: dict[int, frozenset[int]] = {known.seat: known.hand}
    for seat in known.holders:
        hands[seat] = now[seat].union(known.played.get(seat, ()))
    pile = [*known.flipped, *world.pile]
    free = split_cards(known, world.pile)
    others = [seat for seat in known.pushed_out if seat != known.seat]
    split = first_split(known, others, free)
    if split is None:
        return None
    for seat, extra in zip(others, split, strict=True):
        hands[seat] = extra.union(known.shown[seat].cards if seat in known.shown else ())
        free -= extra
    for seat in known.retired:
        if seat not in hands:
            hands[seat] = frozenset(sorted(free)[:HAND_SIZE])
            free -= hands[seat]
    rest = [card for card in range(CARD_COUNT) if card not in pile]
    dealt = tuple(tuple(sorted(hands.get(seat, ()))) if seat != known.blank else () for seat in range(known.players))
    return Deal(dealt, tuple(sorted(known.on_field)), tuple(pile + rest), known.blank)


def first_split(known: Knowledge, seats: list[int], free: frozenset[int]) -> list[frozenset[int]] | None:
    """One way to give each of these pushed-out seats its unseen cards, or None."""
    if not seats:
        return []
    for cards in returned_hands(known, seats[0], free):
        rest = first_split(known, seats[1:], free - cards)
        if rest is not None:
            return [cards, *rest]
    return None
