"""Deals of Hachihachi: what is taken, what is refused with which sentence, and seeded deals."""

import copy
import random
import subprocess
import sys

import pytest
from hachihachi_hand_made import deal_of, load, start
from reference.hachihachi_cards import ANIMALS, BLANK, BRIGHTS, CHAFF, RIBBONS, TEXTS, number, points_of
from reference.hachihachi_deal import Deal, misdeal, multiplier
from reference.uniformity import chi_square_p

import meri_ai as ma
from meri_ai.games import hanafuda
from meri_ai.games.hanafuda import CARD_TEXTS

PLAYERS = range(3, 8)


def sentence_of(make):
    """The one sentence with which something is refused."""
    with pytest.raises(ma.DealError) as caught:
        make()
    sentence = str(caught.value)
    assert sentence and "\n" not in sentence and "Error" not in sentence
    return sentence


def test_the_48_cards():
    """Types and points of the page: 5 brights, 9 animals, 10 ribbons, 24 chaff, 264 points."""
    assert list(CARD_TEXTS) == TEXTS
    types = [hanafuda.BRIGHTS, hanafuda.ANIMALS, hanafuda.RIBBONS, hanafuda.CHAFF]
    assert [len(cards) for cards in types] == [5, 9, 10, 24]
    assert [set(map(number, cards)) for cards in types] == [set(cards) for cards in (BRIGHTS, ANIMALS, RIBBONS, CHAFF)]
    assert sum(map(len, types)) == len(set().union(*types)) == 48
    assert points_of(range(48)) == 20 * 5 + 10 * 9 + 5 * 10 + 24 == 264


@pytest.mark.parametrize("players", PLAYERS)
def test_a_deal_by_text_by_number_and_as_json(players):
    game = load(players=players)
    data = deal_of({}, players=players, blank=4 if players == 7 else None)
    deal = game.deal_from_json(data)
    assert game.deal(**data) == deal and hash(game.deal(**data)) == hash(deal)
    numbers = [[card if card == BLANK else TEXTS.index(card) for card in hand] for hand in data["hands"]]
    assert game.deal(numbers, map(TEXTS.index, data["field"]), range(48)) == deal
    assert deal.to_json() == data and game.deal_from_json(deal.to_json()) == deal
    assert deal.blank == (4 if players == 7 else None)
    assert [TEXTS[card] for card in deal.table] == (data["hands"][4][:6] if players == 7 else data["field"])
    assert Deal.from_json(data).to_json() == data


@pytest.mark.parametrize("seat", range(7))
@pytest.mark.parametrize("place", [0, 3, 6])
def test_the_blank_may_come_anywhere_in_a_hand(seat, place):
    game = load(players=7)
    data = deal_of({}, players=7, blank=seat)
    data["hands"][seat].insert(place, data["hands"][seat].pop())
    deal = game.deal_from_json(data)
    assert deal.blank == seat and len(deal.table) == 6 and deal.field == ()
    state = game.new_state(deal, dealer=(seat + 1) % 7)
    state.apply_action("look")
    assert state.view(seat).field == [TEXTS[card] for card in sorted(deal.table)]
    assert state.view(seat).hand == [] and state.view(0).events[1]["blank"] == seat


@pytest.mark.parametrize("players", [3, 6, 7])
@pytest.mark.parametrize("month", range(1, 13))
def test_an_explicit_misdeal_names_its_month(players, month):
    """With seven at the table it is looked for in the blank's hand."""
    field = " ".join([*TEXTS[4 * month - 4 : 4 * month], TEXTS[4 * month % 48], TEXTS[(4 * month + 4) % 48]])
    data = deal_of({}, field, players=players, blank=2 if players == 7 else None)
    game = load(players=players)
    for make in (lambda: game.deal_from_json(data), lambda: game.deal(**data)):
        assert sentence_of(make).startswith(f"a misdeal: all four cards of month {month:02} ")


def test_three_of_a_month_are_no_misdeal():
    assert start({}, "01a 01b 01c 02a 02b 02c").view(0).field == ["01a", "01b", "01c", "02a", "02b", "02c"]


