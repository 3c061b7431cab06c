"""Views are equal exactly when what the seat knows is (rules page, section 10)."""

import os
import pickle
import subprocess
import sys

import pytest
from hand_made import ALL, REDEAL_FIRST, hands_state, play, redeal_state, robai_state

import meri_ai as ma
from meri_ai.games.meri_deal import MeriDeal


def same_for(first, second, seats):
    """The two states give equal views to these seats and unequal ones to all others."""
    for seat in ALL:
        ours, theirs = first.view(seat), second.view(seat)
        assert (ours == theirs) == (seat in seats), seat
        assert (ours.to_json() == theirs.to_json()) == (seat in seats), seat
        if seat in seats:
            assert hash(ours) == hash(theirs)
            assert ours.legal_actions() == theirs.legal_actions()


def swapped(deal, one, other):
    """The deal with two cards exchanged."""
    change = {one: other, other: one}
    data = deal.to_json()
    hands = [[change.get(card, card) for card in hand] for hand in data["hands"]]
    return MeriDeal.of(hands, [change.get(card, card) for card in data["widow"]])


def twin(state, one, other, *steps):
    """The state's start with two cards exchanged, and these steps."""
    return play(state.game.new_state(swapped(state.deal, one, other), dealer=state.dealer), *steps)


NOT_3 = [0, 1, 2, 4, 5, 6, 7]


@pytest.mark.parametrize("options", [{}, {"okie_take": "mandatory"}])
def test_whether_a_holder_of_the_robai_is_asked_or_there_is_none_does_not_show(options):
    mandatory = bool(options)
    asked, hid = robai_state(**options), robai_state("hide", **options)
    none = twin(asked, "KD", "G8")  # the robai lies in the widow, and the dealer opens at once
    # hiding changes the holder's view and the dealer's, who is asked next; a mandatory okie is taken before all eyes
    same_for(asked, hid, [] if mandatory else [1, 2, 4, 5, 6, 7])
    same_for(hid, none, NOT_3)
    other = twin(asked, "KD", "OC")  # seat 2 has it: the two have other hands, nobody else can tell
    same_for(asked, other, [0, 1, 4, 5, 6, 7])
    # and so it stays
    steps = ("discard G1", "O1") if mandatory else ("leave", "O1")
    same_for(play(hid, *steps), play(none, *steps), NOT_3)


def test_exchanging_unseen_cards():
    state = hands_state()
    same_for(state, twin(state, "K8", "OK"), [0, 1, 3, 5, 6, 7])  # seats 2 and 4
    same_for(state, twin(state, "K8", "G9"), [0, 1, 3, 4, 5, 6, 7])  # seat 2 and the widow
    same_for(state, twin(state, "KD", "G9"), ALL)  # inside the widow
    same_for(state, twin(state, "P1", "I9"), ALL)  # inside a hand
    same_for(state, twin(state, "K5", "G9"), [])  # the okie


def test_exchanging_a_hidden_discard():
    one, other = ("take", "discard O1", "G1"), ("take", "discard P1", "G1")
    same_for(hands_state(*one), hands_state(*other), range(1, 8))
    same_for(hands_state(*one[:2], stack="revealed"), hands_state(*other[:2], stack="revealed"), range(1, 8))
    same_for(hands_state(*one, stack="revealed"), hands_state(*other, stack="revealed"), [])


def test_exchanging_a_face_down_trump():
    one, other = hands_state("leave", "O1 K9"), hands_state("leave", "O1 KH")
    same_for(one, other, [0, 2, 3, 4, 5, 6, 7])
    for card in ("OC", "OG", "OK", "K4", "OM"):
        same_for(play(one, card), play(other, card), [0, 2, 3, 4, 5, 6, 7])
    same_for(play(one, "K2"), play(other, "K2"), [])


def test_a_face_down_trump_is_no_plain_card():
    same_for(hands_state("leave", "O1 K9"), hands_state("leave", "O1 O2"), [])


def test_dealer_scores_and_rules_are_part_of_a_view():
    deal = hands_state().deal
    game, other = ma.load_game("meri"), ma.load_game("meri", monchi_void="any")
    view = game.new_state(deal).view(5)
    assert view == game.new_state(deal).view(5)
    assert view != game.new_state(deal, dealer=1).view(5)
    assert view != game.new_state(deal, scores=(1, 0)).view(5)
    assert view != other.new_state(deal).view(5)
    assert view != game.new_state(deal).view(6)
    assert view != "view"


def test_the_first_packet_is_part_of_what_the_seat_after_the_dealer_knows():
    """The last cards of seat 1's hand dealt before the others: the same hand, another packet."""
    hands = [list(hand) for hand in REDEAL_FIRST.hands]
    hands[1].reverse()
    turned = MeriDeal(tuple(map(tuple, hands)), REDEAL_FIRST.widow)
    same_for(redeal_state(), redeal_state(first=turned), [0, 2, 3, 4, 5, 6, 7])
    same_for(redeal_state("accept"), redeal_state("accept", first=turned), [0, 2, 3, 4, 5, 6, 7])
    # the packet of an abandoned deal is not forgotten, the rest of it was never seen
    same_for(redeal_state("redeal"), redeal_state("redeal", first=turned), [0, 2, 3, 4, 5, 6, 7])
    same_for(redeal_state("redeal"), redeal_state("redeal", first=swapped(REDEAL_FIRST, "O3", "KC")), ALL)


HASHES = """
import pickle, sys
for view in pickle.load(sys.stdin.buffer):
    print(hash(view))
"""


def test_hashes_are_the_same_in_every_process():
    views = [robai_state(*steps).view(seat) for steps in ((), ("hide",), ("hide", "leave", "O1 K9")) for seat in ALL]
    expected = [str(hash(view)) for view in views]
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-P", "-c", HASHES],  # -P: the installed package, not the folder's
            input=pickle.dumps(views),
            capture_output=True,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            check=True,
        )
        assert done.stdout.decode().split() == expected
