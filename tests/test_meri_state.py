"""States of Meri: actions, copies, results, redeals, seeded deals."""

import copy
import json
import pickle

import pytest
from hand_made import HANDS, fill, finished, hands_state, play, robai_state, snapshot, start, texts

import meri_ai as ma
from meri_ai._core.errors import DealError
from meri_ai.games.load import game_of
from meri_ai.games.meri_deal import MeriDeal

NINE = ["P1", "P2", "I5", "I7", "I8", "I9", "KC", "O1", "G1"]  # seat 0's in hands_state, in canonical order


def test_an_action_or_its_text_is_the_same():
    by_text, by_action = hands_state(), hands_state()
    for text in ("leave", "play KC", "play O3"):
        action = next(action for action in by_action.legal_actions() if str(action) == text)
        by_text.apply_action(text)
        by_action.apply_action(action)
    assert snapshot(by_text) == snapshot(by_action)
    assert by_text.history == [(0, action_of("leave")), (0, action_of("play KC")), (1, action_of("play O3"))]


def action_of(text):
    return ma.load_game("meri").by_text[text]


def test_actions_are_one_object_each_and_in_canonical_order():
    state = hands_state("leave")
    actions = state.legal_actions()
    assert texts(actions) == [f"play {card}" for card in NINE]
    assert actions == sorted(actions)
    assert all(action is state.game.actions[action.id] for action in actions)
    for again in (copy.copy(actions), copy.deepcopy(actions), pickle.loads(pickle.dumps(actions))):
        assert all(a is b for a, b in zip(actions, again, strict=True))


def test_history_is_a_copy():
    state = robai_state("hide", "take", "discard O1", "KC")
    words = [(3, "hide"), (0, "take"), (0, "discard O1"), (0, "play KC")]
    assert [(seat, str(action)) for seat, action in state.history] == words
    state.history.clear()
    assert len(state.history) == 4


STAGES = [(), ("declare",), ("hide",), ("hide", "take"), ("hide", "take", "discard O1"), ("hide", "leave", "KC K9 K8")]


def independent(state, other):
    """The two agree now; steps of the one leave the other alone, and then they agree again."""
    before = snapshot(state)
    assert snapshot(other) == before
    for first, second in ((state, other), (other, state)):
        kept = snapshot(second)
        for _ in range(20):
            first.apply_action(first.legal_actions()[-1])
        assert snapshot(second) == kept
    assert snapshot(state) == snapshot(other) != before


@pytest.mark.parametrize("steps", STAGES)
def test_a_clone_is_independent(steps):
    state = robai_state(*steps)
    independent(state, state.clone())


@pytest.mark.parametrize("steps", STAGES)
def test_states_copy_and_pickle(steps):
    for copied in (copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))):
        state = robai_state(*steps)
        independent(state, copied(state))


def test_a_finished_state_pickles():
    state = finished(rules="cardavia")
    again = pickle.loads(pickle.dumps(state))
    assert snapshot(again) == snapshot(state)
    assert (again.result(), again.returns()) == (state.result(), state.returns())


def test_dealer_and_scores_are_kept():
    game = ma.load_game("meri")
    state = game.new_state(fill("K5", HANDS, "KD"), dealer=6, scores=[12, -3])
    for again in (state, state.clone(), pickle.loads(pickle.dumps(state))):
        assert (again.dealer, again.scores, again.current_player()) == (6, (12, -3), 6)
        assert all(again.view(seat).scores == (12, -3) for seat in range(8))


def test_games_copy_and_pickle():
    game = ma.load_game("meri", rules="cardavia", stack="hidden", yaku_kinds=["chase"], redeal_offer=2)
    for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game and hash(again) == hash(game)
        assert (again.name, again.rules, again.rules.preset) == ("meri", game.rules, "cardavia")
        assert again.actions == game.actions
    assert game != ma.load_game("meri", rules="cardavia") != "meri"
    assert (game.seats, game.teams) == (8, (0, 1, 0, 1, 0, 1, 0, 1))


@pytest.mark.parametrize("steps", STAGES)
def test_views_copy_and_pickle(steps):
    state = robai_state(*steps)
    for seat in range(8):
        view = state.view(seat)
        for again in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
            assert again == view and hash(again) == hash(view)
            assert again.to_json() == view.to_json()
            assert again.legal_actions() == view.legal_actions()


def test_a_clairvoyant_view_stays_in_its_process():
    with pytest.raises(TypeError, match="a clairvoyant view cannot be pickled"):
        pickle.dumps(hands_state().clairvoyant_view(0))


