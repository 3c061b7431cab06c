"""Records of the fishing games: the golden ones agree, and whatever is altered is found at its step."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import meri_ai as ma
from meri_ai.record import parse_record, read_records, record_of
from meri_ai.replay import Difference, perft_differences, play_steps, replay, start

DATA = Path(__file__).parent / "data"
FILES = {"fishing-rounds.jsonl": 60, "fishing-twins.jsonl": 14, "fishing-worked.jsonl": 1}


def golden(file: str = "fishing-rounds.jsonl", number: int = 0) -> dict[str, Any]:
    return json.loads((DATA / file).read_text(encoding="utf-8").splitlines()[number])


@pytest.mark.parametrize("file", FILES)
def test_golden_records(file: str) -> None:
    records = list(read_records(DATA / file))
    assert len(records) == FILES[file]
    for line, record in enumerate(records, 1):
        assert replay(record) == [], f"{file}:{line}"


def test_golden_perft() -> None:
    records = list(read_records(DATA / "fishing-perft.jsonl"))
    assert len(records) == 7
    for line, record in enumerate(records, 1):
        state, differences = play_steps(record)
        assert differences == [] and perft_differences(state, record) == [], f"line {line}"


@pytest.mark.parametrize("file", FILES)
def test_records_are_written_as_they_were_read(file: str) -> None:
    """All but the order inside lists that stand for sets."""
    for record in read_records(DATA / file):
        state, _ = play_steps(record)
        written = json.loads(json.dumps(record_of(state, legal=True)))
        for each in (record, written):
            each["result"]["captured"] = [sorted(cards) for cards in each["result"]["captured"]]
            for step in each["steps"]:
                step["legal"].sort()
        assert written == record


def test_players_are_the_number_of_hands_where_a_record_names_none() -> None:
    for number in (2, 7, 18):  # bakappana by two, four and three
        record = golden(number=number)
        players = record.pop("players")
        assert start(record).game.seats == players == len(record["deal"]["hands"])
        assert replay(record) == []


def altered(change: Callable[[dict[str, Any]], object]) -> tuple[dict[str, Any], list[Difference]]:
    record = golden()
    change(record)
    return record, replay(parse_record(json.dumps(record)))


@pytest.mark.parametrize("at", [0, 6, 7, 20])
def test_one_card_off_a_legal_list(at: int) -> None:
    record, found = altered(lambda record: record["steps"][at]["legal"].pop())
    given = record["steps"][at]["legal"]
    assert [(d.step, d.what, d.found) for d in found] == [(at + 1, "legal", ", ".join(given) or "nothing")]


def test_one_card_more_in_a_legal_list() -> None:
    _, found = altered(lambda record: record["steps"][7]["legal"].append("take 05d"))
    assert [(d.step, d.what) for d in found] == [(8, "legal")]
    assert set(found[0].expected.split(", ")) == {"take 05b", "take 05c"}


def test_the_wrong_seat() -> None:
    seat = golden()["steps"][11]["seat"]
    _, found = altered(lambda record: record["steps"][11].update(seat=(seat + 1) % 3))
    assert found == [Difference(12, "seat", str(seat), str((seat + 1) % 3))]


@pytest.mark.parametrize("action", ["play 09c", "play 12a", "take 03b", "play P01", "sing"])
def test_an_illegal_action_ends_the_replay(action: str) -> None:
    """At step 13 seat 0 plays a card; 09c was seat 1's, and 12a lies in the pile."""
    _, found = altered(lambda record: record["steps"][12].update(action=action))
    assert [(d.step, d.what) for d in found] == [(13, "action")]
    assert found[0].found.startswith(action) and found[0].expected.startswith("one of: play ")


@pytest.mark.parametrize("action", ["take 05d", "take 01d", "play 05b"])
def test_an_illegal_choice_ends_the_replay(action: str) -> None:
    _, found = altered(lambda record: record["steps"][7].update(action=action))
    assert [(d.step, d.what) for d in found] == [(8, "action")]
    assert found[0].expected == "one of: take 05b, take 05c"


def test_another_choice_shows_in_what_was_captured() -> None:
    """Seat 1's 05a takes 05c in place of 05b; 05d comes from the pile, so no legal list differs."""
    _, found = altered(lambda record: record["steps"][7].update(action="take 05c"))
    assert found and all(d.what.startswith("result.") for d in found)


def test_other_points() -> None:
    points = golden()["result"]["points"]
    record, found = altered(lambda record: record["result"]["points"].__setitem__(2, points[2] + 1))
    assert found == [Difference(len(record["steps"]), "result.points[2]", str(points[2]), str(points[2] + 1))]


def test_a_card_in_another_pile_of_captures() -> None:
    def change(record: dict[str, Any]) -> None:
        captured = record["result"]["captured"]
        captured[1].append(captured[0].pop())

    record, found = altered(change)
    assert found and all(d.step == len(record["steps"]) for d in found)
    assert all(d.what.startswith("result.captured") for d in found)


def test_captures_are_sets() -> None:
    assert altered(lambda record: record["result"]["captured"][0].reverse())[1] == []


def test_another_next_dealer() -> None:
    record, found = altered(lambda record: record["result"].update(next_dealer=2))
    assert found == [Difference(len(record["steps"]), "result.next_dealer", "0", "2")]


@pytest.mark.parametrize("key", ["points", "captured", "next_dealer"])
def test_only_the_given_keys_of_a_result_are_compared(key: str) -> None:
    assert altered(lambda record: record["result"].pop(key))[1] == []


def test_a_result_before_the_end() -> None:
    record, found = altered(lambda record: record["steps"].pop())
    assert found == [Difference(len(record["steps"]), "result", "none, since the deal is not over", "one")]


def test_a_step_after_the_end() -> None:
    _, found = altered(lambda record: record["steps"].append({"seat": 0, "action": "play 01a"}))
    last = len(golden()["steps"]) + 1
    assert [(d.step, d.what, d.expected) for d in found] == [(last, "action", "no further step")]


@pytest.mark.parametrize("players", [2, 4, 3.0, True, "3"])
def test_a_number_of_players_that_there_is_not(players: object) -> None:
    with pytest.raises(ValueError) as caught:
        replay(parse_record(json.dumps(golden() | {"players": players})))
    assert "\n" not in str(caught.value)


def test_a_record_of_another_number_of_hands() -> None:
    """Bakappana is played by two, three or four, but not by three with the deal of two."""
    record = golden(number=2) | {"players": 3}
    with pytest.raises(ma.MeriAiError, match="hand"):
        start(record)
