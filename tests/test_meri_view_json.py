"""Events and views as JSON: under random options, and views that nobody can have."""

import json
import pickle
import random

import pytest
from hand_made import ALL, CANONICAL, act, fill, finished, hands_state, play, redeal_state
from reference.random_options import random_start

import meri_ai as ma
from meri_ai.games.meri_deal import MeriDeal


def random_game(rng):
    preset, overrides, dealer, deal = random_start(rng)
    game = ma.load_game("meri", rules=preset, **overrides)
    return game.new_state(game.deal_from_json(deal.to_json()), dealer=dealer, scores=(rng.randrange(9), -1))


def test_later_events_begin_with_the_earlier_ones():
    rng = random.Random(5)
    for _ in range(12):
        state = random_game(rng)
        before = [[] for _ in ALL]
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            for seat in ALL:
                events = state.view(seat).events
                assert events[: len(before[seat])] == before[seat]
                before[seat] = events


def test_json_round_trip():
    rng = random.Random(6)
    for _ in range(60):
        state = random_game(rng)
        looks = {rng.randrange(6), rng.randrange(80)}
        for step in range(80):
            if step in looks:
                for seat in {max(state.current_player(), 0), rng.randrange(8)}:
                    view = state.view(seat)
                    data = json.loads(json.dumps(view.to_json()))
                    again = state.game.view_from_json(data)
                    assert again == view and hash(again) == hash(view)
                    assert again.to_json() == view.to_json() == data
                    assert again.legal_actions() == view.legal_actions()
                    assert again.decisions == view.decisions
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))


def test_what_is_legal_and_what_a_policy_does_follow_from_the_knowledge_alone():
    rng = random.Random(7)
    for _ in range(60):
        state = random_game(rng)
        while not state.is_terminal():
            view = state.view(state.current_player())
            copied = pickle.loads(pickle.dumps(view))  # knows the sight and nothing that the state worked out
            assert copied.legal_actions() == view.legal_actions() == state.legal_actions()
            for policy in ("random", "rule"):
                assert copied.policy_action(policy, seed=5) is view.policy_action(policy, seed=5)
            state.apply_action(rng.choice(state.legal_actions()))


# -- views that nobody can have


def broken(state, seat, change):
    """The one sentence with which the changed view of a seat is refused."""
    data = json.loads(json.dumps(state.view(seat).to_json()))
    assert state.game.view_from_json(data) == state.view(seat)
    change(data)
    with pytest.raises(ma.ViewError) as caught:
        state.game.view_from_json(data)
    sentence = str(caught.value)
    assert "\n" not in sentence and "Error" not in sentence
    return sentence


def put(*path):
    """A change of one field: the path to it, then its new value."""
    *place, last, value = path

    def change(data):
        for key in place:
            data = data[key]
        data[last] = value

    return change


