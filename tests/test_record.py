"""Records as text: what is kept, what is refused and in which words, and records made of states."""

import json
from pathlib import Path
from typing import Any

import pytest

import meri_ai as ma
from meri_ai._core.errors import MeriAiError, RecordError
from meri_ai.record import FORMAT, dump_record, parse_record, read_records, record_line, record_of, write_records
from meri_ai.replay import play_steps, replay

DATA = Path(__file__).parent / "data"


def golden(name: str = "hitoyoshi", number: int = 0) -> dict[str, Any]:
    return json.loads((DATA / f"meri-{name}.jsonl").read_text(encoding="utf-8").splitlines()[number])


@pytest.mark.parametrize("name", ["hitoyoshi", "cardavia", "options"])
def test_record_of_a_replayed_state_is_the_record(name: str) -> None:
    for number in range(10):
        record = golden(name, number)
        state, differences = play_steps(record)
        assert differences == []
        again = record_of(state, legal=True)
        # options that only repeat the preset are left out
        rules = ma.load_game("meri", rules=record["rules"], **record["options"]).rules
        assert again == record | {"options": rules.options}


def test_a_line_is_the_record_with_more_keys() -> None:
    for number in range(10):
        state, _ = play_steps(golden("options", number))
        more = {"seed": 5, "players_info": [{"name": '"steps":[]'}]}
        assert record_line(state, more) == dump_record(record_of(state) | more)


def test_record_of_a_position_has_no_result() -> None:
    game = ma.load_game("meri", rules="hitoyoshi")
    state = game.new_state(game.random_deal(seed=7), dealer=3)
    state.apply_action(state.legal_actions()[0])
    record = record_of(state)
    assert "result" not in record and len(record["steps"]) == 1 and "legal" not in record["steps"][0]
    again, differences = play_steps(json.loads(dump_record(record)))
    assert differences == [] and again.legal_actions() == state.legal_actions()


def test_redeals_of_a_seed_are_written_out() -> None:
    game = ma.load_game("meri", redeal_offer=2)
    state = game.new_state(game.random_deal(seed=7), dealer=3)
    for action in ("redeal", "redeal"):
        state.apply_action(action)
    record = record_of(state)
    assert len(record["deal"]["redeals"]) == 2 and record["options"] == {"redeal_offer": 2}
    again, differences = play_steps(record)
    assert differences == [] and again.legal_actions() == state.legal_actions()


def test_files_keep_unknown_keys(tmp_path: Path) -> None:
    record = golden() | {"players_info": ["Genji", "Heiji", "鬼"], "clock": {"seconds": 1.5}}
    write_records(tmp_path / "r.jsonl", [record, golden("options")])
    assert list(read_records(tmp_path / "r.jsonl")) == [record, golden("options")]
    assert replay(record) == []


def test_blank_lines_and_a_missing_last_line_end(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text(f"\n{dump_record(golden())}\n\n{dump_record(golden())}")
    assert list(read_records(tmp_path / "r.jsonl")) == [golden(), golden()]


def test_place_of_a_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(f"{dump_record(golden())}\n{dump_record(golden())[:300]}")
    records = read_records(path)
    assert next(records) == golden()
    with pytest.raises(RecordError) as caught:
        next(records)
    assert str(caught.value).startswith(f"{path}:2: the line is no JSON") and "cut off" in str(caught.value)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read .*none\.jsonl: No such file"):
        list(read_records(tmp_path / "none.jsonl"))
    with pytest.raises(RecordError, match=r"cannot write .*x\.jsonl: No such file"):
        write_records(tmp_path / "none" / "x.jsonl", [])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"{", ["no JSON", "column 2"]),
        (b"\xff\xfe{}", ["UTF-8"]),
        (b"[" * 100_000, ["nesting"]),
        (b'{"steps": ' + b"1" * 5000 + b"}", ["number"]),
        (b"[]", ["a JSON object, not a list"]),
        (b"null", ["a JSON object, not null"]),
        (b"{}", ["'format' is missing"]),
        (b'{"format": "meri-ai/2"}', ["'meri-ai/2'", "'meri-ai/1'"]),
    ],
)
def test_lines_that_are_no_record(line: bytes, words: list[str]) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(line)
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("key", ["format", "game", "rules", "dealer", "deal", "steps"])
def test_missing_keys(key: str) -> None:
    record = golden()
    del record[key]
    with pytest.raises(RecordError, match=f"^'{key}' is missing$"):
        parse_record(dump_record(record))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": 1}, "'game' is a text, not 1"),
        ({"rules": None}, "'rules' is a text, not null"),
        ({"dealer": True}, "'dealer' is a seat number, not true"),
        ({"dealer": "3"}, "'dealer' is a seat number, not \"3\""),
        ({"deal": []}, "'deal' is an object, not a list"),
        ({"options": []}, "'options' is an object, not a list"),
        ({"result": 9}, "'result' is an object, not 9"),
        ({"perft": [1, "2"]}, "'perft' is a list of whole numbers"),
        ({"players": 8.5}, "'players' is a whole number, not 8.5"),
        ({"steps": {}}, "'steps' is a list, not an object"),
        ({"steps": ["take"]}, 'step 1: a step is an object, not "take"'),
        ({"steps": [{"action": "take"}]}, "step 1: 'seat' is missing"),
        ({"steps": [{"seat": 0, "action": 4}]}, "step 1: 'action' is a text, not 4"),
        ({"steps": [{"seat": 0, "action": "take", "legal": "take"}]}, "step 1: 'legal' is a list, not \"take\""),
        ({"steps": [{"seat": 0, "action": "take", "legal": [3]}]}, "step 1: 'legal' is a list of texts"),
    ],
)
def test_wrong_kinds(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(dump_record(golden() | change))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "mery"}, "did you mean 'meri'"),
        ({"rules": "hitoyosi"}, "did you mean 'hitoyoshi'"),
        ({"options": {"stak": "hidden"}}, "did you mean 'stack'"),
        ({"options": {"rules": "cardavia"}}, "'rules' stands in a record itself"),
        ({"dealer": 8}, "'dealer' is a seat from 0 to 7, not 8"),
        ({"players": 7}, "8 players, not 7"),
        ({"deal": {"hands": []}}, "'widow'"),
    ],
)
def test_records_that_cannot_start(change: dict[str, Any], words: str) -> None:
    with pytest.raises(MeriAiError) as caught:
        replay(parse_record(dump_record(golden() | change)))
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_format_is_what_the_page_says() -> None:
    assert FORMAT == golden()["format"] == "meri-ai/1"
