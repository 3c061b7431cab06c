"""The store: what was played is in it, goes on from there, and is never mixed with anything else."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

import meri_ai
from meri_ai._core.errors import ConfigError, RecordError
from meri_ai.arena.report.data import load_report
from meri_ai.arena.rerun import rerun_game
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.runner import play_run
from meri_ai.arena.schedule import round_robin
from meri_ai.arena.session import Where, play
from meri_ai.arena.store import RunStore
from meri_ai.arena.workers import InlineExecutor
from meri_ai.bots.limits import Limits

SETTINGS = GameSettings.make("meri", "hitoyoshi", {})


def run_of(*bots, boards=4, seed=3, **more):
    return Run(SETTINGS, bots, round_robin(len(bots)), boards, seed, **more)


def results_of(run):
    return list(play_run(run, InlineExecutor(), 1))


@pytest.fixture
def run():
    return run_of("random", "rule", "random + rule")


def test_rows_are_the_results_in_key_order(tmp_path, run):
    results = results_of(run)
    with RunStore.create(tmp_path, run) as store:
        for result in reversed(results):
            store.add([result])
    with RunStore.open(tmp_path) as store:
        rows = list(store.games())
        assert [row.result() for row in rows] == sorted(results, key=lambda r: r.key)
        assert [tuple(row.key) for row in rows] == [(p, b, s) for p in range(3) for b in range(4) for s in range(2)]
        assert [row.key for row in store.games(meeting=1)] == [row.key for row in rows[8:16]]
        assert store.run == run and store.bots == list(run.bots) and store.count == 24
        assert rows[-1].bots == (1, 2) and rows[-1].seats == (2, 1) * 4
        assert store.meta("version") == meri_ai.__version__ and store.meta("manifest")["cpus"] >= 1
        names = [info["name"] for info in json.loads(rows[-2].record)["players_info"]]
        assert names == ["rule", "random", "rule", "rule"] * 2


def test_a_game_is_found_by_key_and_by_line(tmp_path, run):
    with RunStore.create(tmp_path, run) as store:
        store.add(results_of(run))
        store.write_records(tmp_path / "records.jsonl")
        lines = (tmp_path / "records.jsonl").read_text().splitlines()
        assert len(lines) == 24
        assert store.game("11").record == lines[10] == store.game("1/1/0").record
        for wrong in ("0", "25", "9" * 5000):
            with pytest.raises(ConfigError, match=f"has no line {wrong}: lines count from 1, and it has 24 so far"):
                store.game(wrong)
        for wrong in ("1/9/0", f"1/{'9' * 30}/0"):
            with pytest.raises(ConfigError, match=f"has no game {wrong}; it has 24 games so far"):
                store.game(wrong)
        with pytest.raises(ConfigError, match="neither MEETING/BOARD/SEATING"):
            store.game("1/2")


def test_a_run_goes_on_where_it_stopped(tmp_path, run):
    results = results_of(run)
    with RunStore.create(tmp_path, run) as store:
        store.add(results[3:14:2])
    with RunStore.create(tmp_path, run) as store:
        finished = play(run, Where(1), store=store, quiet=True)
        assert (finished.resumed, finished.played) == (6, 18)
        store.write_records(tmp_path / "records.jsonl")
    records = [result.record for result in sorted(results, key=lambda r: r.key)]
    assert (tmp_path / "records.jsonl").read_text().splitlines() == records
    with RunStore.create(tmp_path, run) as store:
        again = play(run, Where(1), store=store, quiet=True)
        assert again.played == 0 and again.tally.ranking() == finished.tally.ranking()


def test_readers_see_what_is_written_while_the_run_goes_on(tmp_path, run):
    results = results_of(run)
    with RunStore.create(tmp_path, run) as store, RunStore.open(tmp_path) as reader:
        assert reader.count == 0
        store.add(results[:5])
        assert reader.count == 5 and reader.keys() == {result.key for result in results[:5]}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 4}, "whose seed is 3, not 4"),
        ({"boards": 5}, "whose boards are 4, not 5"),
        ({"bots": ("random", "rule", "rule@1")}, r'whose bots are \["random", "rule", "random \+ rule"\], not '),
        ({"limits": Limits(move_seconds=1)}, r"whose limits are \{\}, not \{.move_seconds.: 1\}"),
        ({"unit": "set"}, "whose unit is deal, not set"),
        ({"stop": "ci<1"}, "whose stop is null, not ci<1"),
        ({"game": GameSettings.make("meri", "cardavia", {})}, "whose rules is hitoyoshi, not cardavia"),
    ],
)
def test_another_configuration_is_refused_with_what_differs(tmp_path, run, change, words):
    RunStore.create(tmp_path, run).close()
    with pytest.raises(ConfigError, match=f"holds another run, {words}.*; give another --out$"):
        RunStore.create(tmp_path, replace(run, **change))


def test_another_version_or_changed_bot_code_is_refused(tmp_path, monkeypatch):
    code = (Path(__file__).parent / "mock_bots.py").read_text()
    bots = tmp_path / "bots.py"
    bots.write_text(code)
    run = run_of(f"{bots}:FirstBot", "rule")
    RunStore.create(tmp_path / "run", run).close()
    RunStore.create(tmp_path / "run", run).close()
    bots.write_text(code + "\n# better now\n")
    with pytest.raises(ConfigError, match=r"the code of bot '.*bots\.py:FirstBot' has changed since .* was begun"):
        RunStore.create(tmp_path / "run", run)
    bots.write_text(code)
    monkeypatch.setattr(meri_ai, "__version__", "9.9")
    with pytest.raises(ConfigError, match=r"was played by meri-ai 0\.1\.0, and this is 9\.9"):
        RunStore.create(tmp_path / "run", run)


def test_programs_are_known_by_their_files(tmp_path):
    from meri_ai.arena.bot_code import code_of

    program = tmp_path / "bot.sh"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    before = code_of(f"cmd(level=easy):{program} --fast")
    assert before == code_of(f"cmd:{program}")
    program.write_text("#!/bin/sh\necho\n")
    assert code_of(f"cmd:{program}") != before


def test_extending_keeps_the_old_games(tmp_path):
    small = run_of("random", "rule")
    whole = small.with_bot("montecarlo:iterations=5")
    assert whole.pairs == ((0, 1), (0, 2), (1, 2))
    with RunStore.create(tmp_path, small) as store:
        play(small, Where(1), store=store, quiet=True)
        store.extend(whole)
        assert store.run == whole
        finished = play(whole, Where(1), store=store, quiet=True)
        assert (finished.resumed, finished.played) == (8, 16)
        assert [row.result().record for row in store.games()] == [
            r.record for r in sorted(results_of(whole), key=lambda r: r.key)
        ]
    for same in (whole, small):
        with RunStore.create(tmp_path, same) as store:
            assert store.run == whole


def test_an_extended_run_is_also_the_one_that_lists_all_its_bots(tmp_path):
    small = run_of("random", "rule", "rule@1")
    whole = small.with_bot("random + rule")
    listed = run_of(*whole.bots)
    assert listed.pairs != whole.pairs  # the same, in another order
    with RunStore.create(tmp_path, small) as store:
        store.extend(whole)
    with RunStore.create(tmp_path, listed) as store:
        assert store.run == whole


@pytest.mark.parametrize(
    ("bots", "way"),
    [
        (("random",), "give another --out"),  # fewer: not what extend added
        (("rule", "random"), "give another --out"),
        (("random", "rule", "rule@1"), "add bots by `meri-ai tournament extend .* --bot SPEC`, or give another --out"),
    ],
)
def test_other_bots_than_those_of_an_extended_run_are_refused_with_a_way_on(tmp_path, bots, way):
    small = run_of("random", "rule")
    with RunStore.create(tmp_path, small) as store:
        store.extend(small.with_bot("random + rule"))
    there = r'whose bots are \["random", "rule", "random \+ rule"\] \(random \+ rule added by `tournament extend`\)'
    with pytest.raises(ConfigError, match=rf"{there}, not \[.*\]; {way}$"):
        RunStore.create(tmp_path, run_of(*bots))


def test_a_run_is_played_by_one_process_at_a_time(tmp_path, run):
    with RunStore.create(tmp_path, run) as one, RunStore.create(tmp_path, run) as two, one.lock():
        lock = two.lock()
        with pytest.raises(ConfigError, match="is being played by another process"):
            lock.__enter__()
    with RunStore.create(tmp_path, run) as two, two.lock():
        pass


def test_two_that_begin_a_run_at_the_same_time_begin_it_once(tmp_path, run, monkeypatch):
    begin = RunStore._begin

    def late(store, run, deals):
        monkeypatch.undo()
        RunStore.create(tmp_path, run).close()  # the other one was faster
        begin(store, run, deals)

    monkeypatch.setattr(RunStore, "_begin", late)
    with RunStore.create(tmp_path, run) as store:
        assert store.plan == run.as_json() and store.count == 0
    monkeypatch.setattr(RunStore, "_begin", late)
    with pytest.raises(ConfigError, match="holds another run, whose boards are 4, not 5"):
        RunStore.create(tmp_path, replace(run, boards=5))


def test_what_is_no_run_is_told(tmp_path):
    with pytest.raises(ConfigError, match=r"holds no run: there is no .*run\.db"):
        RunStore.open(tmp_path)
    (tmp_path / "run.db").write_text("no database, but a long enough text to look like one" * 50)
    with pytest.raises(RecordError, match=r"run\.db is damaged \(file is not a database\).* with --out$"):
        RunStore.open(tmp_path)
    (tmp_path / "run.db").unlink()
    sqlite3.connect(tmp_path / "run.db").close()
    with pytest.raises(ConfigError, match="is no run"):
        RunStore.open(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(RecordError, match=r"cannot write to .*file"):
        RunStore.create(tmp_path / "file" / "folder", run_of("random", "rule"))


def test_a_damaged_store_is_told_with_what_can_be_done(tmp_path, run):
    with RunStore.create(tmp_path, run) as store:
        store.add(results_of(run))
        store.write_records(tmp_path / "records.jsonl")
    whole = (tmp_path / "run.db").read_bytes()
    (tmp_path / "run.db").write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    way = "put back a copy of it, or begin a new run in another folder with --out; .*records.jsonl has the games"
    for use in (lambda: RunStore.create(tmp_path, run), lambda: load_report(tmp_path)):
        with pytest.raises(RecordError, match=rf"run\.db is damaged \(.*malformed.*\): {way}"):
            use()


@pytest.mark.parametrize(
    "change",
    [
        "update meta set value = '{'",
        "update meta set value = '{}'",
        "delete from meta",
        "update games set seats = '['",
        "update games set board = 9 where meeting = 2 and board = 0",
    ],
)
def test_values_that_cannot_be_read_are_damage_too(tmp_path, run, change):
    with RunStore.create(tmp_path, run) as store:
        store.add(results_of(run))
        store._db.execute(change)
    with (
        RunStore.open(tmp_path) as store,
        pytest.raises(RecordError, match=r"^\S*run\.db is damaged \([^()]+(\(char 1\))?\): put back"),
    ):
        play(store.run, Where(1), store=store, quiet=True)


@pytest.mark.parametrize("record", ["no record", '{"steps": [{}]}', "[]", '{"steps":[', "null"])
def test_a_record_that_cannot_be_read_is_damage_too(tmp_path, run, record):
    with RunStore.create(tmp_path, run) as store:
        store.add(results_of(run))
        store._db.execute("update games set record = ? where meeting = 1", (record,))
    with RunStore.open(tmp_path) as store, pytest.raises(RecordError, match=r"^\S*run\.db is damaged \(.*\): put back"):
        list(rerun_game(store, "1/0/0"))
    with pytest.raises(RecordError, match=r"^\S*run\.db is damaged \(.*\): put back"):
        load_report(tmp_path)


def test_the_plan_says_it_all(run):
    stopping = replace(run, stop="ci<0.5", limits=Limits(iterations=5), deals="abc", unit="match")
    assert Run.from_json(json.loads(json.dumps(stopping.as_json()))) == stopping
