"""The search on Hachinin Meri: one seed one result, limits, memory, interrupts."""

import copy
import os
import pickle
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import meri_ai as ma
from meri_ai._core.errors import ViewError
from meri_ai.search import SearchResult, search
from meri_ai.signature import search_signature

METHODS = ["ismcts", "montecarlo"]


def view_after(steps: int, *, rules: str = "hitoyoshi", seed: int = 5):
    """The mover's view after so many steps, each the middle one of the legal actions."""
    game = ma.load_game("meri", rules=rules)
    state = game.new_state(game.random_deal(seed=seed), dealer=seed % 8)
    for _ in range(steps):
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
    return state.view(state.current_player())


# prints tables of searches, after so many other searches
SCRIPT = """
import sys
import meri_ai as ma
from meri_ai.search import search
game = ma.load_game("meri", rules="hitoyoshi")
state = game.new_state(game.random_deal(seed=5), dealer=5)
for _ in range(12):
    state.apply_action(state.legal_actions()[0])
view = state.view(state.current_player())
for other in range(int(sys.argv[1])):
    search(view, iterations=300, seed=100 + other)
for method in ("ismcts", "montecarlo"):
    for prior in (0.0, 0.5):
        print(search(view, method=method, iterations=2000, seed=9, prior=prior).table)
"""


def run_script(others: int, hash_seed: str) -> str:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-P", "-c", SCRIPT, str(others)], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_one_seed_one_result_in_every_process():
    first = run_script(0, "1")
    assert first.count("SearchRow") > 4
    assert run_script(3, "2") == first


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rules", ["hitoyoshi", "cardavia"])
def test_one_seed_one_result_in_four_threads(method, rules):
    views = [view_after(steps, rules=rules, seed=steps) for steps in (3, 10, 25, 40)]

    def table(case: int) -> list:
        return search(views[case % 4], method=method, iterations=1500, seed=case).table

    alone = [table(case) for case in range(12)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(table, range(12))) == alone


@pytest.mark.parametrize("method", METHODS)
def test_equal_views_get_equal_answers(method):
    view = view_after(20)
    twin = pickle.loads(pickle.dumps(view))
    assert search(view, method=method, iterations=500).table == search(twin, method=method, iterations=500).table


@pytest.mark.parametrize("options", [{}, {"prior": 0.5}, {"policy": "random"}, {"prior": 0.5, "policy": "random"}])
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 9, 17, 30, 50, 60])
def test_every_legal_action_has_its_row_and_every_iteration_its_visit(steps, options):
    view = view_after(steps)
    legal = view.legal_actions()
    for method in METHODS:
        result = search(view, method=method, iterations=700, **options)
        assert sorted(row.action for row in result.table) == sorted(legal)
        assert result.table[0].action == result.action
        spent = sum(row.visits for row in result.table)
        assert spent == result.stats["iterations"]
        if len(legal) == 1:
            assert spent == 0
        else:
            assert spent == 700 if method == "ismcts" else 700 - len(legal) < spent <= 700
        for row in result.table:
            assert (row.mean is None) == (row.visits == 0) and (row.stderr is None) == (row.visits < 2)
            assert row.mean is None or -45 <= row.mean <= 45


def test_one_legal_action_is_answered_at_once():
    view = view_after(66)
    assert len(view.legal_actions()) == 1
    for method in METHODS:
        result = search(view, method=method, iterations=10**9)
        assert result.action == view.legal_actions()[0]
        assert [(row.visits, row.mean, row.stderr) for row in result.table] == [(0, None, None)]
        assert result.stats["iterations"] == 0


def test_a_full_tree_goes_on_with_playouts():
    view = view_after(3)
    small = search(view, iterations=3000, tree_bytes=16384)
    large = search(view, iterations=3000)
    assert small.stats["tree_full"] is True and large.stats["tree_full"] is False
    assert small.stats["nodes"] < large.stats["nodes"] <= 2 * 3000
    assert sum(row.visits for row in small.table) == small.stats["iterations"] == 3000


def test_the_methods_agree_about_a_clear_case():
    # the last card but one of a deal: both methods must find what the playouts say
    view = view_after(59)
    tree, flat = (search(view, method=method, iterations=20_000) for method in METHODS)
    best, other = flat.table[0], flat.table[-1]
    if best.mean - other.mean > 5 * (best.stderr + other.stderr):
        assert tree.action == flat.action


@pytest.mark.parametrize("method", METHODS)
def test_a_time_limit_is_kept_and_measured(method):
    result = search(view_after(3), method=method, time_limit=0.05)
    stats = result.stats
    assert stats["iterations"] > 0 and stats["seconds"] >= 0.05
    assert stats["overrun"] == pytest.approx(stats["seconds"] - 0.05)
    assert search(view_after(3), method=method, time_limit=3600.0, iterations=200).stats["overrun"] == 0.0


@pytest.mark.parametrize("method", METHODS)
def test_an_interrupt_ends_a_search(method):
    script = (
        "import meri_ai as ma\n"
        "from meri_ai.search import search\n"
        "game = ma.load_game('meri', rules='hitoyoshi')\n"
        "state = game.new_state(game.random_deal(seed=5), dealer=5)\n"
        "view = state.view(state.current_player())\n"
        f"search(view, method={method!r}, iterations=100, seed=1)\n"
        "print('ready', flush=True)\n"
        "try:\n"
        f"    search(view, method={method!r}, iterations=10**12)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    process = subprocess.Popen([sys.executable, "-P", "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    try:
        process.wait(timeout=0.3)  # let it get into the search
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert output == "interrupted\n" and process.returncode == 0


def test_a_result_pickles_and_copies():
    result = search(view_after(3), iterations=50)
    for twin in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert isinstance(twin, SearchResult) and twin == result
    with pytest.raises(AttributeError):
        result.action = None


def test_only_the_seat_to_move_can_search():
    game = ma.load_game("meri", rules="hitoyoshi")
    state = game.new_state(game.random_deal(seed=5), dealer=5)
    waiting = (state.current_player() + 1) % 8
    with pytest.raises(ViewError):
        search(state.view(waiting))


def test_the_signature_changes_on_purpose_only():
    # print a new one with: python -m meri_ai.signature
    assert f"{search_signature():016x}" == "f30eaef41c3b3cab"
