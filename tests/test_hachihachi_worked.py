"""The worked amounts of the rules page, section 9, and their kin: result and ledger of meri_ai line by line.

The months are those of the reference (tests/reference/hachihachi_worked*.py); each case states its ledger by hand.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from reference.hachihachi_both import payments_of_core, payments_of_reference
from reference.hachihachi_cards import BRIGHTS, PLAIN, numbers, points_of
from reference.hachihachi_worked import CASES, Worked, parse_rows

from meri_ai.record import parse_record, record_of
from meri_ai.replay import play_steps, start

LINES = (Path(__file__).parent / "data" / "hachihachi-worked.jsonl").read_text(encoding="utf-8").splitlines()
RECORDS = {record["about"]: record for record in map(json.loads, LINES)}
PLAYED_OUT = [case for case in CASES if case.played_out]
WITH_HATTO = [case for case in PLAYED_OUT if ", hatto" in case.rows]


def named(case: Worked) -> str:
    return case.name


def played(name: str, **changes: Any) -> Any:
    """The state at the end of a worked month, or of one with other keys of the record."""
    state, differences = play_steps(parse_record(json.dumps(RECORDS[name] | changes)))
    assert differences == [] or changes
    return state


@pytest.mark.parametrize("case", PLAYED_OUT, ids=named)
def test_ledger_line_by_line(case: Worked) -> None:
    ledger = played(case.name).ledger()
    expected = payments_of_reference(parse_rows(case.rows))
    assert payments_of_core(ledger) == expected
    assert all(type(row["mon"]) is int and row["mon"] > 0 and row["from"] != row["to"] for row in ledger)
    assert len(ledger) == len(expected)  # no payment in two parts


@pytest.mark.parametrize("case", PLAYED_OUT, ids=named)
def test_points_are_the_net_of_the_ledger(case: Worked) -> None:
    state = played(case.name)
    net: Counter[Any] = Counter()
    for row in state.ledger():
        net[row["from"]] -= row["mon"]
        net[row["to"]] += row["mon"]
    assert [net[seat] for seat in range(case.players)] == case.points == state.result()["points"]
    assert net["pot"] == 0 and sum(case.points) == 0
    assert list(state.returns()) == case.points


@pytest.mark.parametrize("case", CASES, ids=named)
def test_the_month_is_the_one_that_is_told(case: Worked) -> None:
    state = played(case.name)
    view = state.view(0)
    first = start(parse_record(json.dumps(RECORDS[case.name])))
    assert (state.game.rules.preset, state.game.rules.options) == (case.rules, case.options)
    assert (state.game.seats, state.dealer, state.carried) == (case.players, case.dealer, case.carried)
    assert [str(action) for _, action in state.history][: len(case.entering)] == list(case.entering)
    if first.current_player() != case.dealer or not case.entering:
        assert frozenset(numbers(" ".join(first.view(0).field))) & BRIGHTS == numbers(case.brights)
    captured = [numbers(" ".join(cards)) for cards in view.captured]
    assert all(numbers(cards) <= captured[seat] for seat, cards in case.wants.items())
    assert all(points_of(captured[seat]) == points for seat, points in case.captured.items())
    assert all(len(captured[seat] & PLAIN) == count for seat, count in case.plain.items())
    said = [str(action) for _, action in state.history if str(action) in ("end", "lower", "cancel")]
    assert said == list(case.said)
    assert state.is_terminal() == case.played_out


def test_shisou_and_karasu_are_paid_as_play_begins() -> None:
    """Item 17: shown to all before the first play, and in the ledger of however the month ends."""
    case = next(case for case in CASES if not case.played_out)
    state = played(case.name)
    shown = [event for event in state.view(1).events if event["type"] == "shown"]
    assert [(event["seat"], event["yaku"]) for event in shown] == [(0, ["karasu", "shisou"])]
    with pytest.raises(ValueError, match="not over"):
        state.ledger()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.result()["special"] is None
    rows = [row for row in state.ledger() if row["for"] in ("karasu", "shisou")]
    assert payments_of_core(rows) == payments_of_reference(parse_rows(case.rows))


def test_every_item_of_the_page_has_its_month() -> None:
    assert {int(case.name.split()[0]) for case in CASES if case.name[0].isdigit()} == set(range(1, 18))
    assert {case.name for case in CASES} == set(RECORDS)


# -- what the rules page asks for beside the items of section 9


def reasons(case: Worked) -> set[str]:
    return {reason for _, _, reason, _ in payments_of_reference(parse_rows(case.rows))}


def test_every_kind_of_payment_is_worked() -> None:
    found = set().union(*map(reasons, CASES))
    assert found >= {"goko", "shiko", "ino-shika-cho", "akatan", "aotan", "nanatan"}
    assert found >= {"souhachi", "futahachi", "sujiroku", "given back", "points", "nuke"}
    assert found >= {"orichin", "oikomi", "mizuten", "pot"}
    assert {reason.split()[0] for reason in found} >= {"half", "tobikomi"}


@pytest.mark.parametrize("case", WITH_HATTO, ids=named)
def test_without_hatto_the_others_pay_their_own_shares(case: Worked) -> None:
    """Who broke it paid what the two pay now; nothing else is changed."""
    with_hatto = payments_of_core(played(case.name).ledger())
    plain = payments_of_core(played(case.name, options=case.options | {"hatto": "off"}).ledger())
    assert not any(broken for *_, broken in plain)
    sums: list[Counter[Any]] = [Counter(), Counter()]
    for total, payments in zip(sums, (with_hatto, plain), strict=True):
        for (_, payee, reason, _), mon in payments.items():
            total[payee, reason] += mon
    if case.options.get("month_winner", "net") == "net" and not any(r == "pot" for _, r in sums[0]):
        assert sums[0] == sums[1]
    kept = {key: mon for key, mon in with_hatto.items() if not key[3]}
    others = {key: mon for key, mon in plain.items() if (key[0], key[1], key[2], True) not in with_hatto}
    assert {key: mon for key, mon in others.items() if key in kept} == kept


# Card points need no yaku, so the same three months are a chain under any way of carrying: the brights on the three
# fields, and what the page's section 1 makes of them: the multiplier, and what is carried out.
CHAIN = ["carried chain, first month x4", "1 card points x2", "carried chain, third month x1"]  # 11a 01a; 08a; none
CARRIES = {
    "pool": ([], [(4, [2]), (2, [2]), (2, [])]),
    "carried_first": ([], [(4, [2]), (2, [2]), (2, [])]),
    "none": ([], [(4, []), (2, []), (1, [])]),
}
LATER_CARRIES = {  # with a 2 carried into the first month
    "pool": ([2], [(4, [2, 2]), (2, [2, 2]), (2, [2])]),
    "carried_first": ([2], [(2, [4, 2]), (4, [2, 2]), (2, [2])]),
    "none": ([2], [(4, []), (2, []), (1, [])]),
}


@pytest.mark.parametrize("carry", ["pool", "carried_first", "none"])
@pytest.mark.parametrize("chains", [CARRIES, LATER_CARRIES], ids=["from nothing", "from a 2"])
@pytest.mark.parametrize("rules", ["standard", "fudawiki"])
def test_a_carried_chain_over_three_months(rules: str, chains: Any, carry: str) -> None:
    carried, months = chains[carry]
    once = [[12, 2, -14], [12, 2, -14], [2, -2, 0]]  # the points of the three months without a multiplier
    for name, points, (multiplier, out) in zip(CHAIN, once, months, strict=True):
        state = played(name, rules=rules, options={"carry": carry}, carried=carried)
        result = state.result()
        assert (result["multiplier"], result["carried"]) == (multiplier, out)
        assert result["points"] == [multiplier * mon for mon in points]
        carried = result["carried"]


def test_what_the_presets_do_not_share_in_the_chain() -> None:
    """Standard carries in a pool, fudawiki uses up what is carried first."""
    for rules, expected in (("standard", LATER_CARRIES["pool"]), ("fudawiki", LATER_CARRIES["carried_first"])):
        carried = expected[0]
        for name, (multiplier, out) in zip(CHAIN, expected[1], strict=True):
            result = played(name, rules=rules, carried=carried).result()
            assert (result["multiplier"], result["carried"]) == (multiplier, out)
            carried = out


@pytest.mark.parametrize("kan_mon", [12, 10])
def test_a_kan_of_ten_mon(kan_mon: int) -> None:
    """All but card points and the mon a card of oikomi are counted in kan."""
    for name, kan in (("goko", 24), ("shiko", 20), ("akatan", 14), ("nanatan", 20), ("cancel", 7)):
        record = next(about for about in RECORDS if about.split(" x")[0].split()[-1] == name)
        result = played(record, options={"kan_mon": kan_mon}).result()
        assert max(result["points"]) == kan * kan_mon * result["multiplier"], name


def test_a_record_of_a_worked_month_keeps_its_points() -> None:
    for case in PLAYED_OUT:
        state = played(case.name)
        assert record_of(state)["result"] == state.result() == RECORDS[case.name]["result"]
