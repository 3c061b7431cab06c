"""`meri-ai match` and `meri-ai bots list` as a user runs them."""

import json
import os
import re
from pathlib import Path

import pytest
from program import call_program, run_program

from meri_ai._core.errors import RecordError
from meri_ai.arena.store import RunStore

MOCKS = Path(__file__).parent / "mock_bots.py"


def test_json_is_one_object_on_standard_output(tmp_path):
    done = run_program("match", "rule", f"{MOCKS}:PrintingBot", "--boards", 6, "--seed", 2, "--json", "--workers", 2)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["bots"] == ["rule", f"{MOCKS}:PrintingBot"]
    assert found["boards"] == 6 and found["games"] == 12 and found["seed"] == 2
    low, high = found["ci95"]
    assert low < found["mean"] < high
    assert found["game"] == "meri" and found["rules"] == "hitoyoshi" and found["options"] == {}
    assert len(found["ms_per_move"]) == 2 and 0 <= found["win_rate"] <= 1


def test_no_trick_of_a_bot_puts_anything_before_the_json(tmp_path):
    for workers in (1, 2):
        done = run_program("match", "rule", f"{MOCKS}:OddTextBot", "--boards", 2, "--json", "--workers", workers)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["faults"] == []


def test_the_table_is_there_even_where_the_records_cannot_be_written(tmp_path, monkeypatch):
    def write_records(store, path):
        raise RecordError(f"cannot write to {path}: No space left on device")

    monkeypatch.setattr(RunStore, "write_records", write_records)
    records = tmp_path / "records.jsonl"
    for more, told in ([], "rule minus random: "), (["--json"], '"mean": '):
        done = call_program("match", "rule", "random", "--boards", 2, "--workers", 1, "--records", records, *more)
        assert done.returncode == 1 and told in done.stdout
        assert done.stderr.splitlines()[-1] == f"error: cannot write to {records}: No space left on device"


