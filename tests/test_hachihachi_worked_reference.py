"""The worked amounts of the rules page, section 9, and their kin: played by the reference, ledger line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reference.hachihachi_cards import BRIGHTS, PLAIN, numbers, points_of
from reference.hachihachi_deal import Deal
from reference.hachihachi_hatto import Danger, Play, broken
from reference.hachihachi_ledger import nets
from reference.hachihachi_options import make_options
from reference.hachihachi_reference import Game
from reference.hachihachi_worked import CASES, Worked, parse_rows

LINES = (Path(__file__).parent / "data" / "hachihachi-worked.jsonl").read_text(encoding="utf-8").splitlines()
RECORDS = {record["about"]: record for record in map(json.loads, LINES)}


def replay(record: dict[str, Any], **changes: object) -> Game:
    options = make_options(record["rules"], record["options"] | changes)
    game = Game(options, record["dealer"], Deal.from_json(record["deal"]), record["carried"])
    for step in record["steps"]:
        assert (game.seat, game.legal()) == (step["seat"], step["legal"])
        game.apply(step["action"])
    return game


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_worked_month(case: Worked) -> None:
    record = RECORDS[case.name]
    game = replay(record)
    rows = parse_rows(case.rows)
    assert game.ledger == rows
    assert record["ledger"] == [list(row) for row in rows]
    assert [nets(rows).get(seat, 0) for seat in range(case.players)] == case.points
    assert sum(case.points) == 0
    assert (record["rules"], record["options"], record["dealer"]) == (case.rules, case.options, case.dealer)
    assert record["carried"] == list(case.carried)
    assert frozenset(game.deal.field) & BRIGHTS == numbers(case.brights)
    assert game.over == case.played_out
    if case.played_out:
        assert game.result() == record["result"]
        assert game.result()["points"] == case.points
    for seat, cards in case.wants.items():
        assert numbers(cards) <= game.captured[seat]
    for seat, points in case.captured.items():
        assert points_of(game.captured[seat]) == points
    for seat, count in case.plain.items():
        assert len(game.captured[seat] & PLAIN) == count


def test_every_item_of_the_page_has_its_month() -> None:
    assert [case.name for case in CASES] == list(RECORDS)
    items = {int(case.name.split()[0]) for case in CASES if case.name[0].isdigit()}
    assert items == set(range(1, 18))


def test_the_carried_chain_is_one() -> None:
    chain = [record for name, record in RECORDS.items() if name.startswith("carried chain")]
    assert [record["result"]["multiplier"] for record in chain] == [4, 2, 1]
    assert [record["carried"] for record in chain] == [[], [2], []]
    assert [record["result"]["carried"] for record in chain] == [[2], [], []]


@pytest.mark.parametrize("name", [case.name for case in CASES if ", hatto" in case.rows])
def test_without_hatto_the_others_pay_their_own_shares(name: str) -> None:
    plain = replay(RECORDS[name], hatto="off").ledger
    assert not any("hatto" in reason for _, _, _, reason in plain)
    held = [row for row in parse_rows(next(case.rows for case in CASES if case.name == name)) if ", hatto" in row[3]]
    for _, payee, mon, reason in held:
        yaku = reason.removesuffix(", hatto")
        shares = [row for row in plain if row[1] == payee and row[3].removesuffix(", for both") == yaku]
        assert sum(row[2] for row in shares) == mon


AKATAN = Danger(1, "akatan", 1)  # seat 1 lacks 01b
SHIKO = Danger(2, "shiko", 8)  # seat 2 lacks 03a
TOBIKOMI = Danger(1, "tobikomi 04", 12)  # seat 1 holds 04b 04c 04d
HATTO = [
    # hand before, field before, card played, field after it, rule, dangers broken with their case
    ("01b 05a 07a", "09c", "01b", "09c 01b", "standing", [AKATAN], [(AKATAN, 1)]),
    ("01b 05a 07a", "01c", "01b", "", "standing", [AKATAN], []),  # captured by himself
    ("01c 05a 07a", "09c", "01c", "09c 01c", "standing", [AKATAN], [(AKATAN, 2)]),
    ("01c 01b 07a", "09c", "01c", "09c 01c", "standing", [AKATAN], [(AKATAN, 2)]),  # though he holds the card himself
    ("01c 05a 07a", "01b", "05a", "01b 05a", "standing", [AKATAN], [(AKATAN, 3)]),
    ("01c 05a 07a", "01b 01d", "01c", "01b", "standing", [AKATAN], [(AKATAN, 3)]),  # takes the other one
    ("01c 05a 07a", "01b 01d", "01c", "01d", "standing", [AKATAN], []),
    ("01c 05a 07a", "01b", "05a", "01b 05a", "next_turn", [AKATAN], []),  # case 3 is of standing alone
    ("04a 05a 07a", "09c", "04a", "09c 04a", "next_turn", [TOBIKOMI], [(TOBIKOMI, 1)]),
    ("01b", "09c", "01b", "09c 01b", "standing", [AKATAN], []),  # his last card
    ("01b 05a", "09c", "01b", "09c 01b", "standing", [AKATAN], [(AKATAN, 1)]),  # the other card breaks nothing
    ("01b 03a", "09c", "01b", "09c 01b", "standing", [AKATAN, SHIKO], []),  # 7 kan against 10
    ("01b 03a", "09c", "03a", "09c 03a", "standing", [AKATAN, SHIKO], [(SHIKO, 1)]),
    ("01b 01c", "09c", "01c", "09c 01c", "standing", [AKATAN], []),  # equal: either
    ("01b 04a", "09c", "04a", "09c 04a", "standing", [AKATAN, TOBIKOMI], []),  # a tobikomi is worth 1 kan
    ("01b 04a", "09c", "01b", "09c 01b", "standing", [AKATAN, TOBIKOMI], [(AKATAN, 1)]),
    # 01c could take 01b and break nothing, so it takes 01d at its own risk.
    ("01c 03a", "01b 01d", "01c", "01b", "standing", [AKATAN, SHIKO], [(AKATAN, 3)]),
    ("01b 03a", "09c", "01b", "09c 01b", "off", [AKATAN, SHIKO], []),
]


@pytest.mark.parametrize(("hand", "before", "card", "after", "rule", "dangers", "expected"), HATTO)
def test_hatto_move_by_move(
    hand: str, before: str, card: str, after: str, rule: str, dangers: list[Danger], expected: list[tuple[Danger, int]]
) -> None:
    options = make_options("standard", {"hatto": rule})
    play = Play(0, min(numbers(card)), numbers(hand), numbers(before), numbers(after))
    assert broken(options, dangers, play) == expected
