"""`meri-ai match` and `meri-ai bots list` as a user runs them."""

import json
from pathlib import Path

import pytest
from program import call_program, run_program

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
        (["rule", "random", "--rules", "hitoyosi"], 2, "did you mean 'hitoyoshi'?"),
        (["rule", "random", "--game", "chess"], 2, "'chess'"),
        (["rule", "random", "-o", "monchi_viod=any"], 2, "did you mean 'monchi_void'?"),
        (["rule", "random", "-o", "monchi_void=all"], 2, "'all'"),
        (["rule", "random", "-o", "monchi_void"], 2, "is not of the form option=value"),
        (["rule", "random", "-o", "redeal_offer=many"], 2, "'many'"),
        (["rule", "random", "--seed", "-1"], 2, "seed must be from 0 to"),
        (["rule", "random", "--records", "/dev/null/records.jsonl"], 1, "cannot write to /dev/null/records.jsonl"),
        (["rule", f"{MOCKS}:RaisingBot"], 1, "raised ValueError: no idea (mock_bots.py, line"),
        (["rule", f"{MOCKS}:IllegalBot"], 1, "answered 'play XX'"),
        (["rule", f"{MOCKS}:UnmakeableBot"], 1, "could not be made: OSError: no table base"),
        (
            ["rule", f"{MOCKS}:DyingBot", "--workers", "2"],
            1,
            "a worker process died while it played one of boards 0 to",
        ),
    ],
)
def test_a_mistake_is_one_sentence_and_a_status(arguments, status, sentence):
    done = call_program("match", "--workers", 1, *arguments)
    assert done.returncode == status
    assert sentence in done.stderr and "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1 and done.stdout == ""


def test_a_bot_that_ends_its_process_is_reported():
    done = run_program("match", "rule", f"{MOCKS}:DyingBot", "--workers", 2)
    assert done.returncode == 1
    assert done.stderr.startswith("error: a worker process died while it played one of boards ")
    assert done.stderr.count("\n") == 1 and done.stderr.endswith(f" of rule v {MOCKS}:DyingBot\n")


def test_bots_list_names_every_bot_its_options_and_who_cheats():
    lines = call_program("bots", "list").stdout.splitlines()
    for name in ("random", "rule", "rule@1", "montecarlo", "ismcts", "clairvoyant"):
        assert sum(line.startswith((f"{name}:", f"{name} (")) for line in lines) == 1
    assert [line.split()[0] for line in lines if "cheats" in line] == ["clairvoyant"]
    assert any("c=0.3" in line for line in lines)
