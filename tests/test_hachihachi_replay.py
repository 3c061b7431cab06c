"""Records of Hachihachi: the golden ones agree, and whatever is altered is found at its step; whole years."""

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
FILES = {"hachihachi-months.jsonl": 160, "hachihachi-years.jsonl": 48, "hachihachi-worked.jsonl": 58}
MONTHS = 12


def golden(file: str = "hachihachi-months.jsonl", number: int = 65) -> dict[str, Any]:
    """Number 65 of the months: four players, nobody in mizuten; one lowers, goes on, and another ends."""
    return json.loads((DATA / file).read_text(encoding="utf-8").splitlines()[number])


@pytest.mark.parametrize("file", FILES)
def test_golden_records(file: str) -> None:
    records = list(read_records(DATA / file))
    assert len(records) >= FILES[file]
    for line, record in enumerate(records, 1):
        assert replay(record) == [], f"{file}:{line}"


def test_golden_perft() -> None:
    records = list(read_records(DATA / "hachihachi-perft.jsonl"))
    assert len(records) == 16
    for line, record in enumerate(records, 1):
        state, differences = play_steps(record)
        assert differences == [] and perft_differences(state, record) == [], f"line {line}"


@pytest.mark.parametrize("file", ["hachihachi-months.jsonl", "hachihachi-years.jsonl"])
def test_records_are_written_as_they_were_read(file: str) -> None:
    """All but options that the preset has anyway, the order inside legal lists, and the place of the blank."""
    for record in read_records(DATA / file):
        state, _ = play_steps(record)
        written = json.loads(json.dumps(record_of(state, legal="legal" in record["steps"][0])))
        assert start(written).game == start(record).game
        for each in (record, written):
            del each["options"]
            each["carried"].sort()
            each["deal"]["hands"] = [sorted(hand) for hand in each["deal"]["hands"]]
            for step in each["steps"]:
                step.get("legal", []).sort()
        assert written == record


def test_players_are_the_number_of_hands_where_a_record_names_none() -> None:
    seen = set()
    for number in range(0, 160, 7):
        record = golden(number=number)
        players = record.pop("players")
        assert start(record).game.seats == players == len(record["deal"]["hands"])
        assert replay(record) == []
        seen.add(players)
    assert len(seen) >= 4


# -- years


@pytest.mark.parametrize("first", range(0, 48, MONTHS))
def test_a_year_passes_dealer_accounts_and_multipliers_on(first: int) -> None:
    records = [golden("hachihachi-years.jsonl", number) for number in range(first, first + MONTHS)]
    game = start(records[0]).game
    unit = game.new_unit("year", records[0]["dealer"])
    accounts = [60] * game.seats
    for number, record in enumerate(records):
        assert (unit.over, unit.deals, unit.winners) == (False, number, ())
        state = unit.new_state(game.deal_from_json(record["deal"]))
        assert (state.game, state.dealer, list(state.carried)) == (game, record["dealer"], record["carried"])
        assert list(state.scores) == accounts and list(state.view(0).scores) == accounts
        for step in record["steps"]:
            state.apply_action(step["action"])
        assert state.result()["points"] == record["result"]["points"]
        unit.add(state)
        accounts = [have + mon for have, mon in zip(accounts, record["result"]["points"], strict=True)]
        assert list(unit.accounts) == accounts and list(unit.points) == [account - 60 for account in accounts]
        assert (unit.dealer, list(unit.carried)) == (record["result"]["winner"], record["result"]["carried"])
    assert unit.over and unit.deals == MONTHS and sum(unit.points) == 0
    assert unit.winners == tuple(seat for seat in range(game.seats) if accounts[seat] == max(accounts))


def test_a_year_of_three_months_and_another_start() -> None:
    game = ma.load_game("hachihachi", players=4, months=3, start=0, mizuten=False)
    assert (game.units, game.most_deals("deal"), game.most_deals("year")) == (("deal", "year"), 1, 3)
    unit = game.new_unit("year", 2)
    for seed in range(3):
        state = unit.new_state(game.random_deal(seed))
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        unit.add(state)
    assert unit.over and unit.accounts == unit.points and sum(unit.points) == 0


def test_a_unit_that_there_is_not() -> None:
    game = ma.load_game("hachihachi")
    for call in (lambda: game.new_unit("set", 0), lambda: game.most_deals("set")):
        with pytest.raises(ma.MeriAiError) as caught:
            call()
        assert "'set'" in str(caught.value) and "year" in str(caught.value) and "\n" not in str(caught.value)


# -- altered records


def altered(change: Callable[[dict[str, Any]], object]) -> tuple[dict[str, Any], list[Difference]]:
    record = golden()
    change(record)
    return record, replay(parse_record(json.dumps(record)))


def index_of(word: str) -> int:
    """The first step of the golden record whose action begins so."""
    return next(n for n, step in enumerate(golden()["steps"]) if step["action"].startswith(word))


