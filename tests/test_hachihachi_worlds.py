"""Worlds of Hachihachi are uniform over all deals that agree with a view: chi-square by position, Holm-corrected.

The deals are listed by the reference (tests/hachihachi_positions.py). MERI_WORLD_DRAWS sets the least number of draws
for each position (100000 for a long run).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache
from math import factorial
from typing import Any

import pytest
from hachihachi_hand_made import play
from hachihachi_positions import Cards, Position, drawn_cards, hands_in_play, list_cards, seek, size
from reference.hachihachi_knowledge import Knowledge
from reference.uniformity import chi_square_p, holm_rejected

LEAST_DRAWS = int(os.environ.get("MERI_WORLD_DRAWS", "3000"))
LEVEL = 0.01


def is_small(at: Position, most: int = 200) -> bool:
    return size(at) <= most and len(hands_in_play(at)) >= 2


def is_active(at: Position) -> bool:
    return at.seat in at.known.active


def hidden_holders(at: Position) -> list[int]:
    """Others who play and have cards in hand that were not shown."""
    known = at.known
    return [seat for seat in known.holders if known.hand_size(seat) > len(known.known_in_hand(seat))]


def still_shows(at: Position) -> bool:
    """Another holds a card that it has shown, and one that it has not."""
    return is_small(at) and any(at.known.known_in_hand(seat) for seat in hidden_holders(at))


def has_yaku(names: set[str]) -> Callable[[Position], bool]:
    def wanted(at: Position) -> bool:
        shown = at.known.shown
        return is_small(at) and any(seat in shown and names & set(shown[seat].yaku) for seat in hidden_holders(at))

    return wanted


def bites(at: Position) -> bool:
    """What was not declared forbids a good part of the hands."""
    return is_small(at) and len(hands_in_play(at)) <= 0.9 * len(hands_in_play(at, every=True))


def shown_of(known: Knowledge, seat: int) -> int:
    return len(known.shown[seat].cards) if seat in known.shown else 0


def pushed_out(at: Position, least: int, count: int = 1) -> bool:
    """So many hidden hands in the pile, which showed so many cards each."""
    known = at.known
    hidden = [seat for seat in known.pushed_out if seat != at.seat]
    return is_small(at, 30) and len(hidden) == count and all(shown_of(known, seat) >= least for seat in hidden)


def waits(at: Position) -> bool:
    return is_small(at) and at.view.waiting is not None


CATEGORY = {"aka", "tan-ichi", "toichi", "pikaichi"}
SETS = {"sanbon", "tate-sanbon", "kuttsuki", "futa-sanbon", "futa-tate-sanbon", "teshi"}
WANTED: dict[str, tuple[Callable[[Position], bool], dict[str, Any]]] = {
    "three, last plays": (is_small, {"players": 3, "left": 3}),
    "three, two cards each": (lambda at: size(at) >= 1000 and is_small(at, 2000), {"players": 3, "left": 6}),
    "three, two cards each by fudawiki": (
        lambda at: size(at) >= 1000 and is_small(at, 2000),
        {"players": 3, "left": 6, "preset": "fudawiki"},
    ),
    "three, a choice": (waits, {"players": 3, "left": 2}),
    "three, shown cards in a hand": (still_shows, {"players": 3, "left": 4}),
    "three, a set yaku": (has_yaku(SETS), {"players": 3, "left": 3}),
    "three, a category yaku": (has_yaku(CATEGORY), {"players": 3, "left": 3}),
    "three, undeclared yaku": (bites, {"players": 3, "left": 3}),
    "four, undeclared yaku": (bites, {"players": 4, "left": 2}),
    "four, one has retired": (
        lambda at: is_small(at) and is_active(at) and at.known.retired != [],
        {"players": 4, "left": 3},
    ),
    "four, who has retired looks on": (
        lambda at: is_small(at, 400) and at.seat in at.known.retired,
        {"players": 4, "left": 2},
    ),
    "five, who was pushed out looks on": (
        lambda at: is_small(at, 30) and at.known.pushed_out == [at.seat],
        {"players": 5, "left": 2},
    ),
    "four, a pushed-out hand": (lambda at: pushed_out(at, 4), {"players": 4, "left": 2}),
    "four, a pushed-out hand by fudawiki": (
        lambda at: pushed_out(at, 4),
        {"players": 4, "left": 3, "preset": "fudawiki"},
    ),
    "five, two pushed-out hands": (lambda at: pushed_out(at, 5, 2), {"players": 5, "left": 2}),
    "seven, the blank's holder looks on": (
        lambda at: is_small(at, 400) and at.seat == at.known.blank and at.known.pushed_out == [],
        {"players": 7, "left": 2},
    ),
}


@cache
def position(name: str) -> Position:
    wanted, about = WANTED[name]
    return seek(name, wanted, **about)


@cache
def listed(name: str) -> list[Cards]:
    return list_cards(position(name))


def orders(name: str) -> int:
    """In how many orders the pile may still lie."""
    return factorial(position(name).known.pile_size)


def draws_of(name: str, draws: int) -> list[Any]:
    view, found = position(name).view, []
    for batch in range(0, draws, 1000):
        found += view.draw_deals(1000, seed=batch)
    return found


@pytest.mark.parametrize("name", WANTED)
def test_listed_deals_replay_to_the_very_view(name: str) -> None:
    """The true one among them; meri_ai takes each for a deal that gives this view."""
    at = position(name)
    cards = listed(name)
    assert 2 <= len(cards) == len(set(cards))
    assert drawn_cards(at, [list(hand) for hand in at.state.deal.hands]) in cards
    steps = [str(action) for _, action in at.state.history]
    rng = random.Random(name)
    for world in rng.sample(cards, min(len(cards), 12)):
        assert replayed(at, world, steps, rng).view(at.seat) == at.view


def replayed(at: Position, world: Cards, steps: list[str], rng: random.Random) -> Any:
    """The state of a listed deal; the pile in any order, the cards left over to who retired."""
    known, deal = at.known, at.state.deal
    hands = [list(hand) for hand in deal.hands]
    for seat, cards in world.active:
        hands[seat] = sorted(cards.union(known.played[seat]))
    for seat, cards in world.pushed_out:
        hands[seat] = sorted(cards)
    in_play = set(deal.table).union(*(hands[seat] for seat in known.active))
    pile = [card for card in range(48) if card not in in_play and card not in known.flipped]
    rng.shuffle(pile)
    pile = [*known.flipped, *pile]
    others = {seat for seat in known.retired if seat != at.seat}
    taken = set().union(*(hands[seat] for seat in range(known.players) if seat not in others and seat != deal.blank))
    free = [card for card in pile if card not in taken]
    for seat in others:
        hands[seat], free = sorted(free[:7]), free[7:]
    order = [*pile, *(card for card in range(48) if card not in pile)]
    if deal.blank is not None:
        hands[deal.blank] = list(deal.hands[deal.blank])
    made = type(deal)(tuple(map(tuple, hands)), deal.field, tuple(order), deal.blank)
    return play(at.state.game.new_state(made, at.state.dealer, at.state.scores, at.state.carried), *steps)


def test_draws_are_uniform_over_the_listed_deals() -> None:
    p_values = {}
    for name in WANTED:
        at, cards = position(name), listed(name)
        counts = Counter(drawn_cards(at, hands) for hands, *_ in draws_of(name, max(LEAST_DRAWS, 10 * len(cards))))
        assert not counts.keys() - set(cards), name
        p_values[name] = chi_square_p(counts[world] for world in cards)
    assert holm_rejected(p_values, LEVEL) == []


def test_the_order_of_the_pile_is_uniform_too() -> None:
    """Hands in play and the order of the pile together, where nobody was pushed out."""
    p_values = {}
    for name in WANTED:
        at = position(name)
        worlds = [hands.hands for hands in hands_in_play(at)] if not at.known.pushed_out else []
        cells = len(worlds) * orders(name)
        if not 0 < cells <= 1500:
            continue
        counts: Counter[Hashable] = Counter()
        flipped, table = at.known.flipped, sorted(at.known.on_field)
        for hands, pile, field, blank in draws_of(name, max(LEAST_DRAWS, 10 * cells)):
            assert (pile[: len(flipped)], field, blank) == (flipped, table, at.known.blank)
            counts[drawn_cards(at, hands).active, tuple(pile[len(flipped) :])] += 1
        assert {key[0] for key in counts} <= set(worlds) and len(counts) <= cells
        p_values[name] = chi_square_p([*counts.values(), *[0] * (cells - len(counts))])
    assert len(p_values) >= 6
    assert holm_rejected(p_values, LEVEL) == []


def test_drawn_deals_are_whole() -> None:
    """Every seat has its hand as dealt, and all 48 cards are somewhere."""
    for name in WANTED:
        at = position(name)
        for hands, pile, field, blank in draws_of(name, 1000)[:50]:
            assert [len(hand) for hand in hands] == [7 * (seat != blank) for seat in range(at.known.players)]
            dealt = [card for hand in hands for card in hand]
            assert len(set(dealt)) == len(dealt) and set(hands[at.seat]) == at.known.hand
            in_play = {card for seat in at.known.active for card in hands[seat]}
            assert sorted([*in_play, *pile, *field]) == list(range(48))


def naive_draw(at: Position, rng: random.Random) -> Hashable:
    """A sampler that knows the cards alone: whatever would have been declared is no matter to it."""
    known, hands = at.known, []
    free = sorted(known.unseen)
    for seat in known.holders:
        fixed = known.known_in_hand(seat)
        cards = rng.sample(free, known.hand_size(seat) - len(fixed))
        free = [card for card in free if card not in cards]
        hands.append((seat, fixed.union(cards)))
    return tuple(hands)


def test_a_sampler_that_ignores_what_was_not_declared_is_rejected() -> None:
    """Its draws fit all hands that can be held by the cards, and not those that are possible."""
    rejected, fits = {}, {}
    for name in ("three, undeclared yaku", "four, undeclared yaku"):
        at, rng = position(name), random.Random(name)
        possible = [hands.hands for hands in hands_in_play(at)]
        held = [hands.hands for hands in hands_in_play(at, every=True)]
        counts = Counter(naive_draw(at, rng) for _ in range(max(LEAST_DRAWS, 10 * len(held))))
        fits[name] = chi_square_p(counts[hands] for hands in held)
        assert counts.keys() - set(possible)
        drawn = Counter(drawn_cards(at, hands).active for hands, *_ in draws_of(name, max(LEAST_DRAWS, 10 * len(held))))
        assert not drawn.keys() - set(possible)
        rejected[name] = chi_square_p(drawn[hands] for hands in held)
    assert holm_rejected(fits, LEVEL) == []
    assert len(holm_rejected(rejected, LEVEL)) == len(rejected)
