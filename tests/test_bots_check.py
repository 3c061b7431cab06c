"""`meri-ai bots check`: good bots pass, and each failing is found by the check that looks for it."""

import re
from pathlib import Path

import pytest
from engines import mock_spec
from program import call_program

from meri_ai.bots.check import Examination, trial_games
from meri_ai.bots.limits import Limits
from meri_ai.cli.apart import ENDED
from meri_ai.games.catalogue import GAMES

BOTS = Path(__file__).parent / "check_bots.py"
ASKED = ["handshake", "ping", "unknown message", "set", "new game", "one answer"]
PROTOCOL = [*ASKED, "late stop", "missed events", "quit", "end of input"]
PLAY = ["legality", "time", "determinism", "no peeking"]


def findings(spec, positions=60, twins=4, move_seconds=20.0, **game):
    limits = Limits(move_seconds=move_seconds)
    return list(Examination(spec, positions=positions, twins=twins, limits=limits, seed=1, **game).findings())


def failed(spec, **options):
    """The failed checks with their details."""
    return {finding.check: finding.detail for finding in findings(spec, **options) if finding.passed is False}


@pytest.mark.parametrize("spec", ["random", "rule", "ismcts:iterations=20", f"{BOTS}:TidyBot:depth=2"])
def test_good_bots_pass(spec):
    found = findings(spec, positions=150)
    assert [finding.check for finding in found] == PLAY
    assert all(finding.passed for finding in found), found
    assert int(re.match(r"(\d+) answers in \d+ deals", found[0].detail)[1]) >= 150


def test_a_good_program_passes():
    found = findings(mock_spec("last"))
    assert [finding.check for finding in found] == [*PROTOCOL, *PLAY]
    assert all(finding.passed for finding in found), found


@pytest.mark.parametrize(
    ("name", "check", "sentence"),
    [
        ("ChanceBot", "determinism", "to the same view and seed"),
        ("RememberingBot", "determinism", "all chance must come from the seed"),
        ("SpyBot", "no peeking", "in two worlds that it cannot tell apart"),
        ("IllegalLaterBot", "legality", "it answered 'play XX', which is not legal; legal: play"),
        ("ExitBot", "legality", "it raised SystemExit"),
    ],
)
def test_python_bots_fail_where_they_are_bad(name, check, sentence):
    found = failed(f"{BOTS}:{name}", positions=150, twins=12)
    assert sentence in found[check]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("UnrulyBot:where=start", "raised Wordless in start"),
        ("UnrulyBot:where=new_game,how=look", "raised ValueError: new_game in new_game"),
        ("UnrulyBot:where=close,how=hang", "was not done with close within 0.1 s"),
        ("OddFaultBot:answer=false", "raised ValueError: \\ud800"),
        ("OddFaultBot:answer=true", "answered 'play XX'"),
        ("WordlessBot", "raised Wordless"),
    ],
)
def test_bots_that_misbehave_in_new_ways_are_found_out(options, sentence):
    limits = Limits(move_seconds=5, newgame_seconds=0.1)
    spec = f"{BOTS.with_name('mock_bots.py')}:{options}"
    found = list(Examination(spec, positions=1, twins=1, limits=limits, seed=1).findings())
    assert any(sentence in finding.detail for finding in found if finding.passed is False), found


