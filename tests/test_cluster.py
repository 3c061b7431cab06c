"""A run on a Dask cluster: the same records as in this process, also when a worker is killed in mid-run."""

import gc
import json
import os
import signal
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path

import pytest
from program import call_program

from meri_ai._core.errors import ConfigError, MeriAiError
from meri_ai.arena import cluster
from meri_ai.arena.cluster import cluster_executor
from meri_ai.arena.playing import NOBODY
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.runner import play_chunk, play_run
from meri_ai.arena.schedule import Job, round_robin
from meri_ai.arena.session import Where, play
from meri_ai.arena.workers import InlineExecutor
from meri_ai.bots.limits import Limits

MOCKS = Path(__file__).parent / "mock_bots.py"


def run_of(*bots, boards):
    return Run(GameSettings.make("meri", "hitoyoshi", {}), bots, round_robin(len(bots)), boards, seed=5)


def what_was_played(results):
    return sorted((r.key, r.margin, r.points, r.moves, r.status, r.record) for r in results)


@pytest.fixture(scope="module")
def local_cluster():
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    settings = {"dashboard_address": None, "n_workers": 2, "threads_per_worker": 1, "processes": True}
    with distributed.LocalCluster(**settings, silence_logs=50) as found:
        yield found


@pytest.mark.parametrize("apart", [False, True])
def test_a_killed_worker_costs_nothing(local_cluster, apart):
    distributed = pytest.importorskip("distributed")
    run = run_of(f"{MOCKS}:SlowBot", "random", boards=16)
    results = []
    with distributed.Client(local_cluster.scheduler_address, set_as_default=False) as client:
        processes = client.run(os.getpid)
        with cluster_executor(local_cluster.scheduler_address, run.bots, apart=apart) as (executor, cores):
            assert cores == 2
            for number, result in enumerate(play_run(run, executor, in_flight=4)):
                results.append(result)
                if number == 2:
                    os.kill(min(processes.values()), signal.SIGKILL)
    assert what_was_played(results) == what_was_played(play_run(run, InlineExecutor(), 1))


def test_bots_that_hang_or_end_their_process_cost_their_own_games_alone(local_cluster):
    distributed = pytest.importorskip("distributed")
    bots = "rule", "random", f"{MOCKS}:DyingBot", f"{MOCKS}:StubbornBot"
    limits = Limits(move_seconds=0.1)
    run = Run(GameSettings.make("meri", "hitoyoshi", {}), bots, ((0, 1), (0, 2), (1, 3)), 2, 5, limits=limits)
    with distributed.Client(local_cluster.scheduler_address, set_as_default=False) as client:
        processes = client.run(os.getpid)
        finished = play(run, Where(None, "dask", local_cluster.scheduler_address), quiet=True)
        assert client.run(os.getpid) == processes
    assert finished.faults == {(2, "crash"): 4, (3, "timeout"): 4} and finished.tally.games == 12
    good = Run(run.game, bots[:2], ((0, 1),), 2, 5)
    assert finished.tally.pair_margin(0) == play(good, Where(1), quiet=True).tally.pair_margin(0)


def test_an_early_stop_loses_nothing_that_was_played(local_cluster, tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "class Noting:\n    def choose(self, view, *, seed):\n        return view.legal_actions()[seed % 2 - 1]\n"
        f"    def game_over(self, view):\n        with open({str(tmp_path / 'played')!r}, 'a') as file:\n"
        "            file.write('a seat\\n')\n"
    )
    run = Run(GameSettings.make("meri", "hitoyoshi", {}), (f"{bot}:Noting", "rule"), ((0, 1),), 500, 5, stop="ci<50")
    finished = play(run, Where(None, "dask", local_cluster.scheduler_address), quiet=True)
    assert finished.stopped["boards"] == [20] and 40 <= finished.tally.games < 1000
    # the bot holds four seats, and notes every game in each of them
    assert (tmp_path / "played").read_text().count("a seat") == 4 * finished.tally.games


def test_the_command_plays_there(local_cluster):
    arguments = "match", "rule", "random", "--boards", 4, "--json"
    there = call_program(*arguments, "--executor", "dask", "--scheduler", local_cluster.scheduler_address)
    here = call_program(*arguments, "--workers", 1)
    figures = [json.loads(done.stdout) for done in (there, here)]
    assert figures[0]["mean"] == figures[1]["mean"] and figures[0]["boards"] == 4


def test_another_version_or_bot_code_on_a_worker_is_refused(local_cluster, monkeypatch):
    monkeypatch.setattr(cluster.meri_ai, "__version__", "0.0.0")
    with (
        pytest.raises(ConfigError, match=r"the Dask worker tcp://.* has .* for meri_ai, and here it is 0\.0\.0"),
        cluster_executor(local_cluster.scheduler_address),
    ):
        pass


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_no_scheduler_is_one_sentence(monkeypatch):
    pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    for address in ("tcp://127.0.0.1:9", "nonsense://here", "nonsense"):
        with pytest.raises(ConfigError, match="no Dask scheduler answers at") as error, cluster_executor(address):
            pass
        assert "\n" not in str(error.value)
    gc.collect()


def test_without_the_extra_its_name_is_told(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ConfigError, match=r"pip install 'meri_ai\[cluster\]'"), cluster_executor("tcp://here:1"):
        pass


class Cluster:
    """In place of a Dask client and its executor: no chunk is ever played."""

    def __init__(self):
        self.futures = []

    def get_executor(self):
        return self

    def submit(self, fn, *args):
        self.futures.append(Future())
        return self.futures[-1]

    def ncores(self):
        return {}

    def shutdown(self, wait):
        pass


def test_what_dask_cannot_play_is_told():
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    dask = Cluster()
    executor = cluster._ClusterExecutor(dask, "tcp://here:1")
    run = run_of("rule", "random", boards=2)
    killed, played, gone = (executor.submit(play_chunk, run, [Job(0, 1)]) for _ in range(3))
    # the arguments of the error vary by version
    dask.futures[0].set_exception(distributed.KilledWorker.__new__(distributed.KilledWorker))
    dask.futures[1].set_result(7)
    dask.futures[2].cancel()
    assert isinstance(killed.exception(), BrokenExecutor) and played.result() == 7
    assert executor.take_playing() == [((0, 1, 0), NOBODY), ((0, 1, 1), NOBODY)]
    with pytest.raises(MeriAiError, match="the Dask scheduler at tcp://here:1 is gone"):
        gone.result(timeout=5)
    executor.shutdown()


def test_a_cluster_that_has_lost_all_workers_ends_the_run(monkeypatch):
    monkeypatch.setattr(cluster, "WORKERLESS_SECONDS", 0.1)
    executor = cluster._ClusterExecutor(Cluster(), "tcp://here:1")
    future = executor.submit(print)
    with pytest.raises(MeriAiError, match="the Dask cluster at tcp://here:1 has no workers any more"):
        future.result(timeout=5)
    assert not future.cancel()
    executor.shutdown()
