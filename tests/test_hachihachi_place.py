"""Searching for the place at the end of the year: what it makes of the accounts, and where it can be had."""

from math import pi, sqrt

import pytest

import meri_ai as ma
from meri_ai.arena.run import GameSettings, Run

MONTH = 180.0  # mon: how far a month moves an account, see hachihachi_ops.pyx


def last_choice(months_left, scores):
    """The last decision between several actions of a month that the rule player plays, so long before the end."""
    game = ma.load_game("hachihachi", months=12)
    state = game.new_state(game.random_deal(seed=5), 0, scores, (), 12 - months_left)
    found = state
    while not state.is_terminal():
        if len(state.legal_actions()) > 1:
            found = state.clone()
        state.apply_action(state.legal_actions()[0])
    return found


def played_out(state, action):
    state = state.clone()
    state.apply_action(action)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state


def places(state, accounts, months_left):
    """How many places above the middle each seat may expect: half a place won or lost to each other seat, for sure
    where no month is left, else by a bell of the accounts' distance.
    """
    ends = [account + mon for account, mon in zip(accounts, state.result()["points"], strict=True)]
    spread = 2 * MONTH**2 * months_left * pi / 2
    leads = [[end - other for other in ends if other != end] for end in ends]
    return [sum(lead / sqrt(lead * lead + spread) / 2 for lead in row) for row in leads]


@pytest.mark.parametrize("months_left", [0, 1, 11])
@pytest.mark.parametrize("scores", [(60, 60, 60), (500, -200, 20)])
def test_the_value_of_a_decided_month_is_the_expected_place(months_left, scores):
    state = last_choice(months_left, scores)
    seat = state.current_player()
    assert state.view(seat).month == 12 - months_left
    result = ma.search(state.clairvoyant_view(seat), iterations=50, seed=1, goal="place")
    assert len(result.table) > 1
    for row in result.table:
        assert row.mean == pytest.approx(places(played_out(state, row.action), scores, months_left)[seat])


def test_the_goal_is_checked_before_a_run():
    hachihachi = GameSettings.make("hachihachi", "standard", {})
    Run(hachihachi, ("ismcts:goal=place", "rule"), ((0, 1),), 1, 1).check()
    with pytest.raises(ma.ConfigError, match="the goals in hachihachi are points, place"):
        Run(hachihachi, ("ismcts:goal=plaec", "rule"), ((0, 1),), 1, 1).check()
    with pytest.raises(ma.ConfigError, match="the goals in meri are points"):
        Run(GameSettings.make("meri", "hitoyoshi", {}), ("montecarlo:goal=place", "rule"), ((0, 1),), 1, 1).check()


def test_a_search_refuses_a_goal_that_the_game_has_not():
    game = ma.load_game("meri")
    state = game.new_state(game.random_deal(seed=1), dealer=0)
    with pytest.raises(ma.SearchError, match="the goals in meri are points, not 'place'"):
        ma.search(state.view(state.current_player()), iterations=1, goal="place")


def test_months_and_accounts_travel_with_the_view():
    game = ma.load_game("hachihachi")
    state = game.new_state(game.random_deal(seed=1), 0, (70, 10, 100), (), 12)
    view = state.view(state.current_player())
    again = game.view_from_json(view.to_json())
    assert again == view and again.month == 12 and view != game.new_state(game.random_deal(seed=1)).view(view.seat)
    seen = [ma.search(found, iterations=500, seed=3, goal="place").table for found in (view, again)]
    assert seen[0] == seen[1]
    with pytest.raises(ma.ViewError, match="month: one of the year's is wanted, from 1 to 12, not 13"):
        game.view_from_json(view.to_json() | {"month": 13})
    with pytest.raises(ma.DealError, match="the month is one of the year's, from 1 to 12, not 0"):
        game.new_state(game.random_deal(seed=1), month=0)
