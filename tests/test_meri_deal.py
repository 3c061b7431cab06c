"""Deals: checked, by seed, with redeals, as JSON."""

import copy
import json
import pickle
from collections import Counter
from typing import Any

import pytest

from meri_ai._core.action import Action
from meri_ai._core.errors import DealError
from meri_ai.games.meri_deal import MeriDeal

REDEAL = (4, Action(151, "redeal"))


def explicit(redeals: int = 0) -> dict[str, Any]:
    deals = [MeriDeal.random(seed).to_json() for seed in range(redeals + 1)]
    return deals[0] | {"redeals": deals[1:]} if redeals else deals[0]


def test_random_deals_are_the_same_for_ever() -> None:
    deal = MeriDeal.random(7)
    assert deal == MeriDeal.random(7) != MeriDeal.random(8)
    assert deal.to_json()["widow"] == ["G3", "K3", "O8"]
    assert deal.to_json()["hands"][0] == ["OH", "K4", "O6", "KH", "K6", "G6", "G1", "O9", "IM"]
    assert sorted(card for hand in [*deal.hands, deal.widow] for card in hand) == list(range(75))


def test_every_card_is_everywhere_as_often() -> None:
    places = Counter(MeriDeal.random(seed).widow[0] for seed in range(7500))
    assert len(places) == 75 and min(places.values()) > 60 and max(places.values()) < 145


def test_seeds_and_redeals_do_not_meet() -> None:
    deals = {MeriDeal.random(seed).redeal(number).hands for seed in range(9) for number in range(1, 9)}
    deals |= {MeriDeal.random(seed).hands for seed in range(9)}
    assert len(deals) == 81


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", None, True])
def test_bad_seed(seed: Any) -> None:
    with pytest.raises(DealError, match="seed"):
        MeriDeal.random(seed)


def test_json_round_trip() -> None:
    data = json.loads(json.dumps(explicit(redeals=2)))
    deal = MeriDeal.from_json(data | {"note": "kept out"})
    assert deal.to_json() == data
    assert len(deal.redeals) == 2 and deal.redeal(2) == deal.redeals[1]
    assert pickle.loads(pickle.dumps(deal)) == copy.deepcopy(deal) == deal
    assert hash(deal) == hash(MeriDeal.from_json(data))


def test_cards_by_text_or_number() -> None:
    data = explicit()
    deal = MeriDeal.from_json(data)
    assert MeriDeal.of(deal.hands, deal.widow) == MeriDeal.of(data["hands"], data["widow"]) == deal


def test_numbers_that_are_no_cards() -> None:
    deal = MeriDeal.random(5)
    with pytest.raises(DealError, match="the widow: 75 is no card number from 0 to 74"):
        MeriDeal(deal.hands, (*deal.widow[:2], 75))


def test_redeals_of_a_seed_never_end_and_are_written_as_used() -> None:
    deal = MeriDeal.random(5)
    assert deal.redeal(40) == deal.redeal(40) != deal.redeal(41)
    assert "redeals" not in deal.to_json()
    written = deal.to_json([REDEAL, REDEAL, (4, Action(150, "accept"))])
    assert MeriDeal.from_json(written).redeal(2).hands == deal.redeal(2).hands
    assert len(written["redeals"]) == 2


def test_redeals_of_a_list_end() -> None:
    deal = MeriDeal.from_json(explicit(redeals=1))
    assert deal.redeal(1).hands == MeriDeal.random(1).hands
    with pytest.raises(DealError, match="redeal 2 is asked for, but the deal lists 1"):
        deal.redeal(2)


def change(data: dict[str, Any], where: str) -> Any:
    """The deal with one thing wrong."""
    first, second = data["hands"][0], data["hands"][1]
    if where == "twice":
        second[4] = first[3]
    elif where == "twice in the widow":
        data["widow"][2] = first[3]
    elif where == "missing":
        first.remove(first[3])
    elif where == "moved":
        second.append(first.pop())
    elif where == "unknown":
        first[3] = "X3"
    elif where == "seven hands":
        data["hands"].pop()
    elif where == "short widow":
        data["widow"].pop()
    elif where == "no widow":
        del data["widow"]
    elif where == "text for a hand":
        data["hands"][2] = "P1P2P3P4"
    elif where == "number for the hands":
        data["hands"] = 8
    elif where == "bad redeal":
        data["redeals"] = [explicit(), change(explicit(), "twice")]
    elif where == "redeals no list":
        data["redeals"] = 1
    else:
        return None
    return data


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("twice", ["{card}", "twice", "seat 0", "seat 1"]),
        ("twice in the widow", ["{card}", "twice", "seat 0", "the widow"]),
        ("missing", ["{card}", "missing", "seat 0", "8 cards"]),
        ("moved", ["seat 0", "8 cards, not 9"]),
        ("unknown", ["seat 0", "'X3'", "no card"]),
        ("seven hands", ["8 hands, not 7"]),
        ("short widow", ["the widow", "2 cards, not 3", "missing"]),
        ("no widow", ["'widow'"]),
        ("text for a hand", ["seat 2", "list"]),
        ("number for the hands", ["hands", "list"]),
        ("bad redeal", ["redeal 2", "{card}", "twice"]),
        ("redeals no list", ["'redeals'", "list"]),
        ("nothing at all", ["'hands'", "None"]),
    ],
)
def test_bad_deals_are_refused_with_the_card_named(where: str, words: list[str]) -> None:
    card = explicit()["hands"][0][3]
    with pytest.raises(DealError) as caught:
        MeriDeal.from_json(change(explicit(), where))
    assert "\n" not in str(caught.value)
    for word in words:
        assert word.format(card=repr(card)) in str(caught.value)