@pytest.mark.parametrize("rules", ["hitoyoshi", "cardavia"])
def test_result_and_returns(rules):
    state = finished(rules=rules)
    result = state.result()
    assert list(result) == ["points", "tricks", "winners", "yaku"]
    assert json.loads(json.dumps(result)) == result
    assert result["points"] == state.points()
    assert sum(result["tricks"]) == len(result["winners"]) == 9
    assert result["tricks"] == [sum(seat % 2 == team for seat in result["winners"]) for team in (0, 1)]
    for entry in result["yaku"]:
        assert list(entry) == ["trick", "seat", "kind", "points"]
        assert result["winners"][entry["trick"] - 1] == entry["seat"]
    gain = float(result["points"][0] - result["points"][1])
    assert gain != 0
    assert state.returns() == [gain, -gain] * 4
    assert all(isinstance(points, float) for points in state.returns())
    assert (state.current_player(), state.legal_actions()) == (-1, [])


def test_no_result_before_the_end():
    state = hands_state()
    while not state.is_terminal():
        with pytest.raises(ValueError, match=r"^a deal that is not over has no result yet$"):
            state.result()
        with pytest.raises(ValueError, match=r"^a deal that is not over has no returns yet$"):
            state.returns()
        state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("dealer", [-1, 8, 100])
def test_a_dealer_that_there_is_not(dealer):
    game = ma.load_game("meri")
    with pytest.raises(DealError, match=f"^the dealer is a seat from 0 to 7, not {dealer}$"):
        game.new_state(game.random_deal(1), dealer=dealer)


@pytest.mark.parametrize("dealer", range(8))
def test_the_dealer_opens_and_the_next_seat_is_offered_the_redeal(dealer):
    assert start("K5", HANDS, "KD", dealer=dealer).current_player() == dealer
    assert start("K5", HANDS, "KD", dealer=dealer, redeal_offer=1).current_player() == (dealer + 1) % 8


@pytest.mark.parametrize("seat", [-1, 8])
def test_a_view_of_a_seat_that_there_is_not(seat):
    with pytest.raises(ValueError, match=f"^a seat is from 0 to 7, not {seat}$"):
        hands_state().view(seat)


def test_bad_deals():
    game = ma.load_game("meri")
    good = fill("K5", HANDS, "KD").to_json()
    assert game.deal(**good) == game.deal_from_json(good)
    for hand, card, sentence in [
        (5, "O1", "card 'O1' is dealt twice: to the hand of seat 0 and to the hand of seat 5"),
        (5, "KD", "card 'KD' is dealt twice: to the hand of seat 5 and to the widow"),
        (5, "Z1", "the hand of seat 5: 'Z1' is no card"),
    ]:
        bad = copy.deepcopy(good)
        bad["hands"][hand][8] = card
        for make in (lambda data: game.deal(**data), game.deal_from_json):
            with pytest.raises(DealError) as caught:
                make(bad)
            assert str(caught.value).startswith(sentence) and "\n" not in str(caught.value)
    short = copy.deepcopy(good)
    missing = short["hands"][7].pop()
    with pytest.raises(DealError, match=f"^the hand of seat 7 has 8 cards, not 9; missing: '{missing}'$"):
        game.deal_from_json(short)


# -- redeals

FIRST, SECOND, THIRD = (fill(okie, HANDS, "KD") for okie in ("K5", "O5", "G5"))


def offered(*redeals, offer=2, dealer=0, steps=()):
    game = ma.load_game("meri", redeal_offer=offer)
    return play(game.new_state(MeriDeal(FIRST.hands, FIRST.widow, redeals), dealer=dealer), *steps)


def test_redeals_of_a_list():
    state = offered(SECOND, THIRD)
    assert (state.current_player(), state.dealt.widow) == (1, FIRST.widow)
    assert texts(state.legal_actions()) == ["accept", "redeal"]
    play(state, "redeal")
    assert (state.current_player(), state.dealt.widow) == (1, SECOND.widow)
    assert texts(state.legal_actions()) == ["accept", "redeal"]
    play(state, "redeal")
    # used up: there is no further step; the okie G5 makes guru trump, whose robai somebody may hold
    assert state.dealt.widow == THIRD.widow
    assert texts(state.legal_actions()) == ["declare", "hide"]
    assert [(seat, str(action)) for seat, action in state.history] == [(1, "redeal"), (1, "redeal")]
    assert state.deal.widow == FIRST.widow and state.deal.redeals == (SECOND, THIRD)


def test_accepting_ends_the_offer():
    state = offered(SECOND, steps=("redeal", "accept"))
    assert state.dealt.widow == SECOND.widow
    assert texts(state.legal_actions()) == ["declare", "hide"]
    first = offered(steps=("accept",))
    assert (first.current_player(), first.dealt.widow) == (0, FIRST.widow)
    assert texts(first.legal_actions()) == ["take", "leave"]


