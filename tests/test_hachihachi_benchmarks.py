"""The commands `python benchmarks/hachihachi_*.py`: short runs, and what they print where something is wrong."""

import importlib.util
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hachihachi_hand_made import load
from reference.hachihachi_hand import category, groups, is_standing, set_yaku

import meri_ai as ma
from meri_ai._core.games.hachihachi_check import check_random_months, evaluate_hands
from meri_ai.games.hachihachi_rules import AMOUNTS, BOUNDS, CHOICES, OPTIONS, PRESETS

FOLDER = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture(scope="module")
def command():
    """A command of the folder as a module."""

    def imported(name):
        sys.path.insert(0, str(FOLDER))
        try:
            spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        finally:
            sys.path.remove(str(FOLDER))
        return module

    return imported


# -- hands


@pytest.fixture(scope="module")
def counts():
    from meri_ai._core.games.hachihachi_check import count_hands

    return count_hands()


def test_all_hands_are_counted_as_the_rules_have_them(command, counts):
    """By exact combinatorics for each group, and the joint counts that are known."""
    assert command("hachihachi_hands").faults(counts) == []


def test_a_wrong_count_is_told(command, counts):
    hands = command("hachihachi_hands")
    wrong = counts | {("aka", ""): counts["aka", ""] + 2, ("", "sanbon"): counts["", "sanbon"] - 1}
    assert hands.faults(wrong) == [
        "73,629,073 hands, not 73,629,072",
        "aka in all: 4,795,562, not 4,795,560",
        "sanbon in all: 4,619,999, not 4,620,000",
        "none with sanbon: 4,025,771, not 4,025,772",
    ]


def test_counts_fit_the_reference_on_a_sample(counts):
    """Both groups together: shares of 30,000 hands, each yaku of them named by the reference."""
    rng, draws, total = random.Random(7), 30_000, sum(counts.values())
    found = Counter()
    for _ in range(draws):
        hand = rng.sample(range(48), 7)
        sets = set_yaku(hand) or ""
        if sets == "futa-sanbon" and any(map(is_standing, groups(hand, 3))):
            sets = "futa-sanbon with a standing triplet"
        found[category(hand) or "", sets] += 1
    assert not found.keys() - counts.keys()
    for key, count in counts.items():
        share = count / total
        spread = (draws * share * (1 - share)) ** 0.5
        assert abs(found[key] - draws * share) < 4.5 * spread + 2, key


def test_hands_are_evaluated_the_same_for_a_seed():
    assert evaluate_hands(5000, 1) == evaluate_hands(5000, 1) != evaluate_hands(5000, 2)


# -- months


def test_a_short_run_finds_no_illegal_state():
    options = ["--months", "20050", "--per-table", "100", "--seed", "3"]
    done = subprocess.run(
        [sys.executable, FOLDER / "hachihachi_months.py", *options],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("20,050 months, 201 tables, ")
    assert done.stdout.endswith(" seconds: no illegal state\n")


def test_tables_take_every_value(command):
    months, rng = command("hachihachi_months"), random.Random(1)
    games = [ma.load_game("hachihachi", **months.random_table(rng)) for _ in range(500)]
    assert {game.rules.preset for game in games} == set(PRESETS)
    assert {game.seats for game in games} == {3, 4, 5, 6, 7}
    for option in OPTIONS:
        values = {getattr(game.rules, option) for game in games}
        if option in BOUNDS:
            assert min(values) == BOUNDS[option][0] and len(values) > 5
        else:
            assert values == set(CHOICES.get(option) or AMOUNTS.get(option) or (False, True))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [3, 5, 7])
def test_the_checker_counts_what_it_played(preset, players):
    assert check_random_months(load(preset, players), 50, seed=1) == (50, "")


def test_an_illegal_state_is_printed_with_the_call_that_comes_to_it_again(command, monkeypatch, capsys):
    """The stand-in finds a fault in month 4 of the third table; the core has no switch that would break it."""
    months, asked = command("hachihachi_months"), []

    def stand_in(game, count, seed):
        asked.append((game, count, seed))
        return (3, "a card is lost") if len(asked) == 3 else (count, "")

    monkeypatch.setattr(months, "check_random_months", stand_in)
    assert months.main(["--months", "60", "--per-table", "20", "--seed", "5"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("illegal state in month 44: a card is lost\nagain, as the last month of: ")
    again = printed.err.strip().partition("last month of: ")[2]
    known = {"check_random_months": lambda *arguments: arguments, "load_game": ma.load_game}
    game, count, seed = eval(again, known)
    assert (game, count, seed) == (asked[2][0], 4, asked[2][2])


@pytest.mark.parametrize("value", ["0", "-1", "many", "1.5"])
def test_a_number_of_months_that_is_none(command, value, capsys):
    with pytest.raises(SystemExit) as caught:
        command("hachihachi_months").main(["--months", value])
    assert caught.value.code == 2
    assert f"--months: a whole number of at least 1 is wanted, not {value!r}" in capsys.readouterr().err


# -- speed


def test_the_work_that_is_measured(command):
    """Every figure does what it says; how fast is for the command alone."""
    speed = command("hachihachi_speed")
    monkey = speed.all_work()
    assert set(monkey) == {"hand yaku", "playouts_random", "playouts_rule", "worlds", "ismcts_1k", "ismcts_10k"}
    assert speed.hands(1) == speed.HANDS_A_CALL
    assert monkey["playouts_random"](1) > 0 and monkey["worlds"](1) > 0
