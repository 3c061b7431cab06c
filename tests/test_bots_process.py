"""Programs as bots: whole games, and each way in which a program may fail."""

import pickle
import sys
import time
from itertools import pairwise

import pytest
from engines import alive, mock_spec, new_state, play, view_to_move

from meri_ai._core.errors import BotError, ConfigError
from meri_ai.bots import bot_factory
from meri_ai.bots.faults import BotFault
from meri_ai.bots.limits import Limits

SIZES = {"output_line_bytes": 100_000, "stderr_bytes": 1000}
LIMITS = Limits(move_seconds=30, startup_seconds=30, newgame_seconds=30, **SIZES)
SHORT = Limits(move_seconds=0.3, startup_seconds=30, newgame_seconds=0.3, **SIZES)


def bot_of(*arguments, options="", limits=LIMITS):
    bot = bot_factory(mock_spec(*arguments, options=options))()
    bot.limits = limits
    return bot


def fault_of(*arguments, state=None, **more):
    """The fault of a mock's first choice; its process must be gone."""
    bot = bot_of(*arguments, **more)
    try:
        with pytest.raises(BotFault) as caught:
            bot.choose(view_to_move(state or new_state()), seed=1)
        if caught.value.kind != "illegal":
            assert not alive(bot._child.pid)
    finally:
        bot.close()
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("rules", "options"),
    [("hitoyoshi", {}), ("cardavia", {}), ("hitoyoshi", {"redeal_offer": 2}), ("cardavia", {"redeal_offer": 1})],
)
def test_a_program_plays_a_whole_game(rules, options):
    state = new_state(rules, seed=5, dealer=3, **options)
    bots = play([mock_spec(), "rule"], state)
    assert state.is_terminal()
    for seat in (0, 2, 4, 6):
        lines = bots[seat].stderr.splitlines()
        told = [list(map(int, line.split()[1:])) for line in lines if line.startswith("events")]
        # gapless, and all of the events in the end
        assert all(first + count == after[0] for (first, count), after in pairwise(told))
        assert told[0][0] == 0 and sum(told[-1]) == len(state.view(seat).events)
        assert lines[-1].startswith(f"result {state.points()}")