def wrong_deals():
    """Each with words of the sentence that refuses it."""
    good = deal_of({}, players=4)
    assert load(players=4).deal_from_json(good).to_json() == good

    def changed(place, value, hand=None):
        deal = copy.deepcopy(good)
        (deal[place] if hand is None else deal[place][hand])[-1:] = value
        return deal

    first, last = good["hands"][0][0], good["hands"][3][-1]
    yield changed("hands", [first], 2), f"{first!r} is dealt twice: to the hand of seat 0 and to the hand of seat 2"
    yield changed("field", [last]), f"card {last!r} is dealt twice: to the hand of seat 3 and to the field"
    yield changed("hands", [first], 0), f"card {first!r} is dealt twice"
    yield changed("hands", ["13a"], 1), "the hand of seat 1: '13a' is no card"
    yield changed("field", ["P01"]), "the field: 'P01' is no card"
    yield changed("pile_order", [7.5]), "pile_order: 7.5"
    yield changed("hands", [None], 1), "the hand of seat 1: None"
    yield changed("hands", [48], 1), "the hand of seat 1: 48"
    yield changed("hands", [-1], 1), "the hand of seat 1: -1"
    yield changed("hands", [], 0), "the hand of seat 0 has 6 cards, not 7"
    dealt = {*good["field"], *(card for hand in good["hands"] for card in hand)}
    spare = next(card for card in TEXTS if card not in dealt)
    yield changed("hands", [last, spare], 3), "the hand of seat 3 has 8 cards, not 7"
    yield changed("field", [good["field"][-1], spare]), "the field has 7 cards, not 6"
    yield changed("field", []), "the field has 5 cards, not 6"
    yield changed("pile_order", []), "pile_order has each of the 48 cards once, but '12d' not at all"
    yield changed("pile_order", ["01a"]), "pile_order has each of the 48 cards once, but '01a' twice"
    yield changed("pile_order", ["12d", "12d"]), "but '12d' twice"
    yield changed("pile_order", ["13a"]), "pile_order: '13a' is no card"
    yield changed("hands", []), "a deal for 4 players has 4 hands, not 3"
    yield changed("hands", [BLANK], 2), "a deal for 4 players has 0 blanks, not 1"
    yield changed("field", [BLANK]), "'blank'"
    yield good | {"hands": None}, "the hands must be a list, not None"
    yield good | {"hands": {}}, "the hands must be a list, not {}"
    yield good | {"hands": ["01a"] * 4}, "the hand of seat 0 must be a list, not '01a'"
    yield good | {"field": "01a 02a"}, "the field must be a list, not '01a 02a'"
    yield good | {"pile_order": 5}, "pile_order must be a list, not 5"
    for key in good:
        yield {other: good[other] for other in good if other != key}, f"a deal lacks {key!r}"
    yield [good], "a deal is an object"
    yield None, "a deal is an object"


@pytest.mark.parametrize(("deal", "words"), list(wrong_deals()), ids=[words[:40] for _, words in wrong_deals()])
def test_deals_that_are_refused(deal, words):
    assert words in sentence_of(lambda: load(players=4).deal_from_json(deal))


def wrong_blanks():
    good = deal_of({}, players=7, blank=5)
    without, two, twice = (copy.deepcopy(good) for _ in range(3))
    without["hands"][5].remove(BLANK)
    two["hands"][0][0] = BLANK
    twice["hands"][5][0] = BLANK
    yield without, "a deal for 7 players has 1 blanks, not 0"
    yield two, "a deal for 7 players has 1 blanks, not 2"
    yield twice, "a deal for 7 players has 1 blanks, not 2"
    yield good | {"field": good["hands"][5][:6]}, "is dealt twice: to the hand of seat 5 and to the field"
    short = copy.deepcopy(good)
    short["hands"][5].pop(0)
    yield short, "the hand of seat 5 has 5 cards, not 6"


@pytest.mark.parametrize(("deal", "words"), list(wrong_blanks()))
def test_blanks_that_are_refused(deal, words):
    assert words in sentence_of(lambda: load(players=7).deal_from_json(deal))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_deal_of_another_table_is_refused(players):
    game = load(players=players)
    for others in PLAYERS:
        if others != players:
            foreign = load(players=others).random_deal(1)
            assert f"not for {players}" in sentence_of(lambda foreign=foreign: game.new_state(foreign))
            sentence_of(lambda foreign=foreign: game.deal_from_json(foreign.to_json()))


