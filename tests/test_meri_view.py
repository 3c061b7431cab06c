"""What each seat is told at every stage of a deal (rules page, section 10)."""

import pytest
from hand_made import ALL, CANONICAL, act, hands_state, play, redeal_state, robai_state, texts

from meri_ai.games.meri_deal import MeriDeal


def dealt(state, seat):
    deal = MeriDeal(state.dealt.hands, state.dealt.widow).to_json()
    return {"type": "deal", "hand": sorted(deal["hands"][seat], key=CANONICAL.index), "okie": deal["widow"][0]}


def news(state, seat):
    """What a seat was told since the deal event."""
    events = state.view(seat).events
    assert events[0] == dealt(state, seat)
    return events[1:]


def told_all(state, *events, but=()):
    for seat in ALL:
        if seat not in but:
            assert news(state, seat) == list(events), seat


def test_the_deal():
    state = hands_state()
    told_all(state)
    for seat in ALL:
        view = state.view(seat)
        assert (view.seat, view.dealer, view.okie, view.opener) == (seat, 0, "K5", None)
        assert view.hand == dealt(state, seat)["hand"] and len(view.hand) == 9
        assert (view.my_turn, view.over, view.decisions, view.redeals) == (seat == 0, False, 0, 0)
        assert texts(view.legal_actions()) == (["take", "leave"] if seat == 0 else [])
        assert (view.plays, view.trick, view.tricks, view.discard) == ([], [], [], None)


def test_only_the_holder_of_the_robai_is_told_that_he_is_asked():
    state = robai_state()
    told_all(state)
    assert [state.view(seat).my_turn for seat in ALL] == [seat == 3 for seat in ALL]
    assert texts(state.view(3).legal_actions()) == ["declare", "hide"]


def test_hiding_is_told_to_nobody_else():
    state = robai_state("hide")
    told_all(state, but=[3])
    assert news(state, 3) == [act(3, "hide")]
    assert [state.view(seat).decisions for seat in ALL] == [0, 0, 0, 1, 0, 0, 0, 0]
    assert [state.view(seat).my_turn for seat in ALL] == [seat == 0 for seat in ALL]
    # the opener is told by what he does next
    assert {state.view(seat).opener for seat in ALL} == {None}
    play(state, "leave")
    assert {state.view(seat).opener for seat in ALL} == {0}


def test_declaring_is_told_to_all_and_makes_the_opener():
    state = robai_state("declare")
    told_all(state, act(3, "declare"))
    assert {state.view(seat).opener for seat in ALL} == {3}
    assert [state.view(seat).my_turn for seat in ALL] == [seat == 3 for seat in ALL]
    assert "KD" in state.view(3).hand


@pytest.mark.parametrize("word", ["take", "leave"])
def test_who_took_the_okie_is_told_to_all(word):
    state = hands_state(word)
    told_all(state, act(0, word))
    assert {state.view(seat).okie_taken for seat in ALL} == {word == "take"}
    assert ("K5" in state.view(0).hand) == (word == "take")
    assert texts(state.view(0).legal_actions())[0] == ("discard P1" if word == "take" else "play P1")


def test_a_mandatory_okie_is_told_when_the_opener_is_fixed():
    told_all(hands_state(okie_take="mandatory"), act(0, "take"))
    asked = robai_state(okie_take="mandatory")
    told_all(asked)
    declared = robai_state("declare", okie_take="mandatory")
    told_all(declared, act(3, "declare"), act(3, "take"))
    hidden = robai_state("hide", okie_take="mandatory")
    told_all(hidden, act(0, "take"), but=[3])
    assert news(hidden, 3) == [act(3, "hide"), act(0, "take")]
    assert [view.decisions for view in map(hidden.view, ALL)] == [0, 0, 0, 1, 0, 0, 0, 0]


def test_a_discard_is_known_to_the_opener_alone():
    state = hands_state("take", "discard O1")
    told_all(state, act(0, "take"), act(0, "discard ?"), but=[0])
    assert news(state, 0) == [act(0, "take"), act(0, "discard O1")]
    assert [state.view(seat).discard for seat in ALL] == ["O1"] + [None] * 7
    assert "O1" not in state.view(0).hand and "K5" in state.view(0).hand
    assert state.view(0).decisions == 2


def test_the_first_lead_reveals_no_hidden_stack_even_at_the_end():
    state = hands_state("take", "discard O1", "G1")
    told_all(state, act(0, "take"), act(0, "discard ?"), act(0, "play G1"), but=[0])
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    for seat in range(1, 8):
        assert all(event["type"] != "stack" for event in state.view(seat).events)
        assert state.view(seat).discard is None


def test_a_revealed_stack_is_shown_after_the_first_lead():
    before = hands_state("take", "discard O1", stack="revealed")
    told_all(before, act(0, "take"), act(0, "discard ?"), but=[0])
    stack = {"type": "stack", "cards": ["O1", "KD", "G9"]}
    state = play(before, "G1")
    told_all(state, act(0, "take"), act(0, "discard ?"), act(0, "play G1"), stack, but=[0])
    assert news(state, 0) == [act(0, "take"), act(0, "discard O1"), act(0, "play G1"), stack]
    assert {state.view(seat).discard for seat in ALL} == {"O1"}
    # a left okie lies there too
    left = hands_state("leave", "G1", stack="revealed")
    told_all(left, act(0, "leave"), act(0, "play G1"), {"type": "stack", "cards": ["K5", "KD", "G9"]})


