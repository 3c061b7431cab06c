"""Figures by board: the two games of a board are one observation, never two.

Intervals are 95 % Student intervals of the mean over boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from numpy.typing import NDArray

from meri_ai.arena.run import Run
from meri_ai.arena.runner import GameResult

Array = NDArray[np.float64]
_Z = 1.959963984540054  # the 97.5 % point of the normal distribution


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over `boards` boards with its 95 % interval; NaN where there are too few (0, or 1 for the interval)."""

    mean: float
    low: float
    high: float
    boards: int

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class BotFigures:
    """One bot against the field. Points and margin (own minus the other side's) are a deal; a draw is half a win."""

    bot: int
    points: Estimate
    margin: Estimate
    win_rate: float
    ms_per_move: float


def estimate(by_board: Array) -> Estimate:
    """Mean and interval of one number a board; boards that are NaN (not finished) do not count."""
    values = by_board[~np.isnan(by_board)]
    n = len(values)
    if n == 0:
        return Estimate(nan, nan, nan, 0)
    mean = float(values.mean())
    half = t_quantile(n - 1) * float(values.std(ddof=1)) / sqrt(n) if n > 1 else nan
    return Estimate(mean, mean - half, mean + half, n)


def t_quantile(freedom: int) -> float:
    """The 97.5 % point of Student's t: exact for 1 and 2 degrees of freedom, else within 0.005.

    The expansion is 26.7.5 of Abramowitz and Stegun's Handbook of Mathematical Functions.
    """
    if freedom == 1:
        return 12.706204736
    if freedom == 2:
        return 4.302652730
    z, n = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


class Tally:
    """Collects the results of a run, in any order, and gives its figures at any time."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.games = 0
        shape = (len(run.pairs), run.boards, 2)
        self._margins = np.full(shape, np.nan)  # pair, board, seating
        self._points = np.full((*shape, 2), np.nan)  # ... and side of the pair
        self._moves = np.zeros(len(run.bots))
        self._seconds = np.zeros(len(run.bots))

    def add(self, result: GameResult) -> None:
        self.games += 1
        self._margins[result.key] = result.margin
        self._points[result.key] = result.points
        for side, bot in enumerate(self.run.pairs[result.key.pair]):
            self._moves[bot] += result.moves[side]
            self._seconds[bot] += result.seconds[side]

    def pair_margin(self, pair: int) -> Estimate:
        """First bot's points minus the second's, a deal, over the boards of which both games are finished."""
        return estimate(self._margins[pair].mean(axis=1))

    def pair_win_rate(self, pair: int) -> float:
        """The first bot's."""
        return _win_rate(self._margins[pair])

    def ms_per_move(self, bot: int) -> float:
        return float(1000 * self._seconds[bot] / self._moves[bot]) if self._moves[bot] else nan

    def bot_figures(self, bot: int) -> BotFigures:
        """A bot against all its opponents, over the boards that it has finished against each of them."""
        sides = [(pair, bots.index(bot)) for pair, bots in enumerate(self.run.pairs) if bot in bots]
        margins = np.stack([self._margins[pair] * (1 - 2 * side) for pair, side in sides])
        points = np.stack([self._points[pair, :, :, side] for pair, side in sides])
        return BotFigures(
            bot,
            points=estimate(points.mean(axis=(0, 2))),
            margin=estimate(margins.mean(axis=(0, 2))),
            win_rate=_win_rate(margins),
            ms_per_move=self.ms_per_move(bot),
        )

    def ranking(self) -> list[BotFigures]:
        """All bots, the best margin first."""
        figures = [self.bot_figures(bot) for bot in range(len(self.run.bots))]
        return sorted(figures, key=lambda f: -f.margin.mean if f.margin.boards else 0.0)


def _win_rate(margins: Array) -> float:
    finished = margins[~np.isnan(margins)]
    return float(np.mean((finished > 0) + (finished == 0) / 2)) if len(finished) else nan