def test_records_never_replace_a_device(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = run_program("match", "rule", "random", "--boards", 1, "--records", pipe)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [f"error: cannot write to {pipe}: it is no regular file"]
    assert pipe.is_fifo()


def test_one_worker_and_two_give_the_same_records_sorted(tmp_path):
    files = []
    for workers in (1, 2):
        files.append(tmp_path / f"{workers}.jsonl")
        arguments = ["--boards", 12, "--records", files[-1], "--workers", workers, "-o", "monchi_void=any"]
        done = run_program("match", "ismcts:iterations=20", "rule", *arguments)
        assert done.returncode == 0, done.stderr
    assert files[0].read_bytes() == files[1].read_bytes()
    records = [json.loads(line) for line in files[0].read_text().splitlines()]
    assert [(r["board"], r["seating"]) for r in records] == [(b, s) for b in range(12) for s in range(2)]
    assert all(r["options"] == {"monchi_void": "any"} and r["seed"] == 1 for r in records)
    assert [r["dealer"] for r in records[::2]] == [b % 8 for b in range(12)]
    assert all(a["deal"] == b["deal"] for a, b in zip(records[::2], records[1::2], strict=True))
    assert [info["name"] for info in records[1]["players_info"]] == ["rule", "ismcts:iterations=20"] * 4
    assert call_program("replay", files[0]).returncode == 0


@pytest.mark.parametrize("bot", ["random", "rule", "montecarlo:iterations=30", "ismcts:iterations=30"])
def test_a_bot_against_itself_is_exactly_even(bot):
    found = json.loads(call_program("match", bot, bot, "--boards", 10, "--workers", 1, "--json").stdout)
    assert found["mean"] == 0 and found["ci95"] == [0, 0] and found["boards"] == 10


def test_the_table_names_both_bots():
    done = call_program("match", "rule", "random", "--boards", 4, "--rules", "cardavia", "--workers", 1)
    assert done.returncode == 0
    assert "rule minus random: " in done.stdout and "over 4 boards" in done.stdout


def test_few_boards_are_warned_of():
    warning = "below 10 boards the intervals say little, and nothing where all boards came out alike\n"
    for boards in (1, 9, 10):
        done = call_program("match", "rule", "rule", "--boards", boards, "--workers", 1)
        assert done.stdout.endswith(warning) == (boards < 10)


def test_more_boards_than_fit_into_the_memory_are_one_sentence(monkeypatch):
    def full(*_):
        raise MemoryError

    monkeypatch.setattr("meri_ai.arena.statistics.np.full", full)
    done = call_program("match", "rule", "random", "--boards", 10**9, "--workers", 1)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == "error: 1000000000 boards a pair do not fit into the memory\n"


def test_one_board_has_no_interval():
    done = call_program("match", "rule", "random", "--boards", 1, "--until", "ci<100", "--workers", 1)
    assert "± n/a points a deal over 1 board\n" in done.stdout and "stopped early" not in done.stdout


def test_clairvoyant_plays_only_where_cheaters_may():
    arguments = ["match", "clairvoyant:iterations=20", "rule", "--boards", 2, "--json", "--workers", 1]
    refused = call_program(*arguments)
    assert refused.returncode == 2 and "--allow-cheaters" in refused.stderr
    assert json.loads(call_program(*arguments, "--allow-cheaters").stdout)["boards"] == 2


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["rule", "rul", "--boards", "1"], 2, "unknown bot 'rul' (did you mean 'rule'?)"),
        (["rule", "ismcts:iters=5"], 2, "has no option 'iters'"),
        (["rule", "random", "--boards", "0"], 2, "boards must be 1 or more, not 0"),
        (["rule", "random", "--boards", "1000000001"], 2, "boards must be 1000000000 or less, not 1000000001"),
        (["rule", "random", "--rules", "hitoyosi"], 2, "did you mean 'hitoyoshi'?"),
        (["rule", "random", "--game", "chess"], 2, "'chess'"),
        (["rule", "random", "-o", "monchi_viod=any"], 2, "did you mean 'monchi_void'?"),
        (["rule", "random", "-o", "monchi_void=all"], 2, "'all'"),
        (["rule", "random", "-o", "monchi_void"], 2, "is not of the form option=value"),
        (["rule", "random", "-o", "redeal_offer=many"], 2, "'many'"),
        (["rule", "random", "--seed", "-1"], 2, "seed must be from 0 to"),
        (["rule", "random", "--records", "/dev/null/records.jsonl"], 1, "cannot write to /dev/null/records.jsonl"),
        (["rule", "random", "--unit", "sett"], 2, "unknown unit 'sett' (did you mean 'set'?)"),
        (["rule", "random", "--penalty", "viod"], 2, "unknown penalty 'viod' (did you mean 'void'?)"),
        (["rule", "random", "--executor", "dsk"], 2, "unknown executor 'dsk' (did you mean 'dask'?)"),
        (["rule", "random", "--executor", "dask"], 2, "go together"),
        (["rule", "random", "--boards-file", "none.jsonl"], 2, "boards file: cannot read none.jsonl: No such file"),
        (["rule", "random", "--sprt", "0"], 2, "sprt must be two numbers"),
        (["rule", "random", "--until", "0.1"], 2, "until must be ci<"),
        (["rule", "random", "--sprt", "0,5", "--until", "ci<1"], 2, "give sprt or until, not both"),
        (["rule", "random + rule + random"], 2, "has 3 bots, which does not divide the 4 seats of a team"),
        (["rule", "random", "--move-seconds", "-1"], 2, "limit move_seconds must be more than 0, not -1"),
        (["rule", "random", "--move-seconds", "inf"], 2, "limit move_seconds must be 1000000000 or less, not inf"),
        (["rule", "random", "--sprt", "margin:0,1e300"], 2, "sprt takes numbers up to 4000, not 0,1e+300"),
        (["rule", "caf\udce9.py:Bot"], 2, "bot 'caf\\udce9.py:Bot' is not UTF-8 text"),
    ],
)
def test_a_mistake_is_one_sentence_and_a_status(arguments, status, sentence):
    done = call_program("match", "--workers", 1, *arguments)
    assert done.returncode == status
    assert sentence in done.stderr and "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1 and done.stdout == ""


@pytest.mark.parametrize("bot", ["RaisingBot", "IllegalBot", "UnmakeableBot", "DyingBot"])
def test_faults_are_counted_and_are_an_error_unless_allowed(bot):
    arguments = ["match", "rule", f"{MOCKS}:{bot}", "--boards", 1, "--workers", 1, "--json"]
    done = call_program(*arguments)
    status = {"IllegalBot": "illegal", "UnmakeableBot": "init"}.get(bot, "crash")
    assert done.returncode == 1 and json.loads(done.stdout)["mean"] == 9
    assert json.loads(done.stdout)["faults"] == [{"bot": 1, "status": status, "games": 2}]
    told = done.stderr.splitlines()
    assert told[-2] == f"fault: bot '{MOCKS}:{bot}': {status} in 2 games"
    assert told[-1].startswith("error: 2 games were ended or marred by a fault; with --allow-faults")
    assert call_program(*arguments, "--allow-faults").returncode == 0


