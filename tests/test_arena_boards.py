"""Seeds, boards and schedule."""

from collections import Counter
from itertools import permutations, product

import pytest

from meri_ai._core.errors import ConfigError
from meri_ai.arena.boards import board_of, seatings, side_points, team_seatings
from meri_ai.arena.entries import check_entry, mixed_entry, specs_by_seat
from meri_ai.arena.schedule import Job, gauntlet, interleaved, meetings_of, places_of_pairs, round_robin
from meri_ai.arena.seeds import deal_seed, decision_seed, decision_seeds, hash64


def test_a_hash_is_the_same_on_every_machine():
    assert hash64(1, 2, 3) == 13041116711478803063
    assert hash64(-1) == hash64(2**64 - 1)


def test_deals_and_decisions_of_a_run_never_share_a_seed():
    seeds = [deal_seed(run, board) for run in range(3) for board in range(50)]
    seeds += [decision_seed(*numbers) for numbers in product(range(3), range(50), range(8), range(10))]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize("deal", [0, 2])
def test_the_seeds_of_a_deal_are_those_of_its_decisions(deal):
    for seat, seeds in enumerate(decision_seeds(7, 3, 8, deal)):
        assert [seeds[number] for number in (0, 5, 1, 5)] == [decision_seed(7, 3, seat, n, deal) for n in (0, 5, 1, 5)]


def test_boards_differ_in_deal_and_pass_the_dealer_on():
    boards = [board_of(run_seed=5, number=n, seats=8) for n in range(20)]
    assert len({board.deal_seed for board in boards}) == 20
    assert [board.dealer for board in boards] == [n % 8 for n in range(20)]


def test_both_bots_hold_every_seat_once():
    first, second = seatings((0, 1, 0, 1))
    assert first == (0, 1, 0, 1)
    assert second == (1, 0, 1, 0)


def test_three_seats_each_for_himself_take_all_six_mixed_seatings():
    found = seatings((0, 1, 2))
    assert len(found) == 6 and set(found) == set(product((0, 1), repeat=3)) - {(0, 0, 0), (1, 1, 1)}


def test_two_bots_at_four_seats_take_all_six_arrangements():
    found = seatings((0, 1, 2, 3))
    assert len(found) == 6 and set(found) == {s for s in product((0, 1), repeat=4) if sum(s) == 2}


def test_up_to_four_bots_take_all_permutations_and_more_of_them_rotate():
    assert sorted(seatings((0, 1, 2), bots=3)) == [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    assert team_seatings(4, 4) == tuple(permutations(range(4)))
    assert team_seatings(5, 5) == tuple((*range(turn, 5), *range(turn)) for turn in range(5))
    assert seatings((0, 1, 2, 0, 1, 2), bots=3)[1] == (0, 2, 1, 0, 2, 1)  # three teams of two


@pytest.mark.parametrize("teams", range(2, 9))
@pytest.mark.parametrize("several", [False, True])
def test_each_bot_holds_each_seat_equally_often(teams, several):
    bots = teams if several else 2
    found = team_seatings(teams, bots)
    assert len(set(found)) == len(found)
    for seat in range(teams):
        counts = Counter(seating[seat] for seating in found)
        assert len(counts) == bots and len(set(counts.values())) == 1
    if bots == 2:
        assert {tuple(1 - bot for bot in seating) for seating in found} == set(found)


def test_the_score_of_a_seating_is_the_mean_of_a_bots_seats():
    assert side_points([9, 3, 6], (0, 1, 0), (0, 1, 2)) == (7.5, 3.0)
    assert side_points([9, 3], (1, 0, 1, 0), (0, 1, 0, 1)) == (3.0, 9.0)


@pytest.mark.parametrize("teams", [2, 3, 4, 5])
def test_a_bot_against_itself_is_even_over_the_seatings(teams):
    points = [7.0, -3.0, 1.0, 2.5, 11.0][:teams]
    sides = [side_points(points, seating, range(teams)) for seating in team_seatings(teams, 2)]
    assert sum(first - second for first, second in sides) == pytest.approx(0, abs=1e-12)


def test_boards_without_fair_seatings_are_refused():
    with pytest.raises(ConfigError, match="no fair seatings of 3 bots in a game of 4 sides"):
        seatings((0, 1, 2, 3), bots=3)


def test_a_mixed_team_has_a_bot_for_each_of_its_seats():
    entry = mixed_entry(["a", "b:x=1"])
    assert specs_by_seat([entry, "c"], (0, 1, 0, 1, 0, 1, 0, 1), (0, 1) * 4) == ["a", "c", "b:x=1", "c"] * 2
    assert specs_by_seat([entry, "c"], (1, 0, 1, 0, 1, 0, 1, 0), (0, 1) * 4) == ["c", "a", "c", "b:x=1"] * 2
    check_entry(entry, (0, 1) * 4)
    with pytest.raises(ConfigError, match="3 bots, which does not divide the 4 seats of a team"):
        check_entry("a + b + c", (0, 1) * 4)


def test_schedules_by_name():
    assert meetings_of("round-robin", 3, 2) == ((0, 1), (0, 2), (1, 2))
    assert meetings_of("gauntlet", 4, 3) == gauntlet(4) == ((0, 1), (0, 2), (0, 3))
    assert meetings_of("table", 3, 3) == ((0, 1, 2),)
    assert meetings_of("table", 4, 3) == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert meetings_of("table", 3, 2) == round_robin(3)
    with pytest.raises(ConfigError, match="'table' needs a bot for each of the 4 sides of the game, not 3"):
        meetings_of("table", 3, 4)
    with pytest.raises(ConfigError, match=r"unknown schedule 'roundrobin' \(did you mean 'round-robin'\?\)"):
        meetings_of("roundrobin", 3, 2)


def test_two_bots_meet_at_every_table_where_both_sit():
    assert places_of_pairs(((0, 1), (2, 1))) == {(0, 1): [(0, 0, 1)], (2, 1): [(1, 0, 1)]}
    places = places_of_pairs(meetings_of("table", 4, 3))
    assert list(places) == [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    assert places[0, 2] == [(0, 0, 2), (2, 0, 1)]


def test_every_prefix_of_whole_rounds_is_fair():
    pairs = round_robin(4)
    assert len(pairs) == 6 and all(first < second for first, second in pairs)
    jobs = list(interleaved(pairs, boards=3))
    assert len(set(jobs)) == len(jobs) == 18
    assert jobs[:6] == [Job(pair, 0) for pair in range(6)]
    assert jobs[6:12] == [Job(pair, 1) for pair in range(6)]
