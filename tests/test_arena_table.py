"""One game at the table: who is asked, with what seed, and what happens to a bot that misbehaves."""

import re
from pathlib import Path

import pytest
from stub_game import StubGame

import meri_ai as ma
from meri_ai.arena.boards import board_of
from meri_ai.arena.faults import SeatFault
from meri_ai.arena.seeds import decision_seed
from meri_ai.arena.table import play_game
from meri_ai.bots import bot_factory
from meri_ai.bots.faults import BotFault
from meri_ai.bots.limits import Limits

MOCKS = Path(__file__).parent / "mock_bots.py"


def mock(name):
    return bot_factory(f"{MOCKS}:{name}")


class Watcher:
    """A factory whose bots note what they were asked."""

    name = "watcher"

    def __init__(self, cheats=False):
        self.cheats = cheats
        self.asked = []
        self.closed = 0

    def __call__(self):
        return self

    def choose(self, view, *, seed):
        self.asked.append((view.seat, seed, view.numbers))
        return "high"

    def close(self):
        self.closed += 1


def play(*factories, number=2, run_seed=9, **more):
    return play_game(StubGame(), board_of(run_seed, number, 4), factories, run_seed, **more)


def test_each_seat_is_asked_in_turn_with_its_own_view_and_seed():
    watcher = Watcher()
    played = play(*[watcher] * 4)
    deal = played.state.deal
    assert [seat for seat, _, _ in watcher.asked] == [2, 3, 0, 1]
    assert all(numbers == (deal[seat],) for seat, _, numbers in watcher.asked)
    assert all(seed == decision_seed(9, 2, seat, 0) for seat, seed, _ in watcher.asked)
    assert played.moves == [1, 1, 1, 1] and watcher.closed == 4


def test_seeds_are_the_same_whoever_sits_where():
    alone, mixed = Watcher(), Watcher()
    play(*[alone] * 4)
    play(mock("FirstBot"), mixed, mock("FirstBot"), mixed)
    assert set(mixed.asked) == {asked for asked in alone.asked if asked[0] in (1, 3)}


def test_only_a_cheating_bot_sees_every_hand():
    cheat, honest = Watcher(cheats=True), Watcher()
    deal = play(cheat, honest, cheat, honest).state.deal
    assert all(numbers == tuple(deal) for _, _, numbers in cheat.asked)
    assert all(len(numbers) == 1 for _, _, numbers in honest.asked)


FAULTS = [
    ("RaisingBot", "crash", r"raised ValueError: no idea \(mock_bots\.py, line \d+\)"),
    ("ExitBot", "crash", r"raised SystemExit: 0 \(mock_bots\.py, line \d+\)"),
    ("IllegalBot", "illegal", "answered 'play XX': there is no such number; legal: low, high"),
    ("NumberBot", "illegal", "answered 7, which is neither an Action nor a text"),
    ("UnmakeableBot", "init", "could not be made: OSError: no table base"),
    ("SleepBot:seconds=60", "timeout", r"gave no answer within 0\.15 s"),
    ("StubbornBot", "timeout", r"gave no answer within 0\.15 s"),
    ("SlowStartBot", "init", "was not made in time"),
]
LIMITS = Limits(move_seconds=0.1, startup_seconds=0.1)


@pytest.mark.parametrize(("bad", "kind", "deed"), FAULTS)
def test_a_fault_ends_the_game_and_tells_seat_and_deed(bad, kind, deed):
    good = mock("FirstBot")
    played = play(good, good, good, mock(bad), limits=LIMITS)
    assert played.points is None
    assert (played.fault.seat, played.fault.kind) == (3, kind)
    assert re.fullmatch(deed, played.fault.sentence), played.fault.sentence
    assert ("Traceback" in played.fault.stderr) == (kind == "crash" or bad == "UnmakeableBot")


@pytest.mark.parametrize(("bad", "kind", "deed"), FAULTS)
def test_random_moves_may_stand_in(bad, kind, deed):
    good = mock("FirstBot")
    played = play(good, good, good, mock(bad), limits=LIMITS, stand_in=True)
    assert played.fault.kind == kind and played.points is not None
    again = play(good, good, good, mock(bad), limits=LIMITS, stand_in=True)
    assert again.points == played.points  # the stand-in too has its seed from the run
    assert played.moves == [1, 1, 1, 1]


def test_a_clock_bank_is_spent_over_the_deal():
    game = ma.load_game("meri")
    slow = mock("SleepBot:seconds=0.03")
    bank = Limits(game_seconds=0.1)
    played = play_game(game, board_of(1, 0, 8), [slow, *[bot_factory("rule")] * 7], 1, limits=bank)
    assert played.fault.kind == "timeout" and 2 <= played.moves[0] <= 5
    alone = Limits(move_seconds=0.1)
    assert play_game(game, board_of(1, 0, 8), [slow, *[bot_factory("rule")] * 7], 1, limits=alone).fault is None


def test_a_bot_that_watches_its_own_clock_is_given_the_limits():
    seen = []

    class OwnClock(Watcher):
        limits = None

        def new_game(self, view):
            seen.append((view.seat, self.limits))

    play(*[OwnClock()] * 4, limits=LIMITS)
    assert seen == [(seat, LIMITS) for seat in range(4)]


def test_a_fault_before_the_game_is_told_by_its_kind():
    class NeverReady(Watcher):
        def new_game(self, view):
            raise BotFault("init", "never got ready", "some last words")

    played = play(*[NeverReady()] * 4)
    assert played.fault == SeatFault(0, "init", "never got ready", "some last words")
    assert played.moves == [0] * 4 and len(played.states) == 1
