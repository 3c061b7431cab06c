"""Scores, next dealers and games of the fishing family (rules page, sections 1, 2, 5 and 7)."""

import json
from pathlib import Path

import pytest
from fishing_hand_made import HALVES, SECOND, THIRD, play, start
from reference.fishing_cards import MEKURIFUDA_OF, make_variant
from reference.fishing_rebuild import cards_of, rebuild

import meri_ai as ma


def result_of(piles, game="subeta-mekuri", dealer=0, **options):
    """The result of a round that ends with these piles, and the state's returns."""
    cards = [cards_of(pile) for pile in piles]
    if options.get("deck") == "mekurifuda":
        cards = [[MEKURIFUDA_OF[card] for card in pile] for pile in cards]
    variant = make_variant(game, options, len(piles))
    deal, actions = rebuild(variant, dealer, cards)
    loaded = ma.load_game(game, players=len(piles), **options)
    state = play(loaded.new_state(loaded.deal_from_json(deal.to_json()), dealer=dealer), *actions)
    result = state.result()
    assert list(map(sorted, result["captured"])) == list(map(sorted, cards))
    assert state.returns() == result["points"]
    return result


def test_the_first_worked_score():
    """A whole round, turn by turn: captured 59, 100, 171."""
    path = Path(__file__).parent / "data" / "fishing-worked.jsonl"
    record = json.loads(path.read_text(encoding="utf-8"))
    game = ma.load_game(record["game"], rules=record["rules"], players=3)
    steps = [step["action"] for step in record["steps"]]
    state = play(game.new_state(game.deal_from_json(record["deal"]), dealer=record["dealer"]), *steps)
    assert state.result()["points"] == [59 - 110, 100 - 110, 171 - 110] == [-51, -10, 61]
    assert state.result()["next_dealer"] == 2


def test_the_second_worked_score():
    result = result_of(SECOND)
    assert result["points"] == [102 - 110, 114 - 110, 114 - 110] == [-8, 4, 4]
    assert result["next_dealer"] == 1


def test_the_second_worked_piles_in_plain_bakappana():
    result = result_of(SECOND, "bakappana")
    assert result["points"] == [106 - 88, 40 - 88, 118 - 88] == [18, -48, 30]
    assert result["next_dealer"] == 2


def test_the_second_worked_piles_with_chaff_for_nothing():
    """By hand: the piles hold 6, 10 and 8 chaff."""
    assert result_of(SECOND, "bakappana", chaff=0)["points"] == [100 - 80, 30 - 80, 110 - 80]


@pytest.mark.parametrize("deck", ["hanafuda", "mekurifuda"])
def test_the_third_worked_score(deck):
    result = result_of(THIRD, deck=deck)
    assert result["points"] == [110 - 110, 105 - 110, 115 - 110] == [0, -5, 5]
    assert result["next_dealer"] == 2


def test_the_worked_misdeal():
    with pytest.raises(ma.DealError, match="12") as caught:
        start({}, "02b 06d 12a 12b 12c 12d", game="subeta-mekuri")
    assert "\n" not in str(caught.value)


def test_sanuki_mekuri():
    """By hand: animals and brights 31 and 39, ribbons and the like 6 and 6."""
    assert result_of(HALVES, "sanuki-mekuri")["points"] == [37 - 41, 45 - 41]


def test_bakappana_by_two():
    """By hand: brights 40 and 60, animals 40 and 50, ribbons 30 and 20, chaff 12 and 12."""
    assert result_of(HALVES, "bakappana")["points"] == [122 - 132, 142 - 132]
    assert result_of(HALVES, "bakappana", chaff=0)["points"] == [110 - 120, 130 - 120]


def test_bakappana_by_four():
    """By hand, three months each: 27 + 17 + 27, 17 + 17 + 17, 17 + 32 + 17, 17 + 36 + 23."""
    piles = [HALVES[0][:20], HALVES[0][21:], HALVES[1][:20], HALVES[1][21:]]
    assert result_of(piles, "bakappana")["points"] == [71 - 66, 51 - 66, 66 - 66, 76 - 66]


# -- who deals next


@pytest.mark.parametrize(("dealer", "after"), [(0, 1), (1, 1), (2, 2)])
def test_of_two_tied_the_first_in_turn_order_deals_next(dealer, after):
    """Seats 1 and 2 are tied; the turn order begins with the dealer."""
    assert result_of(SECOND, dealer=dealer)["next_dealer"] == after


@pytest.mark.parametrize("dealer", range(3))
def test_the_highest_score_deals_next_whoever_dealt(dealer):
    assert result_of(THIRD, dealer=dealer)["next_dealer"] == 2


@pytest.mark.parametrize("dealer", range(2))
def test_when_all_are_tied_the_dealer_deals_again(dealer):
    """Sanuki Mekuri: 01bc, worth 1, and 12ac, worth 5, change sides of the halves, 37 and 45."""
    piles = [HALVES[0].replace("01abcd", "01ad 12ac"), HALVES[1].replace("12abcd", "12bd 01bc")]
    result = result_of(piles, "sanuki-mekuri", dealer=dealer)
    assert (result["points"], result["next_dealer"]) == ([0, 0], dealer)
