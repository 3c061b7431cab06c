"""Figures by board, Elo and likelihood of superiority: cases worked by hand, and their laws by simulation."""

from math import inf, isinf, isnan, log, log10, sqrt

import numpy as np
import pytest

from meri_ai.arena.elo import elo, elo_of_score, expected_score, likelihood_of_superiority, normalised_elo
from meri_ai.arena.statistics import (
    board_margins,
    board_scores,
    estimate,
    payoff_matrix,
    scores_by_number,
    t_cdf,
)

NAN = float("nan")


@pytest.mark.parametrize(
    ("t", "freedom", "below"),
    [
        (0, 7, 0.5),
        (1, 1, 0.75),
        (sqrt(2), 2, 0.5 + sqrt(2) / 4),
        (2.353363, 3, 0.95),
        (-2.353363, 3, 0.05),
        (2.131847, 4, 0.95),
        (2.228139, 10, 0.975),
        (3.169273, 10, 0.995),
        (1.671553, 58, 0.95),
        (1.646379, 1000, 0.95),
        (1.645158, 5000, 0.95),
    ],
)
def test_student_probabilities_are_those_of_the_tables(t, freedom, below):
    assert t_cdf(t, freedom) == pytest.approx(below, abs=1e-6)


GAMES = np.array([[4, -2], [0, NAN], [3, -3], [NAN, NAN], [0, 2], [-1, -3]])


def test_only_complete_boards_count():
    assert board_margins(GAMES).tolist() == [1, 0, 1, -2]
    assert board_scores(GAMES).tolist() == [0.5, 0.5, 0.75, 0]
    numbered = scores_by_number(GAMES)
    assert np.isnan(numbered).tolist() == [False, True, False, True, False, False]
    assert numbered[~np.isnan(numbered)].tolist() == board_scores(GAMES).tolist()


def test_the_payoff_matrix_shows_both_sides():
    matrix = payoff_matrix(3, {(0, 1): 1.5, (2, 1): -2.0})
    assert matrix[0, 1] == 1.5 and matrix[1, 0] == -1.5 and matrix[1, 2] == 2.0
    assert isnan(matrix[0, 2]) and isnan(matrix[0, 0])


def test_elo_and_score_are_inverse():
    assert expected_score(0) == 0.5 and expected_score(400) == pytest.approx(10 / 11)
    assert elo_of_score(0.75) == pytest.approx(400 * log10(3))
    assert elo_of_score(1) == inf and elo_of_score(0) == -inf
    assert elo_of_score(expected_score(-37.5)) == pytest.approx(-37.5)


def test_elo_takes_the_interval_of_the_score():
    scores = np.array([1.0, 0.5, 0.75, 0.75, NAN])
    found, score = elo(scores), estimate(scores)
    assert found.mean == pytest.approx(400 * log10(3)) and found.boards == 4
    assert (found.low, found.high) == pytest.approx((elo_of_score(score.low), elo_of_score(score.high)))
    assert isinf(elo(np.ones(5)).high) and elo(np.full(5, 0.5)).high == 0
    assert isnan(elo(np.array([])).mean) and isnan(elo(np.array([0.5])).low)


def test_normalised_elo_worked_by_hand():
    """Scores 1 1/2 1/2 1/2: 1/8 above the middle, deviation 1/4 a board, so 1/4 times the root of 2 a game."""
    found = normalised_elo(np.array([1, 0.5, 0.5, 0.5]))
    assert found.mean == pytest.approx(800 / log(10) * 0.125 / (0.25 * sqrt(2)))
    assert found.mean == pytest.approx((found.low + found.high) / 2)
    assert normalised_elo(np.full(3, 0.5)).high == 0 and normalised_elo(np.ones(3)).mean == inf
    assert isnan(normalised_elo(np.array([1.0])).mean)


def test_normalised_elo_is_near_elo_for_close_bots_without_draws():
    rng = np.random.default_rng(5)
    wins = rng.random((20_000, 2)) < 0.51
    scores = wins.mean(axis=1)
    assert normalised_elo(scores).mean == pytest.approx(elo(scores).mean, rel=0.02)


def test_intervals_of_normalised_elo_cover_the_truth():
    """Scores 0, 1/2 and 1 with probabilities .2 .3 .5: mean .65, variance .1525."""
    rng = np.random.default_rng(2)
    truth = 800 / log(10) * 0.15 / sqrt(0.1525 * 2)
    found = [normalised_elo(rng.choice([0, 0.5, 1], p=[0.2, 0.3, 0.5], size=100)) for _ in range(2000)]
    covered = sum(e.low <= truth <= e.high for e in found)
    assert chi_square([covered, 2000 - covered], [1900, 100]) < 10.8  # 0.1 % of one degree of freedom


def test_superiority_worked_by_hand():
    assert likelihood_of_superiority(np.array([0.0, 2.0]), 0) == pytest.approx(0.75)
    assert likelihood_of_superiority(np.array([0.0, 2.0]), 1) == 0.5
    assert likelihood_of_superiority(np.array([0.5, 0.5]), 0.5) == 0.5
    assert likelihood_of_superiority(np.array([1.0, 1.0]), 0.5) == 1
    assert isnan(likelihood_of_superiority(np.array([1.0, NAN]), 0.5))


def test_superiority_is_uniform_for_equal_bots():
    rng = np.random.default_rng(4)
    found = [likelihood_of_superiority(rng.normal(0, 3, size=6), 0) for _ in range(4000)]
    counts, _ = np.histogram(found, bins=10, range=(0, 1))
    assert chi_square(counts, [400] * 10) < 27.9  # 0.1 % of nine degrees of freedom


def chi_square(seen, expected):
    return sum((s - e) ** 2 / e for s, e in zip(seen, expected, strict=True))
