"""A turn of the fishing games, branch by branch (rules page, section 4): hand-made positions, exact legal lists."""

import pytest
from fishing_hand_made import act, finish, flip, legal, play, start, table
from reference.fishing_cards import month

# The field by how many cards of month 01 it has; seat 0 plays 01b first and turns up a card that meets nothing.
FIELDS = {
    0: "03a 04a 05a 06a 07a 08a",
    1: "01a 04a 05a 06a 07a 08a",
    2: "01a 01c 05a 06a 07a 08a",
    3: "01a 01c 01d 06a 07a 08a",
}
HAND = {0: "01b 02b 03b 04b 05b 06b 07b"}
PLAYS = ["play 01b", "play 02b", "play 03b", "play 04b", "play 05b", "play 06b", "play 07b"]


def test_any_card_of_the_hand_may_be_played():
    for field in FIELDS.values():
        state = start(HAND, field, "09a")
        assert (state.current_player(), legal(state)) == (0, PLAYS)


@pytest.mark.parametrize(
    ("met", "field", "captured"),
    [
        (0, "01b 03a 04a 05a 06a 07a 08a 09a", ""),
        (1, "04a 05a 06a 07a 08a 09a", "01a 01b"),
        (3, "06a 07a 08a 09a", "01a 01b 01c 01d"),
    ],
)
def test_a_played_card_that_leaves_no_choice(met, field, captured):
    state = start(HAND, FIELDS[met], "09a", "play 01b")
    assert table(state) == (field, [captured, "", ""])
    assert state.current_player() == 1
    assert state.view(2).events[1:] == [act(0, "play 01b"), flip("09a")]


@pytest.mark.parametrize(("taken", "left"), [("01a", "01c"), ("01c", "01a")])
def test_a_played_card_that_meets_two(taken, left):
    state = start(HAND, FIELDS[2], "09a", "play 01b")
    assert (state.current_player(), legal(state)) == (0, ["take 01a", "take 01c"])
    assert table(state) == ("01a 01c 05a 06a 07a 08a", ["", "", ""])
    assert state.view(2).events[1:] == [act(0, "play 01b")]  # nothing is turned up yet
    play(state, f"take {taken}")
    assert table(state) == (f"{left} 05a 06a 07a 08a 09a", [" ".join(sorted(["01b", taken])), "", ""])
    assert state.view(2).events[1:] == [act(0, "play 01b"), act(0, f"take {taken}"), flip("09a")]
    assert state.current_player() == 1


# Seat 0 plays 09a, which meets nothing, and turns up 01b.
LED = {0: "09a 02b 03b 04b 05b 06b 07b"}


@pytest.mark.parametrize(
    ("met", "field", "captured", "taken"),
    [
        (0, "01b 03a 04a 05a 06a 07a 08a 09a", "", ()),
        (1, "04a 05a 06a 07a 08a 09a", "01a 01b", ("01a",)),
        (3, "06a 07a 08a 09a", "01a 01b 01c 01d", ("01a", "01c", "01d")),
    ],
)
def test_a_flip_that_leaves_no_choice(met, field, captured, taken):
    state = start(LED, FIELDS[met], "01b", "play 09a")
    assert table(state) == (field, [captured, "", ""])
    assert state.current_player() == 1
    assert state.view(1).events[1:] == [act(0, "play 09a"), flip("01b", *taken)]


@pytest.mark.parametrize(("taken", "left"), [("01a", "01c"), ("01c", "01a")])
def test_a_flip_that_meets_two(taken, left):
    state = start(LED, FIELDS[2], "01b", "play 09a")
    assert (state.current_player(), legal(state)) == (0, ["take 01a", "take 01c"])
    assert table(state) == ("01a 01c 05a 06a 07a 08a 09a", ["", "", ""])
    assert state.view(1).events[1:] == [act(0, "play 09a"), flip("01b")]
    play(state, f"take {taken}")
    assert table(state) == (f"{left} 05a 06a 07a 08a 09a", [" ".join(sorted(["01b", taken])), "", ""])
    assert state.view(1).events[-1] == act(0, f"take {taken}")
    assert state.current_player() == 1


def test_two_choices_in_one_turn():
    state = start(HAND, "01a 01c 02a 02c 07a 08a", "02d", "play 01b")
    assert legal(state) == ["take 01a", "take 01c"]
    play(state, "take 01c")
    assert (state.current_player(), legal(state)) == (0, ["take 02a", "take 02c"])
    play(state, "take 02a")
    assert table(state) == ("01a 02c 07a 08a", ["01b 01c 02a 02d", "", ""])
    assert state.current_player() == 1
    events = [act(0, "play 01b"), act(0, "take 01c"), flip("02d"), act(0, "take 02a")]
    assert state.view(1).events[1:] == events


