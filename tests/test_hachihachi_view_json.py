"""Views of Hachihachi as JSON: there and back at every step, and views that nobody can have."""

import copy
import random

import pytest
from hachihachi_hand_made import act, as_json, flip, legal, load, random_play
from hachihachi_views import EVENTS, FIELD, HANDS, MONTH, drop, insert, position, put, random_state, refused

import meri_ai as ma

FACTS = (
    "decisions",
    "scores",
    "carried",
    "my_turn",
    "over",
    "active",
    "multiplier",
    "pile",
    "waiting",
    "hand",
    "field",
)
FACTS += ("captured", "shown")
ORICHIN = {"from": 1, "to": "pot", "mon": 24, "for": "orichin"}


@pytest.mark.parametrize("players", range(3, 8))
def test_round_trip_at_every_step(players):
    rng = random.Random(players)
    for _ in range(7):
        state = random_state(rng, players)
        while True:
            for seat in range(state.game.seats):
                view = state.view(seat)
                data = as_json(view)
                kept = copy.deepcopy(data)
                again = state.game.view_from_json(data)
                assert data == kept
                assert again == view and hash(again) == hash(view)
                assert again.to_json() == data == view.to_json()
                assert again.legal_actions() == view.legal_actions()
                assert [getattr(again, name) for name in FACTS] == [getattr(view, name) for name in FACTS]
            if state.is_terminal():
                break
            random_play(state, rng, 1)


def test_what_is_read_draws_the_same_worlds_and_acts_alike():
    rng = random.Random(9)
    for _ in range(40):
        state = random_play(random_state(rng), rng, rng.randrange(45))
        if state.is_terminal():
            continue
        view = state.view(state.current_player())
        again = state.game.view_from_json(as_json(view))
        assert again.draw_deals(3, seed=2) == view.draw_deals(3, seed=2)
        assert again.policy_action("rule", seed=1) == view.policy_action("rule", seed=1)
        search = [ma.search(v, iterations=30, seed=5).action for v in (view, again)]
        assert search[0] == search[1]


def test_later_events_begin_with_the_earlier_ones():
    rng = random.Random(5)
    for _ in range(12):
        state = random_state(rng)
        before = [state.view(seat).events for seat in range(state.game.seats)]
        while not state.is_terminal():
            random_play(state, rng, 1)
            for seat, earlier in enumerate(before):
                before[seat] = state.view(seat).events
                assert before[seat][: len(earlier)] == earlier and len(before[seat]) > len(earlier)


# -- views that nobody can have


def test_what_a_view_says():
    state = position()
    assert state.current_player() == 2 and state.view(2).multiplier == 2
    assert as_json(state.view(2)) == {
        "game": "hachihachi",
        "rules": "standard",
        "options": {},
        "players": 5,
        "seat": 2,
        "dealer": 0,
        "carried": [2],
        "month": 1,
        "scores": [60] * 5,
        "events": EVENTS,
        "my_turn": True,
    }


