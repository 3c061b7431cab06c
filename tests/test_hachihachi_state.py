"""States of Hachihachi: actions, refusals in every phase, copies, results, policies, captured points."""

import copy
import json
import os
import pickle
import random
import subprocess
import sys

import pytest
from hachihachi_hand_made import as_json, finish, legal, load, play, random_play, snapshot, start
from reference.hachihachi_cards import TEXTS, number, points_of
from reference.hachihachi_options import PRESETS

import meri_ai as ma
from meri_ai._core.errors import IllegalActionError
from meri_ai.record import record_of
from meri_ai.replay import replay

# Four players, dealer 0. Seat 0 takes 02b and 03b and completes akatan with 01b on its third turn, while 01c meets two.
HANDS = {
    0: "02a 03a 01c 04a 05a 06a 07a",
    1: "04b 05b 06b 07b 08b 09b 10c",
    2: "04c 05c 06c 07c 08c 09c 10d",
    3: "04d 05d 06d 07d 08d 09d 11d",
}
FIELD = "01b 01d 02b 03b 12a 11a"
PILE = "12b 08a 09a 10a 10b 11b 11c 12c 12d 02c 02d 03c 03d 01a"
SEVEN = [f"play {card}" for card in sorted(HANDS[0].split())]
TO_ENTER = ("look",)
TO_PLAY = (*TO_ENTER, "enter", "enter", "enter")
TO_TAKE = (*TO_PLAY, "play 02a", "play 04b", "play 04c", "play 03a", "play 05b", "play 05c", "play 01c")
TO_DECIDE = (*TO_TAKE, "take 01b")
TO_RESUME = (*TO_DECIDE, "lower", "play 06b", "play 06c")


def state_after(*steps, **options):
    return start(HANDS, FIELD, PILE, *steps, players=4, hatto="off", **options)


PHASES = {
    "mizuten": ((), ["mizuten", "look"]),
    "enter": (TO_ENTER, ["enter", "retire"]),
    "play": (TO_PLAY, SEVEN),
    "take": (TO_TAKE, ["take 01b", "take 01d"]),
    "decide": (TO_DECIDE, ["end", "lower"]),
    "resume": (TO_RESUME, ["continue", "cancel"]),
}


@pytest.mark.parametrize("phase", PHASES)
def test_the_phases_of_a_month(phase):
    steps, allowed = PHASES[phase]
    state = state_after(*steps)
    assert (legal(state), state.current_player()) == (allowed, 0)
    assert [str(action) for action in state.view(0).legal_actions()] == allowed
    assert state.view(0).my_turn and not state.view(1).my_turn and state.view(1).legal_actions() == []


def test_three_at_the_table_begin_with_the_first_play():
    state = start({}, players=3, dealer=1)
    assert state.current_player() == 1 and legal(state)[0].startswith("play")
    assert state.view(0).active == (1, 2, 0)


def test_without_mizuten_entering_is_the_first_step():
    state = start({}, players=5, dealer=3, mizuten=False)
    assert (state.current_player(), legal(state)) == (3, ["enter", "retire"])


@pytest.mark.parametrize(
    ("players", "said", "active"),
    [
        (4, "look enter enter enter", (0, 1, 2)),
        (4, "look enter enter retire", (0, 1, 3)),
        (4, "look retire", (1, 2, 3)),
        (4, "mizuten enter enter", (0, 1, 2)),
        (4, "mizuten retire", (0, 2, 3)),
        (5, "look retire enter retire", (1, 3, 4)),
        (5, "look retire retire", (2, 3, 4)),
        (5, "look retire enter enter enter", (1, 2, 3)),
        (6, "mizuten retire retire enter enter", (0, 3, 4)),
        (6, "look enter retire retire retire", (0, 4, 5)),
        (6, "look retire retire retire", (3, 4, 5)),
    ],
)
def test_who_plays(players, said, active):
    """Section 2.2: three have entered, or only three are left; nobody is asked then."""
    state = start({}, "", "", *said.split(), players=players)
    assert state.view(0).active == active and state.current_player() == active[0]
    assert legal(state)[0].startswith("play")