def test_a_bot_that_hangs_is_not_waited_for():
    found = failed(f"{BOTS}:SlowBot", positions=1, twins=1, move_seconds=0.1)
    assert "did not answer within 0.15 s" in found["legality"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_of_the_catalogue_can_be_played(game):
    found = findings("rule", positions=40, twins=3, game=game)
    assert [finding.check for finding in found] == PLAY
    assert all(finding.passed for finding in found), found


def test_bots_are_tried_with_every_number_of_players_or_the_one_asked_for():
    tried = [(game.seats, game.rules.options) for game in trial_games("bakappana", None, None)]
    assert tried == [(2, {}), (2, {"chaff": 0}), (3, {}), (3, {"chaff": 0}), (4, {}), (4, {"chaff": 0})]
    assert [game.seats for game in trial_games("bakappana", "standard", 4)] == [4, 4]
    assert {game.rules.preset for game in trial_games("meri", None, None)} == {"hitoyoshi", "cardavia"}
    assert {game.rules.preset for game in trial_games("meri", "cardavia", None)} == {"cardavia"}


def test_peeking_is_found_in_games_for_two():
    found = failed(f"{BOTS}:SpyBot", positions=20, twins=12, game="sanuki-mekuri")
    assert list(found) == ["no peeking"] and "in two worlds that it cannot tell apart" in found["no peeking"]


def test_cheating_is_told():
    assert failed("clairvoyant:iterations=10")["no peeking"] == "it asks to be shown every hand (cheats = True)"


@pytest.mark.parametrize(
    ("fault", "check", "sentence"),
    [
        ("wrong-pong", "ping", "pong of another id"),
        ("wrong-code", "unknown message", "error bad_message, not unknown_message"),
        ("busy-set", "set", "answered set with ok for 'newgame'"),
        ("no-newgame", "new game", "sent error (bad_option: that is too much) where ok was due"),
        ("twice", "one answer", "sent a second message after its answer: best"),
        ("debug", "one answer", "to standard output: this is not JSON"),
        ("illegal", "one answer", "'play XX', which is not legal"),
        ("wrong-id", "one answer", "with a best of id 'another'"),
        ("answers-stop", "late stop", "sent an answer to a stop that came after the best: error"),
        ("no-gap", "missed events", "sent best where error was due"),
        ("exit", "one answer", "it exited with status 3"),
        ("chance", "determinism", "to the same view and seed"),
    ],
)
def test_programs_fail_where_they_are_bad(fault, check, sentence):
    found = {}
    for finding in Examination(mock_spec(fault), positions=30, twins=1, limits=Limits(), seed=1).findings():
        if finding.passed is False:
            found[finding.check] = finding.detail
        if check in found:  # enough seen
            break
    assert sentence in found[check]


def test_one_failing_does_not_hide_what_is_right():
    for fault, check in [("wrong-pong", "ping"), ("no-gap", "missed events"), ("answers-stop", "late stop")]:
        assert list(failed(mock_spec(fault), positions=1, twins=1)) == [check]


def test_stop_is_tried_where_it_is_offered():
    found = findings(mock_spec("stop-unlimited"), positions=1, twins=1)
    passed = [finding.check for finding in found if finding.passed]
    assert passed == [*ASKED, "stop", *PROTOCOL[len(ASKED) :], *PLAY]
    assert failed(mock_spec("stop-never"), positions=1, twins=1, move_seconds=1) == {
        "stop": "it did not answer in time"
    }


def test_a_program_that_outlives_quit_is_told(monkeypatch):
    monkeypatch.setattr("meri_ai.bots.check_protocol.END_SECONDS", 0.2)
    checks = {}
    for finding in Examination(mock_spec("undying"), positions=1, twins=1, limits=Limits(), seed=1).findings():
        checks[finding.check] = finding
        if finding.check == "end of input":
            break
    assert "was still running 0.2 s after the end of its input" in checks["end of input"].detail


def test_nothing_more_is_tried_with_a_program_that_does_not_start():
    (finding,) = findings(mock_spec("exit-at-once"))
    assert (finding.check, finding.passed) == ("handshake", False)
    assert "exited with status 5" in finding.detail and "no licence" in finding.stderr


def test_the_command_tells_each_check_and_the_exit_status():
    few = ["--positions", 40, "--twins", 2]
    done = call_program("bots", "check", "rule", *few)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"(passed +[a-z ]+: .+\n){4}rule: all is well\n", done.stdout)
    done = call_program("bots", "check", f"{BOTS}:ChanceBot", *few)
    assert done.returncode == 1 and "FAILED    determinism: " in done.stdout
    assert "left out  no peeking: a bot has to be deterministic for this" in done.stdout
    assert done.stdout.endswith("ChanceBot: 1 check failed\n")
    done = call_program("bots", "check", mock_spec("exit-at-once"))
    assert done.returncode == 1 and "          | no licence\n" in done.stdout


def test_a_bot_that_ends_its_process_fails(tmp_path):
    choose = "    def choose(self, view, *, seed):\n        return view.legal_actions()[0]\n"
    for name, text, told in [
        ("late", "import os\nclass B:\n    def choose(self, view, *, seed):\n        os._exit(0)\n", ENDED.detail),
        ("early", f"import os\nos._exit(0)\nclass B:\n{choose}", ENDED.detail),
        ("made", f"class B:\n    def __init__(self):\n        raise SystemExit(0)\n{choose}", "made: SystemExit: 0"),
    ]:
        (tmp_path / f"{name}.py").write_text(text)
        done = call_program("bots", "check", tmp_path / f"{name}.py:B", "--positions", 10, "--twins", 1)
        assert done.returncode == 1 and told in done.stdout and " failed\n" in done.stdout, name
    (tmp_path / "out.py").write_text("raise SystemExit(0)\n")
    done = call_program("bots", "check", tmp_path / "out.py:B")
    assert done.returncode == 1 and done.stderr.endswith("out.py failed to load: SystemExit: 0\n")


def test_mistakes_are_one_sentence():
    for spec, sentence in [("ruel", "did you mean 'rule'"), ("cmd:./no-such", "there is no program './no-such'")]:
        done = call_program("bots", "check", spec)
        assert done.returncode == 2 and done.stdout == ""
        assert done.stderr.startswith("error: ") and sentence in done.stderr and done.stderr.count("\n") == 1


def test_a_program_for_one_preset_is_examined_by_it():
    spec = mock_spec("one-rules")
    done = call_program("bots", "check", spec, "--positions", 10, "--twins", 1)
    assert done.returncode == 1 and "by the rules hitoyoshi, but cardavia (see --rules)" in done.stdout
    done = call_program("bots", "check", spec, "--positions", 10, "--twins", 1, "--rules", "cardavia")
    assert done.returncode == 0, done.stdout
    assert "did you mean 'cardavia'" in call_program("bots", "check", spec, "--rules", "cardvia").stderr


def test_the_command_takes_a_game():
    few = ["--positions", 10, "--twins", 1, "--game"]
    done = call_program("bots", "check", "rule", *few, "bakappana", "--players", 4)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.endswith("rule: all is well\n")
    for wrong, sentence in [
        (["bakapana"], "did you mean 'bakappana'"),
        (["bakappana", "--players", 5], "bakappana is a game of 2, 3 or 4 players, not 5"),
        (["sanuki-mekuri", "--rules", "standart"], "did you mean 'standard'"),
    ]:
        done = call_program("bots", "check", "rule", *few, *wrong)
        assert done.returncode == 2 and sentence in done.stderr and done.stderr.count("\n") == 1
    done = call_program("bots", "check", mock_spec("last"), *few, "sanuki-mekuri")
    assert "does not offer the game sanuki-mekuri by the rules standard (see --game)" in done.stdout


def test_list_names_programs_too():
    assert "cmd:./mybot" in call_program("bots", "list").stdout
