"""Whole runs of the stub game: the same games however they are played, figures and records."""

import json
from itertools import permutations
from pathlib import Path

import pytest
from stub_game import StubSettings, stub_record

from meri_ai._core.errors import BotError, ConfigError, RecordError
from meri_ai.arena import runner
from meri_ai.arena.run import Run
from meri_ai.arena.runner import play_run
from meri_ai.arena.schedule import round_robin
from meri_ai.arena.session import play
from meri_ai.arena.statistics import Tally
from meri_ai.arena.store import RecordStore, claim_folder
from meri_ai.arena.workers import InlineExecutor

MOCKS = Path(__file__).parent / "mock_bots.py"


@pytest.fixture(autouse=True)
def records_of_stub_games(monkeypatch):
    monkeypatch.setattr(runner, "record_of", stub_record)


def run_of(*bots, boards=10, seed=3):
    return Run(StubSettings(), tuple(f"{MOCKS}:{bot}" for bot in bots), round_robin(len(bots)), boards, seed)


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


def test_both_games_of_a_board_have_the_same_deal_with_sides_swapped():
    first, second = results_of(run_of("FirstBot", "LastBot", boards=1))
    assert json.loads(first.record)["players_info"] == json.loads(second.record)["players_info"][::-1]
    assert first.margin < 0 and second.margin < 0  # LastBot always takes the high number
    assert first.margin == first.points[0] - first.points[1]


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


def test_games_before_a_fault_are_kept(tmp_path):
    # objects are made four a game, two of each bot: the bot is good for ten games
    run = run_of("FirstBot", "RaisingLaterBot:objects=21")
    with pytest.raises(BotError, match=r"board 5, seat \d: bot '.*RaisingLaterBot:objects=21' raised RuntimeError"):
        play(run, workers=1, records=tmp_path / "records.jsonl", quiet=True)
    lines = (tmp_path / "records.jsonl").read_text().splitlines()
    assert [(json.loads(line)["board"], json.loads(line)["seating"]) for line in lines] == [
        (board, seating) for board in range(5) for seating in range(2)
    ]


def test_ctrl_c_leaves_what_was_finished(tmp_path, monkeypatch):
    def interrupted(run, executor, in_flight):
        yield from results_of(run)[:5]
        raise KeyboardInterrupt

    monkeypatch.setattr("meri_ai.arena.session.play_run", interrupted)
    finished = play(run_of("FirstBot", "LastBot"), workers=1, records=tmp_path / "r.jsonl", quiet=True)
    assert finished.interrupted and finished.tally.games == 5
    assert finished.tally.pair_margin(0).boards == 2  # the third board has one game only
    assert len((tmp_path / "r.jsonl").read_text().splitlines()) == 5


def test_what_a_bot_prints_goes_to_standard_error(capsys):
    play(run_of("PrintingBot", "FirstBot", boards=1), workers=1, quiet=True)
    out, err = capsys.readouterr()
    assert out == "" and "thinking aloud" in err


def test_records_are_on_disk_at_once_and_sorted_in_the_end(tmp_path):
    results = results_of(run_of("FirstBot", "LastBot", boards=3))
    path = tmp_path / "new" / "records.jsonl"
    with RecordStore(path) as store:
        for count, result in enumerate(reversed(results), 1):
            store.add(result)
            assert len((tmp_path / "new" / "records.jsonl.part").read_text().splitlines()) == count
        assert not path.exists()
    assert path.read_text().splitlines() == [r.record for r in results]
    assert [p.name for p in path.parent.iterdir()] == ["records.jsonl"]


def test_a_place_that_cannot_be_written_is_told_before_play(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(RecordError, match=r"cannot write to .*file/records\.jsonl: "):
        play(run_of("DyingBot", "DyingBot"), workers=1, records=tmp_path / "file" / "records.jsonl")
    with pytest.raises(RecordError, match="Is a directory"):
        RecordStore(tmp_path)


def test_a_folder_of_another_run_is_not_overwritten(tmp_path):
    claim_folder(tmp_path, run_of("FirstBot", "LastBot"))
    claim_folder(tmp_path, run_of("FirstBot", "LastBot"))
    with pytest.raises(ConfigError, match="holds another run, whose seed is 3, not 4"):
        claim_folder(tmp_path, run_of("FirstBot", "LastBot", seed=4))
