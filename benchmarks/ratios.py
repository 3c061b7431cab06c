"""The core's speed as ratios to the yardstick, on this machine, in one run: `benchmarks/ratios.py [rounds [game]]`.

Yardstick and core are measured in turn, round by round, in processor time, because machines are not steady; the ratio
is the median over rounds. All figures are for the game's first preset (meri unless told) and the search's default
policy. The yardstick plays 72 cards a deal, as Meri does; a round of Subeta Mekuri has 42.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from yardstick import LINES, compile_yardstick, yardstick_rates

import meri_ai as ma
from meri_ai._core.game import View
from meri_ai.cli.bench import first_play, rate, work_of

SECONDS = 0.5  # a figure and round
WANTED = {
    "meri": {"playouts_random": 0.45, "playouts_rule": 0.45, "ismcts_10k": 0.45},
    "subeta-mekuri": {"playouts_random": 0.8, "ismcts_10k": 0.6},
}


def main(rounds: int, name: str) -> None:
    game = ma.load_game(name)
    least = WANTED.get(name, {})
    ours = work_of(game)
    pairs: dict[str, list[tuple[float, float]]] = {figure: [] for figure in LINES}
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick(Path(folder))
        for _ in range(rounds):
            theirs = yardstick_rates(program, SECONDS)
            for figure, found in pairs.items():
                found.append((rate(ours[figure], SECONDS), theirs[figure]))
    print(f"build: {ma.build_info()}")
    print(f"{'':16}  {'core/s':>12}  {'yardstick/s':>12}  {'ratio':>6}  wanted   (medians of {rounds} rounds)")
    for figure, found in pairs.items():
        core, yardstick = (median(column) for column in zip(*found, strict=True))
        ratio = median(a / b for a, b in found)
        wanted = f">= {least[figure]}" if figure in least else ""
        print(f"{figure:16}  {core:12,.0f}  {yardstick:12,.0f}  {ratio:6.2f}  {wanted}")
    state = first_play(game, 1)
    view = state.view(state.current_player())
    world = 1e6 / median(core for core, _ in pairs["worlds"])
    print(f"a world at the opening: {world:.2f} µs (wanted: at most 1)")
    print(f"one search call beyond its work: {call_overhead(view):.1f} µs (wanted: at most 50)")
    print(f"overrun of a 100 ms limit, median of 50: {1e3 * overrun(view):.2f} ms (wanted: at most 2)")


def call_overhead(view: View) -> float:
    """Microseconds of a search call with one iteration, less the microseconds of an iteration."""
    one = median(timed(lambda i: ma.search(view, iterations=1, seed=i), 2000))
    many = median(timed(lambda i: ma.search(view, iterations=1001, seed=i), 50))
    return 1e6 * (one - (many - one) / 1000)


def overrun(view: View) -> float:
    """Seconds by which the caller gets the answer late, the median of 50 searches limited to 100 ms."""
    return median(timed(lambda i: ma.search(view, time_limit=0.1, seed=i), 50)) - 0.1


def timed(call: Callable[[int], object], times: int) -> list[float]:
    """Seconds of each of so many calls."""
    spent = []
    for i in range(times):
        start = perf_counter()
        call(i)
        spent.append(perf_counter() - start)
    return spent


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7, sys.argv[2] if len(sys.argv) > 2 else "meri")
