"""`meri-ai replay` and `meri-ai perft`: lines, counts, exit statuses, and never a traceback."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import meri_ai
from meri_ai._core.errors import BotError, RulesError
from meri_ai.cli import replay as replay_command
from meri_ai.cli.main import app

DATA = Path(__file__).parent / "data"
GOLDEN = DATA / "meri-hitoyoshi.jsonl"
PERFT = DATA / "meri-perft.jsonl"


def meri_ai_program(*arguments: object) -> tuple[int, list[str], str]:
    """Exit status, lines of standard output, standard error."""
    run = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert run.exception is None or isinstance(run.exception, SystemExit), run.exception
    assert "Traceback" not in run.output
    return run.exit_code, run.stdout.splitlines(), run.stderr


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_replay_of_golden_files() -> None:
    files = [DATA / f"meri-{name}.jsonl" for name in ("hitoyoshi", "cardavia", "options")]
    assert meri_ai_program("replay", *files) == (0, ["180 records, no differences"], "")


def test_replay_names_file_line_and_step(tmp_path: Path) -> None:
    records = lines_of(GOLDEN)[:5]
    records[1]["steps"][4]["legal"].pop(0)
    records[3]["result"]["points"][0] += 2
    file = write(tmp_path / "r.jsonl", records)
    status, lines, _ = meri_ai_program("replay", file)
    assert status == 1
    assert lines[0].startswith(f"{file}:2: step 5: legal: expected ")
    points = records[3]["result"]["points"][0]
    steps = len(records[3]["steps"])
    assert lines[1] == f"{file}:4: step {steps}: result.points[0]: expected {points - 2}, found {points}"
    assert lines[2:] == ["5 records, 2 differences"]


def test_replay_prints_the_first_twenty(tmp_path: Path) -> None:
    records = lines_of(GOLDEN)[:25]
    for record in records:
        record["result"]["points"][0] += 2
    file = write(tmp_path / "r.jsonl", records)
    status, lines, _ = meri_ai_program("replay", file)
    assert (status, len(lines)) == (1, 22)
    assert lines[-2:] == ["... and 5 more; --all prints them", "25 records, 25 differences"]
    assert len(meri_ai_program("replay", "--all", file)[1]) == 26


def test_unreadable_lines_count_and_the_rest_is_checked(tmp_path: Path) -> None:
    good = GOLDEN.read_text(encoding="utf-8").splitlines()
    (tmp_path / "r.jsonl").write_text("\n".join([good[0], "{}", good[1].replace('"P1"', '"P2"', 1), good[2][:500]]))
    status, lines, _ = meri_ai_program("replay", tmp_path / "r.jsonl")
    assert status == 1 and lines[-1] == "4 records, 3 differences"
    assert "r.jsonl:2: 'format' is missing" in lines[0]
    assert "r.jsonl:3: card 'P2' is dealt twice" in lines[1]
    assert "r.jsonl:4: the line is no JSON" in lines[2]


def test_files_that_hold_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")
    for command, file, records in ("replay", GOLDEN, 60), ("perft", PERFT, 7):
        status, lines, _ = meri_ai_program(command, tmp_path / "empty.jsonl", tmp_path / "none.jsonl", file)
        assert status == 1
        assert lines == [
            f"{tmp_path}/empty.jsonl: there is no record in it",
            f"{tmp_path}/none.jsonl: cannot read {tmp_path}/none.jsonl: No such file or directory",
            f"{records} records, 2 differences",
        ]


@pytest.mark.parametrize("kind", ["text", "binary", "pretty", "array", "several"])
def test_a_file_that_is_no_json_lines_gets_one_sentence(tmp_path: Path, kind: str) -> None:
    record = lines_of(GOLDEN)[0]
    pretty = json.dumps(record, indent=1)
    content = {
        "text": "name: a\n{or: b}\n" * 40,
        "binary": "\x89PNG\n\0\n" * 40,
        "pretty": pretty,
        "array": json.dumps([record], indent=1),
        "several": f"{pretty}\n{pretty}\n",
    }[kind]
    (tmp_path / "r.jsonl").write_bytes(content.encode("latin-1"))
    status, lines, _ = meri_ai_program("replay", tmp_path / "r.jsonl", GOLDEN)
    assert status == 1
    assert lines == [
        f"{tmp_path}/r.jsonl: this is no file of records, which has one JSON object a line",
        "60 records, 1 difference",
    ]


def test_a_cut_off_first_line_leaves_the_others_readable(tmp_path: Path) -> None:
    good = GOLDEN.read_text(encoding="utf-8").splitlines()
    (tmp_path / "r.jsonl").write_text("\n".join([good[0][:500], good[1]]))
    status, lines, _ = meri_ai_program("replay", tmp_path / "r.jsonl")
    assert status == 1 and "r.jsonl:1: the line is no JSON" in lines[0] and lines[1:] == ["2 records, 1 difference"]


def test_perft_of_the_golden_file() -> None:
    assert meri_ai_program("perft", PERFT) == (0, ["7 records, no differences"], "")


def test_perft_differences(tmp_path: Path) -> None:
    records = lines_of(PERFT)[:2]
    records[1]["perft"][2] += 1
    file = write(tmp_path / "p.jsonl", records)
    status, lines, _ = meri_ai_program("perft", file)
    assert status == 1 and len(lines) == 2 and "p.jsonl:2: step" in lines[0] and "perft at depth 3" in lines[0]
    assert meri_ai_program("perft", "--depth", 2, file)[0] == 0


def test_perft_divide(tmp_path: Path) -> None:
    record = lines_of(PERFT)[0]
    file = write(tmp_path / "p.jsonl", [record])
    for depth in (2, 3):
        status, lines, _ = meri_ai_program("perft", "--divide", "--depth", depth, file)
        *below, total, count = lines
        assert status == 0 and count == "1 record, no differences"
        assert total == f"total: {record['perft'][depth - 1]}"
        assert sum(int(line.split(": ")[1]) for line in below) == record["perft"][depth - 1]
        assert len(below) == record["perft"][0]


def test_perft_needs_counts_or_a_depth(tmp_path: Path) -> None:
    record = lines_of(PERFT)[0]
    del record["perft"]
    file = write(tmp_path / "p.jsonl", [record])
    status, lines, _ = meri_ai_program("perft", file)
    assert status == 1 and lines[0].startswith(f"{file}: there are records with no 'perft' counts")
    status, lines, _ = meri_ai_program("perft", GOLDEN, PERFT)
    assert status == 1 and len(lines) == 2 and lines[1] == "67 records, 1 difference"
    assert meri_ai_program("perft", "--divide", "--depth", 1, file)[0] == 0


def test_usage() -> None:
    assert meri_ai_program("--version") == (0, [f"meri-ai {meri_ai.__version__}"], "")
    assert meri_ai_program("replay", "--al", GOLDEN)[0] == 2
    assert meri_ai_program("replay")[0] == 2
    assert meri_ai_program("repaly", GOLDEN)[0] == 2
    assert meri_ai_program("perft", "--depth", "0", PERFT)[0] == 2


@pytest.mark.parametrize(
    ("raised", "status", "words"),
    [
        (RulesError("no such preset"), 2, "error: no such preset\n"),
        (BotError("the bot raised"), 1, "error: the bot raised\n"),
        (KeyboardInterrupt(), 130, "stopped\n"),
    ],
)
def test_errors_are_one_line(monkeypatch: pytest.MonkeyPatch, raised: BaseException, status: int, words: str) -> None:
    def fail(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr(replay_command, "check_files", fail)
    assert meri_ai_program("replay", GOLDEN) == (status, [], words)


def test_characters_that_no_terminal_shows_are_printed_as_escapes(tmp_path: Path) -> None:
    """A lone surrogate cannot be printed at all, and an escape sequence would be obeyed."""
    record = lines_of(GOLDEN)[0]
    for action in ("\ud800", "\x1b[2J"):
        record["steps"] = [{"seat": record["steps"][0]["seat"], "action": action}]
        status, lines, _ = meri_ai_program("replay", write(tmp_path / "odd.jsonl", [record, record]))
        assert status == 1
        assert lines[-1].startswith("2 records, ")
        assert action not in "".join(lines)
