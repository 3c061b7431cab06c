"""`meri-ai ladder`: each budget against the one before it."""

from xml.etree import ElementTree

import pytest
from program import call_program
from stub_game import StubSettings

from meri_ai._core.errors import ConfigError
from meri_ai.arena.ladder import ladder_bots, ladder_rungs, ladder_text
from meri_ai.arena.result import GameResult, Key
from meri_ai.arena.run import Run
from meri_ai.arena.statistics import Tally


def test_the_budget_is_an_option_or_has_its_place():
    assert ladder_bots("ismcts", (5, 9)) == ("ismcts:iterations=5", "ismcts:iterations=9")
    assert ladder_bots("ismcts:c=0.3", (5, 9)) == ("ismcts:c=0.3,iterations=5", "ismcts:c=0.3,iterations=9")
    assert ladder_bots("cmd:./bot -n {}", (5, 9)) == ("cmd:./bot -n 5", "cmd:./bot -n 9")
    with pytest.raises(ConfigError, match="leave them out"):
        ladder_bots("ismcts:iterations=7", (5, 9))
    with pytest.raises(ConfigError, match=r"needs a \{\} where the budget goes"):
        ladder_bots("cmd:./bot", (5, 9))


def test_each_budget_meets_the_one_before():
    done = call_program("ladder", "montecarlo", "--budgets", "10,20,40", "--boards", 3, "--workers", 1)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[:2] for line in lines[2:4]] == [["20", "10"], ["40", "20"]]
    assert [line.split()[-1] for line in lines[2:4]] == ["3", "3"]
    same = call_program("match", "montecarlo:iterations=20", "montecarlo:iterations=10", "--boards", 3, "--workers", 1)
    margin = lines[2].split()[2]
    assert f"montecarlo:iterations=20 minus montecarlo:iterations=10: {margin} " in same.stdout


@pytest.mark.parametrize("boards", [1, 2])
def test_the_interval_of_one_board_is_unknown_and_that_of_two_is_students(boards):
    tally = Tally(Run(StubSettings(), ("a", "b"), ((0, 1),), boards, 1))
    for board, margin in enumerate([1.0, 3.0][:boards]):
        for seating in range(2):
            tally.add(GameResult(Key(0, board, seating), (margin, 0.0), (1, 1), (0.0, 0.0), ""))
    lines = ladder_text(ladder_rungs(tally, [10, 20])).splitlines()
    row = lines[2]
    assert lines[-1].startswith("below 10 boards the intervals say little")
    assert ("+1.00 ± n/a  100.0 %  +inf (n/a)" if boards == 1 else "+2.00 ± 12.71") in row  # 12.706 * sqrt(2 / 2)


def test_the_plot_is_an_svg_file(tmp_path):
    pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")
    arguments = "ladder", "montecarlo", "--budgets", "10,20,40", "--boards", 2, "--workers", 1
    done = call_program(*arguments, "--plot", tmp_path / "l.svg")
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == f"plot: {tmp_path}/l.svg"
    assert ElementTree.parse(tmp_path / "l.svg").getroot().tag.endswith("svg")
    assert ">20<" in (tmp_path / "l.svg").read_text() and ">40<" in (tmp_path / "l.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ismcts", "--budgets", "10"], "two or more, each larger than the one before"),
        (["ismcts", "--budgets", "20,10"], "two or more, each larger than the one before"),
        (["ismcts", "--budgets", "10,few"], "whole numbers above 0, as in 250,500,1000, not '10,few'"),
        (["ismcts", "--budgets", "10," + 5000 * "9"], "whole numbers above 0"),
        (["ismct", "--budgets", "10,20"], "did you mean 'ismcts'?"),
        (["rule", "--budgets", "10,20"], "rule has no options"),
        (["ismcts", "--budgets", "10,20", "--plot", "/nowhere/l.svg"], "cannot write /nowhere/l.svg"),
    ],
)
def test_mistakes_are_one_sentence(arguments, words):
    done = call_program("ladder", *arguments)
    assert done.returncode == 2 and words in done.stderr
    assert done.stdout == "" and done.stderr.count("\n") == 1
