"""Seeds, boards and schedule."""

from itertools import product

import pytest

from meri_ai._core.errors import ConfigError
from meri_ai.arena.boards import board_of, seatings
from meri_ai.arena.schedule import Job, interleaved, round_robin
from meri_ai.arena.seeds import deal_seed, decision_seed, hash64


def test_a_hash_is_the_same_on_every_machine():
    assert hash64(1, 2, 3) == 13041116711478803063
    assert hash64(-1) == hash64(2**64 - 1)


def test_deals_and_decisions_of_a_run_never_share_a_seed():
    seeds = [deal_seed(run, board) for run in range(3) for board in range(50)]
    seeds += [decision_seed(*numbers) for numbers in product(range(3), range(50), range(8), range(10))]
    assert len(set(seeds)) == len(seeds)


def test_boards_differ_in_deal_and_pass_the_dealer_on():
    boards = [board_of(run_seed=5, number=n, seats=8) for n in range(20)]
    assert len({board.deal_seed for board in boards}) == 20
    assert [board.dealer for board in boards] == [n % 8 for n in range(20)]


def test_both_bots_hold_every_seat_once():
    first, second = seatings((0, 1, 0, 1))
    assert first == (0, 1, 0, 1)
    assert second == (1, 0, 1, 0)


def test_boards_of_other_games_are_refused():
    with pytest.raises(ConfigError, match="two teams"):
        seatings((0, 1, 2))


def test_every_prefix_of_whole_rounds_is_fair():
    pairs = round_robin(4)
    assert len(pairs) == 6 and all(first < second for first, second in pairs)
    jobs = list(interleaved(pairs, boards=3))
    assert len(set(jobs)) == len(jobs) == 18
    assert jobs[:6] == [Job(pair, 0) for pair in range(6)]
    assert jobs[6:12] == [Job(pair, 1) for pair in range(6)]
