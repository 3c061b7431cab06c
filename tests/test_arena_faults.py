"""Bots that go wrong cost their own games alone, whatever they do and wherever they run."""

import json
from pathlib import Path

import pytest
from engines import mock_spec
from program import run_program

from meri_ai._core.errors import ConfigError
from meri_ai.arena.faults import Penalty
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.runner import play_run
from meri_ai.arena.schedule import round_robin
from meri_ai.arena.session import Where, play
from meri_ai.arena.store import RunStore
from meri_ai.arena.workers import InlineExecutor, executor_for
from meri_ai.bots.limits import Limits
from meri_ai.record import parse_record
from meri_ai.replay import replay

MOCKS = Path(__file__).parent / "mock_bots.py"
SETTINGS = GameSettings.make("meri", "hitoyoshi", {})
LIMITS = Limits(move_seconds=0.15, startup_seconds=0.5, newgame_seconds=1.0, memory_mb=300)
GOOD = ("rule", "random")


def mock(name):
    return f"{MOCKS}:{name}"


def run_of(*bots, pairs=None, boards=2, **more):
    more = {"limits": LIMITS} | more
    return Run(SETTINGS, bots, pairs or round_robin(len(bots)), boards, 5, **more)


def good_games(results, run):
    good = {number for number, bot in enumerate(run.bots) if bot in GOOD}
    return [r for r in results if set(run.meetings[r.key.meeting]) <= good]


@pytest.fixture(scope="module")
def undisturbed():
    return sorted(play_run(run_of(*GOOD), InlineExecutor(), 1), key=lambda r: r.key)


def check_all(results, run, wanted, undisturbed):
    """Every game is there once, the good bots' are untouched, and each fault is counted to its bot."""
    results = sorted(results, key=lambda r: r.key)
    assert len(results) == run.games == len({r.key for r in results})
    assert [(r.margin, r.record, r.status) for r in good_games(results, run)] == [
        (r.margin, r.record, "ok") for r in undisturbed
    ]
    for result in results:
        if result.status == "ok":
            assert not set(result.seats) & set(wanted)
            continue
        assert result.culprit in wanted and result.status == wanted[result.culprit]
        bot, _, _ = run.bots[result.culprit].partition(" + ")
        assert result.fault.startswith((f"bot {bot!r} in seat ", f'bot "{bot}" in seat '))
        side = run.meetings[result.key.meeting].index(result.culprit)
        assert result.points[side] == 0 and result.points[1 - side] == 9
    return results


def test_bots_in_our_process_that_go_wrong(undisturbed):
    bad = {"RaisingBot": "crash", "ExitBot": "crash", "IllegalBot": "illegal", "NumberBot": "illegal"}
    bad |= {"WordlessBot": "crash", "FalseInterruptBot": "crash"}
    bad |= {"UnmakeableBot": "init", "SleepBot": "timeout", "SlowStartBot": "init", "StubbornBot": "timeout"}
    run = run_of(*GOOD, *map(mock, bad), boards=1, pairs=((0, 1), *((n % 2, n) for n in range(2, 12)), (2, 4)))
    results = list(play_run(run, InlineExecutor(), 1))
    results = check_all(results, run, dict(enumerate(bad.values(), 2)), undisturbed[:2])
    assert "ValueError: no idea" in next(r for r in results if r.key.meeting == 1).stderr
    for result in results:
        record = parse_record(result.record)
        assert replay(record) == []
        assert ("fault" in record) == (result.status != "ok")


def test_bots_that_go_wrong_where_they_have_no_say(tmp_path, undisturbed):
    unruly = {f"{where},how={how}": "init" for where in ("start", "new_game") for how in ("raise", "hang", "look")}
    unruly |= {"init": "init", "start,how=interrupt": "init", "close,how=interrupt": "ok"}
    unruly |= {f"{where},how={how}": "ok" for where in ("game_over", "close") for how in ("raise", "hang", "look")}
    bad = {f"UnrulyBot:where={name}": status for name, status in unruly.items()}
    bad |= {"OddFaultBot:answer=false": "crash", "OddFaultBot:answer=true": "illegal"}
    pairs = ((0, 1), *((1, number) for number in range(2, len(bad) + 2)))
    limits = Limits(startup_seconds=0.1, newgame_seconds=0.1)
    run = run_of(*GOOD, *map(mock, bad), boards=1, pairs=pairs, limits=limits)
    results = sorted(play_run(run, InlineExecutor(), 1), key=lambda result: result.key)
    assert [r.record for r in results[:2]] == [r.record for r in undisturbed[:2]]
    assert [r.status for r in results[2::2]] == [r.status for r in results[3::2]] == list(bad.values())
    with RunStore.create(tmp_path, run) as store:
        store.add(results)  # whatever words there were


@pytest.mark.parametrize("bot", ["LeavingBot", "LeavingBot:copy=true"])
def test_what_bots_leave_behind_does_not_keep_a_run_from_ending(bot):
    done = run_program("match", mock(bot), "rule", "--boards", 2, "--workers", 1)
    assert done.returncode == 0 and "over 2 boards" in done.stdout


def test_a_bot_that_changes_the_directory_hides_no_other_bots_file(tmp_path):
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(MOCKS.read_text())
    (tmp_path / "cup.toml").write_text('bots = ["one.py:WanderingBot", "rule", "two.py:LastBot"]\nboards = 1\n')
    done = run_program("tournament", "run", "cup.toml", "--workers", 1, cwd=tmp_path)
    assert done.returncode == 0 and "6 games" in done.stdout, done.stderr


