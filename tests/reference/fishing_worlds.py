"""What a seat knows of a round of the fishing family, and every world that agrees with it.

A world is the other hands, as sets, and the order of the pile. Whatever was played, it says nothing of the cards that
are still hidden: any card may be played at any time. So each way to put the unseen cards in the places is a world.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from .fishing_cards import Variant, ordered
from .fishing_deal import Deal
from .fishing_reference import Event, Round


class World(NamedTuple):
    """The hands now, by seat, and the cards still face down, top first."""

    hands: tuple[frozenset[str], ...]
    pile: tuple[str, ...]


class Knowledge(NamedTuple):
    """Read off a seat's events by counting cards."""

    hand: frozenset[str]  # its own, now
    sizes: tuple[int, ...]  # cards in each hand now
    unseen: tuple[str, ...]  # in canonical order
    pile: int  # cards still face down


def read_events(variant: Variant, seat: int, events: list[Event]) -> Knowledge:
    """What these events told a seat."""
    hand = set(events[0]["hand"])
    seen = hand | set(events[0]["field"])
    sizes = [variant.hand] * variant.players
    pile = variant.pile
    for event in events[1:]:
        if event["type"] == "flip":
            seen.add(event["card"])
            pile -= 1
        elif event["type"] == "action" and event["action"].startswith("play "):
            card = event["action"][5:]
            seen.add(card)
            hand.discard(card)
            sizes[event["seat"]] -= 1
    unseen = ordered(set(variant.deck) - seen)
    assert len(hand) == sizes[seat] and len(unseen) == sum(sizes) - sizes[seat] + pile
    return Knowledge(frozenset(hand), tuple(sizes), tuple(unseen), pile)


def world_of(game: Round) -> World:
    """The world that a round is in."""
    return World(tuple(map(frozenset, game.hands)), tuple(game.pile))


def list_worlds(variant: Variant, seat: int, events: list[Event]) -> list[World]:
    """All worlds that agree with a seat's events; few enough only near the end."""
    known = read_events(variant, seat, events)

    def hands_from(place: int, left: frozenset[str]) -> Iterator[tuple[tuple[frozenset[str], ...], frozenset[str]]]:
        if place == variant.players:
            yield (), left
        elif place == seat:
            for rest, still in hands_from(place + 1, left):
                yield (known.hand, *rest), still
        else:
            for chosen in combinations(ordered(left), known.sizes[place]):
                for rest, still in hands_from(place + 1, left - set(chosen)):
                    yield (frozenset(chosen), *rest), still

    return [World(hands, pile) for hands, left in hands_from(0, frozenset(known.unseen)) for pile in permutations(left)]


def exchanged(game: Round, seat: int, rng: random.Random) -> Deal:
    """Another deal that this seat cannot tell from the round's: the cards it has not seen change places at random."""
    unseen = read_events(game.variant, seat, game.events(seat)).unseen
    other = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))

    def change(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(other.get(card, card) for card in cards)

    return Deal(tuple(map(change, game.deal.hands)), game.deal.field, change(game.deal.pile))


def replayed(variant: Variant, dealer: int, deal: Deal, actions: list[str]) -> Round:
    """The round of a deal after these actions."""
    game = Round(variant, dealer, deal)
    for action in actions:
        game.apply(action)
    return game
