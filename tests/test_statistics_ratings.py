"""Bradley-Terry ratings: exact cases, what the bootstrap promises, and bots that met nobody."""

from math import isnan, log10

import numpy as np
import pytest

from meri_ai.arena.bradley_terry import DRAWN_BOARDS, fit, ratings
from meri_ai.arena.elo import expected_score

DOUBLE = 400 * log10(2)  # Elo for twice the strength


def test_two_bots_are_rated_as_elo_says():
    found = fit(np.array([[0.0, 3], [1, 0]]))
    assert found == pytest.approx([200 * log10(3), -200 * log10(3)])


def test_consistent_scores_give_the_strengths_back():
    strength = np.array([1.0, 2, 4])
    wins = 12 * strength[:, None] / (strength[:, None] + strength) * (1 - np.eye(3))
    assert fit(wins) == pytest.approx([-DOUBLE, 0, DOUBLE], abs=1e-4)
    many = fit(np.stack([wins, wins.T]))
    assert many.shape == (2, 3) and many[1] == pytest.approx([DOUBLE, 0, -DOUBLE], abs=1e-4)


def test_a_circle_of_wins_leaves_all_equal():
    assert fit(np.array([[0.0, 5, 1], [1, 0, 5], [5, 1, 0]])) == pytest.approx([0, 0, 0])


def test_a_long_ladder_adds_up():
    """Each of ten bots meets the next one alone, and makes two of three."""
    wins = np.zeros((10, 10))
    for bot in range(9):
        wins[bot, bot + 1], wins[bot + 1, bot] = 40, 20
    assert -np.diff(fit(wins)) == pytest.approx([DOUBLE] * 9, abs=0.01)


def test_the_score_that_ratings_expect_is_the_score_made():
    """The likeliest ratings are those that expect of each bot the very score it made."""
    rng = np.random.default_rng(1)
    wins = rng.integers(1, 30, (5, 5)).astype(float) * (1 - np.eye(5))
    found = fit(wins)
    expected = np.array([[expected_score(a - b) for b in found] for a in found]) * (wins + wins.T)
    assert expected.sum(axis=1) == pytest.approx(wins.sum(axis=1), rel=1e-5)


def test_a_bot_that_wins_everything_stays_finite():
    found = ratings(2, {(0, 1): np.ones(50)}, resamples=20)
    half = DRAWN_BOARDS / 2
    assert found[0].mean - found[1].mean == pytest.approx(400 * log10((50 + half) / half))
    assert found[0].boards == 50


def test_boards_that_are_not_complete_and_bots_that_never_met():
    scores = {(0, 1): np.array([1, np.nan, 0.5, np.nan]), (1, 2): np.full(3, np.nan)}
    found = ratings(3, scores, resamples=50)
    assert [f.boards for f in found] == [2, 2, 0] and isnan(found[2].mean)
    assert found[0].mean == pytest.approx(-found[1].mean) and found[0].mean > 0
    assert found[0].low <= found[0].mean <= found[0].high
    nobody = ratings(2, {}, resamples=5)
    assert len(nobody) == 2 and isnan(nobody[0].mean)


def test_one_board_gives_no_interval():
    for boards in ([1.0], [1.0, np.nan]):
        found = ratings(2, {(0, 1): np.array(boards)}, resamples=20)
        assert found[0].mean > 0 and isnan(found[0].low) and isnan(found[0].high)


def test_the_same_seed_gives_the_same_interval():
    scores = {(0, 1): np.random.default_rng(3).choice([0, 0.5, 1], 40)}
    assert ratings(2, scores, resamples=100) == ratings(2, scores, resamples=100)
    assert ratings(2, scores, resamples=100) != ratings(2, scores, resamples=100, seed=2)


def test_intervals_cover_the_truth_about_as_often_as_they_say():
    """Three bots 100 Elo apart, boards of one game: the first bot's interval over 100 runs, 95 expected."""
    rng = np.random.default_rng(8)
    truth = [100, 0, -100]
    covered = 0
    for _ in range(100):
        scores = {
            (a, b): (rng.random(120) < expected_score(truth[a] - truth[b])).astype(float)
            for a, b in [(0, 1), (0, 2), (1, 2)]
        }
        first = ratings(3, scores, resamples=100, seed=int(rng.integers(1000)))[0]
        covered += first.low <= 100 <= first.high
    assert (covered - 95) ** 2 / 95 + (covered - 95) ** 2 / 5 < 10.8  # 0.1 % of one degree of freedom


def test_a_resample_takes_the_same_deals_for_all_pairs():
    """Pairs that always score alike stay alike in every resample, so the third bot's rating cannot move."""
    by_board = np.random.default_rng(2).choice([0, 0.5, 1], 60)
    found = ratings(3, {(0, 1): by_board, (1, 2): by_board, (2, 0): by_board}, resamples=200)
    assert all(abs(f.low) < 1e-6 and abs(f.high) < 1e-6 for f in found)