# seat 2's view: 0 deal, 1 leave, 2 O1, 3 ?, 4 OC, 5 OG, 6 OK, 7 OH, 8 OM, 9 ?, 10 trick, 11 G-card led by seat 1
TRICK = ["O1", "KH", "OC", "OG", "OK", "OH", "OM", "K2"]
STEPS = ("leave", " ".join(TRICK), "I1")
E_ = "events"
BROKEN = [
    (put("seat", 8), "seat: a seat from 0 to 7 is wanted, not 8"),
    (put("dealer", None), "dealer: a seat from 0 to 7 is wanted, not None"),
    (put("game", "hachihachi"), "game: this is a view of 'hachihachi', not of 'meri'"),
    (put("scores", [1]), "scores: two whole numbers are wanted, not [1]"),
    (put(E_, None), "events: a list of events is missing, found None"),
    (put(E_, 1, 7), "events[1].type: one of deal, action, stack, trick, settle is wanted, not None"),
    (put(E_, 1, "type", "flip"), "events[1].type: one of deal, action, stack, trick, settle is wanted, not 'flip'"),
    (put(E_, 1, "action", "pass"), "events[1].action: 'pass' is no action"),
    (put(E_, 1, "seat", 9), "events[1].seat: a seat from 0 to 7 is wanted, not 9"),
    (put(E_, 0, "hand", ["P1"] * 9), "events[0].hand: a card comes twice in P1 P1 P1 P1 P1 P1 P1 P1 P1"),
    (put(E_, 0, "hand", ["P1"]), "events[0].hand: 9 cards are wanted, not ['P1']"),
    (put(E_, 0, "hand", 3, "Z4"), "events[0].hand: 'Z4' is no card"),
    (put(E_, 0, "okie", "OC"), "events[0].okie: OC is in our own hand"),
    (put(E_, 2, "action", "play ?!"), "events[2].action: '?!' is no card"),
    (put(E_, 2, "action", "play K8"), "events[2].action: K8 is in our own hand"),
    (put(E_, 4, "action", "play OK"), "events[4].action: OK is not in our own hand"),
    (put(E_, 4, "action", "play ?"), "events[4].action: '?' is no card"),
    (put(E_, 5, "action", "play O1"), "events[5].action: O1 was played before"),
    (put(E_, 10, "winner", -1), "events[10].winner: a seat from 0 to 7 is wanted, not -1"),
    (put(E_, 10, "cards", TRICK[:7]), f"events[10].cards: 8 cards are wanted, not {TRICK[:7]!r}"),
    (put(E_, 10, "cards", 2, "O1"), "events[10].cards: a card comes twice in O1 KH O1 OG OK OH OM K2"),
    (put(E_, 10, "cards", 2, "O9"), "events[10].cards: O9 is not what was played, OC was"),
    (put(E_, 6, {"type": "trick", "winner": 1, "cards": TRICK}), "events[6]: the trick is not complete"),
]


@pytest.mark.parametrize(("change", "sentence"), BROKEN, ids=[sentence for _, sentence in BROKEN])
def test_a_broken_field_is_named(change, sentence):
    assert broken(hands_state(*STEPS), 2, change) == sentence


def without(number):
    return lambda data: data["events"].pop(number)


def insert(number, event):
    return lambda data: data["events"].insert(number, event)


NO_DEAL = "no deal explains these events: "
NOT_SO = "no deal explains this view: "


def expected(seat, action):
    return f"{NOT_SO}expected {act(seat, action)}"


IMPOSSIBLE = [
    (put(E_, 3, "seat", 4), f"events[3]: {expected(1, 'play ?')}"),
    (put(E_, 3, "action", "play KH"), f"events[3]: {expected(1, 'play ?')}"),  # a trump that seat 2 could not see yet
    (put(E_, 6, "action", "play ?"), f"events[6]: {expected(4, 'play OK')}"),  # a plain card lies open
    (put(E_, 11, "seat", 4), f"events[11]: {expected(1, 'play I1')}"),  # seat 1 won the trick
    (without(1), "events[1].action: nobody has taken or left the okie before this play"),
    (without(3), "events[9]: the trick is not complete"),
    (without(10), "events[10].action: the trick before this play has no event"),
    (insert(2, act(0, "discard ?")), "events[2].action: nobody has taken the okie before this discard"),
    (insert(12, {"type": "settle", "points": [1, 0]}), "events[12]: the deal is not over"),
    (insert(1, act(1, "accept")), f"events[1]: {expected(0, 'leave')}"),
    (insert(3, {"type": "stack", "cards": ["K5", "KD", "G9"]}), "events[3]: no stack is shown here"),
    (put("my_turn", False), f"{NOT_SO}events are missing or it is not this seat's turn"),
]


@pytest.mark.parametrize(("change", "sentence"), IMPOSSIBLE, ids=[sentence for _, sentence in IMPOSSIBLE])
def test_a_view_that_no_deal_explains(change, sentence):
    assert broken(hands_state(*STEPS), 2, change) == sentence


def test_points_that_the_deal_does_not_give():
    state = finished()
    last = len(state.view(2).events) - 1
    wrong = broken(state, 2, put("events", -1, "points", [9, 9]))
    assert wrong == f"events[{last}]: {NOT_SO}expected {{'type': 'settle', 'points': {state.points()}}}"
    no_numbers = broken(state, 2, put("events", -1, "points", ["9", 0]))
    assert no_numbers == f"events[{last}].points: two whole numbers are wanted, not ['9', 0]"


