"""Sets and matches, deal by deal."""

import pytest

from meri_ai._core.errors import DealError, RulesError
from meri_ai.games.meri_match import MeriMatch
from meri_ai.games.meri_rules import make_rules


def match(set_deals: int, best_of: int, first_dealer: int = 0) -> MeriMatch:
    return MeriMatch(make_rules("hitoyoshi", set_deals=set_deals, best_of=best_of), first_dealer)


def test_dealer_passes_also_from_set_to_set() -> None:
    game = match(set_deals=3, best_of=9, first_dealer=6)
    dealers = []
    for _ in range(7):
        dealers.append(game.dealer)
        game.add_deal((5, 4))
    assert dealers == [6, 7, 0, 1, 2, 3, 4]


def test_a_set_is_won_by_the_sum_of_points() -> None:
    game = match(set_deals=3, best_of=1)
    for points in [(9, 0), (3, 8), (2, 7)]:
        assert not game.over and game.winner is None
        game.add_deal(points)
    assert game.sets == [(14, 15)]
    assert game.over and game.winner == 1 and not game.drawn
    assert game.sets_won == (0, 1) and game.set_points == (0, 0)


def test_points_of_a_set_in_play() -> None:
    game = match(set_deals=3, best_of=1)
    game.add_deal((11, -2))
    game.add_deal((4, 5))
    assert game.set_points == (15, 3) and game.sets == []


def test_over_when_more_than_half_the_sets_are_won() -> None:
    game = match(set_deals=1, best_of=3)
    game.add_deal((5, 4))
    assert not game.over
    game.add_deal((6, 3))
    assert game.over and game.winner == 0 and game.sets_won == (2, 0)


def test_all_sets_are_played_when_none_has_more_than_half() -> None:
    game = match(set_deals=1, best_of=3)
    for points in [(5, 4), (4, 5)]:
        game.add_deal(points)
    assert not game.over
    game.add_deal((0, 9))
    assert game.over and game.winner == 1


def test_a_drawn_set_is_one_of_the_sets() -> None:
    game = match(set_deals=2, best_of=3)
    for points in [(5, 4), (4, 5), (9, 0), (0, 9), (6, 3), (5, 4)]:
        assert not game.over
        game.add_deal(points)
    assert game.sets == [(9, 9), (9, 9), (11, 7)]
    assert game.over and game.winner == 0 and game.sets_won == (1, 0)


def test_half_of_an_even_number_is_not_more_than_half() -> None:
    game = match(set_deals=1, best_of=2)
    game.add_deal((5, 4))
    assert not game.over
    game.add_deal((4, 5))
    assert game.over and game.drawn and game.winner is None


def test_nothing_counts_after_the_end() -> None:
    game = match(set_deals=1, best_of=1)
    game.add_deal((5, 4))
    with pytest.raises(DealError, match="over"):
        game.add_deal((5, 4))
    assert game.sets == [(5, 4)]


def test_bad_input() -> None:
    with pytest.raises(RulesError, match="0 to 7, not 8"):
        match(1, 1, first_dealer=8)
    with pytest.raises(DealError, match="two numbers"):
        match(1, 1).add_deal((1, 2, 3))
