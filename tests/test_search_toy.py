"""The search on a game whose values can be worked out by hand: the pea under the cups."""

from concurrent.futures import ThreadPoolExecutor
from math import sqrt

import pytest

from meri_ai._core.errors import SearchError
from meri_ai._core.game import perft, perft_divide
from meri_ai._core.games.cups import ACTIONS, CupsGame
from meri_ai.search import SearchResult, search

CUPS, PEEK, ASK, SHUFFLE, REFUSE = ACTIONS[:3], *ACTIONS[3:]
RULES_OF_CHOICE = [{"prior": 0.0}, {"prior": 0.5, "policy": "random"}, {"prior": 1.0}]


def opening(**prizes: float):
    return CupsGame(**prizes).new_state(1).view()


def mean_of(result: SearchResult, action) -> float:
    (row,) = [row for row in result.table if row.action == action]
    assert row.mean is not None
    return row.mean


def explore(view, **options) -> SearchResult:
    """A search that looks at every action again and again, for its means."""
    return search(view, **({"iterations": 200_000, "c": 8.0, "prior": 0.0} | options))


def test_perft_counts_sequences():
    state = CupsGame().new_state(1)
    assert [perft(state, depth) for depth in range(5)] == [1, 6, 11, 19, 19]
    assert perft_divide(state, 3) == dict(zip(ACTIONS[:6], [1, 1, 1, 3, 7, 6], strict=True))
    assert state.legal_codes() == list(range(6))
    with pytest.raises(ValueError, match="depth must be 0 or more"):
        perft(state, -1)


def test_a_copy_goes_its_own_way():
    state = CupsGame().new_state(1)
    copy = state.clone()
    copy.apply_action(CUPS[1])
    assert copy.is_terminal() and copy.current_player() == -1 and copy.returns() == [3.0, -3.0]
    assert copy.legal_codes() == [] and perft(copy, 3) == 1
    assert state.current_player() == 0
    with pytest.raises(ValueError, match="not over"):
        state.returns()


@pytest.mark.parametrize("choice", RULES_OF_CHOICE)
def test_what_a_peek_shows_is_used(choice):
    result = search(opening(), iterations=20_000, **choice)
    assert result.action == PEEK
    assert mean_of(result, PEEK) == pytest.approx(2.0, abs=0.1)


def test_a_peek_is_worth_its_price_only():
    result = search(opening(peek=2.0), iterations=300_000, c=1.0, prior=0.0)
    assert result.action == ASK
    assert 0.8 < mean_of(result, PEEK) < 1.0  # 1 but for the exploring


@pytest.mark.parametrize("method", ["ismcts", "montecarlo"])
def test_a_blind_guess_is_a_blind_guess(method):
    result = explore(opening(), method=method, c=20.0)
    for cup in CUPS:
        assert mean_of(result, cup) == pytest.approx(1.0, abs=0.1)


def test_an_unseen_move_tells_nothing():
    # a tree that branched on the keeper's move would win 3 here
    assert mean_of(explore(opening()), SHUFFLE) == pytest.approx(1.0, abs=0.1)


def test_an_opponent_chooses_for_itself():
    # the keeper refuses at 1.2; at 2 it shows a cup, though no tree of the guesser's knows how to show one at random
    assert mean_of(search(opening(peek=3.0), iterations=200_000), ASK) == pytest.approx(1.2, abs=0.02)
    assert 1.4 < mean_of(search(opening(peek=3.0, refuse=2.0), iterations=200_000), ASK) < 1.8


def test_the_keeper_can_search_too():
    state = CupsGame().new_state(1)
    state.apply_action(ASK)
    result = search(state.view(), iterations=5_000)
    assert result.action == REFUSE
    assert {row.action for row in result.table} == {CUPS[0], CUPS[2], REFUSE}
    assert mean_of(result, REFUSE) == pytest.approx(-1.2)


@pytest.mark.parametrize("method", ["ismcts", "montecarlo"])
def test_worlds_agree_with_what_was_shown(method):
    state = CupsGame().new_state(1)
    state.apply_action(ASK)
    state.apply_action(CUPS[0])
    result = explore(state.view(), method=method)
    assert mean_of(result, CUPS[0]) == 0.0
    assert mean_of(result, CUPS[2]) == pytest.approx(1.5, abs=0.1)


