"""`meri-ai show`: one game, trick by trick."""

import json
import re
from pathlib import Path

import pytest
from program import call_program
from report_runs import MOCKS, run_of, store_run

from meri_ai.arena.report.game_text import game_text
from meri_ai.arena.store import RunStore

DATA = Path(__file__).parent / "data"
TRICK = re.compile(r"trick (\d)  (\w+) +(.*)")
CARD = re.compile(r"(\d)([ \[])(\w\w)[ \]]?(\*?)")


def records_of(name):
    return [json.loads(line) for line in (DATA / f"meri-{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def tricks_of(text):
    """For each trick its phase and its plays: seat, whether face down, card, whether it won."""
    found = [TRICK.match(line) for line in text.splitlines()]
    return [
        (line[2], [(int(seat), mark == "[", card, star == "*") for seat, mark, card, star in CARD.findall(line[3])])
        for line in found
        if line
    ]


@pytest.mark.parametrize("name", ["hitoyoshi", "cardavia", "options"])
def test_every_card_winner_yaku_and_point_is_there(name):
    for record in records_of(name):
        text = game_text(record)
        tricks = tricks_of(text)
        result = record["result"]
        assert [next(seat for seat, *_, won in plays if won) for _, plays in tricks] == result["winners"]
        played = [step["action"].split()[1] for step in record["steps"] if step["action"].startswith("play ")]
        shown = [card for _, plays in tricks for _, _, card, _ in plays]
        assert shown[: len(played)] == played and len(shown) == 72
        assert text.count(" of seat ") == len(result["yaku"])
        assert text.endswith(f"points: {result['points'][0]} : {result['points'][1]}")


@pytest.mark.parametrize("name", ["hitoyoshi", "cardavia"])
def test_followers_trumps_lie_face_down_but_in_meri(name):
    phases = set()
    for record in records_of(name):
        text = game_text(record)
        trump = re.search(r"okie (\w)\w: trumps are", text)[1]
        for phase, plays in tricks_of(text):
            phases.add(phase)
            for place, (_, face_down, card, _) in enumerate(plays):
                is_trump = card[0] == trump or card == "PD"
                assert face_down == (is_trump and place > 0 and phase not in ("Meri", "last"))
    assert phases >= {"free", "Meri", "Monchi"}


def test_hidden_steps_are_marked():
    for record in records_of("hitoyoshi"):
        lines = game_text(record).splitlines()
        for step in record["steps"]:
            if not step["action"].startswith("play "):
                unseen = step["action"] == "hide" or step["action"].startswith("discard ")
                assert f"seat {step['seat']}: {step['action']}{' (unseen)' if unseen else ''}" in lines


def test_a_game_of_a_file():
    done = call_program("show", DATA / "meri-hitoyoshi.jsonl", "--game", 3)
    assert done.returncode == 0 and done.stdout.rstrip("\n") == game_text(records_of("hitoyoshi")[2])
    assert done.stdout.startswith("meri hitoyoshi, dealer ")


def test_a_game_of_a_run_by_key_and_by_line(tmp_path):
    store_run(tmp_path / "run", run_of("rule", "random", boards=2))
    by_key = call_program("show", tmp_path / "run", "--game", "0/1/0")
    assert by_key.returncode == 0 and "board 1, seating 0" in by_key.stdout and "seat 0  rule" in by_key.stdout
    assert call_program("show", tmp_path / "run", "--game", 3).stdout == by_key.stdout
    with RunStore.open(tmp_path / "run") as store:
        assert by_key.stdout.rstrip("\n") == game_text(json.loads(store.game("3").record))


def test_a_game_that_a_fault_ended(tmp_path):
    store_run(tmp_path / "run", run_of("random", f"{MOCKS}:RaisingBot", boards=1))
    done = call_program("show", tmp_path / "run")
    assert done.returncode == 0 and "the deal is not over" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("crash: bot ") and "no idea" in done.stdout


def test_all_deals_of_a_set(tmp_path):
    store_run(tmp_path / "run", run_of("random", "rule", boards=1, unit="set"))
    done = call_program("show", tmp_path / "run")
    assert done.stdout.count("trick 9  ") == done.stdout.count("points: ") == 8


@pytest.mark.parametrize(
    ("place", "game", "status", "words"),
    [
        ("meri-hitoyoshi.jsonl", "61", 2, "has no record 61; it has 60"),
        ("meri-hitoyoshi.jsonl", 5000 * "9", 2, "--game takes the number of a record"),
        ("meri-hitoyoshi.jsonl", "0/1/0", 2, "--game takes the number of a record"),
        ("none.jsonl", "1", 1, "cannot read"),
    ],
)
def test_mistakes_are_one_sentence(place, game, status, words):
    done = call_program("show", DATA / place, "--game", game)
    assert done.returncode == status and words in done.stderr
    assert done.stdout == "" and done.stderr.count("\n") == 1


def test_a_record_that_breaks_the_rules_is_told(tmp_path):
    record = records_of("hitoyoshi")[0]
    record["steps"][4]["action"] = record["steps"][3]["action"]
    (tmp_path / "bad.jsonl").write_text(json.dumps(record))
    done = call_program("show", tmp_path / "bad.jsonl")
    assert done.returncode == 1 and "step 5 cannot be played" in done.stderr and done.stderr.count("\n") == 1
