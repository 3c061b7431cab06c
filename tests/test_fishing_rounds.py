"""The command `python benchmarks/fishing_rounds.py`: a short run, and what it prints when a state is illegal."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import meri_ai as ma
from meri_ai._core.games.fishing_check import check_random_rounds

COMMAND = Path(__file__).parent.parent / "benchmarks" / "fishing_rounds.py"


@pytest.fixture
def command(monkeypatch):
    monkeypatch.syspath_prepend(COMMAND.parent)
    return importlib.import_module(COMMAND.stem)


def test_a_short_run_finds_no_illegal_state():
    done = subprocess.run(
        [sys.executable, COMMAND, "--rounds", "20050", "--seed", "3"], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("20,050 rounds, 9 variants, ")
    assert done.stdout.endswith(" seconds: no illegal state\n")


def test_it_plays_every_game_with_every_number_of_players(command):
    played = {(name, options["players"]) for name, options in command.VARIANTS}
    assert played == {
        ("subeta-mekuri", 3),
        ("bakappana", 2),
        ("bakappana", 3),
        ("bakappana", 4),
        ("sanuki-mekuri", 2),
    }


def test_the_checker_counts_what_it_played():
    assert check_random_rounds(ma.load_game("bakappana", players=4), 50, seed=1) == (50, "")


def test_the_checker_is_for_these_games_alone():
    with pytest.raises(ValueError, match="these checks are of the fishing family, not of meri"):
        check_random_rounds(ma.load_game("meri"), 1, seed=1)


def test_an_illegal_state_is_printed_with_the_call_that_comes_to_it_again(command, monkeypatch, capsys):
    """The stand-in finds a fault in the fourth round of the third variant."""
    asked = []

    def stand_in(game, rounds, seed):
        asked.append((game, rounds, seed))
        return (3, "a card is lost") if len(asked) == 3 else (rounds, "")

    monkeypatch.setattr(command, "check_random_rounds", stand_in)
    assert command.main(["--rounds", "90", "--seed", "5"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(
        "illegal state in a round of bakappana: a card is lost\nagain, as the last round of: "
    )
    again = printed.err.strip().partition("last round of: ")[2]
    known = {"check_random_rounds": lambda *arguments: arguments, "load_game": ma.load_game}
    game, rounds, seed = eval(again, known)
    assert (game, rounds, seed) == (asked[2][0], 4, asked[2][2])