E_ = "events"
# What is changed, how the sentence begins, and what else it says.
FIELDS = [
    (put("game", "meri"), "game", "'meri'"),
    (put("rules", "fudawiki"), "rules", "fudawiki"),
    (put("rules", "standart"), "rules", "'standard'"),
    (put("rules", 5), "rules", "5"),
    (put("options", {"hatto": "off"}), "rules", "hatto"),
    (put("options", {"hato": "off"}), "rules", "hatto"),
    (put("options", []), "rules", "[]"),
    (put("players", 4), "players", "4"),
    (put("players", "5"), "players", "'5'"),
    (put("seat", 5), "seat", "5"),
    (put("seat", None), "seat", "None"),
    (put("seat", True), "seat", "True"),
    (put("seat", 3), "events", ""),
    (drop("seat"), "seat", "None"),
    (put("dealer", -1), "dealer", "-1"),
    (put("dealer", 1), "events[0]", "dealer"),
    (drop("dealer"), "dealer", "None"),
    (put("carried", [3]), "carried", "[3]"),
    (put("carried", 2), "carried", "2"),
    (put("carried", [2] * 300), "carried", ""),
    (put("carried", [4]), "events", "no deal"),  # the fee of seat 4 is of a month x2
    (put("carried", []), "events", "no deal"),
    (put("scores", [60] * 4), "scores", "5"),
    (put("scores", [60] * 4 + [60.5]), "scores", "60.5"),
    (put("scores", [60] * 4 + [10**30]), "scores", ""),
    (put("scores", "60"), "scores", "'60'"),
    (put("my_turn", False), "my_turn", ""),
    (put("my_turn", 1), "my_turn", "1"),
    (put(E_, None), "events", "None"),
    (put(E_, []), "my_turn", ""),
    (put(E_, {}), "events", "{}"),
    (put(E_, 0, 5), "events[0].type", "None"),
    (put(E_, 3, "type", "trick"), "events[3].type", "'trick'"),
    (put(E_, 3, "type", []), "events[3].type", "[]"),
    (drop(E_, 6, "type"), "events[6].type", "None"),
    # before play
    (drop(E_, 0), "events[0]", "mizuten or look"),
    (put(E_, 0, "action", "mizuten"), "events[2]", ""),
    (put(E_, 0, "action", "enter"), "events[0]", "mizuten or look"),
    (put(E_, 0, "seat", 1), "events[0]", "mizuten or look"),
    (insert(1, act(0, "look")), "events[1]", ""),
    (drop(E_, 1), "events[1]", "deal"),
    (insert(5, EVENTS[1]), "events[5]", "once"),
    (put(E_, 1, "hand", HANDS[2].split()[:6]), "events[1].hand", "7"),
    (put(E_, 1, "hand", []), "events[1]", "hand"),
    (put(E_, 1, "hand", None), "events[1].hand", "None"),
    (put(E_, 1, "hand", 0, "13b"), "events[1].hand", "'13b'"),
    (put(E_, 1, "hand", 0, 16), "events[1].hand", "16"),
    (put(E_, 1, "hand", 0, "04b"), "events[1].hand", "04b"),
    (put(E_, 1, "hand", 0, "07d"), "events[1].field", "07d"),
    (put(E_, 1, "hand", 0, "02b"), "events", ""),
    (put(E_, 1, "field", FIELD.split()[:5]), "events[1].field", "6"),
    (put(E_, 1, "field", 0, "07b"), "events[1].field", "07b"),
    (put(E_, 1, "field", ["12a", "12b", "12c", "12d", "01a", "11c"]), "events[1].field", "month 12"),
    (put(E_, 1, "blank", 4), "events[1].blank", "seven"),
    (drop(E_, 1, "hand"), "events[1].hand", "None"),
    (put(E_, 2, "seat", 1), "events[2]", "turn"),
    (put(E_, 2, "seat", "0"), "events[2].seat", "'0'"),
    (put(E_, 2, "action", "sing"), "events[2].action", "'sing'"),
    (put(E_, 2, "action", "retire"), "events", ""),
    (drop(E_, 3), "events[3]", "turn"),
    (insert(6, act(4, "enter")), "events[6]", ""),
    # what is shown as play begins
    (put(E_, 6, "multiplier", 4), "events[6]", "multiplier"),
    (put(E_, 6, "active", [0, 2, 4]), "events[6]", "active"),
    (put(E_, 6, "active", None), "events[6]", "active"),
    (drop(E_, 6, "multiplier"), "events[6]", "multiplier"),
    (drop(E_, 6), "events[6]", "month"),
    (put(E_, 7, "cards", ["02b", "02c"]), "events", ""),
    (put(E_, 7, "cards", []), "events", ""),
    (put(E_, 7, "cards", ["02b", "02c", "13d"]), "events[7].cards", "'13d'"),
    (put(E_, 7, "cards", ["02b", "02b", "02d"]), "events[7].cards", "02b"),
    (put(E_, 7, "cards", "02b"), "events[7].cards", "'02b'"),
    (put(E_, 7, "cards", ["02a", "02b", "02c"]), "events", ""),
    (put(E_, 7, "cards", ["05b", "05c", "05d"]), "events", ""),
    (put(E_, 7, "yaku", ["teshi"]), "events", ""),
    (put(E_, 7, "yaku", []), "events", ""),
    (put(E_, 7, "yaku", None), "events[7].yaku", "None"),
    (put(E_, 7, "yaku", [["sanbon"]]), "events[7].yaku", "sanbon"),
    (put(E_, 7, "seat", 5), "events[7].seat", "5"),
    (put(E_, 7, "seat", 2), "events", ""),
    (put(E_, 7, "fee", 18), "events[7]", ""),
    (put(E_, 8, "cards", ["01d", "03c", "04c", "05c", "06c"]), "events", ""),
    (put(E_, 8, "cards", ["01d", "03c", "04c", "05c", "06c", "04d"]), "events", ""),
    (put(E_, 8, "cards", ["01d", "03c", "04c", "05c", "06c", "10a"]), "events", ""),
    (put(E_, 8, "yaku", ["tan-ichi"]), "events", ""),
    (put(E_, 8, "yaku", ["karasu"]), "events", ""),
    (put(E_, 9, "fee", 17), "events", ""),
    (put(E_, 9, "fee", "18"), "events[9].fee", "'18'"),
    (put(E_, 9, "cards", ["01a", "03b", "10b", "12b"]), "events", ""),
    (put(E_, 9, "cards", ["01a", "03b"]), "events", ""),
    (put(E_, 9, "cards", ["01a", "03b", "12c"]), "events[9]", "12c"),
    (put(E_, 9, "cards", ["01a", "03b", "04b"]), "events[9]", "04b"),
    (put(E_, 9, "cards", ["01a", "03b", "02b"]), "events[9]", "02b"),
    (put(E_, 9, "yaku", ["aka"]), "events", ""),
    (drop(E_, 9, "fee"), "events", ""),
    (put(E_, 9, "seat", 1), "events", ""),
    (insert(10, {"type": "shown", "seat": 1, "cards": ["12a"], "yaku": [], "fee": 6}), "events", ""),
    # play
    (put(E_, 10, "action", "play 05b"), "events[10]", "05b"),
    (put(E_, 10, "action", "play 02a"), "events[10]", "02a"),
    (put(E_, 10, "action", "play 08d"), "events[10]", "08d"),
    (put(E_, 10, "action", "play ?"), "events[10].action", "'play ?'"),
    (put(E_, 10, "action", None), "events[10].action", "None"),
    (put(E_, 10, "action", "play 10a"), "events", ""),
    (put(E_, 10, "action", "continue"), "events[10]", "legal"),
    (put(E_, 10, "seat", 3), "events[10]", "turn"),
    (put(E_, 11, "card", "10e"), "events[11].card", "'10e'"),
    (put(E_, 11, "card", "04b"), "events", "04b"),
    (put(E_, 11, "card", "02c"), "events", "02c"),
    (put(E_, 11, "card", "03a"), "events", "03a"),
    (put(E_, 11, "captured", ["10b"]), "events[11]", "10c"),
    (put(E_, 11, "captured", []), "events[11]", "10c"),
    (drop(E_, 11, "captured"), "events[11]", "captured"),
    (drop(E_, 11, "card"), "events[11].card", "None"),
    (drop(E_, 11), "events", ""),
    (put(E_, 12, "action", "play 01d"), "events[12]", "not legal"),
    (put(E_, 12, "action", "play 04c"), "events[12]", "not legal"),
    (put(E_, 13, "action", "take 09c"), "events[13]", "take 07b, take 07d"),
    (put(E_, 13, "action", "play 04b"), "events[13]", "take 07b, take 07d"),
    (put(E_, 13, "seat", 3), "events[13]", "turn"),
    (drop(E_, 13), "events[14]", ""),
    (insert(14, act(2, "take 07d")), "events[14]", ""),
    (put(E_, 14, "captured", ["12c"]), "events[14]", "11c"),
    (put(E_, 15, "action", "play 02b"), "events", "02b"),
    (insert(19, flip("08c")), "events[19]", ""),
    (insert(19, act(2, "play 04b")), "events[19]", "missing"),
    (insert(19, act(3, "play 04c")), "events[19]", "turn"),
    (insert(19, MONTH), "events[19]", ""),
    (insert(19, {"type": "settle", "ledger": [], "points": [0] * 5}), "events[19].ledger", "[]"),
    (insert(19, {"type": "settle"}), "events[19].ledger", "None"),
    (insert(19, {"type": "settle", "ledger": [ORICHIN], "points": [0] * 5}), "events", ""),
]