@pytest.mark.parametrize("iterations", [1, 2, 5, 6, 7, 100, 4321])
@pytest.mark.parametrize("choice", RULES_OF_CHOICE)
def test_every_iteration_is_counted_once(iterations, choice):
    result = search(opening(), iterations=iterations, **choice)
    assert sum(row.visits for row in result.table) == iterations == result.stats["iterations"] == result.stats["worlds"]
    visits = [row.visits for row in result.table]
    assert visits == sorted(visits, reverse=True) and result.action == result.table[0].action
    assert len(result.table) == 6


@pytest.mark.parametrize("iterations", [1, 5, 6, 7, 11, 12, 100, 4321])
def test_montecarlo_never_spends_more_than_its_budget(iterations):
    result = search(opening(), method="montecarlo", iterations=iterations)
    spent = sum(row.visits for row in result.table)
    assert spent == result.stats["iterations"]
    assert iterations - 6 < spent <= iterations
    assert result.action == result.table[0].action


def test_montecarlo_with_too_small_a_budget_trusts_the_policy():
    result = search(opening(), method="montecarlo", iterations=5)
    assert [row.visits for row in result.table] == [5, 0, 0, 0, 0, 0]
    assert result.table[1].mean is None and result.table[1].stderr is None


@pytest.mark.parametrize("seed", range(20))
def test_montecarlo_compares_in_the_same_worlds(seed):
    # one playout each: the pea of that one world is under one cup
    result = search(opening(), method="montecarlo", iterations=6, seed=seed)
    assert sum(mean_of(result, cup) for cup in CUPS) == 3.0


def test_montecarlo_halves_the_candidates():
    result = search(opening(), method="montecarlo", iterations=9_000)
    visits = [row.visits for row in result.table]
    # rounds of 6, 3 and 2 candidates, a third of the budget each
    assert visits == [500 + 1000 + 1500] * 2 + [500 + 1000] + [500] * 3


def test_the_standard_error_is_that_of_the_mean():
    state = CupsGame().new_state(1)
    state.apply_action(ASK)
    state.apply_action(CUPS[0])
    result = search(state.view(), method="montecarlo", iterations=40_000)
    for row in result.table:
        # a prize of 3 in half the worlds has the standard deviation 1.5, or it is never there
        deviation = 0.0 if row.action == CUPS[0] else 1.5
        assert row.stderr == pytest.approx(deviation / sqrt(row.visits), rel=0.02)


@pytest.mark.parametrize("method", ["ismcts", "montecarlo"])
def test_one_seed_one_result_in_many_threads(method):
    view = opening()
    alone = [search(view, method=method, iterations=20_000, seed=seed).table for seed in range(8)]
    assert len({str(table) for table in alone}) == 8
    with ThreadPoolExecutor(4) as pool:
        together = pool.map(lambda seed: search(view, method=method, iterations=20_000, seed=seed).table, range(8))
        assert list(together) == alone


@pytest.mark.parametrize("method", ["ismcts", "montecarlo"])
def test_a_time_limit_ends_the_search(method):
    result = search(opening(), method=method, time_limit=0.02)
    stats = result.stats
    assert stats["time_limit"] == 0.02 and stats["iterations"] > 0
    assert stats["seconds"] >= 0.02 and stats["overrun"] == pytest.approx(stats["seconds"] - 0.02)
    both = search(opening(), method=method, time_limit=60.0, iterations=100)
    assert both.stats["iterations"] <= 100 and both.stats["overrun"] == 0.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "magic"}, "method must be one of ismcts, montecarlo, not 'magic'"),
        ({"policy": "clever"}, "policy must be one of random, rule, not 'clever'"),
        ({"iterations": 0}, "iterations must be a whole number from 1"),
        ({"iterations": -5}, "iterations must be a whole number from 1"),
        ({"iterations": 2.5}, "iterations must be a whole number"),
        ({"iterations": True}, "iterations must be a whole number"),
        ({"time_limit": 0}, "time_limit must be a number of seconds above 0 and at most 1e"),
        ({"time_limit": float("nan")}, "time_limit must be a number"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"seed": 2**64}, "seed must be a whole number from 0"),
        ({"noise": 1.5}, "noise must be a number from 0 to 1, not 1.5"),
        ({"c": -0.1}, "c must be a number from 0"),
        ({"prior": "much"}, "prior must be a number from 0 to 1, not 'much'"),
        ({"tree_bytes": 100}, "tree_bytes must be a whole number from 16384"),
    ],
)
def test_arguments_out_of_range(options, message):
    with pytest.raises(SearchError, match=message):
        search(opening(), **options)


def test_a_view_is_needed():
    with pytest.raises(SearchError, match="view must be a View, not CupsState"):
        search(CupsGame().new_state(1))
