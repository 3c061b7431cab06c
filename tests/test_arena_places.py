"""The place of each bot at tables of three and more: in a game, by board, and in every report."""

import csv
import io
import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from stub_game import EachStubGame, StubSettings, stub_record

from meri_ai.arena import chunk
from meri_ai.arena.report import tournament_text
from meri_ai.arena.report.data import load_report
from meri_ai.arena.report.files import games_csv, report_json
from meri_ai.arena.report.markdown import markdown
from meri_ai.arena.report.tables import ranking
from meri_ai.arena.result import GameResult, Key
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.runner import play_run
from meri_ai.arena.schedule import round_robin, tables
from meri_ai.arena.statistics import Tally, finishing_place
from meri_ai.arena.store import RunStore
from meri_ai.arena.workers import InlineExecutor

MOCKS = Path(__file__).parent / "mock_bots.py"
FIRST, LAST, BAD = (f"{MOCKS}:{name}" for name in ("FirstBot", "LastBot", "RaisingBot"))
ROUNDS = (("rounds", 3),)


def run_of(players, *bots, boards=2, options=(), **more):
    settings = GameSettings.make("bakappana", None, dict(options), players)
    return Run(settings, bots, tables(len(bots), players), boards, 4, **more)


def stub_run(seats, *bots, boards=2):
    return Run(StubSettings(EachStubGame(seats)), bots, tables(len(bots), seats), boards, 4)


def results_of(run):
    return sorted(play_run(run, InlineExecutor(), 1), key=lambda result: result.key)


def tally_of(run, results):
    tally = Tally(run, run.seatings)
    for result in results:
        tally.add(result)
    return tally


def places_in(points):
    """As docs/statistics.md puts it."""
    return [1 + sum(other > own for other in points) + (points.count(own) - 1) / 2 for own in points]


@pytest.mark.parametrize(
    ("points", "places"),
    [
        ((9, 4, -13), [1, 2, 3]),
        ((5, 5, -10), [1.5, 1.5, 3]),
        ((-6, 3, 3), [3, 1.5, 1.5]),
        ((0, 0, 0, 0), [2.5] * 4),
        ((1, 7, 1, 1, 0), [3, 1, 3, 3, 5]),
    ],
)
def test_a_place_is_one_more_than_those_ahead_and_half_of_those_level(points, places):
    found = [finishing_place(np.array(points, dtype=float), side) for side in range(len(points))]
    assert found == places == places_in(points)
    assert np.isnan(finishing_place(np.full(3, np.nan), 0))


def test_the_interval_is_by_complete_boards():
    run = run_of(3, "a", "b", "c", boards=3)
    board = [(9, 4, -13), (5, 5, -10), (0, 0, 0), (-6, 3, 3), (1, 2, 3), (3, -1, -2)]
    boards = [board, [(2, 1, 0)] * 6, [*board[:5], None]]  # the last one has a void game
    tally = tally_of(
        run,
        [
            GameResult(Key(0, number, seating), points, (1, 1, 1), (0.1, 0.1, 0.1), "")
            for number, games in enumerate(boards)
            for seating, points in enumerate(games)
        ],
    )
    for bot, (first, second) in enumerate([(11.5 / 6, 1), (11 / 6, 2), (13.5 / 6, 3)]):
        place = tally.bot_figures(bot).place
        assert place.boards == 2 and place.mean == pytest.approx((first + second) / 2)
        assert place.half_width == pytest.approx(12.706204736 * abs(first - second) / 2)


@pytest.mark.parametrize(("players", "unit"), [(3, "deal"), (4, "deal"), (3, "game"), (4, "game")])
def test_equal_bots_have_the_middle_place_on_every_board(players, unit):
    run = run_of(players, *["rule"] * players, options=ROUNDS, unit=unit)
    results = results_of(run)
    assert all(result.record.count("\n") == (2 if unit == "game" else 0) for result in results)
    tally = tally_of(run, results)
    for bot in range(players):
        place = tally.bot_figures(bot).place
        assert (place.mean, place.half_width, place.boards) == ((players + 1) / 2, 0, 2)


