"""One game at the table: who is asked, with what seed, and what happens to a bot that misbehaves."""

from pathlib import Path

import pytest
from stub_game import StubGame

from meri_ai._core.errors import BotError
from meri_ai.arena.boards import board_of
from meri_ai.arena.seeds import decision_seed
from meri_ai.arena.table import play_game
from meri_ai.bots import bot_factory

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


def play(*factories, number=2, run_seed=9):
    return play_game(StubGame(), board_of(run_seed, number, 4), factories, run_seed)


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


@pytest.mark.parametrize(
    ("bad", "deed"),
    [
        ("RaisingBot", r"raised ValueError: no idea \(mock_bots\.py, line \d+\)"),
        ("ExitBot", r"raised SystemExit: 0 \(mock_bots\.py, line \d+\)"),
        ("IllegalBot", "answered 'play XX': there is no such number; legal: low, high"),
        ("NumberBot", "answered 7, which is neither an Action nor a text"),
    ],
)
def test_a_fault_names_board_seat_bot_and_deed(bad, deed):
    good = mock("FirstBot")
    with pytest.raises(BotError, match=rf"^board 2, seat 3: bot '\S+:{bad}' {deed}$"):
        play(good, good, good, mock(bad))


def test_a_bot_that_cannot_be_made_is_named():
    with pytest.raises(BotError, match="UnmakeableBot' could not be made: OSError: no table base"):
        play(*[mock("UnmakeableBot")] * 4)
