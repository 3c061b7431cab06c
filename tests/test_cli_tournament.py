"""`meri-ai tournament run` as a user runs it."""

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from program import PROGRAM, call_program, run_program

from meri_ai._core.errors import MeriAiError
from meri_ai.arena.store import RunStore

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
    with RunStore.open(tmp_path / "results/cup") as store:
        assert store.plan["boards"] == 4 and store.count == 24
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
        (('"random", "rule"', '"rule", "rule "'), 2, "bot 'rule' is listed twice"),
        (
            ('"random", "rule"', '["rule", "rule"], "rule"'),
            2,
            "'rule + rule' is listed twice, the second time as 'rule'",
        ),
        (
            ('"random"', '"montecarlo:c=1,iterations=9", "montecarlo:iterations=9,c=1"'),
            2,
            "'montecarlo:c=1,iterations=9' is listed twice, the second time as 'montecarlo:iterations=9,c=1'",
        ),
        (('"random"', '"rule:"'), 2, "bot 'rule:': nothing follows the colon"),
        (('"random"', "7"), 2, "bots must be a list of bot texts"),
        (('"random"', '"randm"'), 2, "unknown bot 'randm' (did you mean 'random'?)"),
        (("iterations", "iteration"), 2, "has no option 'iteration' (did you mean 'iterations'?)"),
        (('"random"', '"clairvoyant"'), 2, "give --allow-cheaters"),
        (("seed", 'rules = "cardvia"\nseed'), 2, "did you mean 'cardavia'?"),
        (("seed", 'options = { stak = "hidden" }\nseed'), 2, "did you mean 'stack'?"),
        (("seed", "options = { redeal_offer = 0.5 }\nseed"), 2, "option redeal_offer is a whole number of at least 0"),
        (("seed", "options = { monchi_void = 0.5 }\nseed"), 2, "of monchi_void: 0.5; valid: trump, any"),
        (("seed", "options = { stack = { a = [1] } }\nseed"), 2, "unknown value of stack: {'a': [1]}; valid: "),
        (("seed", 'name = "a/b"\nseed'), 2, "spaces, and . _ + - inside, not 'a/b'\n"),
        (("seed", "options = 3\nseed"), 2, "options must be a table of option = value, not 3"),
        (("seed", 'game = "chess"\nseed'), 2, "'chess'"),
        (("boards = 4", "boards 4"), 2, "is not valid TOML"),
        (("seed", 'schedule = "gantlet"\nseed'), 2, "unknown schedule 'gantlet' (did you mean 'gauntlet'?)"),
        (("seed", 'unit = "dael"\nseed'), 2, "unknown unit 'dael' (did you mean 'deal'?)"),
        (("seed", 'penalty = "forfiet"\nseed'), 2, "unknown penalty 'forfiet' (did you mean 'forfeit'?)"),
        (
            ("seed", "limits = { move_second = 1 }\nseed"),
            2,
            "unknown limit 'move_second' (did you mean 'move_seconds'?)",
        ),
        (("seed", "limits = 3\nseed"), 2, "limits must be a table of limit = value, not 3"),
        (("seed", 'boards_file = "none.jsonl"\nseed'), 2, "none.jsonl: No such file or directory"),
        (("seed", 'until = "ci>1"\nseed'), 2, "until must be ci<"),
        (("seed", 'sprt = "0,5"\nseed'), 2, "sprt is for one pair of bots"),
        (('"rule"', '["rule", "random", "rule"]'), 2, "3 bots, which does not divide the 4 seats of a team"),
        (('"rule"', "[]"), 2, "a mixed team lists at least one bot"),
    ],
)
def test_a_mistake_in_the_file_is_one_sentence(tmp_path, change, status, sentence):
    done = tournament(tmp_path, GOOD.replace(*change))
    assert done.returncode == status
    assert sentence in done.stderr and "cup.toml" in done.stderr and "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1 and done.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["cup.toml"]


def test_a_file_name_that_fits_no_folder_is_told_with_the_way_out(tmp_path):
    file = tmp_path / "cup (2).toml"
    file.write_text(GOOD)
    done = call_program("tournament", "run", file, "--dry-run")
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "not 'cup (2)' (the file's name: give another one by the key 'name')" in done.stderr
    file.write_text('name = "cup 2"\n' + GOOD)
    assert call_program("tournament", "run", file, "--dry-run").returncode == 0


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
    assert done.returncode == 2 and "holds another run, whose boards are 4, not 3; give another --out" in done.stderr
    assert (tmp_path / "results/cup/records.jsonl").read_bytes() == before


