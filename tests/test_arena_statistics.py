"""Figures by board."""

from math import isnan, sqrt

import numpy as np
import pytest
from stub_game import StubSettings

from meri_ai.arena.report import match_json, match_text, text_table, tournament_text
from meri_ai.arena.run import Run
from meri_ai.arena.runner import GameResult, Key
from meri_ai.arena.schedule import round_robin
from meri_ai.arena.statistics import Tally, estimate, t_quantile


@pytest.mark.parametrize(
    ("freedom", "point"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (100, 1.984)]
)
def test_student_points_are_those_of_the_tables(freedom, point):
    assert t_quantile(freedom) == pytest.approx(point, abs=0.006)


def test_an_estimate_is_the_mean_with_its_student_interval():
    found = estimate(np.array([1.0, 3.0, np.nan, 2.0, 6.0]))
    assert found.mean == 3.0 and found.boards == 4
    spread = sqrt((4 + 0 + 1 + 9) / 3)
    assert found.half_width == pytest.approx(3.182 * spread / 2, rel=0.002)
    assert (found.low + found.high) / 2 == pytest.approx(3.0)


def test_intervals_cover_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(1)
    found = [estimate(rng.normal(0.5, 2.0, size=8)) for _ in range(4000)]
    covered = np.mean([e.low <= 0.5 <= e.high for e in found])
    assert 0.935 < covered < 0.965


def test_too_few_boards_leave_figures_open():
    assert isnan(estimate(np.array([np.nan])).mean)
    one = estimate(np.array([2.0]))
    assert one.mean == 2.0 and isnan(one.low) and one.boards == 1


def run_of(*bots, boards):
    return Run(StubSettings(), bots, round_robin(len(bots)), boards, 1)


def result(pair, board, seating, margin):
    return GameResult(Key(pair, board, seating), (5 + margin / 2, 5 - margin / 2), (9, 9), (0.009, 0.018), "{}")


def test_the_two_games_of_a_board_count_as_one():
    tally = Tally(run_of("a", "b", boards=3))
    for board, margins in enumerate([(4, -2), (0, 2), (3, -1)]):
        for seating, margin in enumerate(margins):
            tally.add(result(0, board, seating, margin))
    margin = tally.pair_margin(0)
    assert margin.mean == 1.0 and margin.low == margin.high == 1.0
    assert tally.pair_win_rate(0) == pytest.approx(3.5 / 6)
    assert tally.ms_per_move(0) == pytest.approx(1.0) and tally.ms_per_move(1) == pytest.approx(2.0)


def test_the_field_counts_boards_finished_against_every_opponent():
    tally = Tally(run_of("a", "b", "c", boards=2))
    margins = {(0, 1): 2, (0, 2): 4, (1, 2): 1}
    for pair, (_, margin) in enumerate(margins.items()):
        for seating in range(2):
            tally.add(result(pair, 0, seating, margin))
    tally.add(result(0, 1, 0, 50))
    tally.add(result(0, 1, 1, 50))
    by_bot = {figures.bot: figures for figures in tally.ranking()}
    assert [figures.bot for figures in tally.ranking()] == [0, 1, 2]
    assert by_bot[0].margin.mean == 3.0 and by_bot[0].margin.boards == 1
    assert by_bot[1].margin.mean == -0.5
    assert by_bot[2].margin.mean == -2.5
    assert by_bot[0].points.mean == 6.5


def test_tables_show_every_bot_and_survive_an_empty_run():
    run = run_of("strong", "weak:x=1", boards=1)
    empty = Tally(run)
    assert "strong" in tournament_text(empty) and "strong" in match_text(empty)
    assert match_json(empty, 0.0)["mean"] is None
    full = Tally(run)
    full.add(result(0, 0, 0, 3))
    full.add(result(0, 0, 1, 1))
    lines = tournament_text(full).splitlines()
    assert lines[2].split()[0] == "strong" and lines[3].split()[0] == "weak:x=1"
    assert "+2.00" in lines[2] and "-2.00" in lines[3]
    found = match_json(full, 1.0)
    assert found["bots"] == ["strong", "weak:x=1"] and found["boards"] == 1 and found["mean"] == 2.0
    assert found["ci95"] == [None, None] and found["games"] == 2 and found["win_rate"] == 1.0


def test_columns_of_a_table_line_up():
    assert text_table(["bot", "n"], [["a", "10"], ["long name", "9"]]).splitlines() == [
        "bot         n",
        "---------  --",
        "a          10",
        "long name   9",
    ]