def test_redeals_of_a_seed():
    game = ma.load_game("meri", redeal_offer=3)
    state = game.new_state(game.random_deal(7), dealer=3)
    for number in (1, 2, 3):
        state.apply_action("redeal")
        assert state.dealt.hands == MeriDeal.random(7, number).hands
    # a record of it lists the redeals and comes to the same
    listed = game.new_state(game.deal_from_json(state.deal.to_json(state.history)), dealer=3)
    play(listed, "redeal", "redeal", "redeal")
    assert [listed.view(seat) for seat in range(8)] == [state.view(seat) for seat in range(8)]


@pytest.mark.parametrize("redeals", [(), (SECOND,)])
def test_a_redeal_beyond_the_list(redeals):
    state = offered(*redeals, steps=["redeal"] * len(redeals))
    before = snapshot(state)
    sentence = f"^redeal {len(redeals) + 1} is asked for, but the deal lists {len(redeals)}$"
    for _ in range(2):
        with pytest.raises(DealError, match=sentence):
            state.apply_action("redeal")
        assert snapshot(state) == before
    state.apply_action("accept")
    assert state.dealt.widow == (redeals or (FIRST,))[-1].widow


def test_redeal_steps_copy_and_pickle():
    for steps in ((), ("redeal",), ("redeal", "redeal"), ("redeal", "accept")):
        for copied in (copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))):
            state = offered(SECOND, THIRD, steps=steps)
            independent(state, copied(state))


# -- seeded deals, written out: they must never change

DEALS = {
    1: [
        "I3 PD G8 I6 OH G1 K1 K8 O1",
        "P6 P4 O6 G3 G6 O2 O3 I9 KD",
        "G5 O9 OD IM PG OM IC IG O4",
        "GM KG P3 K5 KH P9 P8 GC GG",
        "PK I4 KK OK G9 KC PH PM O7",
        "GK K6 P5 ID I1 OC GD OG GH",
        "P2 K2 K4 G4 IH O8 G7 G2 K7",
        "I8 K3 I2 P1 IK PC K9 O5 KM",
        "I7 P7 I5",
    ],
    2**64 - 1: [
        "K4 I2 I7 GK ID O6 G2 O7 PD",
        "GH PG GM P7 IG KK K2 G3 I6",
        "IH O2 PK OH P6 G7 P5 I3 I1",
        "OC K7 O9 G6 I8 P2 K3 OK P1",
        "K8 K6 GD OD G5 K9 O5 I9 G9",
        "KM G1 G4 O4 G8 IK KG O8 OG",
        "I5 PH GG GC O1 KC IM I4 K5",
        "PC OM O3 P8 KD P3 P9 KH K1",
        "PM IC P4",
    ],
}


@pytest.mark.parametrize("seed", DEALS)
def test_a_seeds_deal_is_the_same_for_ever(seed):
    *hands, widow = (line.split() for line in DEALS[seed])
    deal = ma.load_game("meri").random_deal(seed=seed)
    assert deal.to_json() == {"hands": hands, "widow": widow}
    assert ma.load_game("meri", rules="cardavia").random_deal(seed) == deal


@pytest.mark.parametrize("dealer", [8, -1, 10**30, "3", 1.5, True, None])
def test_a_dealer_is_a_seat(dealer):
    game = ma.load_game("meri")
    with pytest.raises(ma.DealError, match="the dealer is a seat from 0 to 7, not "):
        game.new_state(game.random_deal(1), dealer=dealer)


@pytest.mark.parametrize("scores", [5, (1,), ("a", "b"), (1.0, 2.0)])
def test_scores_are_two_whole_numbers(scores):
    game = ma.load_game("meri")
    with pytest.raises(ma.DealError, match="scores are two whole numbers, not "):
        game.new_state(game.random_deal(1), scores=scores)


def test_scores_are_within_what_a_view_may_have():
    game = ma.load_game("meri")
    with pytest.raises(ma.DealError, match="scores lie between -10"):
        game.new_state(game.random_deal(1), scores=(0, 10**9))


def test_bots_cannot_rename_actions_through_their_view():
    game = ma.load_game("meri")
    view = game.new_state(game.random_deal(1)).view(0)
    with pytest.raises(TypeError):
        view.game.by_text["hide"] = view.game.by_text["declare"]


@pytest.mark.parametrize("option", ["preset", "self", "rules", "players"])
def test_an_option_by_the_name_of_a_parameter_is_just_unknown(option):
    with pytest.raises(ma.RulesError, match=f"unknown option '{option}'"):
        game_of("meri", "hitoyoshi", {option: 1})