def test_a_fault_costs_its_own_game_alone(tmp_path):
    bad = f"{MOCKS}:RaisingLaterBot:objects=9"
    text = f'bots = ["random", "{bad}"]\nboards = 20\npenalty = "void"\n'
    done = tournament(tmp_path, text, "--workers", 1, run=run_program)
    assert done.returncode == 1 and "margin a deal" in done.stdout
    assert f"fault: bot '{bad}': crash in 38 games" in done.stderr
    records = (tmp_path / "results/cup/records.jsonl").read_text().splitlines()
    assert len(records) == 40 and sum("fault" in json.loads(line) for line in records) == 38
    assert call_program("replay", tmp_path / "results/cup/records.jsonl").returncode == 0


def test_a_gauntlet_with_a_mixed_team_and_boards_of_a_file(tmp_path):
    assert call_program("boards", "make", "boards.jsonl", "--boards", 3, "--seed", 8).returncode == 0
    text = 'bots = ["random", "rule", ["rule", "random"]]\nschedule = "gauntlet"\nboards_file = "boards.jsonl"\n'
    done = tournament(tmp_path, text + "limits = { iterations = 5 }\n", "--workers", 1)
    assert done.returncode == 0, done.stderr
    assert "rule + random" in done.stdout and "12 games" in done.stdout
    records = [json.loads(line) for line in (tmp_path / "results/cup/records.jsonl").read_text().splitlines()]
    names = [info["name"] for info in records[-1]["players_info"]]
    assert names == ["rule", "random", "random", "random"] * 2
    deals = [json.loads(line)["deal"] for line in (tmp_path / "boards.jsonl").read_text().splitlines()]
    assert [record["deal"] for record in records[:6:2]] == deals
    assert {record["seed"] for record in records} == {8}  # the file's
    (tmp_path / "boards.jsonl").unlink()  # the run has its deals with it
    done = call_program("tournament", "extend", "results/cup", "--bot", "rule@1", "--workers", 1)
    assert done.returncode == 0 and "30 games" in done.stdout and "12 of them before" in done.stdout


def test_a_dry_run_plays_nothing_that_counts(tmp_path):
    done = tournament(tmp_path, GOOD, "--dry-run")
    assert done.returncode == 0 and "24 games: 3 pairs" in done.stdout and "by 2 sample games" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["cup.toml"]


def test_a_bot_is_added_and_plays_only_its_pairs(tmp_path):
    assert tournament(tmp_path, GOOD, "--workers", 1).returncode == 0
    before = (tmp_path / "results/cup/records.jsonl").read_text()
    for again in range(2):
        done = call_program("tournament", "extend", "results/cup", "--bot", "ismcts:iterations=5", "--workers", 1)
        assert done.returncode == 0, done.stderr
        told = "bot 'ismcts:iterations=5' was in the run before: nothing was added for 'ismcts:iterations=5'"
        assert (told in done.stderr.splitlines()) == (again == 1)
        assert "48 games" in done.stdout and "ismcts:iterations=5" in done.stdout
    assert (tmp_path / "results/cup/records.jsonl").read_text().startswith(before)
    again = tournament(tmp_path, GOOD)
    assert again.returncode == 0 and "48 games in 0 s, 48 of them before" in again.stdout
    other = tournament(tmp_path, GOOD.replace('"rule", ', ""))
    assert other.returncode == 2 and "(ismcts:iterations=5 added by `tournament extend`), not " in other.stderr
    for arguments, sentence in [
        (["results/cup", "--bot", "rul"], "unknown bot 'rul' (did you mean 'rule'?)"),
        (["results", "--bot", "rule"], "results holds no run: there is no results/run.db"),
    ]:
        done = call_program("tournament", "extend", *arguments)
        assert done.returncode == 2 and sentence in done.stderr and done.stderr.count("\n") == 1


