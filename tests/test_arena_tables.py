"""Tables of more than two different bots: every seating, points by bot, and margins by pair."""

import csv
import io
import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from meri_ai.arena.early import EarlyStop
from meri_ai.arena.report.data import load_report
from meri_ai.arena.report.files import games_csv, report_json
from meri_ai.arena.report.terminal import print_report
from meri_ai.arena.result import GameRow
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.runner import play_run
from meri_ai.arena.schedule import tables
from meri_ai.arena.splits import endings, ms_per_move
from meri_ai.arena.statistics import Tally
from meri_ai.arena.store import RunStore
from meri_ai.arena.workers import InlineExecutor
from meri_ai.record import parse_record

MOCKS = Path(__file__).parent / "mock_bots.py"


def run_of(players, *bots, boards=3, **more):
    settings = GameSettings.make("bakappana", None, {}, players)
    return Run(settings, bots, tables(len(bots), players), boards, 4, **more)


def results_of(run):
    return sorted(play_run(run, InlineExecutor(), 1), key=lambda r: r.key)


def tally_of(run, results):
    tally = Tally(run, run.seatings)
    for result in results:
        tally.add(result)
    return tally


@pytest.mark.parametrize(("players", "games"), [(3, 6), (4, 24)])
@pytest.mark.parametrize("bot", ["random", "rule", "ismcts:iterations=10"])
def test_a_bot_among_itself_is_exactly_even_on_every_board(players, games, bot):
    boards = 3 if players == 3 else 1
    run = run_of(players, *[bot] * players, boards=boards)
    results = results_of(run)
    assert len(results) == run.games == games * boards
    tally = tally_of(run, results)
    for pair in range(len(run.pairs)):
        assert tally.pair_games(pair).sum(axis=1).tolist() == [0] * boards
        assert np.any(tally.pair_games(pair))


def test_all_bots_hold_all_seats_and_get_what_the_seats_make():
    run = run_of(3, "rule", "random", f"{MOCKS}:FirstBot", boards=1)
    results = results_of(run)
    assert [result.seats for result in results] == list(permutations(range(3)))
    for result in results:
        record = parse_record(result.record)
        assert [info["name"] for info in record["players_info"]] == [run.bots[bot] for bot in result.seats]
        assert sum(result.points) == 0 and sum(result.moves) == len(record["steps"])
        assert [result.points[bot] for bot in result.seats] == record["result"]["points"]


def test_margins_of_a_pair_are_those_of_every_table_where_both_sit():
    run = run_of(3, "rule", "random", f"{MOCKS}:FirstBot", f"{MOCKS}:LastBot", boards=2)
    results = results_of(run)
    assert len(run.meetings) == 4 and len(results) == run.games == 4 * 2 * 6
    tally = tally_of(run, results)
    for pair, (a, b) in enumerate(run.pairs):
        found = tally.pair_games(pair)
        assert found.shape == (2, 12)
        for board in range(2):
            mine = []
            for result in results:
                met = run.meetings[result.key.meeting]
                if result.key.board == board and {a, b} <= set(met):
                    mine.append(result.points[met.index(a)] - result.points[met.index(b)])
            assert sorted(found[board]) == sorted(mine)
    of_first = tally.bot_figures(0)
    own = [result.points[0] for result in results if 0 in run.meetings[result.key.meeting]]
    assert of_first.points.mean == pytest.approx(np.mean(own)) and of_first.points.boards == 2
    # the others' mean is what is left of zero
    assert of_first.margin.mean == pytest.approx(np.mean(own) * 3 / 2)


def test_a_fault_costs_its_bot_alone():
    run = run_of(3, "rule", "random", f"{MOCKS}:RaisingBot", boards=1)
    prize = run.game.load().forfeit
    for result in results_of(run):
        assert (result.status, result.culprit) == ("crash", 2) and result.points == (prize, prize, 0.0)
    tally = tally_of(run, results_of(run))
    margins = {pair: tally.pair_margin(number).mean for number, pair in enumerate(run.pairs)}
    assert margins == {(0, 1): 0, (0, 2): prize, (1, 2): prize}


def test_where_a_run_stops_does_not_depend_on_the_order_of_its_games():
    run = run_of(3, "rule", "random", f"{MOCKS}:FirstBot", boards=24, stop="ci<60")
    results = results_of(run)
    figures = []
    for order in (results, results[::-1]):
        early = EarlyStop(run)
        for result in order:
            early.add(result)
        assert early.met
        figures.append(early.figures())
    assert figures[0] == figures[1] and len(figures[0]["boards"]) == 3


def test_a_run_is_stored_extended_and_reported(tmp_path, capsys):
    small = run_of(3, "rule", "random", f"{MOCKS}:FirstBot", boards=2)
    whole = small.with_bot(f"{MOCKS}:LastBot")
    assert whole.meetings == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert Run.from_json(json.loads(json.dumps(whole.as_json()))) == whole
    results = results_of(whole)
    with RunStore.create(tmp_path / "run", small) as store:
        store.add([result for result in results if result.key.meeting == 0])
        store.extend(whole)
        store.add(results)
        assert [row.result() for row in store.games()] == results
        assert store.game("2/1/3").bots == (0, 2, 3)
    report = load_report(tmp_path / "run")
    assert [(line.first, line.second) for line in report.pairs] == list(whole.pairs)
    found = json.loads(report_json(report))
    assert len(found["pairs"]) == 6 and all(len(bot["games"]) == 5 for bot in found["ranking"])
    rows = list(csv.DictReader(io.StringIO(games_csv(report))))
    assert len(rows) == len(results) and rows[0]["bot_c"] == f"{MOCKS}:FirstBot" and "margin" not in rows[0]
    assert [float(rows[0][f"points_{letter}"]) for letter in "abc"] == list(results[0].points)
    print_report(report)
    text = capsys.readouterr().out
    assert "2 boards a table" in text and "minus the mean of the others'" in text


def test_how_the_games_of_a_table_ended():
    def row(points, status="ok", culprit=None):
        return GameRow(0, 0, 0, (2, 0, 1), status, culprit, points, (1, 2, 3), (0.1, 0.2, 0.6), (2, 0, 1), "")

    rows = [row((9.0, 4.0, -13.0)), row((5.0, 5.0, -10.0)), row(None, "crash", 1)]
    first, second, third = endings(rows, 3)
    assert (first.games, first.won, first.drawn, first.lost, first.void) == (3, 0, 1, 1, 1)
    assert (second.won, second.drawn, second.lost, second.faults) == (0, 0, 2, {"crash": 1})
    assert (third.won, third.drawn, third.lost) == (1, 1, 0)
    assert ms_per_move(rows, 3) == pytest.approx([100, 200, 100])
    assert rows[0].margins == {2: 13.5, 0: 6.0, 1: -19.5}