FAULTS = {
    "raise": ("crash", "exited with status 1"),
    "exit": ("crash", "exited with status 3"),
    "silent": ("crash", "exited with status 0"),
    "kill": ("crash", "was ended by SIGKILL"),
    "sleep": ("timeout", "did not answer within 0.3 s"),
    "late": ("timeout", "did not answer within 0.3 s"),
    "garbage": ("crash", "wrote 'I think I play the ace' to standard output: this is not JSON"),
    "binary": ("crash", "to standard output: this is not UTF-8 text"),
    "flood": ("crash", "wrote a line of more than 100,000 bytes"),
    "flood-lines": ("crash", "flooded its output with more than 1,600,000 bytes"),
    "illegal": ("illegal", "answered 'play XX', which is not legal; legal: declare, hide"),
    "null": ("illegal", "answered None, which is not legal"),
    "number": ("crash", "best.action: input should be a valid string"),
    "wrong-id": ("crash", "answered go '1' with a best of id 'another'"),
    "error": ("crash", "answered error internal: the table base is gone"),
    "busy": ("crash", "sent ok where best was due"),
    "closed": ("crash", "closed its standard output"),
    "half": ("crash", "exited with status 0"),
    "resync-always": ("crash", "asked to be told all events twice in a row"),
    "slow-newgame": ("init", "was not ready in time"),
    "no-newgame": ("init", "answered error bad_option (options.monchi_void): that is too much"),
    "exit-at-once": ("init", "exited with status 5 before it was ready"),
    "protocol-2": ("init", "speaks protocol 2, not 1"),
    "one-rules": ("init", "does not play meri by the rules hitoyoshi: it offers meri by cardavia"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_has_its_kind_and_sentence(name):
    kind, sentence = FAULTS[name]
    limits = SHORT if kind == "timeout" or name == "slow-newgame" else LIMITS
    fault = fault_of(name, state=new_state(seed=7, dealer=3), limits=limits)
    assert (fault.kind, sentence in str(fault)) == (kind, True), fault


def test_a_slow_start_is_told_apart_from_slow_thinking():
    assert fault_of("slow-start", 60, limits=Limits(startup_seconds=0.2)).kind == "init"
    bot = bot_of("slow-start", 0.8, limits=SHORT)  # longer than a move may take
    try:
        bot.start()
        bot.new_game(view_to_move(state := new_state()))
        assert bot.choose(view_to_move(state), seed=1)
    finally:
        bot.close()


def test_the_clock_of_a_game_runs_out():
    limits = Limits(game_seconds=0.25)
    with pytest.raises(BotFault, match=r"has used up its clock of 0\.25 s|did not answer within 0") as caught:
        play([mock_spec("slow"), "rule"], new_state(), limits=limits)
    assert caught.value.kind == "timeout"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold to the limit")
def test_memory_is_limited():
    fault = fault_of("memory", limits=Limits(memory_mb=256, move_seconds=20))
    assert fault.kind == "crash" and "MemoryError" in fault.stderr


def test_standard_error_is_kept_to_a_bound():
    assert "ValueError: no idea what to do" in fault_of("raise").stderr
    bot = bot_of("noisy")
    try:
        bot.choose(view_to_move(new_state()), seed=1)
    finally:
        bot.close()
    assert len(bot.stderr) == 1000 and bot.stderr.endswith("xxthe end\n")


def test_a_fault_lasts_but_an_illegal_answer_does_not():
    state = new_state()
    bot = bot_of("exit")
    for _ in range(2):
        with pytest.raises(BotFault, match="exited with status 3"):
            bot.choose(view_to_move(state), seed=1)
    bot.close()
    bot = bot_of("illegal", 2)
    try:
        assert bot.choose(view_to_move(state), seed=1)
        for _ in range(2):
            with pytest.raises(BotFault, match="not legal"):
                bot.choose(view_to_move(state), seed=1)
    finally:
        bot.close()


def test_analysis_and_unknown_fields_are_passed_over():
    bot = bot_of("extra")
    try:
        view = view_to_move(new_state())
        assert bot.choose(view, seed=1) == view.legal_actions()[0].text
    finally:
        bot.close()


def test_missed_events_are_sent_again_from_the_first():
    bot = bot_of("resync", 2)
    state = new_state()
    seat = state.current_player()
    try:
        for _ in range(2):
            while state.current_player() != seat:
                state.apply_action(state.legal_actions()[0])
            state.apply_action(bot.choose(state.view(seat), seed=1))
    finally:
        bot.close()
    starts = [line.split()[1] for line in bot.stderr.splitlines() if line.startswith("events")]
    assert len(starts) == 3 and starts[0] == starts[2] == "0" != starts[1]


def test_an_engine_with_stop_is_stopped_at_the_limit():
    bot = bot_of("stop", limits=Limits(move_seconds=0.1, margin_seconds=30))
    try:
        assert bot.choose(view_to_move(new_state()), seed=1)
    finally:
        bot.close()


def test_one_process_holds_one_seat():
    state = new_state()
    seat = state.current_player()
    bot = bot_of("none")
    try:
        bot.new_game(state.view(seat))
        with pytest.raises(BotFault, match=f"holds seat {seat}, and one process may hold no other: not"):
            bot.new_game(state.view(seat ^ 2))
    finally:
        bot.close()


def test_options_reach_the_engine():
    bot = bot_of("none", options="level=hard,depth=3")
    try:
        bot.new_game(new_state().view(0))
    finally:
        bot.close()
    assert "set {'level': 'hard', 'depth': 3}" in bot.stderr
    fault = fault_of("none", options="levle=hard")
    assert fault.kind == "init" and "has no option 'levle' (did you mean 'level'?)" in str(fault)
    assert "takes a value of kind int as its option depth, not 'deep'" in str(fault_of("none", options="depth=deep"))


def test_nothing_is_left_of_a_program():
    fault = fault_of("child")
    grandchild = int(fault.stderr.split()[-1])
    deadline = time.monotonic() + 5
    while alive(grandchild) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive(grandchild)
    bot = bot_of("undying")
    bot.new_game(new_state().view(0))
    bot.close()
    bot.close()
    assert not alive(bot._child.pid)
    with pytest.raises(BotFault, match="was closed"):
        bot.choose(view_to_move(new_state()), seed=1)


def test_faults_pickle():
    fault = pickle.loads(pickle.dumps(BotFault("timeout", "did not answer", "logs")))
    assert (fault.kind, str(fault), fault.stderr) == ("timeout", "did not answer", "logs")
    assert isinstance(fault, BotError)


def test_programs_that_cannot_be_are_refused_at_once(tmp_path):
    plain = tmp_path / "plain.txt"
    plain.write_text("no program")
    for spec, sentence in [
        ("cmd:", "has no program; write cmd:./mybot --fast"),
        ("cmd:./no-such-bot --fast", r"there is no program '\./no-such-bot'"),
        (f"cmd:{plain}", r"is not executable \(chmod \+x "),
        ("cmd:'./bot", "no closing quotation"),
        ("cmd(level):./bot", "'level' is not of the form option=value"),
    ]:
        with pytest.raises(ConfigError, match=sentence) as caught:
            bot_factory(spec)
        assert "\n" not in str(caught.value)


def test_a_program_that_will_not_run_is_an_init_fault(tmp_path):
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x00\x01\x02\x03")
    broken.chmod(0o755)
    bot = bot_factory(f"cmd:{broken}")()
    with pytest.raises(BotFault) as caught:
        bot.new_game(new_state().view(0))
    assert caught.value.kind == "init"