@pytest.mark.parametrize("word", ["look", "enter", "play", "take", "continue", "end"])
def test_one_action_off_a_legal_list(word: str) -> None:
    at = index_of(word)
    record, found = altered(lambda record: record["steps"][at]["legal"].pop())
    given = record["steps"][at]["legal"]
    assert [(d.step, d.what, d.found) for d in found] == [(at + 1, "legal", ", ".join(given) or "nothing")]


@pytest.mark.parametrize("word", ["look", "enter", "play", "take", "continue", "end"])
def test_one_action_more_in_a_legal_list(word: str) -> None:
    at = index_of(word)
    _, found = altered(lambda record: record["steps"][at]["legal"].append("sing"))
    assert [(d.step, d.what) for d in found] == [(at + 1, "legal")]


@pytest.mark.parametrize("word", ["look", "enter", "play", "take", "continue", "end"])
def test_the_wrong_seat(word: str) -> None:
    at = index_of(word)
    seat = golden()["steps"][at]["seat"]
    _, found = altered(lambda record: record["steps"][at].update(seat=(seat + 1) % 4))
    assert found == [Difference(at + 1, "seat", str(seat), str((seat + 1) % 4))]


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("look", "enter"),
        ("look", "sing"),
        ("enter", "play 01a"),
        ("enter", "look"),
        ("play", "enter"),
        ("play", "play 13a"),
        ("play", "continue"),
        ("take", "play 01a"),
        ("end", "cancel"),
        ("end", "play 01a"),
    ],
)
def test_an_illegal_action_ends_the_replay(word: str, action: str) -> None:
    at = index_of(word)
    _, found = altered(lambda record: record["steps"][at].update(action=action))
    assert [(d.step, d.what) for d in found] == [(at + 1, "action")]
    assert found[0].found.startswith(action) and found[0].expected.startswith("one of: ")


@pytest.mark.parametrize(
    ("key", "value"),
    [("multiplier", 2), ("carried", []), ("special", "souhachi"), ("winner", 0), ("captured", [88] * 4)],
)
def test_another_result(key: str, value: Any) -> None:
    assert golden()["result"][key] != value
    record, found = altered(lambda record: record["result"].update({key: value}))
    assert found and all(d.step == len(record["steps"]) and d.what.startswith(f"result.{key}") for d in found)


def test_other_points() -> None:
    points = golden()["result"]["points"]
    record, found = altered(lambda record: record["result"]["points"].__setitem__(2, points[2] + 1))
    assert found == [Difference(len(record["steps"]), "result.points[2]", str(points[2]), str(points[2] + 1))]


@pytest.mark.parametrize("key", ["hand_yaku", "completed"])
def test_a_yaku_of_another_seat(key: str) -> None:
    other = [["karasu"], [], [], ["akatan"]]
    _, found = altered(lambda record: record["result"].update({key: other}))
    assert found and all(d.what.startswith(f"result.{key}[") for d in found)


@pytest.mark.parametrize("key", golden()["result"])
def test_only_the_given_keys_of_a_result_are_compared(key: str) -> None:
    assert altered(lambda record: record["result"].pop(key))[1] == []


def test_a_result_before_the_end() -> None:
    record, found = altered(lambda record: record["steps"].pop())
    assert found == [Difference(len(record["steps"]), "result", "none, since the deal is not over", "one")]


def test_a_step_after_the_end() -> None:
    _, found = altered(lambda record: record["steps"].append({"seat": 0, "action": "play 01a"}))
    last = len(golden()["steps"]) + 1
    assert [(d.step, d.what, d.expected) for d in found] == [(last, "action", "no further step")]


def test_other_multipliers_carried_in() -> None:
    _, found = altered(lambda record: record.update(carried=[4, 4]))
    assert {d.what.partition("[")[0] for d in found} == {"result.carried"}


@pytest.mark.parametrize("players", [2, 3, 5, 8, 4.0, True, "4"])
def test_a_number_of_players_that_there_is_not(players: object) -> None:
    with pytest.raises(ma.MeriAiError) as caught:
        replay(parse_record(json.dumps(golden() | {"players": players})))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("carried", [[3], [2.0], ["2"], [True], 2, {"2": 1}, [2] * 300, None])
def test_carried_multipliers_that_there_are_not(carried: object) -> None:
    with pytest.raises(ma.MeriAiError) as caught:
        replay(parse_record(json.dumps(golden() | {"carried": carried})))
    assert "carried" in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("dealer", [-1, 4, 2.0, "2", None, True])
def test_a_dealer_that_there_is_not(dealer: object) -> None:
    with pytest.raises(ma.MeriAiError) as caught:
        replay(parse_record(json.dumps(golden() | {"dealer": dealer})))
    assert "\n" not in str(caught.value)
