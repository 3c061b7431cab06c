"""What a seat of Hachihachi knows, and no more: twin months, fair bots, and bots that peek.

Twins are a month and another one that the seat cannot tell from it (tests/hachihachi_twins.py). MERI_TWIN_PAIRS sets
how many pairs are tried (1,000 in a thorough run).
"""

import os
import pickle
import random

import pytest
from hachihachi_hand_made import load, play
from hachihachi_twins import twins

from meri_ai.bots import bot_factory
from meri_ai.bots.registry import BUILTIN
from meri_ai.record import record_of

PAIRS = int(os.environ.get("MERI_TWIN_PAIRS", "60"))
SEARCHES = ("montecarlo", "ismcts")
FAIR_BOTS = [
    *(f"{name}:iterations=40" if name in SEARCHES else name for name in BUILTIN if name != "clairvoyant"),
    "ismcts:iterations=40,policy=random",
    "ismcts:iterations=40,prior=0.3",
]


@pytest.fixture(scope="module")
def all_twins():
    rng = random.Random(2024)
    return [twins(rng) for _ in range(PAIRS)]


def test_twins_differ_in_what_is_hidden(all_twins):
    assert sum(first.deal.hands != second.deal.hands for _, (first, second), _ in all_twins) > PAIRS * 0.7
    assert sum(first.deal != second.deal for _, (first, second), _ in all_twins) > PAIRS * 0.9
    steps = {months[0].step for _, _, months in all_twins}
    assert steps >= {"mizuten", "enter", "play"}


def test_twins_give_equal_views(all_twins):
    for seat, states, _ in all_twins:
        first, second = (state.view(seat) for state in states)
        assert first == second and hash(first) == hash(second)
        assert first.to_json() == second.to_json()
        assert repr(first) == repr(second) and pickle.dumps(first) == pickle.dumps(second)
        assert first.legal_actions() == second.legal_actions()


def test_views_are_equal_exactly_when_seats_were_told_the_same(all_twins):
    """By the reference, from the rules page alone."""
    seen = set()
    for _, states, months in all_twins:
        for seat in range(states[0].game.seats):
            first, second = (state.view(seat) for state in states)
            told, other = (month.events(seat) for month in months)
            assert (first == second) == (told == other)
            assert (first.to_json() == second.to_json()) == (told == other)
            seen.add(told == other)
    assert seen == {True, False}


def test_the_worlds_of_twins_are_the_same(all_twins):
    for number, (seat, (first, second), _) in enumerate(all_twins):
        assert first.view(seat).draw_deals(3, seed=number) == second.view(seat).draw_deals(3, seed=number)
        world, other = (state.game.sample_world(state.view(seat), number) for state in (first, second))
        assert world.deal == other.deal and world.view(seat) == second.view(seat)


def first_difference(make_bot, all_twins):
    """The number of the first pair of twins on which a bot answers differently, or None. make_bot gets the state too,
    which a fair bot has no use for."""
    for number, (seat, states, _) in enumerate(all_twins):
        answers = {str(make_bot(state).choose(state.view(seat), seed=number)) for state in states}
        if len(answers) > 1:
            return number
    return None


@pytest.mark.parametrize("spec", FAIR_BOTS)
def test_a_fair_bot_answers_twins_alike(all_twins, spec):
    factory = bot_factory(spec)
    assert not factory.cheats
    assert first_difference(lambda state: factory(), all_twins) is None


class PeekingBot:
    """Reads the true hands, which the harness hands to it behind the view's back."""

    def __init__(self, state):
        self.state = state

    def choose(self, view, *, seed):
        legal = view.legal_actions()
        peeked = record_of(self.state)["deal"]["hands"][(view.seat + 1) % view.game.seats]
        return legal[(seed + sum(map(ord, "".join(sorted(peeked))))) % len(legal)]


