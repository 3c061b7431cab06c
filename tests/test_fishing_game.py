"""The unit "game" of the fishing family: rounds by number or to a lead, a passing dealer (rules page, section 5)."""

import pytest
from fishing_hand_made import HALVES, SECOND, THIRD, finish, play
from reference.fishing_cards import make_variant
from reference.fishing_rebuild import cards_of, rebuild

import meri_ai as ma


def played(unit, piles):
    """The unit after one more round, which ends with these piles."""
    game, dealer = unit.game, unit.dealer
    deal, actions = rebuild(make_variant(game.name, {}, game.seats), dealer, [cards_of(pile) for pile in piles])
    state = unit.new_state(game.deal_from_json(deal.to_json()))
    assert (state.dealer, state.current_player()) == (dealer, dealer)
    assert state.scores == tuple(unit.points or (0,) * game.seats)
    unit.add(play(state, *actions))
    return unit


def test_units():
    for name in ("subeta-mekuri", "bakappana", "sanuki-mekuri"):
        assert tuple(ma.load_game(name).units) == ("deal", "game")


def test_a_round_is_the_first_unit():
    unit = played(ma.load_game("subeta-mekuri").new_unit("deal", 2), SECOND)
    assert (unit.over, unit.deals, tuple(unit.points)) == (True, 1, (-8, 4, 4))


@pytest.mark.parametrize("rounds", [1, 3, 6])
def test_a_game_has_so_many_rounds(rounds):
    game = ma.load_game("subeta-mekuri", rounds=rounds)
    unit = game.new_unit("game", 0)
    assert game.most_deals("game") == rounds
    for number in range(rounds):
        assert (unit.over, unit.deals) == (False, number)
        played(unit, SECOND)
    assert (unit.over, unit.deals) == (True, rounds)
    assert tuple(unit.points) == (-8 * rounds, 4 * rounds, 4 * rounds)


def test_twelve_rounds_are_usual():
    assert [ma.load_game(name).most_deals("game") for name in ("subeta-mekuri", "bakappana")] == [12, 12]


def test_the_highest_score_deals_the_next_round():
    """The scores of the round, not the totals; of the tied seats 1 and 2 the first in the round's turn order."""
    unit = ma.load_game("subeta-mekuri").new_unit("game", 0)
    dealers = []
    for piles in (SECOND, THIRD, SECOND, SECOND[1:] + SECOND[:1], SECOND):
        played(unit, piles)
        dealers.append(unit.dealer)
    # dealer 0: seat 1 of 1 and 2; seat 2; dealer 2: seat 2 of 1 and 2; dealer 2: seat 0 of 0 and 1; dealer 0: seat 1
    assert dealers == [1, 2, 2, 0, 1]
    assert tuple(unit.points) == (-8 + 0 - 8 + 4 - 8, 4 - 5 + 4 + 4 + 4, 4 + 5 + 4 - 8 + 4)


@pytest.mark.parametrize(("target", "rounds"), [(1, 1), (8, 1), (9, 2), (16, 2), (17, 3), (40, 5)])
def test_a_game_to_a_lead(target, rounds):
    """Each round takes seat 1 from 4 below par to 4 above: a lead of 8."""
    unit = ma.load_game("sanuki-mekuri", target=target).new_unit("game", 0)
    for _ in range(rounds):
        assert not unit.over
        played(unit, HALVES)
    assert (unit.over, unit.deals, tuple(unit.points)) == (True, rounds, (-4 * rounds, 4 * rounds))


def test_a_lead_can_be_lost():
    unit = ma.load_game("sanuki-mekuri", target=9).new_unit("game", 1)
    for piles in (HALVES, HALVES[::-1], HALVES[::-1]):
        assert not unit.over
        played(unit, piles)
    assert not unit.over and tuple(unit.points) == (4, -4) and unit.dealer == 0
    assert played(unit, HALVES[::-1]).over and tuple(unit.points) == (8, -8)


def test_forty_is_the_usual_lead_and_rounds_are_without_number():
    game = ma.load_game("sanuki-mekuri")
    assert (game.rules.target, game.most_deals("game")) == (40, None)


@pytest.mark.parametrize("name", ["subeta-mekuri", "bakappana", "sanuki-mekuri"])
def test_whole_games_of_random_deals(name):
    game = ma.load_game(name)
    unit = game.new_unit("game", 1)
    dealer, totals = 1, [0] * game.seats
    while not unit.over:
        state = finish(unit.new_state(game.random_deal(unit.deals)))
        assert state.dealer == dealer and state.scores == tuple(totals)
        result = state.result()
        dealer = result["next_dealer"]
        totals = [total + points for total, points in zip(totals, result["points"], strict=True)]
        unit.add(state)
        assert (tuple(unit.points), unit.dealer, sum(totals)) == (tuple(totals), dealer, 0)
        assert unit.over == (abs(totals[0] - totals[1]) >= 40 if name == "sanuki-mekuri" else unit.deals == 12)


def test_equal_totals_share_the_win():
    unit = ma.load_game("subeta-mekuri", rounds=2).new_unit("game", 0)
    played(unit, SECOND)
    assert unit.winners == ()
    assert played(unit, SECOND).winners == (1, 2)
    alone = ma.load_game("subeta-mekuri", rounds=2).new_unit("game", 0)
    assert played(played(alone, SECOND), THIRD).winners == (2,)


def test_a_unit_that_there_is_not():
    with pytest.raises(ValueError) as caught:
        ma.load_game("bakappana").new_unit("match", 0)
    assert "game" in str(caught.value) and "\n" not in str(caught.value)
