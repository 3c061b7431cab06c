"""Views of Hachihachi as JSON with a wrong ledger, and damaged at random: refused in one sentence, or views."""

import copy
import json
import random

from hachihachi_hand_made import act, as_json, finish, random_play
from hachihachi_views import drop, position, put, random_state, refused

import meri_ai as ma

E_ = "events"
SCRAPS = [None, True, -1, 0, 3, 7, 48, 2.5, "", "01a", "11d", "P01", "blank", "play 01a", "take 12d", "lower", [], {}]


# -- finished views


def signed(row, seat):
    return row["mon"] * ((row["to"] == seat) - (row["from"] == seat))


def test_a_wrong_ledger():
    state = finish(position())
    data = as_json(state.view(2))
    last = len(data["events"]) - 1
    assert data["events"][last]["type"] == "settle"
    assert state.game.view_from_json(data) == state.view(2)
    ledger, points = (data["events"][last][key] for key in ("ledger", "points"))
    assert len(ledger) > 3 and ledger == state.ledger() and points == state.result()["points"]

    def longer(data):
        data["events"][last]["ledger"].append({"from": 0, "to": 2, "mon": 12, "for": "nuke"})

    ledger_of = f"events[{last}].ledger"
    for change, field in [
        (put(E_, -1, "ledger", 0, "mon", ledger[0]["mon"] + 1), ledger_of),
        (put(E_, -1, "ledger", 0, "mon", str(ledger[0]["mon"])), f"{ledger_of}[0]"),
        (put(E_, -1, "ledger", 0, "mon", 1.5), f"{ledger_of}[0]"),
        (put(E_, -1, "ledger", 0, "from", 5), f"{ledger_of}[0]"),
        (put(E_, -1, "ledger", 0, "to", None), f"{ledger_of}[0]"),
        (put(E_, -1, "ledger", 0, "from", []), f"{ledger_of}[0]"),
        (put(E_, -1, "ledger", 0, "for", "a bribe"), ledger_of),
        (put(E_, -1, "ledger", 0, "for", None), f"{ledger_of}[0]"),
        (put(E_, -1, "ledger", 0, "hatto", True), ledger_of),
        (put(E_, -1, "ledger", 1, 7), f"{ledger_of}[1]"),
        (put(E_, -1, "ledger", ledger[1:]), ledger_of),
        (put(E_, -1, "ledger", ledger[::-1]), ledger_of),
        (longer, ledger_of),
        (put(E_, -1, "points", [points[1], points[0], *points[2:]]), f"events[{last}]"),
        (put(E_, -1, "points", [str(mon) for mon in points]), f"events[{last}]"),
        (put(E_, -1, "points", None), f"events[{last}]"),
        (drop(E_, -1, "points"), f"events[{last}]"),
        (drop(E_, -1), "events"),
        (drop(E_, -2), "events"),
        (put("my_turn", True), "my_turn"),
        (lambda data: data["events"].append(act(0, "play 01b")), "events"),
        (lambda data: data["events"].append(data["events"][-1]), "events"),
    ]:
        changed = copy.deepcopy(data)
        change(changed)
        if field == ledger_of:  # points that are the net of the ledger as it is now
            event = changed["events"][last]
            event["points"] = [sum(signed(row, seat) for row in event["ledger"]) for seat in range(5)]
        sentence = refused(changed)
        assert sentence.startswith(field), sentence


def test_a_ledger_that_no_hidden_card_explains():
    """Who pays for hatto may depend on hidden cards, but not on whoever is named."""
    rng = random.Random(3)
    tried = 0
    while tried < 12:
        state = random_play(random_state(rng), rng)
        rows = [n for n, row in enumerate(state.ledger()) if row["from"] != "pot" and row["to"] != "pot"]
        seat = rng.randrange(state.game.seats)
        data = as_json(state.view(seat))
        if not rows:
            continue
        tried += 1
        event, number = data["events"][-1], rng.choice(rows)
        row = event["ledger"][number]
        event["points"][row["from"]] -= 1
        event["points"][row["to"]] += 1
        row["mon"] += 1
        assert refused(data, state.game).startswith(f"events[{len(data['events']) - 1}].ledger")


# -- damaged views


def places(value, path=()):
    """Every place in a JSON value."""
    if path:
        yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from places(each, (*path, key))


def damage(rng, data):
    """Changes one thing at random; often, but not always, so that nobody can have this view."""
    events = data["events"]
    kind = rng.randrange(9)
    if kind >= 5 or not events:
        *path, last = rng.choice(list(places(data)))
        target = data
        for key in path:
            target = target[key]
        if kind == 8:
            del target[last]
        elif kind == 7 and isinstance(target[last], list):
            target[last].append(rng.choice([*target[last], *SCRAPS]))
        else:
            others = [each for each in places(data) if type(each[-1]) is type(last)]
            value = data
            for key in rng.choice(others):
                value = value[key]
            target[last] = copy.deepcopy(rng.choice([value, rng.choice(SCRAPS)]))
        return
    number, other = rng.randrange(len(events)), rng.randrange(len(events))
    if kind == 0:
        del events[number]
    elif kind == 1:
        events.insert(other, copy.deepcopy(events[number]))
    elif kind == 2:
        events[number], events[other] = events[other], events[number]
    elif kind == 3:
        del events[number:]
    elif kind == 4:
        texts = json.dumps(data)
        one, two = (f"{rng.randrange(1, 13):02}{rng.choice('abcd')}" for _ in range(2))
        data["events"] = json.loads(texts.replace(one, two))["events"]


def test_a_damaged_view_is_refused_or_is_a_view():
    """Never another error, never a hang, and what is read can be played on: there is a deal that gives this view."""
    rng = random.Random(8)
    refusals = tried = 0
    while tried < 3000:
        state = random_play(random_state(rng), rng, rng.choice([1, 2, 3, 6, *range(50)]))
        for seat in rng.sample(range(state.game.seats), 3):
            whole = as_json(state.view(seat))
            for _ in range(15):
                data = copy.deepcopy(whole)
                for _ in range(rng.choice([1, 1, 1, 2, 3])):
                    if isinstance(data.get("events"), list):
                        damage(rng, data)
                tried += 1
                kept = copy.deepcopy(data)
                try:
                    again = state.game.view_from_json(data)
                except ma.ViewError as error:
                    refusals += 1
                    assert str(error) and "\n" not in str(error)
                else:
                    assert as_json(again)["events"] == kept["events"]
                    assert state.game.sample_world(again, seed=tried).view(again.seat) == again
                assert data == kept
    assert refusals > 1500