def test_a_dealer_with_the_blank_decides_nothing():
    state = start({}, players=7, blank=2, dealer=2)
    assert (state.current_player(), legal(state)) == (3, ["enter", "retire"])
    play(state, "retire", "enter", "retire", "enter", "retire")
    assert state.view(2).active == (4, 6, 1)


# -- actions


def test_an_action_or_its_text_is_the_same():
    by_text, by_action = state_after(), state_after()
    for text in TO_RESUME:
        action = next(action for action in by_action.legal_actions() if str(action) == text)
        assert action is by_action.game.by_text[text] is by_action.game.actions[action.id]
        by_text.apply_action(text)
        by_action.apply_action(action)
    assert snapshot(by_text) == snapshot(by_action)
    assert [str(action) for _, action in by_text.history] == list(TO_RESUME)


def test_legal_actions_are_in_canonical_order():
    rng = random.Random(2)
    for number_ in range(20):
        game = load("fudawiki", 3 + number_ % 5)
        state = game.new_state(game.random_deal(number_))
        while not state.is_terminal():
            actions = state.legal_actions()
            assert [action.id for action in actions] == sorted({action.id for action in actions})
            assert state.view(state.current_player()).legal_actions() == actions
            random_play(state, rng, 1)


def test_history_and_legal_actions_are_copies():
    state = state_after(*TO_PLAY)
    state.history.clear()
    state.legal_actions().clear()
    assert len(state.history) == 4 and legal(state) == SEVEN


# -- refusals


def refused(state, action, seat, allowed):
    """The action is refused in one sentence, and nothing is changed; why."""
    before = snapshot(state)
    with pytest.raises(IllegalActionError) as caught:
        state.apply_action(action)
    error = caught.value
    assert (error.seat, error.action, error.legal) == (seat, str(action), tuple(allowed))
    assert error.reason and "\n" not in str(error)
    who = f"seat {seat} may not" if allowed else "nobody may"
    assert str(error).startswith(f"{who} {str(action)!r}: {error.reason}")
    assert snapshot(state) == before
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    return error.reason


@pytest.mark.parametrize("phase", PHASES)
def test_every_action_of_another_phase_is_refused(phase):
    """With one sentence, and nothing is changed; afterwards the month goes on."""
    steps, allowed = PHASES[phase]
    state = state_after(*steps)
    for action in state.game.actions:
        if str(action) not in allowed:
            refused(state.clone(), str(action), 0, allowed)
    refused(state, next(action for action in state.game.actions if str(action) not in allowed), 0, allowed)
    play(state, allowed[0])


@pytest.mark.parametrize(
    ("phase", "action", "words"),
    [
        ("mizuten", "enter", "'mizuten' or 'look'"),
        ("enter", "look", "'enter' or 'retire'"),
        ("enter", "play 02a", "'enter' or 'retire'"),
        ("play", "play 04b", "04b is not in the hand"),
        ("play", "play 12b", "12b is not in the hand"),
        ("play", "take 02b", "play a card"),
        ("play", "continue", "play a card"),
        ("take", "take 02b", "01c"),
        ("take", "take 01c", "01c"),
        ("take", "play 04a", "01c"),
        ("decide", "play 04a", "'end' or 'lower'"),
        ("decide", "cancel", "'end' or 'lower'"),
        ("resume", "play 04a", "'continue' or 'cancel'"),
        ("resume", "end", "'continue' or 'cancel'"),
    ],
)
def test_a_refusal_says_what_the_step_is(phase, action, words):
    steps, allowed = PHASES[phase]
    state = state_after(*steps)
    assert words in refused(state, action, 0, allowed)
    assert words in refused(state, state.game.by_text[action], 0, allowed)