def test_a_game_is_played_again_from_its_seeds(tmp_path):
    assert tournament(tmp_path, GOOD, "--workers", 1).returncode == 0
    done = call_program("tournament", "rerun", "results/cup", "--game", "1/2/1")
    assert done.returncode == 0, done.stderr
    record = json.loads((tmp_path / "results/cup/records.jsonl").read_text().splitlines()[8 + 5])
    lines = done.stdout.splitlines()
    assert len(lines) == len(record["steps"]) + 2
    assert all(step["action"] in line for step, line in zip(record["steps"], lines[1:], strict=False))
    assert call_program("tournament", "rerun", "results/cup", "--game", "14").stdout == done.stdout
    done = call_program("tournament", "rerun", "results/cup", "--game", "14", "--step", "6")
    assert done.returncode == 0 and "fault" not in done.stdout
    step = done.stdout
    assert f"answer: {record['steps'][5]['action']}" in step and '"events"' in step
    assert call_program("tournament", "rerun", "results/cup", "--game", "14", "--step", "99").returncode == 1
    wrong = call_program("tournament", "rerun", "results/cup", "--game", "99")
    assert wrong.returncode == 2
    assert "results/cup has no line 99: lines count from 1, and it has 24 so far" in wrong.stderr


def test_a_game_that_comes_out_otherwise_is_told(tmp_path):
    (tmp_path / "bot.py").write_text(
        "import os\nclass B:\n    def choose(self, view, *, seed):\n"
        "        return view.legal_actions()[-1 if 'LAST' in os.environ else 0]\n"
    )
    text = 'bots = ["random", "bot.py:B"]\nboards = 1\n'
    assert tournament(tmp_path, text, "--workers", 1, run=run_program).returncode == 0
    run_again = ["tournament", "rerun", "results/cup", "--game", "1"]
    assert run_program(*run_again).returncode == 0
    environment = os.environ | {"LAST": "1"}
    done = subprocess.run([PROGRAM, *run_again], capture_output=True, text=True, env=environment)
    assert done.returncode == 1 and "but in the record: seat" in done.stdout


@pytest.mark.parametrize("status", ["crash", "ok"])
def test_a_bot_that_ends_its_process_does_not_end_the_program_that_plays_its_game_again(tmp_path, status):
    (tmp_path / "bot.py").write_text(
        "import os\nclass B:\n    def choose(self, view, *, seed):\n"
        "        if len(view.plays) > 9 and not os.path.exists('tame'):\n            os._exit(0)\n"
        "        return view.legal_actions()[0]\n"
    )
    if status == "ok":
        (tmp_path / "tame").touch()
    text = 'bots = ["random", "bot.py:B"]\nboards = 1\n'
    assert tournament(tmp_path, text, "--workers", 1, "--allow-faults", run=run_program).returncode == 0
    (tmp_path / "tame").unlink(missing_ok=True)
    done = run_program("tournament", "rerun", "results/cup", "--game", "1")
    lines = done.stdout.splitlines()
    assert done.returncode == (0 if status == "crash" else 1) and done.stderr == ""
    assert len(lines) > 10 and lines[-1] == f"fault: seat {int(lines[-2].split()[2]) + 1} ended its process"


def counted(folder):
    """Games in the store of a run, which may not be there yet."""
    try:
        with RunStore.open(folder) as store:
            return store.count
    except MeriAiError:
        return 0


