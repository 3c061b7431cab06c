"""The command `python benchmarks/random_deals.py`: a short run, and what it prints when a state is illegal."""

import importlib.util
import random
import subprocess
import sys
from pathlib import Path

import pytest

import meri_ai as ma
from meri_ai._core.games.meri_check import check_random_deals
from meri_ai.games.meri_rules import CHOICES, LEAST, OPTIONS, PRESETS, YAKU_KINDS

COMMAND = Path(__file__).parent.parent / "benchmarks" / "random_deals.py"


@pytest.fixture(scope="module")
def command():
    spec = importlib.util.spec_from_file_location("random_deals", COMMAND)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_short_run_finds_no_illegal_state():
    done = subprocess.run(
        [sys.executable, COMMAND, "--deals", "20050", "--per-rules", "100", "--seed", "3"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("20,050 deals, 201 rulesets, ")
    assert done.stdout.endswith(" seconds: no illegal state\n")


def test_options_take_every_value(command):
    rng = random.Random(1)
    drawn = [command.random_options(rng) for _ in range(500)]
    games = [ma.load_game("meri", rules=preset, **options) for preset, options in drawn]
    assert {preset for preset, _ in drawn} == set(PRESETS)
    for option in OPTIONS:
        values = {getattr(game.rules, option) for game in games}
        if option in CHOICES:
            assert values == set(CHOICES[option])
        elif option in LEAST:
            assert values >= {LEAST[option], LEAST[option] + 1, LEAST[option] + 2}
        elif option == "yaku_kinds":
            assert () in values and YAKU_KINDS in values and len(values) > 50
        else:
            assert values == {False, True}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_checker_counts_what_it_played(preset):
    assert check_random_deals(ma.load_game("meri", rules=preset), 50, seed=1) == (50, "")


def test_an_illegal_state_is_printed_with_the_call_that_comes_to_it_again(command, monkeypatch, capsys):
    """The stand-in finds a fault in deal 4 of the third ruleset; the core has no switch that would break it."""
    asked = []

    def stand_in(game, deals, seed):
        asked.append((game, deals, seed))
        return (3, "a card is lost") if len(asked) == 3 else (deals, "")

    monkeypatch.setattr(command, "check_random_deals", stand_in)
    assert command.main(["--deals", "60", "--per-rules", "20", "--seed", "5"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("illegal state in deal 44: a card is lost\nagain, as the last deal of: ")
    again = printed.err.strip().partition("last deal of: ")[2]
    known = {"check_random_deals": lambda *arguments: arguments, "load_game": ma.load_game}
    game, deals, seed = eval(again, known)
    assert (game, deals, seed) == (asked[2][0], 4, asked[2][2])


@pytest.mark.parametrize("value", ["0", "-1", "many", "1.5"])
def test_a_number_of_deals_that_is_none(command, value, capsys):
    with pytest.raises(SystemExit) as caught:
        command.main(["--deals", value])
    assert caught.value.code == 2
    assert f"--deals: a whole number of at least 1 is wanted, not {value!r}" in capsys.readouterr().err
