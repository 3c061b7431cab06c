"""Splits and counts, from rows made by hand and from real records."""

import json
from math import isnan
from pathlib import Path

import pytest
from stub_game import StubGame

from meri_ai import load_game
from meri_ai.arena.result import GameRow
from meri_ai.arena.splits import endings, ms_per_move, read_facts, split, split_names

MERI = load_game("meri")
EVEN, ODD = (0, 1) * 4, (1, 0) * 4


def record(dealer=0, okie="K7", steps=(), redeals=()):
    deal = {"widow": [okie, "P1", "P2"]}
    if redeals:
        deal["redeals"] = [{"widow": [other, "P1", "P2"]} for other in redeals]
    steps = [{"seat": seat, "action": action} for seat, action in steps]
    return json.dumps({"game": "meri", "dealer": dealer, "deal": deal, "steps": steps})


def row(board, seating, margin, *, bots=(0, 1), seats=None, text=None, status="ok", culprit=None, seconds=(0.0, 0.0)):
    seats = tuple(bots[side] for side in (ODD if seating else EVEN)) if seats is None else seats
    text = text or record(steps=[(0, "take")])
    points = None if margin is None else (margin, 0)
    return GameRow(0, board, seating, bots, status, culprit, points, (9, 36), seconds, seats, text)


@pytest.mark.parametrize(
    ("text", "opener", "trump"),
    [
        (record(3, "K7", [(7, "declare"), (7, "take")]), 7, "K"),
        (record(3, "K7", [(7, "hide"), (3, "leave")]), 3, "K"),
        (record(3, "PD", [(3, "discard P1")]), 3, "P"),
        (record(3, "K7", [(4, "redeal"), (4, "accept"), (3, "take")], ["G1", "O1"]), 3, "G"),
        (record(3, "K7", [(4, "redeal"), (4, "redeal"), (2, "declare")], ["G1", "O1"]), 2, "O"),
        (record(3, "K7", [(4, "accept")], ["G1"]), None, "K"),
        (record(3, "K7"), None, "K"),
    ],
)
def test_opener_and_trump_of_a_record(text, opener, trump):
    (facts,) = read_facts([row(0, 0, 1.0, text=text)], MERI)
    told = {} if opener is None else {"opener": opener}
    assert facts.facts == {"dealer": 3, "trump": trump} | told


def test_the_opener_is_who_leads_first_in_real_records():
    lines = (Path(__file__).parent / "data" / "meri-options.jsonl").read_text(encoding="utf-8").splitlines()
    checked = 0
    for line in lines:
        (facts,) = read_facts([row(0, 0, 1.0, text=line)], MERI)
        first = next((s["seat"] for s in json.loads(line)["steps"] if s["action"].startswith("play")), None)
        if first is not None:
            assert facts.facts["opener"] == first
            checked += 1
    assert checked > 20


ROWS = [
    row(0, 0, 4.0, text=record(0, "K7", [(0, "take")])),  # bot 0 on the even seats, deals and opens
    row(0, 1, 2.0, text=record(0, "K7", [(0, "take")])),
    row(1, 0, 1.0, text=record(1, "G7", [(2, "declare")])),
    row(1, 1, -1.0, text=record(1, "G7", [(2, "hide"), (1, "take")])),
    row(2, 0, 6.0, text=record(2, "K7", [(1, "declare")])),
    row(2, 1, None, status="crash", culprit=1),
]


def means(found):
    return {label: (e.mean, e.boards) for label, e in found.items()}


def test_a_bots_margin_split():
    facts = read_facts(ROWS, MERI)
    assert means(split(facts, 0, "seats")) == {"0 2 4 6": (pytest.approx(11 / 3), 3), "1 3 5 7": (0.5, 2)}
    assert means(split(facts, 0, "trump")) == {"K": (4.5, 2), "G": (0.0, 1)}
    assert means(split(facts, 0, "opener")) == {"own": (2.0, 2), "other": (4.0, 2)}
    assert means(split(facts, 0, "dealer")) == {"own": (3.0, 3), "other": (1.5, 2)}
    assert means(split(facts, 1, "trump")) == {"K": (-4.5, 2), "G": (0.0, 1)}
    assert split(facts, 2, "trump") == {}


def test_all_opponents_of_a_bot_make_one_observation_a_board():
    rows = [row(0, 0, 4.0), row(0, 0, -2.0, bots=(2, 0), seats=(2, 0) * 4)]
    assert means(split(read_facts(rows, MERI), 0, "trump")) == {"K": (3.0, 1)}


def test_every_split_has_intervals_by_board():
    facts = read_facts(ROWS, MERI)
    for by in split_names(facts):
        for found in split(facts, 0, by).values():
            assert found.boards <= 3 and isnan(found.low) == (found.boards == 1)


def test_records_of_other_games_are_split_by_seat_and_dealer():
    facts = read_facts(
        [row(0, 0, 2.0, seats=(0, 1, 1), text=json.dumps({"game": "other", "dealer": 2, "steps": []}))], StubGame()
    )
    assert means(split(facts, 0, "seats")) == {"0": (2.0, 1)} and means(split(facts, 1, "seats")) == {"1 2": (-2.0, 1)}
    assert means(split(facts, 0, "dealer")) == {"other": (2.0, 1)} and split(facts, 0, "trump") == {}


def test_a_set_of_deals_is_split_by_seat_alone():
    facts = read_facts(
        [row(0, 0, 2.0, text=f"{record(0, 'K7', [(0, 'take')])}\n{record(1, 'G7', [(1, 'take')])}")], MERI
    )
    assert means(split(facts, 0, "seats")) == {"0 2 4 6": (2.0, 1)}
    assert all(split(facts, 0, by) == {} for by in ("dealer", "opener", "trump"))
    assert split_names(facts) == ["seats"]


def test_how_games_ended():
    rows = [*ROWS, row(3, 0, 0.0), row(3, 1, 15.0, status="illegal", culprit=1), row(4, 0, -9.0, bots=(1, 2))]
    first, second, third = endings(rows, 3)
    assert (first.games, first.won, first.drawn, first.lost, first.void) == (8, 5, 1, 1, 1)
    assert (second.games, second.won, second.drawn, second.lost, second.void) == (9, 1, 1, 6, 1)
    assert (third.games, third.won) == (1, 1)
    assert first.faults == {} and second.faults == {"crash": 1, "illegal": 1}


def test_milliseconds_a_move():
    found = ms_per_move([row(0, 0, 1.0, seconds=(0.018, 0.036)), row(0, 1, 1.0, seconds=(0.0, 0.036))], 3)
    assert found[:2] == pytest.approx([1.0, 1.0]) and isnan(found[2])
