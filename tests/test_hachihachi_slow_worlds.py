"""A search ends in time where worlds are rare: of many thousand draws one agrees with all that was shown."""

import pytest
from hachihachi_hand_made import play, start

import meri_ai as ma

HANDS = (
    "09c 10c 10b 04b 09d 06d 12c",  # aka
    "08b 01a 04c 03a 08a 01b 10d",
    "07c 11d 07a 02d 11b 03c 08c",  # toichi
    "03b 12d 05b 07b 02c 09b 11c",  # the rest were pushed out
    "02a 12a 12b 05c 04a 01d 06a",
    "07d 01c 09a 02b 05d 06c 10a",
)
FIELD, PILE = "08d 03d 05a 11a 06b 04d", "02c 05d 12a 12b 06c 07d 01d"
STEPS = (
    *("look", "enter", "enter", "enter"),
    *("play 12c", "play 10d", "play 11d", "play 06d", "play 04c", "play 08c", "play 09c"),
)


@pytest.fixture(scope="module")
def view():
    state = start(dict(enumerate(HANDS)), FIELD, PILE, preset="fudawiki", players=6, hatto="off")
    return play(state, *STEPS).view(1)


@pytest.mark.parametrize("method", ["ismcts", "montecarlo"])
def test_a_slow_world_does_not_keep_a_search_from_the_clock(view, method):
    """Eight worlds take many times the millisecond that there is."""
    stats = ma.search(view, method=method, time_limit=0.001, iterations=10**6).stats
    assert 0 < stats["iterations"] < 8


def test_how_often_the_clock_is_looked_at_changes_no_result(view):
    first, again = (ma.search(view, iterations=20, time_limit=limit) for limit in (None, 600.0))
    assert first.table == again.table
