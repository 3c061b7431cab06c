"""The example bots pass their examination and play; each is short, and none needs meri_ai."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from engines import new_state, play
from test_engine_messages import LINES

from meri_ai.bots.check import Examination
from meri_ai.bots.limits import Limits

EXAMPLES = Path(__file__).parents[1] / "examples"
FILES = {"python": "bot.py", "node": "bot.mjs", "c": "bot.c"}


@pytest.fixture(scope="module", params=FILES)
def example(request, tmp_path_factory):
    """The spec string of an example."""
    file = EXAMPLES / FILES[request.param]
    if request.param == "python":
        return f"cmd:{sys.executable} -I -S '{file}'"
    needed = {"node": "node", "c": "cc"}[request.param]
    if shutil.which(needed) is None:
        pytest.skip(f"needs {needed}")
    if request.param == "node":
        return f"cmd:node '{file}'"
    program = tmp_path_factory.mktemp("c") / "bot"
    subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-o", program, file], check=True)
    return f"cmd:{program}"


@pytest.mark.parametrize(("game", "players"), [("subeta-mekuri", 3), ("bakappana", 4), ("sanuki-mekuri", 2)])
def test_it_plays_games_that_it_does_not_know(example, game, players):
    limits = Limits(move_seconds=30)
    asked = {"game": game, "players": players, "positions": 30, "twins": 1, "limits": limits, "seed": 3}
    found = list(Examination(example, **asked).findings())
    assert len(found) == 14 and all(finding.passed for finding in found), found


@pytest.mark.parametrize("name", FILES.values())
def test_it_is_short_and_stands_alone(name):
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) < 80 and max(map(len, text.splitlines())) <= 120
    assert "meri_ai" not in text and f"`{name}`" in (EXAMPLES / "README.md").read_text(encoding="utf-8")


def test_it_passes_the_check(example):
    found = list(Examination(example, positions=150, twins=3, limits=Limits(move_seconds=30), seed=3).findings())
    assert len(found) == 14 and all(finding.passed for finding in found), found


def test_it_plays_a_game_against_rule(example):
    state = new_state("cardavia", seed=2, dealer=5)
    play([example, "rule"], state, limits=Limits(move_seconds=30))
    assert state.is_terminal()


def test_it_answers_the_conversation_on_the_page(example):
    """Message by message as the page tells, but for its choice of action and what it says of itself."""
    asked = [text for side, text in LINES if side == "C"]
    asked = asked[: next(number for number, text in enumerate(asked) if '"quit"' in text) + 1]
    command = shlex.split(example.removeprefix("cmd:"))
    done = subprocess.run(command, input="\n".join(asked) + "\n", capture_output=True, text=True, timeout=60)
    answers = [line.split('"type":')[1].split('"')[1] for line in done.stdout.replace(": ", ":").splitlines()]
    assert answers == ["engine", "ok", "ok", "best"]
    assert (done.returncode, done.stderr) == (0, "")
