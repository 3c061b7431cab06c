"""What the runner costs: games a second of a `random` v `random` run, against a bare loop over a State in Python.

`python benchmarks/overhead.py [seconds]`. Both play in this one process, turn about and in processor time, because
machines are not steady; wanted is a third of the bare loop or more. `--memory` plays 20,000 games into a store instead,
and prints how much memory the process has on the way.
"""

import resource
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import meri_ai as ma
from meri_ai.arena.chunk import play_chunk
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.runner import play_chunks
from meri_ai.arena.schedule import Job
from meri_ai.arena.seeds import deal_seed
from meri_ai.arena.session import Where, play
from meri_ai.arena.store import RunStore
from meri_ai.arena.workers import InlineExecutor

ROUNDS = 15
WANTED = 1 / 3


def bare_game(game: ma.games.meri.Meri, deal: int, rng: Random) -> None:
    """One game of random moves: nothing but the State, and no record."""
    state = game.new_state(game.random_deal(seed=deal_seed(1, deal)), dealer=deal % 8)
    while state.current_player() >= 0:
        state.apply_action(rng.choice(state.legal_actions()))
    state.returns()


def rate(play_some: Callable[[], int], seconds: float) -> float:
    """Games a second of calls that each return how many they played."""
    games, start = 0, process_time()
    while process_time() - start < seconds:
        games += play_some()
    return games / (process_time() - start)


def overhead(seconds: float) -> None:
    game, rng, deals, boards = ma.load_game("meri"), Random(1), count(), count()
    run = Run(GameSettings("meri", "hitoyoshi"), ("random", "random"), ((0, 1),), 10**6, 1)

    def bare() -> int:
        bare_game(game, next(deals), rng)
        return 1

    def tournament() -> int:
        return len(play_chunk(run, [Job(0, next(boards)) for _ in range(20)]).results)

    rounds = [(rate(tournament, seconds), rate(bare, seconds)) for _ in range(ROUNDS)]
    ours, theirs = (median(column) for column in zip(*rounds, strict=True))
    ratio = median(a / b for a, b in rounds)
    print(
        f"tournament {ours:,.0f} games/s, bare State loop {theirs:,.0f} games/s: ratio {ratio:.2f}, wanted {WANTED:.2f}"
    )
    with tempfile.TemporaryDirectory() as folder, RunStore.create(Path(folder), run) as store:
        start, games = process_time(), 0
        for results in play_chunks(run, InlineExecutor(), 1):
            store.add(results)
            games += len(results)
            if process_time() - start > 5 * seconds:
                break
        print(
            f"with the coordinator and its store in the same process: {games / (process_time() - start):,.0f} games/s"
        )


def memory(games: int) -> None:
    """Peak memory in MB as the run grows to so many games."""
    with tempfile.TemporaryDirectory() as folder:
        for boards in (games // 20, games // 4, games // 2):
            run = Run(GameSettings("meri", "hitoyoshi"), ("random", "random"), ((0, 1),), boards, 1)
            with RunStore.create(Path(folder, str(boards)), run) as store:
                play(run, Where(1), store=store, quiet=True)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{2 * boards:6} games: peak {peak:.1f} MB")


if __name__ == "__main__":
    if "--memory" in sys.argv:
        memory(20_000)
    else:
        overhead(float(sys.argv[1]) if len(sys.argv) > 1 else 0.3)