def test_a_flip_takes_the_card_just_played():
    state = start(LED, FIELDS[0], "09b", "play 09a")
    assert table(state) == ("03a 04a 05a 06a 07a 08a", ["09a 09b", "", ""])
    assert state.view(1).events[2] == flip("09b", "09a")


def test_a_flip_takes_what_a_choice_left():
    state = start(HAND, FIELDS[2], "01d", "play 01b", "take 01a")
    assert table(state) == ("05a 06a 07a 08a", ["01a 01b 01c 01d", "", ""])


def test_playing_a_card_that_matches_is_not_compulsory():
    """02b matches nothing, though 01b would take 01a."""
    state = start(HAND, FIELDS[1], "09a", "play 02b")
    assert table(state) == ("01a 02b 04a 05a 06a 07a 08a 09a", ["", "", ""])


def test_a_choice_is_not_open_to_other_cards():
    state = start(HAND, FIELDS[2], "09a", "play 01b")
    for action in ("take 05a", "take 01d", "take 01b", "play 02b", "play 01b"):
        with pytest.raises(ValueError):
            state.apply_action(action)
    assert legal(state) == ["take 01a", "take 01c"]


@pytest.mark.parametrize("dealer", range(3))
def test_the_dealer_plays_first_and_seats_follow_in_order(dealer):
    state = start({}, dealer=dealer)
    order = []
    while not state.is_terminal():
        if str(state.legal_actions()[0]).startswith("play"):
            order.append(state.current_player())
        state.apply_action(state.legal_actions()[-1])
    assert order == [(dealer + turn) % 3 for turn in range(21)]


@pytest.mark.parametrize(("players", "hand", "field", "pile"), [(2, 10, 8, 20), (3, 7, 6, 21), (4, 5, 8, 20)])
def test_sizes(players, hand, field, pile):
    state = start({}, players=players)
    first = state.view(players - 1)
    assert (state.game.seats, len(first.hand), len(first.field)) == (players, hand, field)
    flips = [event for event in finish(state).view(0).events if event["type"] == "flip"]
    assert len(flips) == pile == players * hand


def test_the_last_turn_takes_what_is_left():
    """Both the last card played and the last one turned up find their month, and nothing is left over."""
    for seed in range(20):
        state = start({}, dealer=seed % 3)
        number = 0
        while not state.is_terminal():
            before = state.clone()
            options = state.legal_actions()
            state.apply_action(options[(seed + number) % len(options)])
            number += 1
        field, captured = table(state)
        assert field == "" and sum(len(cards.split()) for cards in captured) == 48
        mover = before.current_player()
        assert mover == (state.dealer + 2) % 3
        last = [event for event in state.view(0).events if event["type"] == "flip"][-1]
        taken = last.get("captured") or [str(state.history[-1][1]).removeprefix("take ")]
        assert {month(card) for card in taken} == {month(last["card"])}
        assert last["card"] in captured[mover].split()
        assert state.view(0).events[-1] == {"type": "settle", "points": state.result()["points"]}
        assert (state.current_player(), legal(state)) == (-1, [])


def test_the_last_flip_may_leave_a_choice_no_more():
    """Two of a month on the field at the end would leave one of them there: the last flip meets one or three."""
    for seed in range(20):
        state = start({}, dealer=seed % 3)
        while not state.is_terminal():
            word = str(state.legal_actions()[0]).split()[0]
            flips = sum(event["type"] == "flip" for event in state.view(0).events)
            assert not (word == "take" and flips == 21)
            options = state.legal_actions()
            state.apply_action(options[seed % len(options)])


def test_every_month_is_captured_in_pairs():
    for players in (2, 3, 4):
        for cards in table(finish(start({}, players=players)))[1]:
            months = [month(card) for card in cards.split()]
            assert all(months.count(each) in (2, 4) for each in months)


def test_mekurifuda_matches_by_rank():
    field = "P01 I01 K05 O06 P07 I08"
    state = start({0: "O01 K02"}, field, "I05", "play O01", game="subeta-mekuri", deck="mekurifuda")
    assert legal(state) == ["take P01", "take I01"]  # canonical: clubs, swords, cups, coins
    play(state, "take I01")
    assert table(state) == ("P01 P07 I08 O06", ["I01 I05 K05 O01", "", ""])
    assert state.view(1).events[-1] == flip("I05", "K05")
