"""Tournaments of games in which everybody plays for himself, for two to seven."""

import json
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

import meri_ai as ma
from meri_ai._core.errors import ConfigError
from meri_ai.arena.boards_file import boards_digest, make_boards, read_boards, write_boards
from meri_ai.arena.elo import likelihood_of_superiority
from meri_ai.arena.report.data import load_report
from meri_ai.arena.report.tables import splits
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.runner import play_chunks
from meri_ai.arena.statistics import Tally, board_margins
from meri_ai.arena.store import RunStore
from meri_ai.arena.workers import InlineExecutor
from meri_ai.record import parse_record
from meri_ai.replay import replay

MOCKS = Path(__file__).parent / "mock_bots.py"
TABLES = {2: 2, 3: 6, 4: 6}  # players: games a board


def settings_of(players, **options):
    return GameSettings.make("bakappana", None, options, players)


def run_of(settings, *bots, boards=3, **more):
    return Run(settings, bots, ((0, 1),), boards, 4, **more)


def results_of(run, deals=()):
    chunks = play_chunks(run, InlineExecutor(), 1, deals=deals)
    return sorted((result for chunk in chunks for result in chunk), key=lambda r: r.key)


def test_settings_know_the_games_own_preset_and_number():
    assert settings_of(None) == GameSettings("bakappana", "standard", (), 3)
    assert settings_of(4).as_json() == {"game": "bakappana", "rules": "standard", "options": {}, "players": 4}
    assert GameSettings.make("meri", None, {}, 8) == GameSettings("meri", "hitoyoshi")
    assert "players" not in GameSettings.make("meri", None, {}).as_json()
    run = run_of(settings_of(4, chaff=0), "rule", "random")
    assert Run.from_json(json.loads(json.dumps(run.as_json()))) == run


@pytest.mark.parametrize("bot", ["random", "rule", "montecarlo:iterations=10", "ismcts:iterations=10"])
@pytest.mark.parametrize("players", TABLES)
def test_a_bot_against_itself_is_exactly_even_on_every_board(bot, players):
    results = results_of(run_of(settings_of(players), bot, bot))
    for _, games in groupby(results, key=lambda result: result.key.board):
        margins = [game.margin for game in games]
        assert len(margins) == TABLES[players] and sum(margins) == 0
    assert any(result.margin for result in results)


@pytest.mark.parametrize("players", TABLES)
def test_a_bots_points_are_the_mean_of_its_seats(players):
    for result in results_of(run_of(settings_of(players), "rule", "random")):
        record = parse_record(result.record)
        assert record["players"] == players and replay(record) == []
        names = [info["name"] for info in record["players_info"]]
        assert names == [("rule", "random")[bot] for bot in result.seats]
        points = record["result"]["points"]
        for side, bot in enumerate(("rule", "random")):
            own = [points[seat] for seat, name in enumerate(names) if name == bot]
            assert result.points[side] == sum(own) / len(own)
        assert result.margin == result.points[0] - result.points[1]


def test_a_whole_game_passes_dealer_and_totals_on():
    for result in results_of(run_of(settings_of(3, rounds=4), "rule", "random", boards=2, unit="game")):
        records = [parse_record(line) for line in result.record.splitlines()]
        assert [record["deal_number"] for record in records] == [0, 1, 2, 3]
        assert all(replay(record) == [] for record in records)
        dealers = [result.key.board % 3, *(record["result"]["next_dealer"] for record in records)]
        assert [record["dealer"] for record in records] == dealers[:-1]
        totals = [sum(record["result"]["points"][seat] for record in records) for seat in range(3)]
        own = [total for total, bot in zip(totals, result.seats, strict=True) if bot == 0]
        assert result.points[0] == sum(own) / len(own)


def test_a_game_without_a_number_of_rounds_ends_by_itself():
    settings = GameSettings.make("sanuki-mekuri", None, {"target": 20})
    results = results_of(run_of(settings, "rule", "rule", boards=4, unit="game"))
    assert all(abs(result.margin) >= 20 for result in results)
    assert sum(result.margin for result in results) == 0


@pytest.mark.parametrize(("unit", "deals"), [("deal", 1), ("game", 5)])
def test_a_forfeit_costs_what_the_game_says(unit, deals):
    settings = settings_of(3, rounds=5)
    game = settings.load()
    for result in results_of(run_of(settings, "random", f"{MOCKS}:RaisingBot", boards=1, unit=unit)):
        assert result.status == "crash" and result.margin == game.forfeit * deals
    run = run_of(settings, "random", "rule")
    assert run.forfeit == game.forfeit and replace(run, penalty=replace(run.penalty, points=3.0)).forfeit == 3.0


@pytest.mark.parametrize(("players", "unit"), [(2, "deal"), (4, "deal"), (3, "game")])
def test_a_boards_file_replays_the_very_same_games(tmp_path, players, unit):
    run = run_of(settings_of(players, rounds=2), "rule", "random", unit=unit)
    game = run.game.load()
    path = tmp_path / "boards.jsonl"
    write_boards(path, game, make_boards(game, 3, run.seed, unit), run.seed)
    assert all(parse_record(line)["players"] == players for line in path.read_text().splitlines())
    deals = read_boards(path, game, unit).boards
    from_file = results_of(replace(run, deals=boards_digest(deals)), deals)
    assert [(r.margin, r.record) for r in from_file] == [(r.margin, r.record) for r in results_of(run)]


def test_boards_that_do_not_fit_are_told(tmp_path):
    path = tmp_path / "boards.jsonl"
    game = settings_of(4).load()
    write_boards(path, game, make_boards(game, 1, 1), 1)
    with pytest.raises(ConfigError, match=r"line 1: the deal is for 4 players, and the run has 2 at the table"):
        read_boards(path, settings_of(2).load())
    sanuki = ma.load_game("sanuki-mekuri")
    with pytest.raises(ConfigError, match="a game of sanuki-mekuri can take any number of deals"):
        make_boards(sanuki, 1, 1, "game")


def test_a_report_splits_by_seats_and_dealer(tmp_path):
    run = run_of(settings_of(3), "rule", "random", boards=6)
    with RunStore.create(tmp_path, run) as store:
        store.add(results_of(run))
    report = load_report(tmp_path)
    assert set(report.splits) == {"seats", "dealer"}
    assert set(report.splits["seats"][0]) == {"0", "1", "2", "0 1", "0 2", "1 2"}
    tables = {table.key: table for table in splits(report)}
    assert tables["dealer"].title == "Margin by who dealt" and tables["dealer"].headers == ("bot", "own", "other")


@pytest.mark.parametrize("players", [5, 6, 7])
def test_where_sides_are_of_three_seats_rounding_leaves_nothing(players):
    settings = GameSettings.make("hachihachi", "fudawiki", {}, players)
    run = run_of(settings, "rule", "rule", boards=4)
    tally = Tally(run, run.seatings)
    for result in results_of(run):
        tally.add(result)
    margins = board_margins(tally.pair_games(0))
    assert margins.tolist() == [0.0] * 4 and not np.signbit(margins).any()
    assert likelihood_of_superiority(margins, 0.0) == 0.5
    for figures in tally.ranking():
        assert (figures.points.mean, figures.margin.mean, figures.margin.high) == (0.0, 0.0, 0.0)