def test_an_own_play_against_the_rules():
    state = hands_state("leave", "KC K9", first_trick_meri=True)
    assert broken(state, 1, put("events", 3, "action", "play O2")) == (
        f"{NO_DEAL}seat 1 may not 'play O2': in Meri a hand with a trump plays a trump; legal: play K9, play KH"
    )


def test_a_trump_of_a_seat_that_showed_it_had_none():
    """Seat 4 plays trumps in a Meri trick and in the next one; the changed view has a plain card in Meri."""
    meri = "KC K9 K8 K7 K6 K4 K3 K2"
    state = hands_state("leave", meri, "O1 KH OC OG KM", hands={4: "K6 KM OK"}, first_trick_meri=True)

    def change(data):
        put("events", 6, "action", "play OK")(data)
        put("events", 10, "cards", 4, "OK")(data)

    assert broken(state, 5, change) == f"{NO_DEAL}no deal is consistent with this view"


def test_a_wrong_winner():
    assert broken(hands_state(*STEPS), 2, put("events", 10, "winner", 7)).startswith("events[10]")


@pytest.mark.parametrize("steps", [("leave", "O1"), STEPS])
def test_a_turn_of_another_seat(steps):
    assert "turn" in broken(hands_state(*steps), 5, put("my_turn", True))


def test_a_turn_that_is_neither_true_nor_false():
    assert broken(hands_state(*STEPS), 1, put("my_turn", "yes")).startswith("my_turn: ")


def test_a_type_that_is_no_text():
    assert broken(hands_state(*STEPS), 2, put("events", 1, "type", [])).startswith("events[1].type: ")


def test_a_missing_packet():
    assert broken(redeal_state("redeal"), 1, without(2)) != ""
    assert broken(redeal_state("accept"), 1, without(0)) != ""
    assert broken(hands_state("leave"), 1, insert(1, act(1, "redeal"))) != ""


def damage(rng, data):
    """Changes one thing at random; often, but not always, so that nobody can have this view."""
    events = data["events"]
    number = rng.randrange(len(events))
    event = events[number]
    kind = rng.randrange(8)
    if kind == 0:
        del events[number]
    elif kind == 1:
        events.insert(number, rng.choice(events))
    elif kind == 2:
        other = rng.randrange(len(events))
        events[number], events[other] = events[other], events[number]
    elif kind == 3:
        data["my_turn"] = not data["my_turn"]
    elif kind == 4:
        data[rng.choice(("seat", "dealer"))] = rng.randrange(8)
    elif kind == 5 and event["type"] == "action":
        event["action"] = f"{rng.choice(('play', 'discard'))} {rng.choice(CANONICAL)}"
    elif kind == 6 and event["type"] == "trick":
        event["cards"][rng.randrange(8)] = rng.choice(CANONICAL)
    else:
        event[rng.choice(list(event))] = rng.choice([None, 3, -1, "x", True, 10**30, "play ?"])


def test_damaged_views_are_refused_or_explained():
    """No other error, and what is accepted is a view that says exactly what was read."""
    rng = random.Random(8)
    refused = 0
    for _ in range(60):
        state = random_game(rng)
        for _ in range(rng.randrange(80)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        for seat in {rng.randrange(8), max(0, state.current_player())}:
            for _ in range(6):
                data = json.loads(json.dumps(state.view(seat).to_json()))
                damage(rng, data)
                try:
                    view = state.game.view_from_json(json.loads(json.dumps(data)))
                except ma.ViewError as error:
                    assert "\n" not in str(error)
                    refused += 1
                else:
                    assert view.events == data["events"]
                    assert view.my_turn == bool(view.legal_actions())
    assert refused > 200


def test_worlds_of_a_seat_whose_abandoned_packet_held_the_robai():
    """Seat 1 saw KD in a packet and had the deal thrown in; now seat 4 has it and is asked, unknown to seat 1."""
    first, second = fill("O3", {1: "KD P1 P2"}), fill("K5", {1: "I1 P1 P2", 4: "KD"})
    deal = MeriDeal(first.hands, first.widow, (second,))
    game = ma.load_game("meri", redeal_offer=1, okie_take="mandatory")
    view = play(game.new_state(deal), "redeal").view(1)
    for seed in range(200):
        assert game.sample_world(view, seed).view(1) == view
