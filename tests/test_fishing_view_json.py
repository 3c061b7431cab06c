"""Views of the fishing games as JSON: there and back at every step, and views that nobody can have."""

import copy
import json
import random

import pytest
from fishing_hand_made import act, as_json, finish, flip, start
from reference.fishing_random import random_start

import meri_ai as ma


def random_state(rng):
    begin = random_start(rng)
    game = ma.load_game(begin.variant.name, players=begin.variant.players, **begin.options)
    scores = tuple(rng.randrange(-99, 99) for _ in range(game.seats))
    return game.new_state(game.deal_from_json(begin.deal.to_json()), dealer=begin.dealer, scores=scores)


def test_round_trip_at_every_step():
    rng = random.Random(6)
    for _ in range(25):
        state = random_state(rng)
        while True:
            for seat in range(state.game.seats):
                view = state.view(seat)
                data = as_json(view)
                again = state.game.view_from_json(copy.deepcopy(data))
                assert again == view and hash(again) == hash(view)
                assert again.to_json() == data == view.to_json()
                assert again.legal_actions() == view.legal_actions()
                assert (again.decisions, again.scores, again.my_turn) == (view.decisions, view.scores, view.my_turn)
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))


def test_later_events_begin_with_the_earlier_ones():
    rng = random.Random(5)
    for _ in range(12):
        state = random_state(rng)
        before = [state.view(seat).events for seat in range(state.game.seats)]
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            for seat, earlier in enumerate(before):
                before[seat] = state.view(seat).events
                assert before[seat][: len(earlier)] == earlier and len(before[seat]) > len(earlier)


def test_what_a_view_says():
    state = position()
    assert as_json(state.view(2)) == {
        "game": "bakappana",
        "rules": "standard",
        "options": {"chaff": 0},
        "players": 3,
        "seat": 2,
        "dealer": 0,
        "scores": [0, 0, 0],
        "events": EVENTS,
        "my_turn": True,
    }


# -- views that nobody can have

HANDS = {0: "01b 02b", 1: "03b 04b", 2: "05b 06b 07b 08b 09b 10b 11b"}
FIELD = "01a 01c 03a 10a 11a 12a"
PILE = "10c 03d 06c 08c"
STEPS = ("play 01b", "take 01c", "play 03b")
EVENTS = [
    {"type": "deal", "hand": HANDS[2].split(), "field": FIELD.split()},
    act(0, "play 01b"),
    act(0, "take 01c"),
    flip("10c", "10a"),
    act(1, "play 03b"),
    flip("03d"),
]


def position():
    """Seat 2 of Bakappana is to move; see EVENTS."""
    return start(HANDS, FIELD, PILE, *STEPS, chaff=0)


def refused(data, game=None):
    """The one sentence with which a view is refused."""
    with pytest.raises(ma.ViewError) as caught:
        (game or position().game).view_from_json(data)
    sentence = str(caught.value)
    assert sentence and "\n" not in sentence and "Error" not in sentence
    return sentence


def broken(*changes):
    """The one sentence with which the changed view of seat 2 is refused."""
    data = as_json(position().view(2))
    assert position().game.view_from_json(data) == position().view(2)
    for change in changes:
        change(data)
    return refused(data)


def put(*path):
    """A change of one field: the path to it, then its new value."""
    *place, last, value = path

    def change(data):
        for key in place:
            data = data[key]
        data[last] = value

    return change


def drop(*path):
    """A change that takes one field away."""
    *place, last = path

    def change(data):
        for key in place:
            data = data[key]
        del data[last]

    return change


def insert(number, event):
    return lambda data: data["events"].insert(number, event)


