"""One rating for each bot from all pairs together: the Bradley-Terry model, with a bootstrap over boards."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, nan

import numpy as np
from numpy.typing import NDArray

from meri_ai.arena.statistics import Estimate

Array = NDArray[np.float64]

DRAWN_BOARDS = 0.5
"""Drawn boards added to each pair that met: a bot that won everything would else be rated infinite."""

_ROUNDS = 200
_RIDGE = 1e-6


def fit(wins: Array) -> Array:
    """Ratings in Elo, mean 0: (..., bots) from wins (..., bots, bots), the score that bot i made against bot j.

    They are the likeliest ones, where the model expects of every bot the score that it made. The likelihood is concave
    in them, so Newton's steps lead there; each is cut to a length at which they cannot run away.
    """
    games = wins + wins.swapaxes(-1, -2)
    bots = wins.shape[-1]
    logs = np.zeros(wins.shape[:-1])  # of the strengths
    for _ in range(_ROUNDS):
        expected = 1 / (1 + np.exp(logs[..., None, :] - logs[..., :, None]))
        missing = (wins - games * expected).sum(axis=-1)
        bend = games * expected * (1 - expected)
        # a common shift changes nothing, nor does one of a group that met no other: the last term takes none of them
        slope = np.eye(bots) * bend.sum(axis=-1)[..., None] - bend + np.eye(bots) * _RIDGE
        step = np.linalg.solve(slope, missing[..., None])[..., 0]
        longest = np.abs(step).max(axis=-1, keepdims=True)
        logs += step / np.maximum(longest, 1)
        if longest.max() < 1e-9:
            break
    ratings: Array = 400 / log(10) * (logs - logs.mean(axis=-1, keepdims=True))
    return ratings


def ratings(
    bots: int, scores: Mapping[tuple[int, int], Array], *, resamples: int = 1000, seed: int = 1
) -> list[Estimate]:
    """Each bot's rating in Elo, the mean of all being 0, with its 95 % interval over resampled boards.

    scores: for each pair, the first bot's score by board number (0 to 1, NaN where the board is not complete). Every
    pair of a run plays the same deals, so a resample draws board numbers for all pairs at once. NaN for a bot that has
    met nobody; where the bots fall into groups that never met, ratings compare within a group only.
    """
    boards = max((len(by_board) for by_board in scores.values()), default=0)
    made = np.zeros((len(scores), 2, boards))  # the score of each side of each pair, 0 where the board is not complete
    complete = np.zeros(bots, dtype=int)
    played: set[int] = set()  # the numbers of boards that are complete in a pair or more
    for pair, ((a, b), by_board) in enumerate(scores.items()):
        done = np.flatnonzero(~np.isnan(by_board))
        made[pair, :, done] = np.stack([by_board[done], 1 - by_board[done]], axis=-1)
        complete[[a, b]] += len(done)
        played.update(done.tolist())
    met = np.flatnonzero(complete)
    if not len(met):
        return [Estimate(nan, nan, nan, 0)] * bots
    rng = np.random.default_rng(seed)
    totals = [made.sum(axis=-1)]  # of the run itself, then of each resample
    for _ in range(resamples):
        totals.append(made @ np.bincount(rng.integers(boards, size=boards), minlength=boards))
    wins = np.zeros((len(totals), bots, bots))
    for pair, (a, b) in enumerate(scores):
        if made[pair].any():
            first, second = np.array(totals)[:, pair].T + DRAWN_BOARDS / 2
            wins[:, a, b] += first
            wins[:, b, a] += second
    found = np.full((len(totals), bots), np.nan)
    found[:, met] = fit(wins[:, met][:, :, met])
    low, high = np.percentile(found[1:], [2.5, 97.5], axis=0)
    if len(played) < 2:  # drawn again and again, one board is always the same
        low = high = np.full(bots, np.nan)
    return [
        Estimate(float(found[0, bot]), float(low[bot]), float(high[bot]), int(complete[bot])) for bot in range(bots)
    ]