def test_a_dry_run_shows_the_schedule_and_plays_next_to_nothing(tmp_path):
    done = call_program(
        "match", "rule", "random", "--boards", 5000, "--dry-run", "--workers", 2, "--out", tmp_path / "run"
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "10000 games: 1 pair, 5000 boards each, 2 deals a board" and "  rule v random" in lines
    assert re.fullmatch(r"about [\d.]+ (s|min|h) with 2 workers, by 1 sample game", lines[-1])
    assert list(tmp_path.iterdir()) == []
    done = call_program("match", "rule", f"{MOCKS}:DyingBot", "--dry-run", "--workers", 1)
    assert done.returncode == 0 and "200 games" in done.stdout


def test_boards_that_others_made_are_played(tmp_path):
    made = call_program("boards", "make", tmp_path / "boards.jsonl", "--boards", 6, "--seed", 9)
    assert made.returncode == 0 and "6 boards, 6 deals" in made.stdout
    assert call_program("replay", tmp_path / "boards.jsonl").returncode == 0
    common = ["match", "rule", "random", "--workers", 1, "--records"]
    assert call_program(*common, tmp_path / "a.jsonl", "--boards-file", tmp_path / "boards.jsonl").returncode == 0
    assert call_program(*common, tmp_path / "b.jsonl", "--boards", 6, "--seed", 9).returncode == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    other = *common, tmp_path / "o.jsonl", "--boards-file", tmp_path / "boards.jsonl", "--seed", 1
    assert call_program(*other).returncode == 0  # the same deals, other decisions
    a, o = (
        [json.loads(line) for line in (tmp_path / name).read_text().splitlines()] for name in ("a.jsonl", "o.jsonl")
    )
    assert [r["deal"] for r in a] == [r["deal"] for r in o] and a[0]["steps"] != o[0]["steps"]
    done = call_program(
        *common, tmp_path / "c.jsonl", "--boards-file", tmp_path / "boards.jsonl", "-o", "stack=revealed"
    )
    assert done.returncode == 2 and "stack is hidden there and revealed here" in done.stderr
    done = call_program(*common, tmp_path / "c.jsonl", "--boards-file", tmp_path / "boards.jsonl", "--boards", 7)
    assert done.returncode == 2 and "holds 6 boards, not 7" in done.stderr


def test_a_match_kept_in_a_folder_goes_on(tmp_path):
    arguments = ["match", "rule", "random", "--boards", 5, "--workers", 1, "--json", "--out", tmp_path / "run"]
    first, second = (json.loads(call_program(*arguments).stdout) for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}
    assert len((tmp_path / "run/records.jsonl").read_text().splitlines()) == 10
    other = call_program(*arguments, "--seed", 2)
    assert other.returncode == 2 and "holds another run, whose seed is 1, not 2; give another --out" in other.stderr
    with RunStore.open(tmp_path / "run") as store, store.lock():
        other = call_program(*arguments)
    assert other.returncode == 2 and "is being played by another process" in other.stderr
    assert call_program("tournament", "extend", tmp_path / "run", "--bot", "rule@1", "--workers", 1).returncode == 0
    extended = call_program(*arguments)
    assert extended.returncode == 2 and "holds a run that was extended; `meri-ai tournament" in extended.stderr


def test_an_early_stop_tells_figures_at_the_stop_and_at_the_end():
    arguments = ["match", "rule", "random", "--boards", 2000, "--sprt", "0,50", "--workers", 1]
    done = call_program(*arguments)
    assert done.returncode == 0, done.stderr
    found = re.search(r"over (\d+) boards at the stop, .* over (\d+) at the end", done.stdout)
    assert 20 <= int(found[1]) <= int(found[2]) < 2000
    assert "stopped early, sprt 0,50: H1 (the first bot is 50 Elo better) accepted" in done.stdout
    stopped = json.loads(call_program(*arguments, "--json").stdout)["stopped"]
    assert stopped["boards"] == [int(found[1])] and stopped["verdict"] == "H1"


def test_a_rule_that_all_boards_were_needed_for_stopped_nothing():
    done = call_program("match", "rule", "random", "--boards", 20, "--until", "ci<50", "--workers", 1)
    assert "\nnot stopped early (all 20 boards were in play by then), ci<50: met with" in done.stdout
    assert "over 20 boards at the stop" in done.stdout and "over 20 at the end" in done.stdout


def test_sets_are_played_as_one():
    done = call_program(
        "match", "rule", "random", "--boards", 2, "--unit", "set", "-o", "set_deals=2", "--workers", 1, "--json"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 4


def test_bots_list_names_every_bot_its_options_and_who_cheats():
    lines = call_program("bots", "list").stdout.splitlines()
    for name in ("random", "rule", "rule@1", "montecarlo", "ismcts", "clairvoyant"):
        assert sum(line.startswith((f"{name}:", f"{name} (")) for line in lines) == 1
    assert [line.split()[0] for line in lines if "cheats" in line] == ["clairvoyant"]
    assert any("c=0.3" in line for line in lines)
