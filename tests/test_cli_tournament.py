"""`meri-ai tournament run` as a user runs it."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from program import PROGRAM, call_program, run_program

MOCKS = Path(__file__).parent / "mock_bots.py"
GOOD = 'bots = ["random", "rule", "montecarlo:iterations=20"]\nboards = 4\nseed = 5\n'


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def tournament(folder, text, *arguments, run=call_program):
    (folder / "cup.toml").write_text(text)
    return run("tournament", "run", "cup.toml", *arguments)


def test_every_bot_meets_every_other_on_the_same_boards(tmp_path):
    done = tournament(tmp_path, GOOD, "--workers", 2, run=run_program)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("cup: meri hitoyoshi, 4 boards a pair, seed 5, 24 games")
    ranked = [line.split()[0] for line in lines[4:7]]
    assert sorted(ranked) == ["montecarlo:iterations=20", "random", "rule"] and ranked[-1] == "random"
    records = [json.loads(line) for line in (tmp_path / "results/cup/records.jsonl").read_text().splitlines()]
    assert len(records) == 24
    sides = [tuple(sorted({info["name"] for info in r["players_info"]})) for r in records]
    assert [sides.index(pair) for pair in dict.fromkeys(sides)] == [0, 8, 16]
    assert len({json.dumps(r["deal"]) for r in records}) == 4
    assert json.loads((tmp_path / "results/cup/run.json").read_text())["boards"] == 4
    assert "24 of 24 games" in done.stderr


def test_workers_change_no_record(tmp_path):
    for workers in (1, 2):
        done = tournament(tmp_path, GOOD, "--workers", workers, "--out", f"by{workers}", run=run_program)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "by1/records.jsonl").read_bytes() == (tmp_path / "by2/records.jsonl").read_bytes()


def test_rules_and_options_of_the_file_are_played(tmp_path):
    text = 'bots = ["rule", "random"]\nboards = 1\nrules = "cardavia"\n'
    text += 'options = { yaku_kinds = ["sun-un"], redeal_offer = 1 }\n'
    assert tournament(tmp_path, text, "--out", "here", "--workers", 1).returncode == 0
    record = json.loads((tmp_path / "here/records.jsonl").read_text().splitlines()[0])
    assert record["rules"] == "cardavia" and record["options"] == {"yaku_kinds": ["sun-un"], "redeal_offer": 1}


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        (("boards =", "board ="), 2, "unknown key 'board' (did you mean 'boards'?); the keys are name, game, "),
        (("boards = 4", ""), 2, "the key 'boards' is missing"),
        (("boards = 4", "boards = 0"), 2, "boards must be 1 or more, not 0"),
        (("boards = 4", 'boards = "four"'), 2, "boards must be a whole number, not 'four'"),
        (("boards = 4", "boards = 1.5"), 2, "boards must be a whole number, not 1.5"),
        (("seed = 5", "seed = -1"), 2, "seed must be 0 or more, not -1"),
        (('"random", "rule", ', ""), 2, "bots must list two or more, not 1"),
        (('"random", "rule"', '"rule", "rule"'), 2, "bot 'rule' is listed twice"),
        (('"random"', "7"), 2, "bots must be a list of bot texts"),
        (('"random"', '"randm"'), 2, "unknown bot 'randm' (did you mean 'random'?)"),
        (("iterations", "iteration"), 2, "has no option 'iteration' (did you mean 'iterations'?)"),
        (('"random"', '"clairvoyant"'), 2, "give --allow-cheaters"),
        (("seed", 'rules = "cardvia"\nseed'), 2, "did you mean 'cardavia'?"),
        (("seed", 'options = { stak = "hidden" }\nseed'), 2, "did you mean 'stack'?"),
        (("seed", "options = 3\nseed"), 2, "options must be a table of option = value, not 3"),
        (("seed", 'game = "chess"\nseed'), 2, "'chess'"),
        (("boards = 4", "boards 4"), 2, "is not valid TOML"),
    ],
)
def test_a_mistake_in_the_file_is_one_sentence(tmp_path, change, status, sentence):
    done = tournament(tmp_path, GOOD.replace(*change))
    assert done.returncode == status
    assert sentence in done.stderr and "cup.toml" in done.stderr and "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1 and done.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["cup.toml"]


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    done = call_program("tournament", "run", tmp_path / "none.toml")
    assert done.returncode == 2 and "none.toml: No such file or directory" in done.stderr
    (tmp_path / "cup.toml").write_bytes(b"\xff\xfe")
    assert "is not UTF-8 text" in call_program("tournament", "run", tmp_path / "cup.toml").stderr


def test_an_unwritable_folder_is_told_before_play(tmp_path):
    (tmp_path / "file").touch()
    done = tournament(tmp_path, GOOD, "--out", "file/folder")
    assert done.returncode == 1
    assert done.stderr.splitlines() == ["error: cannot write to file/folder: Not a directory"]


def test_the_folder_of_another_run_is_left_alone(tmp_path):
    assert tournament(tmp_path, GOOD, "--workers", 1).returncode == 0
    before = (tmp_path / "results/cup/records.jsonl").read_bytes()
    done = tournament(tmp_path, GOOD.replace("boards = 4", "boards = 3"))
    assert done.returncode == 2 and "holds another run, whose boards is 4, not 3; give another --out" in done.stderr
    assert (tmp_path / "results/cup/records.jsonl").read_bytes() == before


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bots_fault_is_one_sentence_and_keeps_finished_games(tmp_path, workers):
    bad = f"{MOCKS}:RaisingLaterBot:objects=9"
    done = tournament(tmp_path, f'bots = ["random", "{bad}"]\nboards = 50\n', "--workers", workers, run=run_program)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and f"bot '{bad}' raised RuntimeError: enough" in done.stderr
    records = (tmp_path / "results/cup/records.jsonl").read_text().splitlines()
    assert 2 <= len(records) < 100
    assert call_program("replay", tmp_path / "results/cup/records.jsonl").returncode == 0


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_leaves_what_was_finished(tmp_path, workers):
    (tmp_path / "cup.toml").write_text(f'bots = ["{MOCKS}:SlowBot", "rule", "random"]\nboards = 5000\n')
    process = subprocess.Popen(
        [PROGRAM, "tournament", "run", "cup.toml", "--workers", str(workers)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    part = tmp_path / "results/cup/records.jsonl.part"
    deadline = time.monotonic() + 60
    while not (part.exists() and part.read_bytes().count(b"\n") >= 6) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to every process of the group
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err and "of 30000 games" in err.splitlines()[-1]
    assert "rule" in out and "margin a deal" in out
    records = (tmp_path / "results/cup/records.jsonl").read_text().splitlines()
    assert 6 <= len(records) < 30000 and not part.exists()
    assert call_program("replay", tmp_path / "results/cup/records.jsonl").returncode == 0