@pytest.mark.parametrize(("change", "field", "word"), FIELDS, ids=[f"{n} {f}" for n, (_, f, _) in enumerate(FIELDS)])
def test_a_broken_field_is_named(change, field, word):
    data = as_json(position().view(2))
    change(data)
    sentence = refused(data)
    assert sentence.startswith(field) and word in sentence, sentence


@pytest.mark.parametrize("data", [None, [], "view", 5])
def test_what_is_no_view(data):
    assert "a view is an object" in refused(data)


def test_a_view_of_another_game():
    fishing = ma.load_game("subeta-mekuri")
    assert refused(as_json(fishing.new_state(fishing.random_deal(1)).view(0))).startswith("game")
    assert refused(as_json(position().view(0)), ma.load_game("meri")).startswith("game")
    assert refused(as_json(position().view(0)), load("standard", 6)).startswith("players")
    assert refused(as_json(position().view(0)), load("fudawiki", 5)).startswith("rules")


def test_hands_that_would_have_declared_more():
    """Seat 3 shows in its plays, too, that it would have declared something else."""
    data = as_json(position().view(2))
    data["events"][8]["yaku"] = ["tan-ichi"]
    assert refused(data).startswith("events")
    nothing = as_json(position().view(2))
    del nothing["events"][8]  # its plays so far were 09a alone, and any other six cards may have been beside it
    nothing["my_turn"] = True
    view = position().game.view_from_json(nothing)
    assert view.shown[3] == [] and view != position().view(2)


