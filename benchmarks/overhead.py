"""What the runner costs: games a second of `random` v `random` runs, against a bare loop over a State in Python.

`python benchmarks/overhead.py [seconds]` measures, turn about because machines are not steady, and as medians:

* the worker's part alone against the bare loop, both in this process and in processor time, so many seconds at a time;
* a whole run, `meri-ai match random random --workers 2 --out DIR`, from the start of the program to its end, against as
  many bare loops at once: in wall time, per core, which means something only where nothing else wants the cores, and
  in the processor time of all processes together.

Wanted is a third of the bare loop or more, per core. `--memory` plays 20,000 games into a store instead, and prints how
much memory the process that counts and keeps them has on the way.
"""

import ctypes
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter, process_time
from typing import NamedTuple

import meri_ai as ma
from meri_ai._core.game import Game
from meri_ai.arena.chunk import play_chunk
from meri_ai.arena.result import GameResult
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.schedule import Job
from meri_ai.arena.seeds import deal_seed
from meri_ai.arena.session import Where, play
from meri_ai.arena.store import RunStore

PR_SET_CHILD_SUBREAPER = 36
ROUNDS = 15
WHOLE_ROUNDS, WHOLE_BOARDS = 5, 20_000
WORKERS = 2
WANTED = 1 / 3
BARE = "--bare"


class Rates(NamedTuple):
    """Games a second of wall time and of processor time."""

    wall: float
    processor: float


def run_of(boards: int) -> Run:
    return Run(GameSettings("meri", "hitoyoshi"), ("random", "random"), ((0, 1),), boards, 1)


def bare_game(game: Game, deal: int, rng: Random) -> None:
    """One game of random moves: nothing but the State, and no record."""
    state = game.new_state(game.random_deal(seed=deal_seed(1, deal)), dealer=deal % 8)
    while state.current_player() >= 0:
        state.apply_action(rng.choice(state.legal_actions()))
    state.returns()


def bare_games() -> Callable[[], int]:
    """A call that plays one bare game, another each time."""
    game, rng, deals = ma.load_game("meri"), Random(1), count()

    def bare() -> int:
        bare_game(game, next(deals), rng)
        return 1

    return bare


def measured(play_some: Callable[[], int], seconds: float) -> Rates:
    """Calls that each return how many games they played, for so many seconds of processor time."""
    games, wall, processor = 0, perf_counter(), process_time()
    while process_time() - processor < seconds:
        games += play_some()
    return Rates(games / (perf_counter() - wall), games / (process_time() - processor))


def compare(what: str, rates: list[tuple[float, float]]) -> None:
    """Prints the medians of both rates and of their ratio."""
    ours, theirs = (median(column) for column in zip(*rates, strict=True))
    ratio = median(a / b for a, b in rates)
    print(f"{what}: {ours:,.0f} games/s, bare State loop {theirs:,.0f}: ratio {ratio:.2f}, wanted {WANTED:.2f}")


def worker_alone(seconds: float) -> None:
    run, boards, bare = run_of(10**6), count(), bare_games()

    def chunk() -> int:
        return len(play_chunk(run, [Job(0, next(boards)) for _ in range(20)]).results)

    rounds = [(measured(chunk, seconds), measured(bare, seconds)) for _ in range(ROUNDS)]
    compare("worker alone, processor time", [(ours.processor, theirs.processor) for ours, theirs in rounds])


def whole_runs(seconds: float) -> None:
    rounds = [(whole_run(), bare_loops(seconds)) for _ in range(WHOLE_ROUNDS)]
    compare("whole run, wall time, per core", [(ours.wall, theirs.wall) for ours, theirs in rounds])
    if sys.platform == "linux":
        compare("whole run, processor time", [(ours.processor, theirs.processor) for ours, theirs in rounds])


def whole_run() -> Rates:
    """Of the program, its start and end and all its processes included."""
    program = Path(sys.executable).with_name("meri-ai")
    command = [program, "match", "random", "random", "--boards", str(WHOLE_BOARDS), "--workers", str(WORKERS), "--json"]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)  # workers are then ours to wait for, and their time is told
    with tempfile.TemporaryDirectory() as folder:
        wall, processor = perf_counter(), time_of_children()
        subprocess.run([*command, "--out", folder], check=True, capture_output=True)
        wall = perf_counter() - wall
    with suppress(ChildProcessError):
        while True:
            os.wait()
    games = 2 * WHOLE_BOARDS
    return Rates(games / wall / WORKERS, games / (time_of_children() - processor))


def time_of_children() -> float:
    """Processor time of all that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def bare_loops(seconds: float) -> Rates:
    """Of as many bare loops at once as a run has workers, the mean."""
    command = [sys.executable, __file__, BARE, str(seconds)]
    loops = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(WORKERS)]
    found = [[float(number) for number in loop.communicate()[0].split()] for loop in loops]
    return Rates(*map(mean, zip(*found, strict=True)))


class WatchedStore(RunStore):
    """Prints the memory that this process has whenever so many more games are in the store."""

    every = 2500
    games_so_far = 0

    def add(self, results: list[GameResult]) -> None:
        super().add(results)
        before, self.games_so_far = self.games_so_far, self.games_so_far + len(results)
        if before // self.every != self.games_so_far // self.every or not before:
            pages = int(Path("/proc/self/statm").read_text().split()[1])  # where there is such a thing: on Linux
            print(f"{self.games_so_far:8,} games: {pages * os.sysconf('SC_PAGE_SIZE') / 2**20:.1f} MB")


def memory(games: int) -> None:
    for workers, what in ((1, "all in one process"), (2, "2 workers, and the process that counts")):
        print(what)
        with tempfile.TemporaryDirectory() as folder:
            run = run_of(games // 2)
            with WatchedStore.create(Path(folder), run) as store:
                play(run, Where(workers), store=store, quiet=True)


if __name__ == "__main__":
    seconds = float(sys.argv[-1]) if sys.argv[-1][:1].isdigit() else 0.3
    if "--memory" in sys.argv:
        memory(20_000)
    elif BARE in sys.argv:
        print(*measured(bare_games(), seconds))
    else:
        worker_alone(seconds)
        whole_runs(10 * seconds)
