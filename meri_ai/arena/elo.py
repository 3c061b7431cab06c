"""Elo, normalised Elo and likelihood of superiority, all from one number a board."""

from __future__ import annotations

from math import inf, log, log10, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from meri_ai.arena.statistics import Estimate, estimate, t_cdf, t_quantile

Array = NDArray[np.float64]

ELO_PER_T = 800 / log(10)
"""Normalised Elo for each unit of (score - 1/2) / standard deviation of a game; near 1/2 it makes Elo of it."""


def expected_score(elo: float) -> float:
    """The mean score, from 0 to 1, of a bot that is `elo` better."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of_score(score: float) -> float:
    """The inverse of expected_score: infinite at 0 and 1."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


def elo(scores: Array) -> Estimate:
    """Elo from the scores of boards (each from 0 to 1); an end of the interval may be infinite."""
    score = estimate(scores)
    if score.boards == 0:
        return score
    low, high = (end if np.isnan(end) else elo_of_score(end) for end in (score.low, score.high))
    return Estimate(elo_of_score(score.mean), low, high, score.boards)


def normalised_elo(scores: Array, games: int = 2) -> Estimate:
    """How far the mean score is from 1/2, in standard deviations of a game, times ELO_PER_T.

    games: how many a board has. Where all boards score alike there is no standard deviation: infinite, or 0 at 1/2.
    """
    values = scores[~np.isnan(scores)] - 0.5
    n = len(values)
    if n < 2:
        return Estimate(nan, nan, nan, n)
    mean, deviation = float(values.mean()), float(values.std(ddof=1))
    if deviation == 0:
        found = float(np.copysign(inf, mean)) if mean else 0.0
        return Estimate(found, found, found, n)
    t = mean / deviation
    away = (values - mean) / deviation
    # how much each board moves t: by its place, less what it does to the deviation (the delta method)
    pull = away - t / 2 * (away**2 - 1)
    scale = ELO_PER_T / sqrt(games)
    half = scale * t_quantile(n - 1) * float(pull.std(ddof=1)) / sqrt(n)
    return Estimate(scale * t, scale * t - half, scale * t + half, n)


def likelihood_of_superiority(values: Array, level: float) -> float:
    """How likely the true mean of `values`, one a board, is above `level`, when all was equally likely before.

    Take level 1/2 for scores and 0 for margins. NaN for fewer than two boards.
    """
    values = values[~np.isnan(values)]
    n = len(values)
    if n < 2:
        return nan
    gap, error = float(values.mean()) - level, float(values.std(ddof=1)) / sqrt(n)
    if error == 0:
        return 0.5 if gap == 0 else float(gap > 0)
    return t_cdf(gap / error, n - 1)
