"""No bot sees more than its view, and no policy knows a trump that lies face down.

Twins are two worlds drawn from one view at a random step, each with its replayed history: their seat cannot tell them
apart. MERI_TWIN_PAIRS sets how many pairs are tried (1,000 in a thorough run).
"""

import os
import random
from itertools import pairwise

import pytest
from reference.meri_deal import Deal
from reference.meri_options import make_options
from reference.meri_reference import Game as ReferenceGame
from reference.random_options import random_start

import meri_ai as ma
from meri_ai.bots import bot_factory
from meri_ai.record import record_of

PAIRS = int(os.environ.get("MERI_TWIN_PAIRS", "60"))
FAIR_BOTS = (
    "random",
    "rule",
    "rule@1",
    "montecarlo:iterations=40",
    "ismcts:iterations=40",
    "ismcts:iterations=40,policy=random",
    "ismcts:iterations=40,prior=0.3",
)


def random_game(rng):
    """A finished deal of random actions under random rules."""
    preset, overrides, dealer, deal = random_start(rng)
    game = ma.load_game("meri", rules=preset, **overrides)
    state = game.new_state(game.deal_from_json(deal.to_json()), dealer=dealer)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def replayed(state, steps):
    """The state's deal, played again by these actions."""
    again = state.game.new_state(state.deal, dealer=state.dealer)
    for action in steps:
        again.apply_action(action)
    return again


def actions_of(state):
    return [action for _, action in state.history]


def random_position(rng):
    finished = actions_of(state := random_game(rng))
    return replayed(state, finished[: rng.randrange(len(finished))])


def twins(rng):
    """The view of the seat to move at a random position, and two worlds drawn from it."""
    state = random_position(rng)
    view = state.view(state.current_player())
    return view, *(state.game.sample_world(view, rng.getrandbits(64)) for _ in range(2))


@pytest.fixture(scope="module")
def all_twins():
    rng = random.Random(2024)
    return [twins(rng) for _ in range(PAIRS)]


def first_difference(make_bot, all_twins):
    """The number of the first pair of twins on which a bot answers differently, or None. make_bot gets the world too,
    which a fair bot has no use for."""
    for number, (view, *worlds) in enumerate(all_twins):
        answers = {str(make_bot(world).choose(world.view(view.seat), seed=number)) for world in worlds}
        if len(answers) > 1:
            return number
    return None


class PeekingBot:
    """Reads the true hands, which the harness hands to it behind the view's back."""

    def __init__(self, world):
        self.world = world

    def choose(self, view, *, seed):
        legal = view.legal_actions()
        peeked = record_of(self.world)["deal"]["hands"][(view.seat + 1) % 8]
        return legal[(seed + sum(map(ord, "".join(sorted(peeked))))) % len(legal)]


def test_twins_give_equal_views(all_twins):
    for view, first, second in all_twins:
        assert first.view(view.seat) == second.view(view.seat) == view
        assert hash(first.view(view.seat)) == hash(second.view(view.seat)) == hash(view)
        assert first.view(view.seat).to_json() == second.view(view.seat).to_json()


@pytest.mark.parametrize("spec", FAIR_BOTS)
def test_a_fair_bot_answers_twins_alike(all_twins, spec):
    factory = bot_factory(spec)
    assert first_difference(lambda world: factory(), all_twins) is None


def test_a_peeking_bot_is_caught(all_twins):
    assert first_difference(PeekingBot, all_twins) is not None


def what_it_was_told(state, seat):
    """By the reference, from the rules page alone: the events of this seat, and whether it is asked."""
    record = record_of(state)
    reference = ReferenceGame(
        make_options(record["rules"], record["options"]), state.dealer, Deal.from_json(record["deal"])
    )
    for step in record["steps"]:
        reference.apply(step["action"])
    return reference.events(seat), reference.seat == seat


def test_views_of_twins_are_equal_exactly_when_seats_were_told_the_same(all_twins):
    seen = set()
    for _, first, second in all_twins:
        for seat in range(8):
            same = what_it_was_told(first, seat) == what_it_was_told(second, seat)
            assert (first.view(seat) == second.view(seat)) == same
            seen.add(same)
    assert seen == {True, False}


def test_views_change_exactly_with_what_is_told():
    """Step by step through openings and first tricks: a hidden step leaves the others' views as they were."""
    rng = random.Random(7)
    unchanged = set()
    for _ in range(max(40, PAIRS // 10)):
        state = random_game(rng)
        steps = actions_of(state)
        positions = [replayed(state, steps[:count]) for count in range(14)]
        for before, after in pairwise(positions):
            for seat in range(8):
                same = what_it_was_told(before, seat) == what_it_was_told(after, seat)
                assert (before.view(seat) == after.view(seat)) == same
                if same:
                    unchanged.add(str(after.history[-1][1]))
    assert unchanged == {"hide"}


def test_exchanging_a_face_down_trump_changes_no_policy():
    rng = random.Random(11)
    exchanges = 0
    while exchanges < PAIRS:
        state = random_game(rng)
        steps = actions_of(state)
        for number, action in enumerate(steps):
            before = replayed(state, steps[:number])
            holder = before.current_player()
            for other in before.legal_actions():
                if other != action and str(action).startswith("play "):
                    exchanges += same_policies_until_the_reveal(state, steps, number, other, holder)


def same_policies_until_the_reveal(state, steps, number, other, holder):
    """Whether step `number` and `other` in its place both put a trump face down; asserts that no other seat's policy
    tells them apart while they lie there."""
    position, exchanged = replayed(state, steps[: number + 1]), replayed(state, [*steps[:number], other])
    both_face_down = False
    for action in steps[number + 1 :]:
        mover = position.current_player()
        if mover == holder or exchanged.current_player() != mover or position.view(mover) != exchanged.view(mover):
            break
        both_face_down = True
        for noise in (0.0, 0.25):
            probabilities = position.policy_probabilities(policy="rule", noise=noise)
            assert exchanged.policy_probabilities(policy="rule", noise=noise) == probabilities
            assert sum(probabilities.values()) == pytest.approx(1.0)
        position.apply_action(action)
        exchanged.apply_action(action)
    return both_face_down