E_ = "events"
FIELDS = [
    # what is changed, the field that is named, a word of the sentence
    (put("game", "meri"), "game", "'meri'"),
    (put("game", "subeta-mekuri"), "game", "'subeta-mekuri'"),
    (put("game", 7), "game", "7"),
    (put("rules", "hitoyoshi"), "rules", "hitoyoshi"),
    (put("rules", None), "rules", "None"),
    (put("options", {}), "rules", "chaff"),
    (put("options", {"chaff": 7}), "rules", "chaff"),
    (put("options", {"deck": "mekurifuda"}), "rules", "deck"),
    (put("options", []), "rules", "[]"),
    (put("players", 4), "players", "4"),
    (put("players", "3"), "players", "'3'"),
    (put("seat", 3), "seat", "3"),
    (put("seat", True), "seat", "True"),
    (drop("seat"), "seat", "None"),
    (put("seat", 1), "events[4].action", "03b"),
    (put("dealer", -1), "dealer", "-1"),
    (put("dealer", None), "dealer", "None"),
    (put("dealer", 1), "events[1]", "seat"),
    (put("scores", [0, 0]), "scores", "[0, 0]"),
    (put("scores", [0, 0, 0.5]), "scores", "0.5"),
    (put("scores", "000"), "scores", "'000'"),
    (put("my_turn", False), "my_turn", ""),
    (put("my_turn", 1), "my_turn", "1"),
    (put(E_, None), "events", "None"),
    (put(E_, []), "events", "[]"),
    (put(E_, {}), "events", "{}"),
    (put(E_, 0, 5), "events[0].type", "None"),
    (drop(E_, 0), "events[0].type", "deal"),
    (put(E_, 3, "type", "trick"), "events[3].type", "'trick'"),
    (put(E_, 3, "type", []), "events[3].type", "[]"),
    (insert(2, EVENTS[0]), "events[2].type", "deal"),
    (put(E_, 0, "hand", HANDS[2].split()[:6]), "events[0].hand", "7"),
    (put(E_, 0, "hand", None), "events[0].hand", "None"),
    (put(E_, 0, "hand", 0, "13b"), "events[0].hand", "'13b'"),
    (put(E_, 0, "hand", 0, 16), "events[0].hand", "16"),
    (put(E_, 0, "hand", 0, "06b"), "events[0].hand", "06b"),
    (put(E_, 0, "field", FIELD.split()[:5]), "events[0].field", "6"),
    (put(E_, 0, "field", 0, "05b"), "events[0].field", "05b"),
    (put(E_, 0, "field", 1, "01a"), "events[0].field", "01a"),
    (put(E_, 0, "field", 1, "P01"), "events[0].field", "'P01'"),
    (put(E_, 0, "field", ["12a", "12b", "12c", "12d", "01a", "01c"]), "events[0].field", "month 12"),
    (put(E_, 1, "seat", 3), "events[1].seat", "3"),
    (put(E_, 1, "seat", 1), "events[1]", "seat"),
    (put(E_, 1, "action", "play"), "events[1].action", "'play'"),
    (put(E_, 1, "action", "play ?"), "events[1].action", "'play ?'"),
    (put(E_, 1, "action", None), "events[1].action", "None"),
    (put(E_, 1, "action", "play 08b"), "events[1].action", "08b"),
    (put(E_, 1, "action", "play 12a"), "events[1].action", "12a"),
    (put(E_, 1, "action", "play 10c"), "events[3].card", "10c"),
    (put(E_, 2, "action", "take 03a"), "events[2].action", "take 03a"),
    (put(E_, 2, "action", "take 01d"), "events[2].action", "take 01d"),
    (put(E_, 2, "action", "play 02b"), "events[2].action", "play 02b"),
    (drop(E_, 2), "events[2]", "take"),
    (insert(3, act(0, "take 01a")), "events[3]", "flip"),
    (put(E_, 3, "card", "10e"), "events[3].card", "'10e'"),
    (put(E_, 3, "card", "01b"), "events[3].card", "01b"),
    (put(E_, 3, "card", "05b"), "events[3].card", "05b"),
    (put(E_, 3, "card", "11c"), "events[3]", "11a"),
    (put(E_, 3, "card", "02c"), "events[3]", "02c"),
    (drop(E_, 3, "card"), "events[3].card", "None"),
    (put(E_, 3, "captured", ["11a"]), "events[3]", "10a"),
    (put(E_, 3, "captured", ["10a", "10c"]), "events[3]", "10a"),
    (put(E_, 3, "captured", []), "events[3]", "10a"),
    (drop(E_, 3, "captured"), "events[3]", "captured"),
    (put(E_, 5, "captured", ["03a"]), "events[5]", "03d"),
    (drop(E_, 3), "events[3]", "flip"),
    (drop(E_, 5), "events[5]", "flip"),
    (insert(6, flip("06c")), "events[6]", ""),
    (insert(6, act(2, "play 05b")), "events[7]", "flip"),
    (insert(6, act(2, "play 03c")), "events[6].action", "03c"),
    (insert(6, act(0, "play 02b")), "events[6]", "seat"),
    (insert(6, {"type": "settle", "points": [0, 0, 0]}), "events[6]", ""),
    (insert(6, {"type": "settle", "points": [0, 0]}), "events[6].points", "[0, 0]"),
    (insert(6, {"type": "settle"}), "events[6].points", "None"),
]


