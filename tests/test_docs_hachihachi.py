"""docs/hachihachi-rules.md says what is so."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest

import meri_ai as ma
from meri_ai.arena.report.game_text import game_text
from meri_ai.games.hachihachi_info import HACHIHACHI
from meri_ai.games.hachihachi_rules import OPTIONS, PRESETS
from meri_ai.games.hachihachi_values import COMPLETED, HAND, kan_of
from meri_ai.replay import replay, start

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "hachihachi-rules.md"
TEXT = PAGE.read_text(encoding="utf-8")
DATA = ROOT / "tests" / "data"
MINUS = "\u2212"  # the page's
STANDING = "futa-sanbon with a standing triplet"


def section(heading: str) -> str:
    """The text of the section whose heading begins so."""
    return TEXT.partition(f"\n## {heading}")[2].partition("\n## ")[0]


def tables(text: str) -> list[list[list[str]]]:
    """All tables: rows of cells, without the line of dashes."""
    found: list[list[list[str]]] = [[]]
    for line in text.splitlines():
        if line.startswith("|"):
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        elif found[-1]:
            found.append([])
    return [[rows[0], *rows[2:]] for rows in found if rows]


def table(heading: str, first_cell: str) -> list[list[str]]:
    """The rows below the head of the table of a section whose head begins so."""
    (rows,) = (rows[1:] for rows in tables(section(heading)) if rows[0][0] == first_cell)
    return rows


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def played(record: dict[str, Any]) -> Any:
    state = start(record)
    for step in record["steps"]:
        state.apply_action(step["action"])
    return state


# -- options and values


def test_every_option_has_its_values_in_both_presets() -> None:
    rows = {row[0].strip("`"): row[1:] for row in table("7.", "option")}
    assert tuple(rows) == OPTIONS == tuple(HACHIHACHI.options)
    for option, (standard, fudawiki, values, _) in rows.items():
        info = HACHIHACHI.options[option]
        written = {preset: json.dumps(value).strip('"') for preset, value in info.defaults.items()}
        assert written == {"standard": standard, "fudawiki": fudawiki}, option
        assert values == info.values, option


def test_the_presets_are_those_that_the_page_names() -> None:
    assert [f"`{preset}`" for preset in PRESETS] == re.findall(r"`\w+`", TEXT.partition("two presets, ")[2])[:2]


def test_hand_yaku_and_their_kan() -> None:
    found: dict[str, list[int]] = {}
    for rows in tables(section("3.")):
        for name, words, *kan in rows[1:]:
            yaku = STANDING if "one of them standing" in words else name.strip("`")
            found[yaku] = [int(value) for value in kan]
    values = [kan_of(rules) for rules in PRESETS.values()]
    assert found.keys() == {*HAND, "aka", STANDING}
    for yaku, written in found.items():
        assert written == [each[yaku] for each in values], yaku


def test_completed_yaku_their_kan_and_their_cards() -> None:
    rows = {row[0].strip("`"): row[1:] for row in table("4.", "completed yaku")}
    assert {yaku: int(kan) for yaku, (_, kan) in rows.items()} == COMPLETED
    assert tuple(rows) == tuple(COMPLETED)
    types = card_types()
    cards = {yaku: re.findall(r"\d\d[a-d]", words) for yaku, (words, _) in rows.items()}
    assert cards["goko"] == [card for card, words in types.items() if words.endswith("bright")]
    assert cards["shiko"] == [card for card in cards["goko"] if card != "11a"]
    assert cards["akatan"] == [card for card, words in types.items() if words == "poetry ribbon"]
    assert cards["aotan"] == [card for card, words in types.items() if words == "blue ribbon"]
    assert [types[card].partition(",")[0] for card in cards["ino-shika-cho"]] == ["boar", "deer", "butterflies"]


def card_types() -> dict[str, str]:
    """What docs/records.md calls each card."""
    lines = (ROOT / "docs" / "records.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| \d\d \|", line)]
    return {row[0] + letter: words for row in rows for letter, words in zip("abcd", row[2:], strict=True)}


def test_points_of_the_types() -> None:
    points = dict(zip(("bright", "animal", "ribbon", "chaff"), (20, 10, 5, 1), strict=True))
    assert "a bright 20, an animal 10, a ribbon 5, chaff 1, in all 264" in TEXT.replace("\n", " ")
    words = [re.split(r"[ ,]+", words)[-1] for words in card_types().values()]
    assert sum(points[word] for word in words) == 264


def test_what_special_yaku_pay() -> None:
    """In the golden months: the numbers of the page give the row of the ledger."""
    rows = {row[0].strip("`"): re.findall(r"\d+", row[2]) for row in table("5.", "yaku")}
    assert rows == {"souhachi": ["10"], "futahachi": ["10", "1", "168"], "sujiroku": ["12", "2", "16"]}
    seen = set()
    for record in records("hachihachi-months.jsonl"):
        special, captured = record["result"]["special"], record["result"]["captured"]
        if special is None:
            continue
        seen.add(special)
        state = played(record)
        first, second = (row for row in state.ledger() if row["for"] == special)
        seat = first["to"]
        kan, *rest = map(int, rows[special])
        if rest:
            each, above = rest
            count = captured[seat] if special == "futahachi" else plain(state.view(0).captured[seat])
            kan += each * (count - above)
        assert first["mon"] == second["mon"] == kan * state.game.rules.kan_mon * record["result"]["multiplier"]
    assert seen == set(rows)


def plain(cards: list[str]) -> int:
    types = card_types()
    return sum(types[card].endswith("chaff") or card.startswith("11") for card in cards)


# -- the worked month


def test_the_month_of_the_page_replays() -> None:
    month = records("hachihachi-docs.jsonl")
    assert [record["rules"] for record in month] == list(PRESETS)
    for record in month:
        assert replay(record) == []
    assert month[0]["steps"] == month[1]["steps"] and month[0]["deal"] == month[1]["deal"]


def test_the_month_is_written_as_it_is_shown() -> None:
    (block,) = re.findall(r"^```\n(.*?)^```$", section("9."), re.MULTILINE | re.DOTALL)
    shown = game_text(records("hachihachi-docs.jsonl")[0])
    assert block in shown and shown.count("\n\nfrom ") == 1
    assert block.startswith("seat 0 ") and shown.partition(block)[2].startswith("\nfrom ")


@pytest.mark.parametrize("number", [0, 1])
def test_the_ledger_of_the_page(number: int) -> None:
    state = played(records("hachihachi-docs.jsonl")[number])
    ledgers = [rows[1:] for rows in tables(section("9.")) if rows[0][0] == "from"]
    written = []
    for payer, payee, mon, reason in ledgers[number]:
        row: dict[str, Any] = {"from": side(payer), "to": side(payee), "mon": int(mon)}
        row["for"], _, hatto = reason.partition(", ")
        written.append(row | ({"hatto": True} if hatto == "hatto" else {}))
    assert written == state.ledger()
    seats, captured, net = [rows for rows in tables(section("9.")) if rows[0][0] == "seat"][number]
    result = state.result()
    assert [int(cell.replace(MINUS, "-")) for cell in net[1:]] == result["points"]
    active = state.view(0).active
    points = ["" if seat not in active else str(result["captured"][seat]) for seat in range(5)]
    assert captured[1:] == points and seats[1:] == list("01234")


def side(cell: str) -> int | str:
    return cell if cell == "pot" else int(cell)


def test_the_ledgers_of_the_page_have_hatto_under_one_preset_only() -> None:
    marked = [any("hatto" in row for row in played(record).ledger()) for record in records("hachihachi-docs.jsonl")]
    assert marked == [True, False]


# -- the page as a whole


def test_what_is_shown_comes_out_so() -> None:
    code = "".join(re.findall(r"^```pycon\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL))
    result = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(code, {}, PAGE.name, PAGE.name, 0))
    assert result.attempted >= 5 and result.failed == 0


def test_the_example_of_the_command_line_is_one() -> None:
    (line,) = re.findall(r"^meri-ai match ismcts rule --game hachihachi (.*)$", TEXT, re.MULTILINE)
    assert line == "--rules fudawiki --players 5 -o hatto=off"
    assert ma.load_game("hachihachi", rules="fudawiki", players=5, hatto="off").rules.options == {"hatto": "off"}


def test_every_word_is_explained() -> None:
    explained = " ".join(row[0] for row in tables(TEXT)[0])
    for word in ("mon", "kan", "yaku", "mizuten", "orichin", "oikomi", "nuke", "tobikomi", "lowering", "hatto"):
        assert f"*{word}*" in explained


def test_sections_that_the_code_names_are_there() -> None:
    numbers = set(re.findall(r"^## (\d+)\. ", TEXT, re.MULTILINE))
    assert numbers == set(map(str, range(1, 10)))
    named: set[str] = set()
    for folder, ending in (("src_ext", "p*"), ("meri_ai", "py*"), ("tests", "py")):
        for file in sorted((ROOT / folder).rglob(f"*hachihachi*.{ending}")):
            for words in re.findall(r"hachihachi-rules\.md, sections? ([\d, and]*)", file.read_text(encoding="utf-8")):
                named |= set(re.findall(r"\d+", words))
    assert named and named <= numbers


def test_links_lead_somewhere() -> None:
    for link, anchor in re.findall(r"\]\(([^)#]*)(#[^)]*)?\)", TEXT):
        target = PAGE.parent / link if link else PAGE
        assert target.exists(), link
        headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
        names = {"#" + re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert not anchor or anchor in names, f"{link}{anchor}"