@pytest.mark.parametrize("deal", [None, 5, "deal", {"hands": []}])
def test_a_state_starts_from_a_deal(deal):
    assert "a state starts from a deal" in sentence_of(lambda: load().new_state(deal))


def test_a_deal_of_another_game_is_refused():
    meri = ma.load_game("meri").random_deal(1)
    fishing = ma.load_game("subeta-mekuri").random_deal(1)
    for deal in (meri, fishing):
        assert len(sentence_of(lambda deal=deal: load().new_state(deal))) < 120


# -- seeded deals


@pytest.mark.parametrize("players", PLAYERS)
def test_seeded_deals(players):
    """The same for ever for a seed, each a deal of its table and no misdeal."""
    game, seen = load(players=players), set()
    for seed in [*range(200), 2**64 - 1]:
        deal = game.random_deal(seed)
        assert deal == game.random_deal(seed) == game.deal_from_json(deal.to_json())
        Deal.from_json(deal.to_json())
        assert misdeal(deal.table) is None
        seen.add(str(deal.to_json()))
    assert len(seen) == 201


def test_seeded_deals_are_the_same_in_another_process():
    each = "ma.load_game('hachihachi', players=players).random_deal(9).to_json() for players in range(3, 8)"
    code = f"import meri_ai as ma; print([{each}])"
    command = [sys.executable, "-P", "-c", code]  # -P: the installed package, not the folder's
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str([load(players=players).random_deal(9).to_json() for players in PLAYERS])


def test_seeded_deals_are_uniform():
    """Where a card lies, who holds the blank, and which card of pile_order is the first."""
    game, deals = load(players=7), 3000
    blanks, tops, holders = [0] * 7, [0] * 48, [0] * 7
    for seed in range(deals):
        deal = game.random_deal(seed)
        blanks[deal.blank] += 1
        tops[deal.pile_order[0]] += 1
        holder = next((seat for seat, hand in enumerate(deal.hands) if 17 in hand), None)
        assert holder is not None or 17 not in deal.table
        if holder is not None:
            holders[holder] += 1
    assert all(chi_square_p(counts) > 0.005 for counts in (blanks, tops, holders))
    assert max(holders) <= deals / 7 * 1.25 and sum(holders) == deals


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", None, True])
def test_a_seed_that_is_none(seed):
    assert "a seed is a whole number from 0 to 2**64 - 1" in sentence_of(lambda: load().random_deal(seed))


# -- what a month starts with beside the deal


@pytest.mark.parametrize("dealer", [-1, 4, "0", 1.0, None, True])
def test_a_dealer_is_a_seat(dealer):
    game = load(players=4)
    sentence = sentence_of(lambda: game.new_state(game.random_deal(1), dealer=dealer))
    assert sentence == f"the dealer is a seat from 0 to 3, not {dealer!r}"


@pytest.mark.parametrize("scores", [5, (1, 2), (1, 2, 3, 4), ("a", "b", "c"), (1.0, 2.0, 3.0), (True, 0, 0)])
def test_scores_are_a_whole_number_for_each_seat(scores):
    game = load()
    assert "3 whole numbers" in sentence_of(lambda: game.new_state(game.random_deal(1), scores=scores))


@pytest.mark.parametrize("carried", [[1], [3], [8], ["2"], [2.0], [True], 2, "2", {2: 4}, None, [2] * 201])
def test_carried_is_a_list_of_multipliers(carried):
    game = load()
    assert "carried" in sentence_of(lambda: game.new_state(game.random_deal(1), carried=carried))


def test_the_multiplier_of_a_month():
    """Against the reference, over fields and all ways of carrying."""
    rng = random.Random(3)
    for carry in ("pool", "carried_first", "none"):
        game = load(carry=carry)
        for seed in range(60):
            deal = game.random_deal(seed)
            carried = rng.choices([2, 4], k=rng.randrange(4))
            m, out = multiplier(carry, sorted(carried, reverse=True), deal.field)
            state = game.new_state(deal, carried=carried)
            assert state.view(0).multiplier == m
            while not state.is_terminal():
                state.apply_action(state.legal_actions()[0])
            assert (state.result()["multiplier"], state.result()["carried"]) == (m, out)
