"""`meri-ai show` of a month of Hachihachi: who plays, a turn a line, the ledger."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from program import call_program

from meri_ai.arena.report.game_text import game_text
from meri_ai.replay import start

DATA = Path(__file__).parent / "data"
LAID = r"(\d\d[a-d]) (stays|takes|meets)((?: \d\d[a-d])*)"
TURN = re.compile(rf" *(\d+) +(\d)  {LAID}(?: +{LAID})?$")
COMPLETES = re.compile(r"^ {12}seat (\d) completes (.*?) and (\w+)", re.MULTILINE)
RETIRED = re.compile(r"^seat (\d) has retired: (\d+) mon into the pot$", re.MULTILINE)
SHOWN = re.compile(r"^seat (\d)(, pushed out,)? shows [^;]*; seats ([\d, ]+) pay (\d+) mon each$", re.MULTILINE)
ROW = re.compile(r" *(\d|pot) +(\d|pot) +(\d+)  ([\w -]+?)( \(hatto\))?$")


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"hachihachi-{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def played(record: dict[str, Any]) -> Any:
    state = start(record)
    for step in record["steps"]:
        state.apply_action(step["action"])
    return state


MONTHS = records("months")
PICKS = {str(number): MONTHS[number] for number in range(0, len(MONTHS), 4)}


def turns(text: str) -> list[re.Match[str]]:
    lines = text.partition("turns up\n")[2].partition("\n\n")[0].splitlines()
    found = [TURN.match(line) for line in lines if not line.startswith(" " * 12)]
    assert all(found), lines
    return [line for line in found if line]


@pytest.mark.parametrize("record", PICKS.values(), ids=PICKS)
def test_every_play_and_every_capture_is_there(record: dict[str, Any]) -> None:
    state = played(record)
    lines = turns(game_text(record))
    plays = [(step["seat"], step["action"][5:]) for step in record["steps"] if step["action"].startswith("play ")]
    assert [(int(line[2]), line[3]) for line in lines] == plays
    assert [int(line[1]) for line in lines] == [*range(1, len(plays) + 1)]
    flips = [event["card"] for event in state.view(0).events if event["type"] == "flip"]
    assert [line[6] for line in lines] == flips
    captured: list[set[str]] = [set() for _ in range(state.game.seats)]
    for line in lines:
        for card, word, taken in ((line[3], line[4], line[5]), (line[6], line[7], line[8])):
            assert word in ("stays", "takes") and bool(taken) == (word == "takes")
            captured[int(line[2])] |= {card, *taken.split()} if taken else set()
    assert captured == [set(cards) for cards in state.view(0).captured]


@pytest.mark.parametrize("record", PICKS.values(), ids=PICKS)
def test_the_ledger_and_what_the_month_brings(record: dict[str, Any]) -> None:
    state, text, result = played(record), game_text(record), record["result"]
    found = [ROW.match(line) for line in text.partition("mon  for\n")[2].partition("\n\n")[0].splitlines()]
    rows = [row.groups() for row in found if row]
    assert len(rows) == len(found)
    expected = [tuple(str(row[key]) for key in ("from", "to", "mon", "for")) for row in state.ledger()]
    assert [row[:4] for row in rows] == expected
    assert [row[4] is not None for row in rows] == ["hatto" in row for row in state.ledger()]
    seats = text.partition("net  yaku\n")[2].partition("\n\n")[0].splitlines()
    for seat, line in enumerate(seats):
        number, captured, net, *yaku = line.replace(",", "").split()
        assert (int(number), int(net)) == (seat, result["points"][seat])
        assert captured == (str(result["captured"][seat]) if seat in state.view(0).active else "-")
        assert yaku == result["hand_yaku"][seat] + result["completed"][seat]
    assert len(seats) == state.game.seats
    out = f"carried out: {', '.join(map(str, result['carried']))}" if result["carried"] else "nothing is carried out"
    last = text.splitlines()[-3]
    assert re.fullmatch(rf"seat {result['winner']} (takes the pot|wins the month) and deals next; {out}", last)
    assert ("takes the pot" in last) == any(row["for"] == "pot" for row in state.ledger())


def test_what_is_completed_is_told_when_it_is() -> None:
    """Every yaku once, when it comes; what its owner then says stands behind it."""
    replaced = 0
    for record in MONTHS:
        told: list[set[str]] = [set() for _ in range(record["players"])]
        words = []
        for seat, names, word in COMPLETES.findall(game_text(record)):
            assert not told[int(seat)] & set(names.split(", "))
            told[int(seat)] |= set(names.split(", "))
            words.append((int(seat), {"ends": "end", "lowers": "lower"}[word]))
        said = [(step["seat"], step["action"]) for step in record["steps"] if step["action"] in ("end", "lower")]
        assert words == said
        for seat, names in enumerate(record["result"]["completed"]):
            assert told[seat] - set(names) <= {"shiko"} and set(names) <= told[seat]
            replaced += told[seat] > set(names)
    assert replaced  # goko in the place of a shiko


def test_what_is_paid_as_play_begins() -> None:
    """Orichin, hand yaku and oikomi: the sums of the lines are those of the ledger."""
    pushed_out = 0
    for record in MONTHS:
        text, ledger = game_text(record), played(record).ledger()
        retired = RETIRED.findall(text)
        assert retired == [(str(r["from"]), str(r["mon"])) for r in ledger if r["for"] == "orichin"]
        shown = SHOWN.findall(text)
        for seat, pushed, payers, mon in shown:
            pushed_out += bool(pushed)
            names = {"oikomi"} if pushed else set(record["result"]["hand_yaku"][int(seat)])
            for payer in payers.split(", "):
                sides = (int(payer), int(seat))
                assert sum(r["mon"] for r in ledger if (r["from"], r["to"]) == sides and r["for"] in names) == int(mon)
        expected = {r["to"] for r in ledger if r["for"] == "oikomi"}
        expected |= {seat for seat, names in enumerate(record["result"]["hand_yaku"]) if names}
        assert sorted(int(line[0]) for line in shown) == sorted(expected)
    assert pushed_out > 20


def test_a_record_may_stop_anywhere() -> None:
    """What is written of its first steps stands at the head of what is written of more."""
    for record in (MONTHS[1], MONTHS[15], MONTHS[20], records("docs")[0]):
        whole = game_text(record).splitlines()
        steps = record["steps"]
        for count in range(len(steps)):
            part = {key: value for key, value in record.items() if key != "result"} | {"steps": steps[:count]}
            text = game_text(part)
            assert text.endswith("\n\nthe deal is not over")
            lines = text.splitlines()[:-3]
            dealt = count or record["players"] == 3  # before mizuten nobody has seen a card
            assert not dealt or whole[: len(lines)] == lines, count


def test_a_turn_as_it_goes_on() -> None:
    record = records("docs")[0]
    steps = record["steps"]
    place = [step["action"] for step in steps].index("play 10d")
    part = {key: value for key, value in record.items() if key != "result"}
    lines = [game_text(part | {"steps": steps[:count]}).splitlines()[-3] for count in range(place, place + 3)]
    assert lines == [
        "   2     2  04a stays              06d stays",
        "   3     3  10d stays              09d meets 09a 09b",
        "   3     3  10d stays              09d takes 09b",
    ]


def test_a_hand_yaku_without_a_card_to_show() -> None:
    """An aka of seven ribbons is declared and paid like others."""
    ribbons = MONTHS[74]["deal"]["hands"][3]
    assert all(card.endswith("b") for card in ribbons) and len(ribbons) == 7
    assert "\nseat 3 shows no card: aka; seats 0, 1 pay 36 mon each\n" in game_text(MONTHS[74])


def test_continue_and_cancel_have_lines() -> None:
    text = game_text(MONTHS[1])
    assert "            seat 1 completes aotan and lowers\n  13     4  " in text
    assert text.count("            seat 1 continues\n") == 2
    assert text.count("            seat 1 cancels the month\n\nfrom ") == 1


def test_the_blank() -> None:
    record = MONTHS[15]
    (holder,) = (seat for seat, hand in enumerate(record["deal"]["hands"]) if "blank" in hand)
    text = game_text(record)
    assert f"\nseat {holder} holds the blank and sits out; its six cards are the field\n" in text
    field = sorted(card for card in record["deal"]["hands"][holder] if card != "blank")
    assert f"\nfield     {' '.join(field)}\n" in text


def test_the_program_shows_it() -> None:
    done = call_program("show", DATA / "hachihachi-docs.jsonl", "--game", 2)  # type: ignore[no-untyped-call]
    assert done.returncode == 0 and done.stdout.rstrip("\n") == game_text(records("docs")[1])
    assert done.stdout.startswith("hachihachi fudawiki, players 5, dealer 0\n")
