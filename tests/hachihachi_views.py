"""Views of Hachihachi for tests: random states, one month whose view is known, and changes to a view's JSON."""

import pytest
from hachihachi_hand_made import act, flip, load, start
from reference.hachihachi_options import PRESETS
from reference.hachihachi_random import random_overrides

import meri_ai as ma


def random_state(rng, players=None):
    game = load(rng.choice(list(PRESETS)), players or rng.randrange(3, 8), **random_overrides(rng))
    scores = tuple(rng.randrange(-999, 999) for _ in range(game.seats))
    carried = rng.choice([(), (2,), (4, 2), (2, 2)])
    deal = game.random_deal(rng.getrandbits(64))
    return game.new_state(deal, rng.randrange(game.seats), scores, carried)


# -- a month

HANDS = {
    0: "02b 02c 02d 03a 04a 05a 06a",  # sanbon
    1: "01b 08c 09d 10a 11a 12a 08a",
    2: "01c 04b 05b 06b 07a 08b 09b",
    3: "01d 03c 04c 05c 06c 08d 09a",  # toichi
    4: "01a 03b 06d 07c 10b 11b 12b",  # two ribbons and a bright are counted, 3 mon each, x2
}
FIELD = "02a 07b 07d 09c 10c 12c"
PILE = "10d 11c 12d 05d 11d"
ENTERING = ("look", "enter", "retire", "enter", "enter")
STEPS = (*ENTERING, "play 03a", "play 07a", "take 07b", "play 09a", "play 04a")
MONTH = {"type": "month", "multiplier": 2, "active": [0, 2, 3]}
EVENTS = [
    act(0, "look"),
    {"type": "deal", "hand": HANDS[2].split(), "field": FIELD.split()},
    act(0, "enter"),
    act(1, "retire"),
    act(2, "enter"),
    act(3, "enter"),
    MONTH,  # 6
    {"type": "shown", "seat": 0, "cards": ["02b", "02c", "02d"], "yaku": ["sanbon"]},
    {"type": "shown", "seat": 3, "cards": ["01d", "03c", "04c", "05c", "06c", "08d"], "yaku": ["toichi"]},
    {"type": "shown", "seat": 4, "cards": ["01a", "03b", "10b"], "yaku": [], "fee": 18},
    act(0, "play 03a"),  # 10
    flip("10d", "10c"),
    act(2, "play 07a"),
    act(2, "take 07b"),
    flip("11c"),
    act(3, "play 09a"),  # 15
    flip("12d", "12c"),
    act(0, "play 04a"),
    flip("05d"),
]


def position(*more):
    """Five at the table, seat 2 is to move; see EVENTS."""
    return start(HANDS, FIELD, PILE, *STEPS, *more, players=5, carried=[2])


# -- changes


def refused(data, game=None):
    """The one sentence with which a view is refused."""
    with pytest.raises(ma.ViewError) as caught:
        (game or position().game).view_from_json(data)
    sentence = str(caught.value)
    assert sentence and "\n" not in sentence and "Error" not in sentence
    return sentence


def put(*path_and_value):
    """A change: at this path, this value."""
    *path, last, value = path_and_value

    def change(data):
        for key in path:
            data = data[key]
        data[last] = value

    return change


def drop(*path):
    *path, last = path

    def change(data):
        for key in path:
            data = data[key]
        del data[last]

    return change


def insert(number, event):
    return lambda data: data["events"].insert(number, event)
