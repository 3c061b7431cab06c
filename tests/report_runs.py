"""Small runs with their stores, for the tests of reports."""

from pathlib import Path

from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.runner import play_run
from meri_ai.arena.schedule import round_robin
from meri_ai.arena.store import RunStore
from meri_ai.arena.workers import InlineExecutor

MOCKS = Path(__file__).parent / "mock_bots.py"


def run_of(*bots, boards=6, **more):
    return Run(GameSettings.make("meri", "hitoyoshi", {}), bots, round_robin(len(bots)), boards, seed=2, **more)


def store_run(folder, run, games=None, backwards=False):
    """Plays the run, or its first so many games, into a store in the folder."""
    results = list(play_run(run, InlineExecutor(), 1))[:games]
    with RunStore.create(folder, run) as store:
        for result in reversed(results) if backwards else results:
            store.add([result])
    return folder
