"""States of the fishing games: actions, refusals, copies, results, policies, seeded deals."""

import copy
import json
import os
import pickle
import random
import subprocess
import sys

import pytest
from fishing_hand_made import finish, legal, play, snapshot, start
from reference.fishing_cards import make_variant
from reference.fishing_deal import deal_from_order, misdeal_month
from reference.fishing_random import random_start

import meri_ai as ma
from meri_ai._core.errors import IllegalActionError
from meri_ai.games.load import game_of
from meri_ai.games.shuffle import shuffled

HANDS = {0: "01b 02b 03b 04b 05b 06b 07b", 1: "02c 03c 04c 05c 06c 07c 08c"}
FIELD = "01a 01c 09a 10a 10b 11a"
PILE = "10c 12c 12d"
SEVEN = [f"play {month:02}b" for month in range(1, 8)]
STAGES = [(), ("play 01b",), ("play 01b", "take 01c"), ("play 01b", "take 01c", "take 10b"), ("play 02b", "take 10a")]


def state_after(*steps, **options):
    """Seat 0 meets a choice by playing 01b and another by turning up 10c."""
    return start(HANDS, FIELD, PILE, *steps, **options)


# -- actions


def test_an_action_or_its_text_is_the_same():
    by_text, by_action = state_after(), state_after()
    steps = ["play 01b", "take 01a", "take 10b", "play 02c"]
    for text in steps:
        action = next(action for action in by_action.legal_actions() if str(action) == text)
        assert action is by_action.game.by_text[text] is by_action.game.actions[action.id]
        by_text.apply_action(text)
        by_action.apply_action(action)
    assert snapshot(by_text) == snapshot(by_action)
    assert [(seat, str(action)) for seat, action in by_text.history] == list(zip([0, 0, 0, 1], steps, strict=True))


def test_legal_actions_are_in_canonical_order_in_both_decks():
    rng = random.Random(2)
    for _ in range(20):
        begin = random_start(rng)
        game = ma.load_game(begin.variant.name, players=begin.variant.players, **begin.options)
        state = game.new_state(game.deal_from_json(begin.deal.to_json()), dealer=begin.dealer)
        while not state.is_terminal():
            actions = state.legal_actions()
            assert [action.id for action in actions] == sorted(action.id for action in actions)
            assert state.view(state.current_player()).legal_actions() == actions
            state.apply_action(rng.choice(actions))


def test_history_and_legal_actions_are_copies():
    state = state_after("play 01b")
    state.history.clear()
    state.legal_actions().clear()
    assert len(state.history) == 1 and legal(state) == ["take 01a", "take 01c"]


# -- refusals


def refused(state, action, seat, allowed):
    """The action is refused in one sentence, and nothing is changed."""
    before = snapshot(state)
    with pytest.raises(IllegalActionError) as caught:
        state.apply_action(action)
    error = caught.value
    assert (error.seat, error.action, error.legal) == (seat, str(action), tuple(allowed))
    assert error.reason and "\n" not in str(error)
    who = f"seat {seat} may not" if allowed else "nobody may"
    assert str(error).startswith(f"{who} {str(action)!r}: {error.reason}")
    assert str(error).endswith(f"; legal: {', '.join(allowed)}" if allowed else error.reason)
    assert snapshot(state) == before
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    return error.reason


@pytest.mark.parametrize(
    ("steps", "action", "allowed", "words"),
    [
        ((), "play 02c", SEVEN, "02c is not in the hand"),
        ((), "play 01a", SEVEN, "01a is not in the hand"),
        ((), "play 10c", SEVEN, "10c is not in the hand"),
        ((), "take 01a", SEVEN, "play a card"),
        (STAGES[1], "play 02b", ["take 01a", "take 01c"], "01b"),
        (STAGES[1], "take 09a", ["take 01a", "take 01c"], "01b"),
        (STAGES[1], "take 01b", ["take 01a", "take 01c"], "01b"),
        (STAGES[2], "take 01a", ["take 10a", "take 10b"], "10c"),
        (STAGES[2], "play 02b", ["take 10a", "take 10b"], "10c"),
        (STAGES[2], "take 10c", ["take 10a", "take 10b"], "10c"),
    ],
)
def test_an_illegal_action_says_who_what_and_why(steps, action, allowed, words):
    state = state_after(*steps)
    assert words in refused(state, action, 0, allowed)
    assert words in refused(state, state.game.by_text[action], 0, allowed)
    state.apply_action(allowed[0])


@pytest.mark.parametrize(
    "action", ["", "play", "play ", "Play 01b", "play 1b", "play 01B", "play 13a", "play P01", "take", 7, None, [0]]
)
def test_an_action_that_there_is_not(action):
    assert "no such action" in refused(state_after(), action, 0, SEVEN)