@pytest.mark.parametrize("seats", [5, 6, 7])
def test_five_and_more_are_turned_around_the_table(seats, monkeypatch):
    monkeypatch.setattr(chunk, "record_line", stub_record)
    equal = stub_run(seats, *[FIRST] * seats)
    results = results_of(equal)
    assert len(results) == equal.games == 2 * seats
    order = tuple(range(seats))
    assert [result.seats for result in results[:seats]] == [order[turn:] + order[:turn] for turn in range(seats)]
    tally = tally_of(equal, results)
    for bot in range(seats):
        place = tally.bot_figures(bot).place
        assert (place.mean, place.half_width) == ((seats + 1) / 2, 0)
    # a low number is never as much as a high one
    mixed = stub_run(seats, LAST, *[FIRST] * (seats - 1))
    assert tally_of(mixed, results_of(mixed)).bot_figures(0).place.mean == 1


@pytest.mark.parametrize("unit", ["deal", "game"])
def test_more_bots_than_seats_have_the_mean_place_of_all_their_tables(unit):
    run = run_of(3, "rule", "random", FIRST, LAST, options=ROUNDS, unit=unit)
    results = results_of(run)
    assert run.meetings == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert len(results) == 4 * 2 * 6
    assert {result.seats for result in results if result.key.meeting == 2} == set(permutations((0, 2, 3)))
    tally = tally_of(run, results)
    for bot in range(4):
        own = [
            places_in(result.points)[run.meetings[result.key.meeting].index(bot)]
            for result in results
            if bot in run.meetings[result.key.meeting]
        ]
        figures = tally.bot_figures(bot)
        assert len(own) == 36 and figures.place.mean == pytest.approx(np.mean(own))
        assert figures.place.mean == pytest.approx(3 - 2 * figures.win_rate)


def test_a_forfeited_game_has_the_places_of_its_points():
    run = run_of(3, "rule", "random", BAD, boards=1)
    tally = tally_of(run, results_of(run))
    assert [tally.bot_figures(bot).place.mean for bot in range(3)] == [1.5, 1.5, 3]


@pytest.mark.parametrize("unit", ["deal", "game"])
def test_every_report_has_the_place(tmp_path, unit):
    run = run_of(3, "rule", "random", FIRST, options=ROUNDS, unit=unit)
    results = results_of(run)
    results[-1] = results[-1]._replace(points=None)
    with RunStore.create(tmp_path / "run", run) as store:
        store.add(results)
    report, tally = load_report(tmp_path / "run"), tally_of(run, results)
    places = {bot: tally.bot_figures(bot).place for bot in range(3)}
    for line in json.loads(report_json(report))["ranking"]:
        assert line["place"]["mean"] == places[line["bot"]].mean and line["place"]["boards"] == 1
    table = ranking(report)
    assert table.headers[:5] == ("bot", f"points a {unit}", f"margin a {unit}", "won", "place")
    assert [row[4] for row in table.rows] == [f"{places[line.bot].mean:.2f} ± n/a" for line in report.ranking]
    assert f"| bot | points a {unit} | margin a {unit} | won | place |" in markdown(report)
    header = tournament_text(tally).splitlines()[0]
    assert f"points a {unit}" in header and f"margin a {unit}" in header and "place" in header.split()
    rows = list(csv.DictReader(io.StringIO(games_csv(report))))
    for row, result in zip(rows[:-1], results[:-1], strict=True):
        assert [float(row[f"place_{letter}"]) for letter in "abc"] == places_in(result.points)
    assert [rows[-1][f"{column}_a"] for column in ("points", "place")] == ["", ""]


def test_two_bots_that_share_the_seats_have_no_place(tmp_path):
    settings = GameSettings.make("bakappana", None, {}, 3)
    run = Run(settings, ("rule", "random"), round_robin(2), 1, 4)
    with RunStore.create(tmp_path / "run", run) as store:
        store.add(results_of(run))
    report = load_report(tmp_path / "run")
    assert "place" not in report_json(report) + games_csv(report) + markdown(report)
    assert "place" not in tournament_text(tally_of(run, results_of(run)))