def test_who_has_no_card_left_cannot_lower():
    hands = {0: "04a 05a 06a 07a 09a 01c 12d", 1: "04b 05b 06b 07b 08b 09b 10c", 2: "04c 05c 06c 07c 08c 09c 10d"}
    pile = "02a 08a 04d 03a 10a 05d 08d 09d 06d 10b 11b 07d 11d 12b 12c 02c 11c 02d 01a 03c 03d"
    state = start(hands, "01b 02b 03b 11a 12a 01d", pile, hatto="off")
    for seat_turn in range(18):
        seat = state.current_player()
        assert seat == seat_turn % 3
        cards = [card for card in hands[seat].split() if f"play {card}" in legal(state) and card != "01c"]
        play(state, f"play {cards[0]}")
        while legal(state)[0].startswith("take") or legal(state)[0] in ("end", "continue"):
            play(state, "lower" if "lower" in legal(state) else legal(state)[0])
    play(state, "play 01c", "take 01b")
    while legal(state)[0].startswith("take"):
        play(state, legal(state)[0])
    assert legal(state) == ["end"]
    assert "who has no card left cannot lower" in refused(state, "lower", 0, ["end"])


@pytest.mark.parametrize(
    "action", ["", "play", "play ", "Play 02a", "play 2a", "play 02A", "play 13a", "take", "sing", 7, None, [0]]
)
def test_an_action_that_there_is_not(action):
    assert "no such action" in refused(state_after(*TO_PLAY), action, 0, SEVEN)


def test_an_action_of_another_game():
    refused(state_after(*TO_PLAY), ma.load_game("meri").by_text["play P1"], 0, SEVEN)
    refused(state_after(*TO_PLAY), ma.Action(3, "go"), 0, SEVEN)


def test_nothing_is_legal_after_the_end():
    state = state_after(*TO_DECIDE, "end")
    assert state.is_terminal() and legal(state) == [] and state.current_player() == -1
    for action in ("play 04a", "end", "take 01b", "enter"):
        with pytest.raises(IllegalActionError, match="the month is over"):
            state.apply_action(action)


@pytest.mark.parametrize("phase", PHASES)
def test_nothing_is_settled_before_the_end(phase):
    state = state_after(*PHASES[phase][0])
    for call in (state.result, state.ledger, state.returns):
        with pytest.raises(ValueError) as caught:
            call()
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_a_view_is_of_a_seat(seat):
    state = state_after()
    for call in (state.view, state.clairvoyant_view):
        with pytest.raises(ValueError, match="a seat is from 0 to 3"):
            call(seat)


# -- copies