def test_an_action_of_another_game():
    meri = ma.load_game("meri").by_text["play P1"]
    refused(state_after(), meri, 0, SEVEN)
    refused(state_after(), ma.Action(3, "go"), 0, SEVEN)


@pytest.mark.parametrize("action", ["play 01b", "take 01a", "sing"])
def test_no_action_is_legal_when_the_round_is_over(action):
    refused(finish(state_after()), action, -1, [])


# -- copies


def independent(state, other):
    """The two agree now; steps of the one leave the other alone, and then they agree again."""
    before = snapshot(state)
    assert snapshot(other) == before
    for first, second in ((state, other), (other, state)):
        kept = snapshot(second)
        for _ in range(12):
            first.apply_action(first.legal_actions()[-1])
        assert snapshot(second) == kept
    assert snapshot(state) == snapshot(other) != before


@pytest.mark.parametrize("steps", STAGES)
def test_copies_are_independent(steps):
    ways = [lambda s: s.clone(), copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))]
    for way in ways:
        state = state_after(*steps)
        independent(state, way(state))


@pytest.mark.parametrize("steps", STAGES)
def test_views_copy_and_pickle(steps):
    state = state_after(*steps)
    for view in map(state.view, range(3)):
        for again in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
            assert again == view and hash(again) == hash(view) and again.to_json() == view.to_json()
            assert again.legal_actions() == view.legal_actions()


def test_a_view_is_a_moment():
    """Steps of the state do not change a view that was taken before."""
    state = state_after()
    view, kept = state.view(1), json.dumps(state.view(1).to_json())
    play(state, "play 01b", "take 01a")
    assert json.dumps(view.to_json()) == kept and view != state.view(1)


HASHES = """
import pickle, sys
for view in pickle.load(sys.stdin.buffer):
    print(hash(view))
"""


def test_hashes_are_the_same_in_every_process():
    views = [state_after(*steps).view(seat) for steps in STAGES for seat in range(3)]
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-P", "-c", HASHES],  # -P: the installed package, not the folder's
            input=pickle.dumps(views),
            capture_output=True,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            check=True,
        )
        assert done.stdout.decode().split() == [str(hash(view)) for view in views]


def test_bots_cannot_rename_actions_through_their_view():
    view = state_after().view(0)
    with pytest.raises(TypeError):
        view.game.by_text["play 01b"] = view.game.by_text["play 02b"]


def test_dealer_and_scores_are_kept():
    game = ma.load_game("bakappana")
    state = game.new_state(game.random_deal(3), dealer=2, scores=[12, -3, -9])
    for again in (state, state.clone(), pickle.loads(pickle.dumps(state))):
        assert (again.dealer, again.scores, again.current_player()) == (2, (12, -3, -9), 2)
        assert all(again.view(seat).scores == (12, -3, -9) for seat in range(3))
    assert game.new_state(game.random_deal(3)).scores == (0, 0, 0)


def test_scores_are_within_what_a_view_may_have():
    game = ma.load_game("bakappana")
    view = game.new_state(game.random_deal(3), scores=[10**9 - 1, 1 - 10**9, 0]).view(0)
    assert pickle.loads(pickle.dumps(view)) == view
    for score in (10**9, -(10**9), 10**30):
        with pytest.raises(ma.DealError, match=r"scores lie between -10\*\*9 and 10\*\*9"):
            game.new_state(game.random_deal(3), scores=[score, 0, 0])


# -- results


def test_result_and_returns():
    for players in (2, 3, 4):
        state = finish(start({}, players=players))
        result = state.result()
        assert list(result) == ["points", "captured", "next_dealer"]
        assert json.loads(json.dumps(result)) == result
        assert sum(result["points"]) == 0
        assert state.returns() == result["points"] and all(isinstance(points, float) for points in state.returns())
        assert (state.current_player(), state.is_terminal(), legal(state)) == (-1, True, [])
        assert all(view.over and not view.my_turn for view in map(state.view, range(players)))


def test_no_result_before_the_end():
    state = state_after()
    while not state.is_terminal():
        for ask in (state.result, state.returns):
            with pytest.raises(ValueError, match=r"not over") as caught:
                ask()
            assert "\n" not in str(caught.value)
        state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("seat", [-1, 3, 100])
def test_a_view_of_a_seat_that_there_is_not(seat):
    for ask in (state_after().view, state_after().clairvoyant_view):
        with pytest.raises(ValueError, match=f"^a seat is from 0 to 2, not {seat}$"):
            ask(seat)


# -- policies


