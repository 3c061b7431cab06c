"""How often the sequential test errs, by simulation: `python benchmarks/sprt_rates.py [runs]`.

Boards are drawn from a model of play of its own, not from the one that the test assumes: a deal gives one side a
normal advantage in points, each of its two games adds noise of its own and the better bot's points, and the margin is
the odd number next to the sum (a deal of Meri without yaku has nine tricks, so there is no draw). For each test the
better bot's points are set so that H0 or H1 holds exactly; every run is one whole test, decided by the package's Sprt.
Last comes how often the interval at which `ci<` stops a run holds the true margin.
"""

import sys
from math import erf, sqrt

import numpy as np

from meri_ai.arena.elo import expected_score
from meri_ai.arena.sprt import Sprt
from meri_ai.arena.statistics import board_margins, estimate
from meri_ai.arena.stopping import StopRule

CARDS, LUCK = 3.8, 2.1  # standard deviations in points: of the deal's advantage, of one game (see board_variance.py)
TESTS = [("elo", 0.0, 20.0), ("elo", -10.0, 10.0), ("elo", 0.0, 60.0), ("margin", 0.0, 0.2), ("margin", 0.0, 0.5)]
LIMITS = [0.4, 0.2]
AHEAD = 500  # boards drawn at a time


def boards(rng: np.random.Generator, points: float, count: int) -> np.ndarray:
    """Margins of the better bot, (count, 2)."""
    cards = rng.normal(0, CARDS, (count, 1)) * [1, -1]
    return 2 * np.floor((points + cards + rng.normal(0, LUCK, (count, 2))) / 2) + 1


def _mean(points: float, model: str) -> float:
    """The mean score or margin of a game, to ten digits."""
    deviation = sqrt(CARDS**2 + LUCK**2)
    below = np.array([(1 + erf((edge - points) / deviation / sqrt(2))) / 2 for edge in range(-80, 81, 2)])
    odd = np.arange(-79, 80, 2)
    values = odd > 0 if model == "elo" else odd
    return float(np.diff(below) @ values)


def points_for(model: str, value: float) -> float:
    """The better bot's points with which the mean is what the hypothesis says."""
    wanted = expected_score(value) if model == "elo" else value
    low, high = -10.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _mean(middle, model) < wanted else (low, middle)
    return low


def simulate(model: str, h0: float, h1: float, truth: float, runs: int, seed: int) -> tuple[float, float]:
    """The share of runs that accept H1 where `truth` holds, and the mean number of boards that a run takes."""
    rng = np.random.default_rng(seed)
    points = points_for(model, truth)
    accepted = taken = 0
    for _ in range(runs):
        test = Sprt(h0, h1, model=model)
        while test.update(boards(rng, points, AHEAD)) is None:
            pass
        accepted += test.verdict == "H1"
        taken += test.boards
    return accepted / runs, taken / runs


def coverage(limit: float, runs: int, seed: int) -> tuple[float, float]:
    """Of runs stopped by ci<limit: the share whose interval holds the truth, and the mean number of boards."""
    rng = np.random.default_rng(seed)
    points = points_for("margin", 0.2)
    covered = taken = 0
    for _ in range(runs):
        rule, played = StopRule(limit), np.empty((0, 2))
        while not rule.met:
            more = boards(rng, points, AHEAD)
            played = np.concatenate([played, more])
            rule.update(more)
        found = estimate(board_margins(played[: rule.boards]))
        covered += found.low <= 0.2 <= found.high
        taken += rule.boards
    return covered / runs, taken / runs


if __name__ == "__main__":
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    noise = 1.96 * sqrt(0.05 * 0.95 / runs)
    print(f"{runs} runs a line; a true rate of 5 % shows as 5.0 ± {100 * noise:.1f} %")
    print("              test  false H1 under H0  false H0 under H1  boards under H0  under H1")
    for number, (model, h0, h1) in enumerate(TESTS):
        false_h1, boards0 = simulate(model, h0, h1, h0, runs, seed=2 * number)
        right_h1, boards1 = simulate(model, h0, h1, h1, runs, seed=2 * number + 1)
        print(
            f"{f'{model} {h0:g},{h1:g}':>18}  {100 * false_h1:15.1f} %  {100 * (1 - right_h1):15.1f} %"
            f"  {boards0:15.0f}  {boards1:8.0f}",
            flush=True,
        )
    for limit in LIMITS:
        covered, taken = coverage(limit, runs, seed=99)
        print(f"{f'ci<{limit:g}':>18}  the interval holds the true margin in {100 * covered:.1f} %, {taken:.0f} boards")