def test_programs_that_go_wrong(undisturbed):
    bad = {"raise": "crash", "exit": "crash", "sleep": "timeout", "garbage": "crash", "flood": "crash"}
    bad |= {"illegal": "illegal", "memory": "crash", "slow-start 30": "init"}
    specs = [" + ".join([mock_spec(*name.split()), "rule", "rule", "rule"]) for name in bad]  # one of a team
    pairs = ((0, 1), *((n % 2, n) for n in range(2, 2 + len(bad))))
    limits = Limits(move_seconds=1.5, startup_seconds=3.0, memory_mb=100)
    run = run_of(*GOOD, *specs, boards=1, pairs=pairs, limits=limits)
    with executor_for(2) as pool:
        results = list(play_run(run, pool, 4))
    check_all(results, run, dict(enumerate(bad.values(), 2)), undisturbed[:2])


def test_a_tiny_memory_limit_is_a_fault_of_programs_and_no_traceback(capfd):
    run = run_of("rule", mock_spec(), boards=1, limits=Limits(memory_mb=1))
    finished = play(run, Where(1), quiet=True)
    assert sum(finished.faults.values()) == 2 and {bot for bot, _ in finished.faults} == {1}
    assert "Traceback" not in capfd.readouterr().err


def test_bots_that_end_or_fill_their_worker_process(undisturbed):
    run = run_of(
        *GOOD, mock("DyingBot"), mock("MemoryBot"), pairs=((0, 1), (0, 2), (1, 3)), limits=Limits(memory_mb=300)
    )
    with executor_for(2, memory_mb=300) as pool:
        results = list(play_run(run, pool, 4))
    results = check_all(results, run, {2: "crash", 3: "crash"}, undisturbed)
    dead = [r for r in results if r.culprit == 2]
    assert len(dead) == 4 and all("ended its worker process" in r.fault for r in dead)
    assert json.loads(dead[0].record)["fault"]["status"] == "crash"


def test_a_worker_that_dies_once_costs_nothing(tmp_path, undisturbed):
    """As when somebody kills it: what was at play is played again alone, and counts."""
    run = run_of(*GOOD, mock(f"DyingOnceBot:file={tmp_path / 'died'}"))
    with executor_for(2) as pool:
        results = sorted(play_run(run, pool, 4), key=lambda r: r.key)
    assert (tmp_path / "died").exists()
    assert len(results) == run.games and all(r.status == "ok" for r in results)
    assert [r.record for r in results[:4]] == [r.record for r in undisturbed]


def test_one_worker_survives_a_deadly_bot_too():
    finished = play(run_of("rule", mock("DyingBot"), boards=1), Where(1), quiet=True)
    assert finished.faults == {(1, "crash"): 2}


@pytest.mark.parametrize("policy", ["forfeit", "random", "void"])
def test_penalties(policy, tmp_path):
    run = run_of("rule", mock("IllegalBot"), boards=3, penalty=Penalty(policy, 4.0))
    with RunStore.create(tmp_path, run) as store:
        finished = play(run, Where(1), store=store, quiet=True)
        rows = list(store.games())
    assert finished.faults == {(1, "illegal"): 6} and all(row.status == "illegal" for row in rows)
    if policy == "forfeit":
        assert [(row.margin, row.points) for row in rows] == [(4, (4, 0))] * 6
    elif policy == "void":
        assert all(row.margin is None and row.points is None for row in rows)
        assert finished.tally.pair_margin(0).boards == 0
    else:
        assert all("result" in json.loads(row.record) for row in rows)
        assert finished.tally.pair_margin(0).boards == 3
        assert all(row.margin == row.points[0] - row.points[1] for row in rows)


def test_a_fault_is_noted_in_the_record_of_its_own_deal(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "class Nervous:\n    def choose(self, view, *, seed):\n"
        "        if any(view.scores):\n            raise RuntimeError('the score')\n"
        "        return view.legal_actions()[0]\n"
    )
    settings = GameSettings.make("meri", "hitoyoshi", {"set_deals": 3})
    run = Run(settings, ("rule", f"{bot}:Nervous"), ((0, 1),), 1, 5, "set", penalty=Penalty("random"))
    for result in play_run(run, InlineExecutor(), 1):
        records = [json.loads(line) for line in result.record.splitlines()]
        assert ["fault" in record for record in records] == [False, True, False] and result.margin is not None


def test_a_bot_at_fault_against_itself_is_even():
    results = sorted(play_run(run_of(mock("RaisingBot"), mock("RaisingBot")), InlineExecutor(), 1), key=lambda r: r.key)
    assert [a.margin + b.margin for a, b in zip(results[::2], results[1::2], strict=True)] == [0, 0]


def test_penalties_and_limits_that_make_no_sense_are_told():
    with pytest.raises(ConfigError, match=r"unknown penalty 'forfiet' \(did you mean 'forfeit'\?\)"):
        Penalty("forfiet")
    with pytest.raises(ConfigError, match=r"unknown limit 'move_second' \(did you mean 'move_seconds'\?\)"):
        Limits.of({"move_second": 1})
    with pytest.raises(ConfigError, match="limit move_seconds must be a number, not '1'"):
        Limits.of({"move_seconds": "1"})
    with pytest.raises(ConfigError, match="limit iterations must be more than 0, not 0"):
        Limits.of({"iterations": 0})


def test_iterations_are_for_searching_bots_that_set_no_limit(monkeypatch):
    from meri_ai.arena.chunk import limited_factory

    limits = Limits(iterations=7)
    assert limited_factory("ismcts", limits).name == "ismcts:iterations=7"
    assert limited_factory("ismcts:c=0.5", limits).name == "ismcts:c=0.5,iterations=7"
    for untouched in ("ismcts:iterations=3", "montecarlo:time_limit=0.1", "rule", mock("FirstBot")):
        assert limited_factory(untouched, limits).name == untouched
