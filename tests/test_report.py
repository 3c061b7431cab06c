"""Reports of runs: the figures, and what they look like in the terminal, as CSV, JSON and Markdown."""

import csv
import io
import json
import sys
from dataclasses import replace
from math import inf, nan

import numpy as np
import pytest
from program import call_program
from report_runs import MOCKS, run_of, store_run

from meri_ai.arena.report.data import convergence, load_report
from meri_ai.arena.report.numbers import counted, number
from meri_ai.arena.report.tables import tables
from meri_ai.arena.statistics import estimate
from meri_ai.arena.store import RunStore

BAD = f"{MOCKS}:RaisingBot"


@pytest.fixture(scope="module")
def cup(tmp_path_factory):
    """Three bots, one of which raises in every game."""
    return store_run(tmp_path_factory.mktemp("runs") / "cup", run_of("random", "rule", BAD))


def report(folder, *options):
    done = call_program("tournament", "report", folder, *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_figures_are_those_of_the_games(cup):
    found = load_report(cup)
    assert found.name == "cup" and found.games == 36
    rows = [row for row in found.rows if row.meeting == 0]
    by_board = [(rows[i].margin + rows[i + 1].margin) / 2 for i in range(0, 12, 2)]
    assert found.pairs[0].margin == estimate(np.array(by_board))
    assert found.payoff[1, 0] == -found.payoff[0, 1] == -np.mean(by_board)
    assert np.isnan(found.payoff[0, 0])
    assert [line.bot for line in found.ranking][-1] == 2
    last = found.ranking[-1]
    assert (last.endings.games, last.endings.lost, last.endings.faults["crash"]) == (24, 24, 24)
    field = found.field_margins(1)
    assert np.nanmean(field) == pytest.approx(next(line.margin.mean for line in found.ranking if line.bot == 1))


def test_the_terminal_shows_every_table(cup):
    text = report(cup)
    assert "cup: meri hitoyoshi, 6 boards a pair, seed 2, 36 games" in text
    for title in (
        "Ranking",
        "Each against each",
        "Pair by pair",
        "Margin by trump suit (P pao, I isu, K kotsu, O oru, G guru)",
        "How games ended",
        "Faults",
    ):
        assert title in text.splitlines()
    assert "raised ValueError: no idea" in text and "and 21 more like these" in text


def test_csv_has_one_line_a_game_in_key_order_however_it_was_played(cup, tmp_path):
    text = report(cup, "--csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    keys = [(int(row["meeting"]), int(row["board"]), int(row["seating"])) for row in rows]
    assert keys == sorted(keys) and len(keys) == 36
    assert rows[0]["bot_a"] == "random" and rows[0]["status"] == "ok" and rows[0]["culprit"] == ""
    assert rows[-1]["culprit"] == BAD and rows[-1]["status"] == "crash"
    assert report(store_run(tmp_path / "other", run_of("random", "rule", BAD), backwards=True), "--csv") == text


def test_json_has_all_figures_and_no_infinities(cup):
    found = json.loads(report(cup, "--json"), parse_constant=lambda name: pytest.fail(name))
    assert found["games"] == found["games_planned"] == 36
    assert [bot["spec"] for bot in found["bots"]] == ["random", "rule", BAD]
    assert found["payoff"][0][0] is None and found["payoff"][0][2] == 9.0
    assert found["pairs"][1]["elo"]["mean"] is None  # infinite
    assert set(found["splits"]) == {"seats", "dealer", "opener", "trump"}
    assert len(found["faults"]) == 24 and found["plan"]["seed"] == 2 and found["manifest"]["python"]


def test_markdown_tables_hold_every_bot(cup):
    lines = report(cup, "--markdown").splitlines()
    assert lines[0] == "# cup" and "## Ranking" in lines and "## How it was played" in lines
    assert sum(line.startswith("| 1 rule |") for line in lines) >= 6
    tables_only = [line for line in lines if line.startswith("|")]
    assert all(line.endswith("|") for line in tables_only)


def test_names_do_not_break_the_tables(tmp_path):
    name = f"{tmp_path}/a|b[bold]$x$.py:Bot"
    (tmp_path / "a|b[bold]$x$.py").write_text(
        "class Bot:\n    def choose(self, view, *, seed):\n        return view.legal_actions()[0]\n"
    )
    folder = store_run(tmp_path / "run", run_of("random", name, boards=2))
    assert "a|b[bold]$x$.py:Bot" in report(folder)
    assert "a\\|b[bold]" in report(folder, "--markdown")


@pytest.mark.parametrize("games", [0, 1, 3, 5])
def test_a_run_that_is_still_played_has_a_report(tmp_path, games):
    folder = store_run(tmp_path / "half", run_of("random", "rule", boards=4), games)
    assert f"{games} of 8 games" in report(folder)
    json.loads(report(folder, "--json"), parse_constant=lambda name: pytest.fail(name))
    assert len(report(folder, "--csv").splitlines()) == games + 1
    report(folder, "--markdown")


def test_the_figures_at_an_early_stop_stand_apart(tmp_path):
    folder = store_run(tmp_path / "stopped", run_of("rule", "random", boards=4, stop="ci<0.1"))
    figures = {"rule": "ci<0.1", "why": "ci<0.1: met", "boards": [2], "mean": [1.5], "ci95": [[1.25, 1.75]], "llr": nan}
    with RunStore.create(folder, run_of("rule", "random", boards=4, stop="ci<0.1")) as store:
        store.set_meta("stopped", figures)
        assert "not stopped early (all 4 boards were in play by then), ci<0.1: met" in report(folder)
        store._db.execute("DELETE FROM games WHERE board = 3")
    assert "\nstopped early, ci<0.1: met" in report(folder)
    assert json.loads(report(folder, "--json"))["stopped"]["llr"] is None
    table = next(table for table in tables(load_report(folder)) if table.key == "at_stop")
    assert table.rows == (("rule v random", "+1.50 ± 0.25", "2", "3"),)


def test_whole_sets_are_split_by_seats_alone(tmp_path):
    found = load_report(store_run(tmp_path / "sets", run_of("rule", "random", boards=1, unit="set")))
    assert list(found.splits) == ["seats"] and found.games == 2
    assert tables(found)[0].headers[1] == "points a set"


def test_figures_that_round_to_nothing_have_no_sign():
    found = [number(value, 2, signed=True) for value in (-0.001, 0.001, 0.0, -0.0, -0.006, 1.0, inf, nan)]
    assert found == ["0.00", "0.00", "0.00", "0.00", "-0.01", "+1.00", "+inf", "-"]
    assert number(-0.001) == "0.00" and number(-1.5, 1) == "-1.5" and number(-inf) == "-inf"


def test_one_of_a_thing_is_told_as_one():
    assert [counted(1, "pair"), counted(0, "pair"), counted(2, "match")] == ["1 pair", "0 pairs", "2 matches"]


def test_margins_converge_to_the_estimate():
    values = np.array([1.0, np.nan, 3.0, -2.0, 4.5])
    found = convergence(values)
    whole = estimate(values)
    assert list(found.boards) == [1, 2, 3, 4]
    assert found.mean[-1] == pytest.approx(whole.mean) and found.half_width[-1] == pytest.approx(whole.half_width)
    assert np.isnan(found.half_width[0]) and found.mean[0] == 1.0
    assert len(convergence(np.full(3, np.nan)).boards) == 0


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (["nowhere"], 2, "nowhere"),
        (["{cup}", "--csv", "--json"], 2, "give one of --csv, --json and --markdown"),
    ],
)
def test_mistakes_are_one_sentence(cup, options, status, sentence):
    done = call_program("tournament", "report", *(option.format(cup=cup) for option in options))
    assert done.returncode == status and sentence in done.stderr and done.stderr.count("\n") == 1


def test_without_the_extra_its_name_is_told(cup, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = call_program("tournament", "report", cup, "--html", tmp_path / "r.html")
    assert done.returncode == 2 and "pip install 'meri_ai[report]'" in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "r.html").exists()


def test_bots_that_have_not_all_met_are_ranked_by_rating(tmp_path):
    run = replace(run_of("rule", "random", f"{MOCKS}:FirstBot", boards=4), meetings=((0, 1), (0, 2)))
    found = load_report(store_run(tmp_path / "gauntlet", run))
    means = [line.rating.mean for line in found.ranking]
    assert means == sorted(means, reverse=True) and found.ranking[0].bot == 0
    assert np.isnan(found.payoff[1, 2])
    assert call_program("tournament", "report", tmp_path / "gauntlet").returncode == 0