class PeekingAtThePile:
    """Knows in which order the pile lies."""

    def __init__(self, state):
        self.state = state

    def choose(self, view, *, seed):
        legal = view.legal_actions()
        last = record_of(self.state)["deal"]["pile_order"][-1]
        return legal[sum(map(ord, last)) % len(legal)]


class LookingBeforeMizuten:
    """Knows its own hand before it may."""

    def __init__(self, state):
        self.state = state

    def choose(self, view, *, seed):
        legal = view.legal_actions()
        if str(legal[0]) != "mizuten":
            return legal[0]
        return legal["01a" in record_of(self.state)["deal"]["hands"][view.seat]]


@pytest.mark.parametrize("bot", [PeekingBot, PeekingAtThePile, LookingBeforeMizuten])
def test_a_peeking_bot_is_caught(all_twins, bot):
    assert first_difference(bot, all_twins) is not None


def test_a_clairvoyant_view_is_no_view_of_a_seat(all_twins):
    assert bot_factory("clairvoyant:iterations=10").cheats
    for seat, (first, second), _ in all_twins:
        known = first.clairvoyant_view(seat)
        assert known != first.view(seat) and first.view(seat) != known
        assert known != second.clairvoyant_view(seat) and known != first.clairvoyant_view(seat)
        with pytest.raises(TypeError, match="a clairvoyant view cannot be pickled"):
            pickle.dumps(known)


def test_policies_of_twins_are_equal(all_twins):
    for _, (first, second), _ in all_twins:
        for policy, noise in (("rule", 0.0), ("rule", 0.25), ("random", 0.0)):
            chances = first.policy_probabilities(policy=policy, noise=noise)
            assert chances == second.policy_probabilities(policy=policy, noise=noise)
            assert sum(chances.values()) == pytest.approx(1.0)
            assert list(chances) == first.legal_actions() and min(chances.values()) >= 0


def test_before_mizuten_a_view_shows_nothing():
    """Neither to the dealer nor to anybody else: no hand, no field, no multiplier, no blank."""
    game = load("standard", 5)
    states = [game.new_state(game.random_deal(seed), dealer=3, carried=[2]) for seed in range(5)]
    for seat in range(5):
        views = [state.view(seat) for state in states]
        assert len(set(views)) == 1
        view = views[0]
        assert (view.hand, view.field, view.multiplier, view.active, view.events) == ([], [], None, None, [])
        assert view.my_turn == (seat == 3) and view.carried == (2,)
    for word in ("mizuten", "look"):
        assert len({play(state.clone(), word).view(3) for state in states}) == 5


def test_hands_that_went_back_into_the_pile_are_hidden():
    """Nobody but their holders knows them: two months that differ in a retired hand and the pile alone."""
    game = load("standard", 4)
    deal = game.random_deal(3)
    state = play(game.new_state(deal, dealer=0), "look", "retire")
    pile = [card for card in range(48) if card not in (*deal.field, *(c for hand in deal.hands for c in hand))]
    given, taken = deal.hands[0][0], pile[0]
    hands = (tuple(taken if card == given else card for card in deal.hands[0]), *deal.hands[1:])
    other = play(game.new_state(type(deal)(hands, deal.field, deal.pile_order), dealer=0), "look", "retire")
    assert [state.view(seat) == other.view(seat) for seat in range(4)] == [False, True, True, True]


def test_a_view_tells_scores_dealer_rules_carried_and_seat_apart():
    game, other = load("standard"), load("standard", hatto="off")
    deal = next(deal for deal in map(game.random_deal, range(20)) if not {0, 8, 28, 40, 44} & set(deal.field))
    view = game.new_state(deal).view(1)
    assert view == game.new_state(deal).view(1)
    assert view != game.new_state(deal, dealer=1).view(1)
    assert view != game.new_state(deal, scores=(61, 59, 60)).view(1)
    assert view != game.new_state(deal, carried=[2]).view(1)
    assert view != other.new_state(deal).view(1)
    assert view != game.new_state(deal).view(2)
    assert view != "view"