@pytest.mark.parametrize(("change", "field", "word"), FIELDS, ids=[f"{n} {f}" for n, (_, f, _) in enumerate(FIELDS)])
def test_a_broken_field_is_named(change, field, word):
    sentence = broken(change)
    assert sentence.startswith(field) and word in sentence


@pytest.mark.parametrize("data", [None, [], "view", 5])
def test_what_is_no_view(data):
    assert "a view is an object" in refused(data)


def test_a_view_of_another_game():
    data = as_json(ma.load_game("subeta-mekuri").new_state(ma.load_game("subeta-mekuri").random_deal(1)).view(0))
    assert refused(data).startswith("game")
    meri = ma.load_game("meri")
    assert refused(as_json(meri.new_state(meri.random_deal(1)).view(0))).startswith("game")
    assert refused(data, meri).startswith("game")
    suits = ma.load_game("subeta-mekuri", deck="mekurifuda")
    assert refused(data, suits).startswith("rules")


def test_an_own_card_played_twice():
    """Seat 2 has played 05b; now it is to move again."""
    state = start(HANDS, FIELD, PILE, *STEPS, "play 05b", "play 02b", "play 04b", chaff=0)
    assert state.current_player() == 2
    data = as_json(state.view(2))
    data["events"] += [act(2, "play 05b"), flip("09c", "09d")]
    number = len(data["events"]) - 2
    assert refused(data).startswith(f"events[{number}]")


def test_another_seat_plays_more_than_it_holds():
    """Seat 1 gets a second play in place of seat 2's."""
    state = start(HANDS, FIELD, PILE, *STEPS, "play 05b", chaff=0)
    data = as_json(state.view(0))
    number = next(n for n, event in enumerate(data["events"]) if event.get("action") == "play 05b")
    data["events"][number]["seat"] = 1
    assert refused(data).startswith(f"events[{number}]")


def test_the_end_of_a_round():
    state = finish(position())
    data = as_json(state.view(1))
    points = data["events"][-1]["points"]
    assert state.game.view_from_json(data) == state.view(1)
    last = len(data["events"]) - 1
    for change, field in [
        (put(E_, -1, "points", [points[0] + 1, points[1] - 1, points[2]]), f"events[{last}]"),
        (put(E_, -1, "points", [str(point) for point in points]), f"events[{last}].points"),
        (put("my_turn", True), "my_turn"),
        (drop(E_, -1), f"events[{last}]"),
        (lambda data: data["events"].append(act(0, "play 01b")), "events"),
        (lambda data: data["events"].append(data["events"][-1]), f"events[{last + 1}]"),
    ]:
        changed = copy.deepcopy(data)
        change(changed)
        assert refused(changed).startswith(field), field


def damage(rng, data):
    """Changes one thing at random; often, but not always, so that nobody can have this view."""
    events = data["events"]
    number = rng.randrange(len(events))
    event = events[number]
    kind = rng.randrange(8)
    if kind == 0:
        del events[number]
    elif kind == 1:
        events.insert(rng.randrange(len(events)), rng.choice(events))
    elif kind == 2:
        other = rng.randrange(len(events))
        events[number], events[other] = events[other], events[number]
    elif kind == 3:
        data["my_turn"] = not data["my_turn"]
    elif kind == 4:
        data[rng.choice(("seat", "dealer"))] = rng.randrange(data["players"])
    elif kind == 5 and event["type"] == "action":
        event["action"] = rng.choice([other["action"] for other in events if other["type"] == "action"])
    elif kind == 6 and event["type"] == "flip":
        event[rng.choice(("card", "captured"))] = rng.choice(["01a", "P01", ["02a"], None])
    elif kind == 7:
        event.pop(rng.choice(sorted(event)))


def test_a_damaged_view_is_refused_or_is_a_view():
    """Never another error, never an unequal view that reads the same."""
    rng = random.Random(8)
    refusals = 0
    for _ in range(200):
        state = random_state(rng)
        for _ in range(rng.randrange(21)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        view = state.view(rng.randrange(state.game.seats))
        data = as_json(view)
        damage(rng, data)
        kept = copy.deepcopy(data)
        try:
            again = state.game.view_from_json(data)
        except ma.ViewError as error:
            refusals += 1
            assert str(error) and "\n" not in str(error)
        else:
            assert json.loads(json.dumps(again.to_json())) == kept
        assert data == kept
    assert refusals > 100
