"""The figures of `meri-ai bench` under pytest-benchmark: `pytest benchmarks`. Each notes its ratio to the yardstick."""

from time import process_time

import pytest
from yardstick import LINES, compile_yardstick, yardstick_rates

import meri_ai as ma
from meri_ai.cli.bench import first_play, work_of

GAME = ma.load_game("meri", rules="hitoyoshi")
WORK = work_of(GAME)


@pytest.fixture(scope="session")
def yardstick(tmp_path_factory):
    return yardstick_rates(compile_yardstick(tmp_path_factory.mktemp("yardstick")), seconds=1.0)


@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize("name", WORK)
def test_speed(benchmark, yardstick, name):
    amount = benchmark(WORK[name], 1)
    rate = amount / benchmark.stats.stats.median
    benchmark.extra_info["per_second"] = rate
    if name in LINES:
        benchmark.extra_info["ratio"] = rate / yardstick[name]
        print(f"{name}: {rate:,.0f} a second, {rate / yardstick[name]:.2f} of the yardstick")


def test_search_call(benchmark):
    """One whole call with a single iteration: what Python adds to a search."""
    state = first_play(GAME, 0)
    benchmark(ma.search, state.view(state.current_player()), iterations=1, seed=1)
