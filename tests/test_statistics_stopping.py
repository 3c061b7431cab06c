"""Boards in their order, and the rule that the interval be narrow."""

from itertools import permutations
from math import sqrt

import numpy as np
import pytest

from meri_ai import ConfigError
from meri_ai.arena.sprt import MIN_BOARDS
from meri_ai.arena.statistics import estimate
from meri_ai.arena.stopping import BoardFeed, StopRule

GAMES = {(0, 0): 1.0, (0, 1): 2.0, (1, 0): 3.0, (1, 1): None, (2, 0): 5.0, (2, 1): 6.0}


def test_boards_come_in_order_whatever_the_order_of_games():
    for order in permutations(GAMES):
        feed, found = BoardFeed(2), []
        for board, seating in order:
            ready = feed.add(board, GAMES[board, seating])
            assert ready.shape[1:] == (2,)
            found += [sorted(games) for games in ready.tolist()]
        assert found == [[1, 2], [5, 6]]


def test_a_board_waits_for_those_before_it():
    feed = BoardFeed(1)
    assert feed.add(1, 7.0).tolist() == []
    assert feed.add(0, 4.0).tolist() == [[4], [7]]


def test_the_rule_stops_at_the_first_board_with_a_narrow_interval():
    margins = np.random.default_rng(1).normal(0.2, 1.5, (2000, 2))
    rule = StopRule.parse("ci<0.2")
    assert rule.update(margins[:50]) is False and rule.update(margins[50:]) is True
    before, there = (estimate(margins[:n].mean(axis=1)) for n in (rule.boards - 1, rule.boards))
    assert there.half_width < 0.2 <= before.half_width
    assert rule.half_width == pytest.approx(there.half_width)
    stopped = rule.boards
    assert rule.update(margins) and rule.boards == stopped
    assert rule.as_json() == {"rule": "ci<0.2", "half_width": rule.half_width, "boards": stopped, "met": True}


def test_a_few_equal_boards_are_not_enough():
    rule = StopRule(0.1)
    assert not rule.update(np.zeros((MIN_BOARDS - 1, 2)))
    assert rule.update(np.zeros((1, 2))) and rule.boards == MIN_BOARDS and rule.half_width == 0


def test_the_width_worked_by_hand():
    """Means 0 and 2 in turn, twenty boards: deviation root of 20/19, and 2.093 is Student's point for 19."""
    rule = StopRule(0.001)
    rule.update(np.tile([[0.0, 0.0], [2.0, 2.0]], (10, 1)))
    assert rule.half_width == pytest.approx(2.093 * sqrt(20 / 19 / 20), rel=1e-3) and not rule.met


@pytest.mark.parametrize("text", ["", "ci", "ci<", "ci<x", "ci>0.1", "elo<5", "ci<-1", "ci<0", "ci<1.2.3", "ci<1e999"])
def test_a_wrong_rule_is_one_sentence(text):
    with pytest.raises(ConfigError) as found:
        StopRule.parse(text)
    assert "ci" in str(found.value) and "\n" not in str(found.value)


def test_rules_may_have_spaces():
    assert StopRule.parse(" ci < .25 ").limit == 0.25
