"""What a seat of a fishing game knows, and no more: twin deals, fair bots, and hanafuda against mekurifuda.

Twins are a round and another deal that the seat cannot tell from it: the cards that it has not seen change places in
the other hands and the pile. MERI_TWIN_PAIRS sets how many pairs are tried (1,000 in a thorough run).
"""

import os
import pickle
import random

import pytest
from reference.fishing_cards import DECKS, MEKURIFUDA_OF, hanafuda_of
from reference.fishing_random import random_start
from reference.fishing_reference import Round
from reference.fishing_worlds import exchanged

import meri_ai as ma
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


def state_of(start, deal, actions):
    """meri_ai's state of a deal after these actions."""
    game = ma.load_game(start.variant.name, players=start.variant.players, **start.options)
    state = game.new_state(game.deal_from_json(deal.to_json()), dealer=start.dealer)
    for action in actions:
        state.apply_action(action)
    return state


def twins(rng):
    """Two states that the seat to move cannot tell apart, that seat, and both rounds of the reference."""
    start = random_start(rng)
    first = Round(start.variant, start.dealer, start.deal)
    for _ in range(rng.randrange(20)):
        first.apply(rng.choice(first.legal()))
    seat = first.seat
    actions = [action for _, action in first.history]
    second = Round(start.variant, start.dealer, exchanged(first, seat, rng))
    for action in actions:
        second.apply(action)
    return seat, [state_of(start, game.deal, actions) for game in (first, second)], [first, second]


@pytest.fixture(scope="module")
def all_twins():
    rng = random.Random(2024)
    return [twins(rng) for _ in range(PAIRS)]


def test_twins_differ_in_what_is_hidden(all_twins):
    assert sum(first.deal != second.deal for _, (first, second), _ in all_twins) > PAIRS * 0.9


def test_twins_give_equal_views(all_twins):
    for seat, states, _ in all_twins:
        first, second = (state.view(seat) for state in states)
        assert first == second and hash(first) == hash(second)
        assert first.to_json() == second.to_json()
        assert repr(first) == repr(second) and pickle.dumps(first) == pickle.dumps(second)


def test_views_are_equal_exactly_when_seats_were_told_the_same(all_twins):
    """By the reference, from the rules page alone."""
    seen = set()
    for _, states, rounds in all_twins:
        for seat in range(states[0].game.seats):
            first, second = (state.view(seat) for state in states)
            told, other = (game.events(seat) for game in rounds)
            assert (first == second) == (told == other)
            assert (first.to_json() == second.to_json()) == (told == other)
            seen.add(told == other)
    assert seen == {True, False}


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
    """Knows the card that is turned up next."""

    def __init__(self, state):
        self.state = state

    def choose(self, view, *, seed):
        legal = view.legal_actions()
        flips = sum(event["type"] == "flip" for event in view.events)
        top = record_of(self.state)["deal"]["pile"][flips:][:1]
        return legal[sum(map(ord, "".join(top))) % len(legal)]


@pytest.mark.parametrize("bot", [PeekingBot, PeekingAtThePile])
def test_a_peeking_bot_is_caught(all_twins, bot):
    assert first_difference(bot, all_twins) is not None


def test_a_clairvoyant_view_is_no_view_of_a_seat(all_twins):
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


def test_a_view_tells_scores_dealer_rules_and_seat_apart():
    game, other = ma.load_game("bakappana"), ma.load_game("bakappana", chaff=0)
    deal = game.random_deal(5)
    view = game.new_state(deal).view(1)
    assert view == game.new_state(deal).view(1)
    assert view != game.new_state(deal, dealer=1).view(1)
    assert view != game.new_state(deal, scores=(1, -1, 0)).view(1)
    assert view != other.new_state(deal).view(1)
    assert view != game.new_state(deal).view(2)
    assert view != "view"


# -- hanafuda and mekurifuda: one game with two sets of pictures


def test_the_mapping_of_the_page():
    """Section 2, word by word."""
    assert sorted(map(hanafuda_of, DECKS["mekurifuda"])) == DECKS["hanafuda"]
    order = ["01", "11", "03", "04", "05", "12", "07", "08", "09", "10", "06", "02"]  # pine, willow, cherry, ...
    assert [hanafuda_of(f"K{rank:02}")[:2] for rank in range(1, 13)] == order
    assert [hanafuda_of(card) for card in ("P02", "I02", "K02", "O02")] == ["11b", "11c", "11d", "11a"]
    assert [hanafuda_of(card) for card in ("P08", "I08", "I06")] == ["08a", "08b", "12b"]  # moon, geese, yellow chaff
    assert [hanafuda_of(card) for card in ("P06", "P11", "K01", "O01")] == ["12a", "06a", "01c", "01d"]


def image(action):
    """The action with the mekurifuda image of its card."""
    word, card = action.split()
    return f"{word} {MEKURIFUDA_OF[card]}"


def test_hanafuda_and_mekurifuda_rounds_score_alike():
    rng = random.Random(12)
    flowers, suits = ma.load_game("subeta-mekuri"), ma.load_game("subeta-mekuri", deck="mekurifuda")
    for seed in range(1000):
        deal = flowers.random_deal(seed)
        data = deal.to_json()
        hands = [[MEKURIFUDA_OF[card] for card in hand] for hand in data["hands"]]
        field, pile = ([MEKURIFUDA_OF[card] for card in data[place]] for place in ("field", "pile"))
        state = flowers.new_state(deal, dealer=seed % 3)
        twin = suits.new_state(suits.deal(hands, field, pile), dealer=seed % 3)
        while not state.is_terminal():
            legal = [str(action) for action in state.legal_actions()]
            assert state.current_player() == twin.current_player()
            assert set(map(image, legal)) == {str(action) for action in twin.legal_actions()}
            action = rng.choice(legal)
            state.apply_action(action)
            twin.apply_action(image(action))
        result, other = state.result(), twin.result()
        assert state.returns() == twin.returns() == result["points"] == other["points"]
        assert result["next_dealer"] == other["next_dealer"]
        captured = [{MEKURIFUDA_OF[card] for card in cards} for cards in result["captured"]]
        assert captured == [set(cards) for cards in other["captured"]]