def test_a_trump_lies_face_down_until_the_trick_ends():
    state = hands_state("leave", "O1 KH OC")
    told = [act(0, "leave"), act(0, "play O1")]
    told_all(state, *told, act(1, "play ?"), act(2, "play OC"), but=[1])
    assert news(state, 1) == [*told, act(1, "play KH"), act(2, "play OC")]
    for seat in ALL:
        card = "KH" if seat == 1 else None
        assert state.view(seat).trick == [(0, "O1"), (1, card), (2, "OC")]
        assert state.view(seat).plays == ["O1", card, "OC"]
    play(state, "OG OK OH OM")
    assert state.view(0).trick[1] == (1, None)
    # seat 7 plays the eighth card, a trump too: all are turned up at once
    play(state, "K2")
    trick = ["O1", "KH", "OC", "OG", "OK", "OH", "OM", "K2"]
    for seat in ALL:
        view = state.view(seat)
        own = {1: act(1, "play KH"), 7: act(7, "play K2")}
        assert news(state, seat)[2:4] == [own[1] if seat == 1 else act(1, "play ?"), act(2, "play OC")]
        assert news(state, seat)[-2:] == [
            own[7] if seat == 7 else act(7, "play ?"),
            {"type": "trick", "winner": 1, "cards": trick},
        ]
        assert (view.plays, view.trick, view.tricks) == (trick, [], [(1, trick)])
        assert view.my_turn == (seat == 1)


def test_the_leaders_trump_is_always_seen():
    """In hitoyoshi's first trick it makes no Meri, so that the followers' trumps lie face down all the same."""
    told_all(
        hands_state("leave", "KC K9 K8"),
        *[act(0, "leave"), act(0, "play KC"), act(1, "play ?"), act(2, "play ?")],
        but=[1, 2],
    )


def test_in_meri_every_card_is_face_up():
    state = hands_state("leave", "KC K9 K8", first_trick_meri=True)
    told_all(state, act(0, "leave"), act(0, "play KC"), act(1, "play K9"), act(2, "play K8"))
    assert all(state.view(seat).trick == [(0, "KC"), (1, "K9"), (2, "K8")] for seat in ALL)


def test_in_monchi_trumps_lie_face_down_again():
    state = hands_state("leave", "KC K9 K8 K7 K6 K4 K3 K2", "O1 KH", first_trick_meri=True)
    assert news(state, 5)[-1] == act(1, "play ?")
    assert news(state, 1)[-1] == act(1, "play KH")


def test_a_simultaneous_ninth_trick_comes_without_actions():
    state = hands_state("leave", last_trick="simultaneous")
    while not state.is_terminal():
        last = {seat: state.view(seat).hand for seat in ALL}
        leader_before = state.view(0).tricks
        state.apply_action(state.legal_actions()[0])
    result = state.result()
    leader = result["winners"][7]
    for seat in ALL:
        events = state.view(seat).events
        assert [event["type"] for event in events[-4:]] == ["action", "trick", "trick", "settle"]
        assert events[-3]["winner"] == leader and events[-2]["winner"] == result["winners"][8]
        assert events[-1] == {"type": "settle", "points": result["points"]}
        assert state.view(seat).hand == []
        assert (state.view(seat).over, state.view(seat).my_turn) == (True, False)
        # the last card of each seat, in the order of seats from the leader
        assert events[-2]["cards"][(seat - leader) % 8] in last[seat]
    assert len(leader_before) == 7


def test_a_played_deal_ends_with_the_ninth_trick_and_the_points():
    state = hands_state("leave")
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    for seat in ALL:
        events = state.view(seat).events
        assert [event["type"] for event in events[-3:]] == ["action", "trick", "settle"]
        assert events[-1]["points"] == state.points()
        assert state.view(seat).decisions == sum(mover == seat for mover, _ in state.history)


# -- the redeal step


def test_a_redeal_step_shows_one_packet_to_one_seat():
    """Seat 1's first packet is K9 KH O2 in both deals."""
    packet = {"type": "deal", "hand": ["K9", "KH", "O2"]}
    state = redeal_state()
    for seat in ALL:
        view = state.view(seat)
        assert (view.events, view.hand) == ([packet], packet["hand"]) if seat == 1 else ([], [])
        assert (view.okie, view.my_turn, view.redeals) == (None, seat == 1, 0)
        assert texts(view.legal_actions()) == (["accept", "redeal"] if seat == 1 else [])
    play(state, "redeal")
    for seat in ALL:
        told = [act(1, "redeal")]
        assert state.view(seat).events == ([packet, *told, packet] if seat == 1 else told)
        assert (state.view(seat).redeals, state.view(seat).decisions) == (1, int(seat == 1))
    play(state, "accept")
    for seat in ALL:
        told = [act(1, "redeal"), packet, act(1, "accept")] if seat == 1 else [act(1, "redeal"), act(1, "accept")]
        assert state.view(seat).events == ([packet] if seat == 1 else []) + told + [dealt(state, seat)]
        assert (state.view(seat).okie, state.view(seat).decisions) == ("K5", 2 * (seat == 1))


def test_after_the_last_redeal_there_is_no_packet():
    state = redeal_state("redeal", offer=1)
    assert [event["type"] for event in state.view(1).events] == ["deal", "action", "deal"]
    assert [event["type"] for event in state.view(2).events] == ["action", "deal"]
    assert len(state.view(1).hand) == 9