def test_ctrl_c_while_the_program_loads_is_one_line(tmp_path):
    (tmp_path / "typer.py").write_text("import time\nprint('loading', flush=True)\ntime.sleep(60)\n")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}  # this module is found before the library
    process = subprocess.Popen(
        [PROGRAM, "bots", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdout.readline() == "loading\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == ("", "stopped\n") and process.returncode == 130


def start(*arguments, cwd):
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    return subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=cwd, **options)


def wait_for_games(folder, count, process):
    deadline = time.monotonic() + 60
    while counted(folder) < count and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_leaves_what_was_finished(tmp_path, workers):
    (tmp_path / "cup.toml").write_text(f'bots = ["{MOCKS}:SlowBot", "rule", "random"]\nboards = 5000\n')
    process = start("tournament", "run", "cup.toml", "--workers", workers, cwd=tmp_path)
    wait_for_games(tmp_path / "results/cup", 6, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to every process of the group
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err and "of 30000 games" in err.splitlines()[-1]
    assert "rule" in out and "margin a deal" in out
    records = (tmp_path / "results/cup/records.jsonl").read_text().splitlines()
    assert 6 <= len(records) == counted(tmp_path / "results/cup") < 30000
    assert call_program("replay", tmp_path / "results/cup/records.jsonl").returncode == 0


def test_two_ctrl_c_in_a_row_end_it_too(tmp_path):
    (tmp_path / "cup.toml").write_text(f'bots = ["{MOCKS}:SlowBot", "rule", "random"]\nboards = 5000\n')
    process = start("tournament", "run", "cup.toml", "--workers", 2, cwd=tmp_path)
    wait_for_games(tmp_path / "results/cup", 6, process)
    for _ in range(2):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.05)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in err


def test_a_run_that_is_being_played_cannot_be_extended(tmp_path):
    assert tournament(tmp_path, GOOD, "--workers", 1).returncode == 0
    with RunStore.open(tmp_path / "results/cup") as store:
        before = store.plan
        with store.lock():
            done = run_program("tournament", "extend", "results/cup", "--bot", "rule@1", cwd=tmp_path)
    assert done.returncode == 2 and "is being played by another process" in done.stderr
    with RunStore.open(tmp_path / "results/cup") as store:
        assert store.plan == before


def test_two_extensions_at_once_do_not_mix(tmp_path, monkeypatch):
    assert tournament(tmp_path, GOOD, "--workers", 1).returncode == 0
    folder = tmp_path / "results/cup"

    def meanwhile(plan):
        with RunStore.create(folder, RunStore.open(folder).run) as store:
            store.extend(store.run.with_bot("ismcts:iterations=1"))

    monkeypatch.setattr("meri_ai.cli.tournament.EarlyStop", meanwhile)
    done = call_program("tournament", "extend", folder, "--bot", "montecarlo:iterations=1")
    assert done.returncode == 2 and "was extended by another process just now" in done.stderr
    with RunStore.open(folder) as store:
        assert store.bots[-1] == "ismcts:iterations=1"


def test_records_without_their_run_are_not_replaced(tmp_path):
    assert tournament(tmp_path, GOOD, "--workers", 1).returncode == 0
    records = tmp_path / "results/cup/records.jsonl"
    before = records.read_bytes()
    (tmp_path / "results/cup/run.db").unlink()
    done = tournament(tmp_path, GOOD, "--workers", 1)
    assert done.returncode == 2 and "holds records.jsonl but no run to go on with" in done.stderr
    assert records.read_bytes() == before


def test_killed_at_random_and_resumed_it_gives_the_same(tmp_path):
    slow = [f"{MOCKS}:SlowBot", "rule", "random"]
    text = f"bots = {json.dumps(slow)}\nboards = 7\nseed = 8\n"
    (tmp_path / "cup.toml").write_text(text)
    command = ["tournament", "run", "cup.toml"]
    undisturbed = run_program(*command, "--workers", 1, "--out", "whole", cwd=tmp_path)
    assert undisturbed.returncode == 0, undisturbed.stderr
    total, kills, rng = 42, 0, random.Random(1)
    for attempt in range(5):
        process = start(*command, "--workers", 1 + attempt % 2, "--out", "parts", cwd=tmp_path)
        wait_for_games(tmp_path / "parts", min(total - 1, counted(tmp_path / "parts") + rng.randint(1, 8)), process)
        time.sleep(rng.random() / 10)
        if process.poll() is None:
            process.kill()  # the coordinator alone; its workers end when they find it gone
            kills += 1
        _, err = process.communicate(timeout=60)
        assert "Warning" not in err and "Traceback" not in err  # of workers, or of who cleans up behind them
    before = counted(tmp_path / "parts")
    done = run_program(*command, "--workers", 2, "--out", "parts", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert kills >= 3 and 0 < before <= total and f"{total} games" in done.stdout
    assert (tmp_path / "parts/records.jsonl").read_bytes() == (tmp_path / "whole/records.jsonl").read_bytes()
    tables = [without_times(text) for text in (undisturbed.stdout, done.stdout)]
    assert tables[0] == tables[1]


def without_times(text):
    """The table's figures but for the milliseconds a move."""
    return [[word for n, word in enumerate(line.split()) if n != 9] for line in text.splitlines()[2:-1]]
