"""The rule player of the fishing games: what it does where a plain player would not hesitate (bakappana's values)."""

from fishing_hand_made import play, start

QUIET = "07d 08a 09a 10a 11a 12a 12b"  # a hand that meets nothing on the field below
FIELD = "01c 02c 03c 04c 05c 06c"


def choice(state):
    return str(state.view(state.current_player()).policy_action("rule"))


def test_it_captures_the_dearer_card():
    state = start({0: "08c 02d 07d 09c 10c 11d 12d"}, "08a 02c 01c 03c 04c 05c")
    assert choice(state) == "play 08c"


def test_it_plays_the_dearer_card_to_a_capture():
    state = start({0: "08b 08c 07d 09c 10c 11d 12d"}, "08a 02c 01c 03c 04c 05c")
    assert choice(state) == "play 08b"


def test_it_completes_a_month_of_three_on_the_field():
    state = start({0: "08d 01d 07d 09c 10c 11d 12d"}, "08a 08b 08c 02a 04c 05c")
    assert choice(state) == "play 08d"


def test_it_takes_the_dearer_of_two():
    state = start({0: "11b 02d 07d 09c 10c 08d 12d"}, "11a 11d 01c 03c 04c 05c")
    assert choice(play(state, "play 11b")) == "take 11a"


def test_it_leaves_the_cheap_card_where_nothing_can_be_captured():
    """12b may be laid too: the phoenix of the same hand can fetch it."""
    assert choice(start({0: QUIET}, FIELD)) in ("play 07d", "play 12b")


def test_a_month_that_nobody_else_can_reach_is_kept_for_later():
    """The susuki are worth more, but sure: the crane might be gone after this turn."""
    state = start({0: "01b 08b 08c 08d 07d 09c 10c"}, "01a 08a 02c 03c 04c 05c")
    assert choice(state) == "play 01b"


def test_it_counts_what_is_captured():
    """Once seat 2 has captured 12a and 12b nobody but seat 0 can capture with the rest: to leave 12d costs nothing."""
    hand = "12c 12d 07c 08a 09a 10a 11a"
    before = start({0: hand}, FIELD, "", dealer=0)
    assert choice(before) == "play 07c"
    after = start({0: hand, 2: "12a"}, "12b 01c 02c 03c 04c 05c", "06c", "play 12a", dealer=2)
    assert choice(after) in ("play 12c", "play 12d")


def test_the_twin_in_the_other_deck_is_played_alike():
    """08a is the best club of rank 8 and 08c its cup, as section 2 of the rules has it."""
    state = start(
        {0: "K08 K12 O07 K09 K10 K02 K06"}, "P08 O12 K01 K03 K04 K05", game="subeta-mekuri", deck="mekurifuda"
    )
    other = start({0: "08c 02c 07d 09c 10c 11d 12c"}, "08a 02d 01c 03c 04c 05c", game="subeta-mekuri")
    assert (choice(state), choice(other)) == ("play K12", "play 02c")
