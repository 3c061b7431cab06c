"""Replaying: the golden records agree, and whatever is altered is found at its step."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from meri_ai.record import parse_record, read_records
from meri_ai.replay import Difference, perft_differences, play_steps, replay, start

DATA = Path(__file__).parent / "data"
FILES = ["meri-hitoyoshi.jsonl", "meri-cardavia.jsonl", "meri-options.jsonl"]


def golden(file: str = FILES[0], number: int = 0) -> dict[str, Any]:
    return json.loads((DATA / file).read_text(encoding="utf-8").splitlines()[number])


@pytest.mark.parametrize("file", FILES)
def test_golden_records(file: str) -> None:
    records = list(read_records(DATA / file))
    assert len(records) == 60
    assert [replay(record) for record in records] == [[]] * 60


def test_golden_perft() -> None:
    records = list(read_records(DATA / "meri-perft.jsonl"))
    assert len(records) == 7
    for record in records:
        state, differences = play_steps(record)
        assert differences == [] and perft_differences(state, record) == []


def test_perft_differences_name_the_depth() -> None:
    record = next(read_records(DATA / "meri-perft.jsonl"))
    counts = record["perft"]
    wrong = record | {"perft": [counts[0], counts[1] + 1, *counts[2:]]}
    state, _ = play_steps(wrong)
    found = Difference(len(record["steps"]), "perft at depth 2", str(counts[1]), str(counts[1] + 1))
    assert perft_differences(state, wrong) == [found]
    assert perft_differences(state, wrong, depth=1) == []


def altered(change: Callable[[dict[str, Any]], object]) -> tuple[dict[str, Any], list[Difference]]:
    record = golden()
    change(record)
    return record, replay(parse_record(json.dumps(record)))


def test_one_card_off_a_legal_list() -> None:
    record, found = altered(lambda record: record["steps"][20]["legal"].pop())
    given = record["steps"][20]["legal"]
    assert [(d.step, d.what, d.found) for d in found] == [(21, "legal", ", ".join(given))]
    assert found[0].expected.startswith(found[0].found)


def test_a_legal_list_is_a_set() -> None:
    assert altered(lambda record: record["steps"][20]["legal"].reverse())[1] == []
    assert altered(lambda record: record["steps"][20].pop("legal"))[1] == []


def test_an_illegal_action_ends_the_replay() -> None:
    played = golden()["steps"][10]["action"]
    _, found = altered(lambda record: record["steps"][12].update(action=played))
    assert [(d.step, d.what) for d in found] == [(13, "action")]
    assert found[0].found.startswith(played) and found[0].expected.startswith("one of: play ")


def test_an_action_that_is_none() -> None:
    _, found = altered(lambda record: record["steps"][12].update(action="sing"))
    assert [(d.step, d.what) for d in found] == [(13, "action")] and found[0].found.startswith("sing")


def test_another_legal_action_shows_in_what_follows() -> None:
    record = golden()
    place, step = next((n, s) for n, s in enumerate(record["steps"]) if n > 20 and len(s["legal"]) > 1)
    step["action"] = next(action for action in step["legal"] if action != step["action"])
    found = replay(record)
    assert found and all(d.step > place + 1 for d in found)


def test_the_wrong_seat() -> None:
    seat = golden()["steps"][20]["seat"]
    _, found = altered(lambda record: record["steps"][20].update(seat=(seat + 1) % 8))
    assert found == [Difference(21, "seat", str(seat), str((seat + 1) % 8))]


def test_a_point_of_the_result() -> None:
    points = golden()["result"]["points"]
    record, found = altered(lambda record: record["result"]["points"].__setitem__(1, points[1] + 1))
    assert found == [Difference(len(record["steps"]), "result.points[1]", str(points[1]), str(points[1] + 1))]


def with_yaku() -> dict[str, Any]:
    return next(record for record in read_records(DATA / FILES[0]) if record["result"]["yaku"])


def test_a_yaku_of_the_result() -> None:
    record = with_yaku()
    worth = record["result"]["yaku"][0]["points"]
    record["result"]["yaku"][0]["points"] = 7 - worth
    assert replay(record) == [Difference(len(record["steps"]), "result.yaku[0].points", str(worth), str(7 - worth))]
    record["result"]["yaku"].pop(0)
    assert [d.what for d in replay(record)] == ["result.yaku"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"winners": [True] * 9}, "result.winners[0]"),
        ({"winners": [1] * 8}, "result.winners"),
        ({"tricks": None}, "result.tricks"),
        ({"tricksters": [4, 5]}, "result.tricksters"),
    ],
)
def test_other_wrong_results(change: dict[str, Any], what: str) -> None:
    _, found = altered(lambda record: record["result"].update(change))
    assert found[0].what == what


def test_only_the_given_keys_of_a_result_are_compared() -> None:
    assert altered(lambda record: record["result"].pop("winners"))[1] == []
    assert altered(lambda record: record.pop("result"))[1] == []


def test_a_result_before_the_end() -> None:
    record, found = altered(lambda record: record["steps"].pop())
    assert found == [Difference(len(record["steps"]), "result", "none, since the deal is not over", "one")]


def test_a_step_after_the_end() -> None:
    _, found = altered(lambda record: record["steps"].append({"seat": 0, "action": "play P1"}))
    last = len(golden()["steps"]) + 1
    assert [(d.step, d.what, d.expected) for d in found] == [(last, "action", "no further step")]


def test_redeals_are_checked_and_end() -> None:
    record = golden() | {"options": {"redeal_offer": 2}, "steps": []}
    del record["result"]
    record["deal"] = record["deal"] | {"redeals": [golden(number=1)["deal"]]}
    asked = start(record).current_player()
    step = {"seat": asked, "action": "redeal", "legal": ["accept", "redeal"]}
    assert replay(record | {"steps": [step]}) == []
    found = replay(record | {"steps": [step, step]})
    assert [(d.step, d.what) for d in found] == [(2, "action")]
    assert "the deal lists 1" in found[0].found


def test_a_difference_as_text() -> None:
    assert str(Difference(3, "seat", "4", "5")) == "step 3: seat: expected 4, found 5"