@pytest.mark.parametrize("phase", PHASES)
def test_copies_are_equal_and_go_their_own_way(phase):
    steps, allowed = PHASES[phase]
    state = state_after(*steps, carried=(4, 2))
    before = snapshot(state)
    copies = [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    for other in copies:
        assert snapshot(other) == before
        play(other, allowed[-1])
        finish(other)
        assert snapshot(state) == before
    assert len({str(record_of(other)) for other in copies}) == 1


def test_views_and_games_can_be_copied_and_pickled():
    rng = random.Random(3)
    for number_ in range(20):
        game = load("standard", 3 + number_ % 5)
        state = random_play(game.new_state(game.random_deal(number_)), rng, rng.randrange(60))
        for seat in range(game.seats):
            view = state.view(seat)
            for again in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
                assert again == view and hash(again) == hash(view) and again.events == view.events


HASHES = "import pickle, sys; [print(hash(view)) for view in pickle.load(sys.stdin.buffer)]"


def test_hashes_are_the_same_in_every_process():
    states = [state_after(*steps) for steps, _ in PHASES.values()]
    views = [state.view(seat) for state in states for seat in range(4)]
    done = subprocess.run(
        [sys.executable, "-P", "-c", HASHES],  # -P: the installed package, not the folder's
        input=pickle.dumps(views),
        capture_output=True,
        env=os.environ | {"PYTHONHASHSEED": "5"},
        check=True,
    )
    assert done.stdout.decode().split() == [str(hash(view)) for view in views]


# -- results


def test_the_end_by_akatan():
    """Four at the table: the three others at play pay 7 kan, x4 for 11a and 12a on the field; 4 more is carried."""
    state = state_after(*TO_DECIDE, "end")
    result = state.result()
    assert (result["multiplier"], result["carried"]) == (4, [4])
    assert (result["completed"], result["special"], result["winner"]) == ([["akatan"], [], [], []], None, 0)
    assert result["hand_yaku"] == [[], [], ["karasu"], []]
    rows = [row for row in state.ledger() if row["for"] == "akatan"]
    assert rows == [{"from": seat, "to": 0, "mon": 7 * 12 * 4, "for": "akatan"} for seat in (1, 2)]
    assert state.returns() == result["points"] and sum(result["points"]) == 0


def test_captured_points_are_264_where_a_month_is_played_out():
    rng = random.Random(8)
    played_out = 0
    for number_ in range(150):
        game = load(rng.choice(list(PRESETS)), 3 + number_ % 5)
        state = random_play(game.new_state(game.random_deal(number_)), rng)
        result = state.result()
        view = state.view(0)
        captured = [[number(card) for card in cards] for cards in view.captured]
        assert [points_of(cards) for cards in captured] == result["captured"]
        if all(str(action) not in ("end", "cancel") for _, action in state.history):
            played_out += 1
            assert sum(result["captured"]) == 264 and view.field == []
            assert sorted(TEXTS[card] for cards in captured for card in cards) == TEXTS
        assert sum(result["points"]) == 0 == sum(state.returns())
        nets = [0] * game.seats
        for row in state.ledger():
            for seat, sign in ((row["from"], -1), (row["to"], 1)):
                if seat != "pot":
                    nets[seat] += sign * row["mon"]
        assert nets == result["points"]
    assert played_out > 60


def test_a_record_of_a_month_replays():
    rng = random.Random(5)
    for number_ in range(30):
        game = load(rng.choice(list(PRESETS)), 3 + number_ % 5, kan_mon=10)
        state = game.new_state(game.random_deal(number_), rng.randrange(game.seats), carried=(2, 4))
        random_play(state, rng, rng.choice([0, 3, 20, 200]))
        record = json.loads(json.dumps(record_of(state, legal=True)))
        assert (record["players"], record["carried"]) == (game.seats, [4, 2])
        assert replay(record) == []


# -- policies


def test_policies_are_about_legal_actions():
    rng = random.Random(4)
    for number_ in range(25):
        game = load(rng.choice(list(PRESETS)), 3 + number_ % 5)
        state = game.new_state(game.random_deal(number_))
        while not state.is_terminal():
            view, actions = state.view(state.current_player()), state.legal_actions()
            assert view.policy_action("rule", seed=1) in actions and view.policy_action("random", seed=1) in actions
            chances = state.policy_probabilities("rule", noise=0.5)
            assert list(chances) == actions and sum(chances.values()) == pytest.approx(1)
            assert max(chances, key=chances.get) == view.policy_action("rule") or len(actions) == 1
            random_play(state, rng, 1)


def test_policies_that_there_are_not():
    state = state_after(*TO_PLAY)
    for call in (
        lambda: state.policy_probabilities("greedy"),
        lambda: state.policy_probabilities("rule", noise=1.5),
        lambda: state.view(0).policy_action("greedy"),
        lambda: state.view(1).policy_action("rule"),
        lambda: play(state, *TO_DECIDE[4:], "end").policy_probabilities(),
    ):
        with pytest.raises((ValueError, ma.ViewError)) as caught:
            call()
        assert "\n" not in str(caught.value)


# -- views


def test_what_a_view_says():
    state = state_after(*TO_DECIDE)
    view = state.view(0)
    assert (view.seat, view.dealer, view.multiplier, view.active, view.waiting) == (0, 0, 4, (0, 1, 2), None)
    assert view.hand == ["04a", "05a", "06a", "07a"] and view.pile == 21 - 7
    assert view.decisions == 2 + 3 + 1 and not view.over
    data = as_json(view)
    head = ["game", "rules", "options", "players", "seat", "dealer", "carried", "month", "scores"]
    assert list(data) == [*head, "events", "my_turn"]
    assert (data["game"], data["rules"], data["options"]) == ("hachihachi", "standard", {"hatto": "off"})
    assert (data["players"], data["carried"], data["month"], data["scores"]) == (4, [], 1, [60] * 4)
    kinds = [event["type"] for event in data["events"]]
    assert kinds[:6] == ["action", "deal", "action", "action", "action", "month"]
    assert state_after(*TO_TAKE).view(1).waiting == "01c"
    assert state.view(3).hand == sorted(HANDS[3].split())  # as dealt, for one who does not play
