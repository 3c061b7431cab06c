"""An illegal action: one sentence says who, what, why and what would be legal, and nothing is changed."""

import pytest
from hand_made import finished, hands_state, robai_state, snapshot, texts

import meri_ai as ma
from meri_ai._core.errors import IllegalActionError

PLAIN = ["P1", "P2", "I5", "I7", "I8", "I9", "O1", "G1"]  # seat 0's in hands_state, in canonical order
NINE = ["P1", "P2", "I5", "I7", "I8", "I9", "KC", "O1", "G1"]
TEN = ["P1", "P2", "I5", "I7", "I8", "I9", "K5", "KC", "O1", "G1"]
MERI = "KC K9 K8 K7 K6 K4 K3 K2"  # seat 0's sun wins

WORDS = "this step is {}"
WHY = [
    # reason, seat, action, legal list, steps before, options
    (WORDS.format("'accept' or 'redeal'"), 1, "take", ["accept", "redeal"], (), {"redeal_offer": 1}),
    (WORDS.format("'accept' or 'redeal'"), 1, "play K9", ["accept", "redeal"], (), {"redeal_offer": 1}),
    (WORDS.format("'take' or 'leave'"), 0, "declare", ["take", "leave"], (), {}),
    (WORDS.format("'take' or 'leave'"), 0, "discard KC", ["take", "leave"], (), {}),
    (WORDS.format("to discard a card"), 0, "play KC", [f"discard {card}" for card in TEN], ("take",), {}),
    (WORDS.format("to discard a card"), 0, "take", [f"discard {card}" for card in TEN], ("take",), {}),
    (WORDS.format("to play a card"), 0, "discard KC", [f"play {card}" for card in NINE], ("leave",), {}),
    (WORDS.format("to play a card"), 0, "leave", [f"play {card}" for card in NINE], ("leave",), {}),
    ("K9 is not in the hand", 0, "play K9", [f"play {card}" for card in NINE], ("leave",), {}),
    ("K9 is not in the hand", 0, "discard K9", [f"discard {card}" for card in TEN], ("take",), {}),
    ("K5 is not in the hand", 0, "play K5", [f"play {card}" for card in NINE], ("leave",), {}),
    (
        "discard_rule = plain asks for a plain card while the hand has one",
        0,
        "discard K5",
        [f"discard {card}" for card in PLAIN],
        ("take",),
        {"discard_rule": "plain"},
    ),
    (
        "first_lead = plain asks for a plain card while the hand has one",
        0,
        "play KC",
        [f"play {card}" for card in PLAIN],
        ("leave",),
        {"first_lead": "plain"},
    ),
    (
        "in Meri a hand with a trump plays a trump",
        1,
        "play O2",
        ["play K9", "play KH"],
        ("leave", "KC"),
        {"first_trick_meri": True},
    ),
    (
        "in Monchi a hand with the led suit plays that suit or a trump",
        1,
        "play I1",
        ["play KH", "play O2", "play O3"],
        ("leave", MERI, "O1"),
        {"first_trick_meri": True},
    ),
    (
        "in Monchi a hand that is void in the led suit plays a trump (monchi_void = trump)",
        1,
        "play I1",
        ["play KH"],
        ("leave", MERI, "G1"),
        {"first_trick_meri": True},
    ),
]


def refused(state, action, seat, text, legal, reason):
    """The action is refused in one exact sentence and nothing is changed."""
    before = snapshot(state)
    with pytest.raises(IllegalActionError) as caught:
        state.apply_action(action)
    error = caught.value
    assert (error.seat, error.action, error.legal, error.reason) == (seat, text, tuple(legal), reason)
    whole = f"seat {seat} may not '{text}': {reason}; legal: {', '.join(legal)}"
    assert str(error) == (whole if legal else f"nobody may '{text}': {reason}")
    assert snapshot(state) == before


@pytest.mark.parametrize(("reason", "seat", "action", "legal", "steps", "options"), WHY)
def test_an_illegal_action_says_who_what_and_why(reason, seat, action, legal, steps, options):
    state = hands_state(*steps, **options)
    refused(state, action, seat, action, legal, reason)
    refused(state, state.game.by_text[action], seat, action, legal, reason)
    state.apply_action(legal[0])


def test_an_illegal_action_at_the_robai_step():
    state = robai_state()
    for action in ("take", "play KD", "accept"):
        refused(state, action, 3, action, ["declare", "hide"], "this step is 'declare' or 'hide'")


@pytest.mark.parametrize("action", ["take", "play KC", "discard KC", "accept"])
def test_no_action_is_legal_when_the_deal_is_over(action):
    refused(finished(), action, -1, action, [], "the deal is over")


def test_one_whole_sentence():
    with pytest.raises(ValueError) as caught:
        hands_state("leave", "O1").apply_action("play K1")
    assert str(caught.value) == (
        "seat 1 may not 'play K1': K1 is not in the hand; legal: "
        "play I1, play I2, play I3, play I4, play I6, play K9, play KH, play O2, play O3"
    )


STRANGE = ["", "take ", "Take", "play", "play kc", "play X9", "playKC", "discard", 7, None, [0], ma.Action(154, "go")]


@pytest.mark.parametrize("action", STRANGE)
def test_an_action_that_there_is_not(action):
    refused(hands_state(), action, 0, str(action), ["take", "leave"], "there is no such action in Meri")


def test_the_led_suit_may_always_be_trumped_in_monchi():
    state = hands_state("leave", MERI, "O1", first_trick_meri=True)
    state.apply_action("play KH")
    free = hands_state("leave", MERI, "G1", first_trick_meri=True, monchi_void="any")
    assert texts(free.legal_actions()) == [f"play {card}" for card in ("I1", "I2", "I3", "I4", "I6", "KH", "O2", "O3")]
