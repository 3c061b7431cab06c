"""Action: one object for each pair of id and text, through copies and pickles."""

import copy
import pickle

import pytest

from meri_ai import Action


def test_same_pair_is_the_same_object() -> None:
    action = Action(3, "play P4")
    assert Action(3, "play P4") is action
    assert copy.copy(action) is action
    assert copy.deepcopy([action])[0] is action
    assert pickle.loads(pickle.dumps(action)) is action


def test_text_id_and_order() -> None:
    low, high = Action(3, "play P4"), Action(150, "accept")
    assert str(low) == "play P4"
    assert repr(low) == "Action(3, 'play P4')"
    assert sorted([high, low]) == [low, high]
    assert low < high and low <= high and high > low
    assert hash(low) == 3


def test_two_games_may_share_an_id() -> None:
    assert Action(3, "play P4") != Action(3, "play 01d")
    assert Action(3, "play P4") != "play P4"


def test_cannot_be_changed() -> None:
    action = Action(3, "play P4")
    with pytest.raises(AttributeError):
        action.text = "play P5"
    with pytest.raises(AttributeError):
        del action.id
    assert action.text == "play P4"
