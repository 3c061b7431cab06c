"""Worlds of the fishing games are uniform over all that agree with a view: chi-square by position, Holm-corrected.

The worlds are listed by the reference: every way to deal the unseen cards to hands as sets and to the pile as an order.
MERI_WORLD_DRAWS sets the least number of draws for each position (100000 for a long run).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import pytest
from reference.fishing_cards import make_variant
from reference.fishing_deal import random_deal
from reference.fishing_reference import Round
from reference.fishing_worlds import World, list_worlds, read_events, replayed, world_of
from reference.uniformity import chi_square_p, holm_rejected

import meri_ai as ma

LEAST_DRAWS = int(os.environ.get("MERI_WORLD_DRAWS", "2000"))
LEVEL = 0.01


class Position(NamedTuple):
    """A round of the reference with some number of cards still face down, seen by one seat."""

    game: Round
    options: dict[str, Any]
    seat: int

    @property
    def state(self) -> Any:
        variant = self.game.variant
        game = ma.load_game(variant.name, players=variant.players, **self.options)
        state = game.new_state(game.deal_from_json(self.game.deal.to_json()), dealer=self.game.dealer)
        for _, action in self.game.history:
            state.apply_action(action)
        return state


# Game, players, options; then the cards of the pile, whose view it is (turns after the seat to move), what the step is,
# and how many worlds there are: by hand, (ways to choose the other hands) * (orders of the pile).
WANTED: dict[str, tuple[str, int, dict[str, Any], int, int, str, int]] = {
    "two, last plays": ("sanuki-mekuri", 2, {}, 2, 0, "play", 3 * 2),
    "two, the other plays": ("sanuki-mekuri", 2, {}, 3, 1, "play", 10 * 6),
    "two, two cards each": ("bakappana", 2, {}, 4, 0, "play", 15 * 24),
    "two, a choice for a play": ("bakappana", 2, {}, 4, 0, "take played", 15 * 24),
    "three, last plays": ("subeta-mekuri", 3, {}, 3, 0, "play", 20 * 6),
    "three, another is to play": ("subeta-mekuri", 3, {}, 3, 2, "play", 20 * 6),
    "three, one hand is empty": ("bakappana", 3, {}, 2, 0, "play", 3 * 2),
    "three, a choice for a play": ("bakappana", 3, {"chaff": 0}, 3, 1, "take played", 4 * 6),
    "three, a choice for a flip": ("bakappana", 3, {}, 3, 0, "take flipped", 20 * 6),
    "three, four cards of the pile": ("subeta-mekuri", 3, {"deck": "mekurifuda"}, 4, 0, "play", 30 * 24),
    "four, two have played": ("bakappana", 4, {}, 2, 0, "play", 3 * 2),
    "four, one has played": ("bakappana", 4, {}, 3, 1, "play", 20 * 6),
}


@cache
def position(name: str) -> Position:
    """The first position of random rounds that is as wanted."""
    game_name, players, options, pile, after, step, _ = WANTED[name]
    variant = make_variant(game_name, options, players)
    rng = random.Random(name)
    while True:
        game = Round(variant, rng.randrange(players), random_deal(variant, rng))
        while not game.over:
            now = "play" if game.waiting is None else "take flipped" if game.flipping else "take played"
            if (len(game.pile), now) == (pile, step):
                return Position(game, options, (game.seat + after) % players)
            game.apply(rng.choice(game.legal()))


@cache
def listed(name: str) -> list[World]:
    game, _, seat = position(name)
    return list_worlds(game.variant, seat, game.events(seat))


@pytest.mark.parametrize("name", WANTED)
def test_listed_worlds_are_all_that_agree(name: str) -> None:
    """As many as counted by hand, the true one among them, and each replays to the same events."""
    game, _, seat = position(name)
    worlds = listed(name)
    assert len(worlds) == len(set(worlds)) == WANTED[name][-1]
    assert world_of(game) in worlds
    actions = [action for _, action in game.history]
    played = [{a[5:] for mover, a in game.history if mover == s and a[:4] == "play"} for s in range(len(game.hands))]
    turned = game.deal.pile[: len(game.deal.pile) - len(game.pile)]
    for world in worlds[:: max(1, len(worlds) // 40)]:
        hands = tuple(tuple(hand | cards) for hand, cards in zip(world.hands, played, strict=True))
        deal = type(game.deal)(hands, game.deal.field, (*turned, *world.pile))
        again = replayed(game.variant, game.dealer, deal, actions)
        assert again.events(seat) == game.events(seat) and world_of(again) == world


def draw_in_python(name: str, n: int) -> Counter[World]:
    """By sample_world, each checked to give the very view."""
    at = position(name)
    view = at.state.view(at.seat)
    flips = at.game.variant.pile - len(at.game.pile)
    counts: Counter[World] = Counter()
    for seed in range(n):
        state = view.game.sample_world(view, seed)
        if seed < 20:
            assert state.view(at.seat) == view
        deal = state.deal.to_json()
        played = {str(action)[5:] for _, action in state.history if str(action).startswith("play ")}
        counts[World(tuple(frozenset(hand) - played for hand in deal["hands"]), tuple(deal["pile"][flips:]))] += 1
    return counts


def draw_in_search(name: str, n: int) -> Counter[World]:
    """As the search draws them."""
    at = position(name)
    return Counter(World(*world) for world in at.state.view(at.seat).draw_worlds(n, seed=len(name)))


@pytest.mark.parametrize("draw", [draw_in_python, draw_in_search])
def test_draws_are_uniform_over_the_listed_worlds(draw: Any) -> None:
    least = LEAST_DRAWS if draw is draw_in_search else LEAST_DRAWS // 2
    p_values = {}
    for name in WANTED:
        worlds = listed(name)
        counts = draw(name, max(least, 10 * len(worlds)) if draw is draw_in_search else least)
        assert not counts.keys() - set(worlds), name
        if sum(counts.values()) >= 5 * len(worlds):
            p_values[name] = chi_square_p(counts[world] for world in worlds)
    assert len(p_values) >= 9
    assert holm_rejected(p_values, LEVEL) == []


def naive_draw(name: str, rng: random.Random) -> World:
    """A wrong shuffle: each card changes places with any other, not only with those not yet settled."""
    game, _, seat = position(name)
    known = read_events(game.variant, seat, game.events(seat))
    cards = list(known.unseen)
    for place in range(len(cards)):
        other = rng.randrange(len(cards))
        cards[place], cards[other] = cards[other], cards[place]
    hands = []
    for owner, size in enumerate(known.sizes):
        if owner == seat:
            hands.append(known.hand)
        else:
            hands.append(frozenset(cards[:size]))
            cards = cards[size:]
    return World(tuple(hands), tuple(cards))


def test_a_biased_sampler_is_rejected() -> None:
    p_values = {}
    for name in WANTED:
        rng = random.Random(name)
        worlds = listed(name)
        counts = Counter(naive_draw(name, rng) for _ in range(max(LEAST_DRAWS, 10 * len(worlds))))
        p_values[name] = chi_square_p(counts[world] for world in worlds)
    assert len(holm_rejected(p_values, LEVEL)) >= len(WANTED) * 3 / 4
