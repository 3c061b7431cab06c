"""Figures by board: the games of a board are one observation, however many they are.

Intervals are 95 % Student intervals of the mean over boards. An array `games` holds a pair's margins, the first bot's
points minus the second's, with shape (boards, games a board), and NaN for a game that is not played or void. Only
complete boards count. docs/statistics.md explains every figure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import atan, cos, erf, nan, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from meri_ai._core.errors import ConfigError
from meri_ai.arena.result import GameResult
from meri_ai.arena.run import Run
from meri_ai.arena.schedule import places_of_pairs

Array = NDArray[np.float64]
_Z = 1.959963984540054  # the 97.5 % point of the normal distribution
ROUNDING = 1e-6  # less than any board mean of whole points, and more than what rounding leaves


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
    """One bot against the field. Points and margin (own minus the other side's) are a unit; a draw is half a win.

    place: at tables of three bots or more; else None.
    """

    bot: int
    points: Estimate
    margin: Estimate
    win_rate: float
    place: Estimate | None
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


def t_cdf(t: float, freedom: int) -> float:
    """How likely Student's t is below `t`. Finite sums, 26.7.3 and 26.7.4 of the same Handbook.

    Above 1000 degrees of freedom by the normal distribution, 26.7.8, which is then right to a millionth.
    """
    if freedom > 1000:
        return (1 + erf(t * (1 - 1 / (4 * freedom)) / sqrt(1 + t * t / (2 * freedom)) / sqrt(2))) / 2
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(2 + odd, freedom - 1, 2):
        term *= cos(angle) ** 2 * (k - 1) / k
        total += term
    inside = sin(angle) * total
    return (1 + (2 / pi * (angle + inside) if odd else inside)) / 2


def complete(games: Array) -> Array:
    """The complete boards, in board order."""
    boards: Array = games[~np.isnan(games).any(axis=1)]
    return boards


def board_margins(games: Array) -> Array:
    """The mean margin a deal of each complete board, in board order."""
    return even(complete(games).mean(axis=1))


def even(means: Array) -> Array:
    """The means of boards with 0 where rounding alone is left, as of thirds that sum to 0; others as they are."""
    return np.where(np.abs(means) < ROUNDING, 0.0, means)


def board_scores(games: Array) -> Array:
    """The first bot's score of each complete board, in board order: 1 for a win, 1/2 for a draw, 0 for a loss, mean."""
    scores: Array = ((np.sign(complete(games)) + 1) / 2).mean(axis=1)
    return scores


def scores_by_number(games: Array) -> Array:
    """The first bot's score by board number, NaN for boards that are not complete."""
    scores: Array = ((np.sign(games) + 1) / 2).mean(axis=1)
    return scores


def finishing_place(points: Array, side: int) -> Array:
    """The place of one of the bots that met: 1 + how many have more points + half of the others with as many.

    points: by bot in the last dimension; NaN (not played or void) stays NaN.
    """
    others = points - points[..., side : side + 1]
    places: Array = ((np.sign(others) + 1) / 2).sum(axis=-1) + 0.5  # itself, level with itself, makes the other half
    return places


def payoff_matrix(bots: int, margins: Mapping[tuple[int, int], float]) -> Array:
    """Row bot's margin against column bot, from each pair's (first bot, second bot): NaN for who never met."""
    matrix = np.full((bots, bots), np.nan)
    for (a, b), margin in margins.items():
        matrix[a, b], matrix[b, a] = margin, -margin
    return matrix


class Tally:
    """Collects the results of a run, in any order, and gives its figures at any time."""

    def __init__(self, run: Run, games: int = 2) -> None:
        """ConfigError when the points of so many boards do not fit into the memory."""
        self.run = run
        self.games = 0
        """Counted so far."""
        # meeting, board, seating, and bot of the meeting; NaN for a game that is not played or void
        try:
            self._points = np.full((len(run.meetings), run.boards, games, run.sides), np.nan)
        except MemoryError:
            raise ConfigError(f"{run.boards} boards a {run.meeting_word} do not fit into the memory") from None
        self._places = list(places_of_pairs(run.meetings).values())
        self._moves = [0] * len(run.bots)
        self._seconds = [0.0] * len(run.bots)

    def add(self, result: GameResult) -> None:
        self.games += 1
        self._points[result.key] = nan if result.points is None else result.points
        for side, bot in enumerate(self.run.meetings[result.key.meeting]):
            self._moves[bot] += result.moves[side]
            self._seconds[bot] += result.seconds[side]

    def pair_games(self, pair: int) -> Array:
        """The `games` array of a pair of the run: the games of a board are those of all its meetings."""
        points = self._points
        met = [
            points[place.meeting, ..., place.first] - points[place.meeting, ..., place.second]
            for place in self._places[pair]
        ]
        return np.concatenate(met, axis=1)

    def pair_margin(self, pair: int) -> Estimate:
        """First bot's points minus the second's, a deal, over complete boards."""
        return estimate(board_margins(self.pair_games(pair)))

    def pair_win_rate(self, pair: int) -> float:
        """The first bot's."""
        return estimate(board_scores(self.pair_games(pair))).mean

    def ms_per_move(self, bot: int) -> float:
        return 1000 * self._seconds[bot] / self._moves[bot] if self._moves[bot] else nan

    def bot_figures(self, bot: int) -> BotFigures:
        """A bot against all its opponents, over the boards that it has finished against each of them."""
        sides = [(pair, bots.index(bot)) for pair, bots in enumerate(self.run.pairs) if bot in bots]
        margins = np.stack([self.pair_games(pair) * (1 - 2 * side) for pair, side in sides])
        seats = [(meeting, bots.index(bot)) for meeting, bots in enumerate(self.run.meetings) if bot in bots]
        points = np.stack([self._points[meeting, ..., side] for meeting, side in seats])
        places = np.stack([finishing_place(self._points[meeting], side) for meeting, side in seats])
        return BotFigures(
            bot,
            points=estimate(even(points.mean(axis=(0, 2)))),
            margin=estimate(even(margins.mean(axis=(0, 2)))),
            win_rate=estimate(((np.sign(margins) + 1) / 2).mean(axis=(0, 2))).mean,
            place=estimate(places.mean(axis=(0, 2))) if self.run.sides > 2 else None,
            ms_per_move=self.ms_per_move(bot),
        )

    def ranking(self) -> list[BotFigures]:
        """All bots, the best margin first."""
        figures = [self.bot_figures(bot) for bot in range(len(self.run.bots))]
        return sorted(figures, key=lambda f: -f.margin.mean if f.margin.boards else 0.0)