@pytest.mark.parametrize("policy", ["random", "rule"])
def test_policies_play_legal_actions(policy):
    rng = random.Random(9)
    for number in range(40):
        begin = random_start(rng)
        game = ma.load_game(begin.variant.name, players=begin.variant.players, **begin.options)
        state = game.new_state(game.deal_from_json(begin.deal.to_json()), dealer=begin.dealer)
        while not state.is_terminal():
            view = state.view(state.current_player())
            action = view.policy_action(policy, seed=number)
            assert action in state.legal_actions()
            assert action == state.view(state.current_player()).policy_action(policy, seed=number)
            chances = state.policy_probabilities(policy=policy)
            assert chances[action] > 0 and sum(chances.values()) == pytest.approx(1)
            state.apply_action(action)
        assert sum(state.result()["points"]) == 0


def test_the_random_policy_takes_every_legal_action():
    view = state_after().view(0)
    taken = {str(view.policy_action("random", seed=seed)) for seed in range(200)}
    assert taken == set(SEVEN)
    assert set(state_after().policy_probabilities("random").values()) == {1 / 7}


@pytest.mark.parametrize(
    ("name", "players"),
    [("subeta-mekuri", 3), ("bakappana", 2), ("bakappana", 3), ("bakappana", 4), ("sanuki-mekuri", 2)],
)
def test_the_rule_policy_beats_the_random_one(name, players):
    """Over deals played with each seat as the rule player's in turn; the gain is far beyond the error."""
    game = ma.load_game(name, players=players)
    gains = []
    for deal in range(100):
        total = 0.0
        for own in range(players):
            state = game.new_state(game.random_deal(deal), dealer=deal % players)
            while not state.is_terminal():
                seat = state.current_player()
                policy = "rule" if seat == own else "random"
                state.apply_action(state.view(seat).policy_action(policy, seed=100 * deal + len(state.history)))
            total += state.returns()[own]
        gains.append(total / players)
    mean = sum(gains) / len(gains)
    error = (sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains)) ** 0.5
    assert mean > 4 * error


@pytest.mark.parametrize("arguments", [("best",), ("rule", -0.1), ("rule", 1.1), ("",)])
def test_a_policy_that_there_is_not(arguments):
    with pytest.raises(ValueError):
        state_after().policy_probabilities(*arguments)


def test_no_policy_out_of_turn():
    for view in (state_after().view(1), finish(state_after()).view(0)):
        assert view.legal_actions() == []
        with pytest.raises(ma.ViewError, match="not to move"):
            view.policy_action("rule")


# -- seeded deals


@pytest.mark.parametrize(("name", "players"), [("subeta-mekuri", 3), ("bakappana", 2), ("bakappana", 4)])
def test_a_seeded_misdeal_is_dealt_again(name, players):
    """The next shuffle of the same seed: hands by seat, field, pile from the first card on."""
    game, variant = ma.load_game(name, players=players), make_variant(name, {}, players)
    again = 0
    for seed in range(1500):
        stream = 0
        while True:
            order = [variant.deck[card] for card in shuffled(range(48), seed, stream)]
            deal = deal_from_order(variant, order)
            if misdeal_month(deal.field) is None:
                break
            stream += 1
        again += stream > 0
        assert game.random_deal(seed).to_json() == deal.to_json()
    assert again > 0


def test_misdeals_in_a_row(monkeypatch):
    """Three shuffles of the seed put the paulownia on the field before one does not."""
    good = list(range(48))
    bad = [*range(21), 44, 45, 46, 47, *range(21, 44)]
    streams = []

    def stand_in(cards, seed, stream=0):
        streams.append((seed, stream))
        return good if stream == 3 else bad

    monkeypatch.setattr("meri_ai.games.fishing_deal.shuffled", stand_in)
    deal = ma.load_game("bakappana").random_deal(77)
    assert streams == [(77, stream) for stream in range(4)]
    assert deal.to_json()["field"] == ["06b", "06c", "06d", "07a", "07b", "07c"]


def test_decks_of_one_seed_are_shuffled_alike():
    """The same canonical numbers, which are other cards."""
    flowers, suits = ma.load_game("subeta-mekuri"), ma.load_game("subeta-mekuri", deck="mekurifuda")
    deal, other = flowers.random_deal(1), suits.random_deal(1)
    assert deal.hands == other.hands and deal.to_json() != other.to_json()


@pytest.mark.parametrize("option", ["preset", "self", "rules", "players", "name", "game"])
def test_an_option_by_the_name_of_a_parameter_is_just_unknown(option):
    with pytest.raises(ma.RulesError, match=f"unknown option.*'{option}'"):
        game_of("bakappana", "standard", {option: 1})


def test_a_deal_of_the_other_deck_is_refused():
    flowers, suits = ma.load_game("subeta-mekuri"), ma.load_game("subeta-mekuri", deck="mekurifuda")
    for game, other in ((flowers, suits), (suits, flowers)):
        with pytest.raises(ma.DealError) as caught:
            game.new_state(other.random_deal(1))
        assert "\n" not in str(caught.value)
