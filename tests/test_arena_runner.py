"""Whole runs of the stub game: the same games however they are played, and figures that do not depend on order."""

import json
import signal
import subprocess
import sys
from contextlib import contextmanager
from itertools import permutations
from pathlib import Path

import pytest
from stub_game import StubSettings, stub_record

from meri_ai.arena import chunk, runner, workers
from meri_ai.arena.run import Run
from meri_ai.arena.runner import play_chunks, play_run
from meri_ai.arena.schedule import round_robin
from meri_ai.arena.session import Where, play
from meri_ai.arena.statistics import Tally
from meri_ai.arena.workers import InlineExecutor

MOCKS = Path(__file__).parent / "mock_bots.py"


@pytest.fixture(autouse=True)
def records_of_stub_games(monkeypatch):
    monkeypatch.setattr(chunk, "record_line", stub_record)


def run_of(*bots, boards=10, seed=3, **more):
    return Run(StubSettings(), tuple(f"{MOCKS}:{bot}" for bot in bots), round_robin(len(bots)), boards, seed, **more)


def results_of(run, in_flight=1):
    return sorted(play_run(run, InlineExecutor(), in_flight), key=lambda result: result.key)


def what_was_played(results):
    return [(r.key, r.margin, r.points, r.moves, r.record) for r in results]


def test_all_games_are_played_once():
    results = results_of(run_of("FirstBot", "LastBot", "SeededBot"))
    assert [tuple(r.key) for r in results] == [(p, b, s) for p in range(3) for b in range(10) for s in range(2)]


def test_the_size_of_chunks_changes_nothing(monkeypatch):
    run = run_of("SeededBot", "LastBot", "SeededBot:shift=1")
    one = what_was_played(results_of(run))
    monkeypatch.setattr(runner, "CHUNK_SECONDS", 0.0)
    assert what_was_played(results_of(run, in_flight=3)) == one


def test_a_chunk_that_takes_too_long_gives_back_what_it_has_not_begun(monkeypatch):
    run = run_of("SeededBot", "LastBot")
    one = what_was_played(results_of(run))
    monkeypatch.setattr(chunk, "LONGEST_SECONDS", 0.0)
    assert what_was_played(results_of(run)) == one
    assert all(len(results) == 1 for results in play_chunks(run, InlineExecutor(), 1))


def test_what_is_done_is_not_played_again():
    run = run_of("SeededBot", "LastBot", "FirstBot")
    all_results = results_of(run)
    done = {result.key for result in all_results[5::2]} | {all_results[0].key}
    rest = [result for results in play_chunks(run, InlineExecutor(), 1, done=done) for result in results]
    assert what_was_played(sorted(rest, key=lambda r: r.key)) == what_was_played(
        [result for result in all_results if result.key not in done]
    )


def test_any_prefix_is_fair():
    run = run_of("FirstBot", "LastBot", "SeededBot")
    boards = [result.key.board for result in play_run(run, InlineExecutor(), 1)]
    assert boards == sorted(boards)


def test_both_games_of_a_board_have_the_same_deal_with_sides_swapped():
    first, second = results_of(run_of("FirstBot", "LastBot", boards=1))
    assert json.loads(first.record)["players_info"] == json.loads(second.record)["players_info"][::-1]
    assert first.margin < 0 and second.margin < 0  # LastBot always takes the high number
    assert first.margin == first.points[0] - first.points[1]
    assert first.seats == (0, 1, 0, 1) and second.seats == (1, 0, 1, 0)


def test_a_bot_against_itself_scores_zero_on_every_board():
    results = results_of(run_of("SeededBot", "SeededBot", boards=50))
    margins = [r.margin for r in results]
    assert any(margins)
    assert all(a + b == 0 for a, b in zip(margins[::2], margins[1::2], strict=True))


def test_deals_depend_on_the_run_seed_alone():
    same = [json.loads(r.record)["dealer"] for r in results_of(run_of("FirstBot", "FirstBot"))]
    assert [json.loads(r.record)["dealer"] for r in results_of(run_of("LastBot", "SeededBot"))] == same
    low = [r.points for r in results_of(run_of("FirstBot", "FirstBot"))]
    assert [r.points for r in results_of(run_of("FirstBot", "FirstBot", seed=4))] != low


def test_figures_do_not_depend_on_the_order_of_results():
    run = run_of("FirstBot", "LastBot", boards=2)
    figures = set()
    for order in permutations(results_of(run)):
        tally = Tally(run)
        for result in order:
            tally.add(result)
        figures.add(tally.pair_margin(0))
    assert len(figures) == 1


def test_ctrl_c_leaves_what_was_finished(monkeypatch):
    def interrupted(run, executor, in_flight, **more):
        yield results_of(run)[:5]
        raise KeyboardInterrupt

    monkeypatch.setattr("meri_ai.arena.session.play_chunks", interrupted)
    finished = play(run_of("FirstBot", "LastBot"), Where(1), quiet=True)
    assert finished.interrupted and finished.tally.games == 5
    assert finished.tally.pair_margin(0).boards == 2  # the third board has one game only


def test_ctrl_c_reaches_the_executor_which_then_waits_for_nothing(monkeypatch):
    def interrupted(run, executor, in_flight, **more):
        raise KeyboardInterrupt
        yield

    class Here(Where):
        @contextmanager
        def open(self, run):
            with pytest.raises(KeyboardInterrupt) as ended:
                yield InlineExecutor(), 1
            raise ended.value

    monkeypatch.setattr("meri_ai.arena.session.play_chunks", interrupted)
    assert play(run_of("FirstBot", "LastBot"), Here(1), quiet=True).interrupted


@pytest.mark.parametrize("stop", ["sprt -5,0", "ci<0.5"])
def test_an_early_stop_depends_on_the_boards_alone(monkeypatch, stop):
    run = run_of("SeededBot", "LastBot", boards=3000, stop=stop)
    monkeypatch.setattr(runner, "MAX_STOP_CHUNK", 7)
    monkeypatch.setattr("meri_ai.arena.session.is_harmless", lambda run: True)
    one = play(run, Where(1), quiet=True)
    monkeypatch.setattr(runner, "MAX_STOP_CHUNK", 1)
    two = play(run, Where(1), quiet=True)
    assert one.stopped == two.stopped and one.stopped["rule"] == stop
    at_stop = one.stopped["boards"][0]
    assert 20 <= at_stop <= one.tally.pair_margin(0).boards <= at_stop + 7 < 3000
    low, high = one.stopped["ci95"][0]
    assert low < one.stopped["mean"][0] < high


def test_chunks_are_small_while_a_rule_may_stop_the_run():
    run = run_of("FirstBot", "LastBot", boards=300, stop="ci<0.001")
    chunks = [len(results) for results in play_chunks(run, InlineExecutor(), 1)]
    assert sum(chunks) == 600 and max(chunks) <= 2 * runner.MAX_STOP_CHUNK


def test_ctrl_c_does_not_break_off_the_start_of_a_process():
    started = []
    asks = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
    with pytest.raises(KeyboardInterrupt), workers._interrupt_later():
        signal.raise_signal(signal.SIGINT)
        started.append(subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True))
    assert started[0].stdout == "True\n"  # nor does it reach that process
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


SCRIPT = """
print("begun", flush=True)
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.session import Where, play

run = Run(GameSettings("meri", "hitoyoshi"), ("random", "random"), ((0, 1),), 3, 1)
print(play(run, Where(2), quiet=True).played)
"""


def test_workers_do_not_run_the_main_program_again(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("begun\n6\n", "")
