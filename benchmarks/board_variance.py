"""What boards are worth: the variance of the margin over boards against that over single deals, for close bots.

`python benchmarks/board_variance.py [boards [bot bot]]`, on all cores. Two factors are printed for each pair:
ratio   variance of a single deal / variance of a board's mean
saving  the same at equal cost, as a board takes two games: how many times as many games on deals of their own would
        be needed for an interval as narrow. It is 1 where swapping sides helps nothing.
"""

import sys

import numpy as np

from meri_ai.arena.elo import elo, normalised_elo
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.runner import play_run
from meri_ai.arena.statistics import Estimate, Tally, board_margins, board_scores, complete, estimate
from meri_ai.arena.workers import available_cores, executor_for

PAIRS = [
    ("montecarlo:iterations=250", "montecarlo:iterations=200"),
    ("ismcts:iterations=250", "ismcts:iterations=200"),
    ("ismcts:iterations=500", "ismcts:iterations=100"),
    ("rule", "random"),
]


def play(first: str, second: str, boards: int) -> np.ndarray:
    """The margins of a match, (boards, 2), the first bot's points minus the second's."""
    run = Run(GameSettings.make("meri", "hitoyoshi", {}), (first, second), ((0, 1),), boards, seed=1)
    tally = Tally(run)
    workers = available_cores()
    with executor_for(workers) as executor:
        for result in play_run(run, executor, in_flight=2 * workers if workers > 1 else 1):
            tally.add(result)
    return complete(tally.pair_games(0))


def spread(name: str, single: np.ndarray, by_board: np.ndarray) -> str:
    """single: (boards, 2), the first bot's, which holds the other side's cards in the second column."""
    deal, board = single.var(axis=0, ddof=1).mean(), by_board.var(ddof=1)
    alike = -np.corrcoef(single.T)[0, 1]
    return (
        f"  {name:6} {bounds(estimate(by_board), 3)}   variance: deal {deal:6.3f}, board {board:6.4f}   "
        f"ratio {deal / board:5.2f}   saving {deal / board / 2:5.2f}   correlation {alike:.2f}"
    )


def bounds(found: Estimate, digits: int) -> str:
    return f"{found.mean:+.{digits}f} ± {found.half_width:.{digits}f}"


def describe(games: np.ndarray) -> str:
    scores, margins = board_scores(games), board_margins(games)
    shares = np.bincount(np.rint(scores * 4).astype(int), minlength=5) / len(scores)
    lines = [
        spread("margin", games, margins),
        spread("score", (np.sign(games) + 1) / 2, scores),
        f"  Elo {bounds(elo(scores), 1)}, normalised Elo {bounds(normalised_elo(scores), 1)}; "
        f"boards scoring 0, 1/4, 1/2, 3/4, 1: {', '.join(f'{share:.3f}' for share in shares)}",
    ]
    by_margin, by_score = margins.mean() / margins.std(ddof=1), (scores.mean() - 0.5) / scores.std(ddof=1)
    if by_margin * np.sqrt(len(games)) > 5:  # else the quotient is noise
        times = (by_margin / by_score) ** 2
        lines.append(f"  to tell these two apart by score takes {times:.1f} times the boards that it takes by margin")
    return "\n".join(lines)


if __name__ == "__main__":
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    pairs = [(sys.argv[2], sys.argv[3])] if len(sys.argv) > 3 else PAIRS
    for first, second in pairs:
        print(f"{first} v {second}, {boards} boards", flush=True)
        print(describe(play(first, second, boards)), flush=True)