def test_the_blank_with_seven():
    game = load("standard", 7)
    deal = next(deal for deal in map(game.random_deal, range(20)) if deal.blank == 3)
    state = game.new_state(deal, dealer=0)
    state.apply_action("look")
    data, holder = as_json(state.view(1)), as_json(state.view(3))
    assert game.view_from_json(holder) == state.view(3) and holder["events"][1]["hand"] == []
    for change, field in [
        (drop(E_, 1, "blank"), "events[1].blank"),
        (put(E_, 1, "blank", 7), "events[1].blank"),
        (put(E_, 1, "blank", 1), "events[1]"),
        (put(E_, 1, "blank", None), "events[1].blank"),
        (put(E_, 1, "blank", 0), "events[1]"),
        (put(E_, 1, "hand", []), "events[1]"),
    ]:
        changed = copy.deepcopy(data)
        change(changed)
        assert refused(changed, game).startswith(field)
    changed = copy.deepcopy(holder)
    changed["events"][1]["hand"] = data["events"][1]["hand"]
    assert refused(changed, game).startswith("events[1]")


@pytest.mark.parametrize(("players", "options"), [(3, {}), (6, {"mizuten": False})])
def test_nothing_was_seen_only_before_mizuten(players, options):
    game = load("standard", players, **options)
    state = game.new_state(game.random_deal(1), dealer=1)
    for seat in range(players):
        data = as_json(state.view(seat)) | {"events": [], "my_turn": False}
        assert refused(data, game).startswith("events: the deal is missing")


def test_the_legal_list_of_a_view_is_the_state_s():
    state = position()
    assert [str(action) for action in state.game.view_from_json(as_json(state.view(2))).legal_actions()] == legal(state)
