"""Presets, single options, and the sentence for what is unknown."""

import copy
import json
import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from meri_ai._core.errors import RulesError
from meri_ai.games.meri_rules import CHOICES, LEAST, OPTIONS, PRESETS, YAKU_KINDS, make_rules

FLAGS = ["first_trick_meri", "ichimai_zun", "tenka_as_robai", "yaku_fresh", "yaku_transfer"]


def test_presets_by_the_rules_page() -> None:
    a, b = make_rules("hitoyoshi"), make_rules("cardavia")
    assert make_rules() == a
    assert (a.okie_take, a.discard_rule, a.first_lead, a.stack) == ("optional", "any", "any", "hidden")
    assert (b.okie_take, b.discard_rule, b.first_lead, b.stack) == ("mandatory", "plain", "plain", "revealed")
    assert (a.monchi_void, a.last_trick) == ("trump", "played")
    assert (b.monchi_void, b.last_trick) == ("any", "simultaneous")
    assert (a.first_trick_meri, b.first_trick_meri) == (False, True)
    assert a.yaku_kinds == YAKU_KINDS and b.yaku_kinds == YAKU_KINDS[:6]
    assert (a.yaku_beaten, a.tenka_as_robai, a.yaku_fresh, a.yaku_in_meri) == ("any_opponent", True, True, "pairs")
    assert (b.yaku_beaten, b.tenka_as_robai, b.yaku_fresh, b.yaku_in_meri) == ("best_opponent", False, False, "none")
    assert (a.yaku_transfer, b.yaku_transfer) == (False, True)
    assert (a.set_deals, a.best_of, b.set_deals, b.best_of) == (8, 3, 8, 1)
    assert a.ichimai_zun and b.ichimai_zun and a.redeal_offer == b.redeal_offer == 0


def test_every_option_has_one_kind() -> None:
    assert sorted(OPTIONS) == sorted([*CHOICES, *LEAST, *FLAGS, "yaku_kinds"])


@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_can_be_set_alone(preset: str) -> None:
    values: dict[str, list[Any]] = {option: list(choices) for option, choices in CHOICES.items()}
    values |= {option: [least, least + 2] for option, least in LEAST.items()}
    values |= {option: [False, True] for option in FLAGS} | {"yaku_kinds": [[], ["chase"]]}
    for option, choices in values.items():
        for value in choices:
            rules = make_rules(preset, **{option: value})
            assert getattr(rules, option) == (tuple(value) if option == "yaku_kinds" else value)
            assert rules.preset == preset
            assert make_rules(preset, **rules.options) == rules
            assert rules.options in ({}, {option: value})


def test_options_are_what_differs_and_json() -> None:
    rules = make_rules("hitoyoshi", monchi_void="any", ichimai_zun=True, yaku_kinds=["chase", "sun-un"])
    assert rules.options == {"monchi_void": "any", "yaku_kinds": ["sun-un", "chase"]}
    assert make_rules("hitoyoshi", **json.loads(json.dumps(rules.options))) == rules


def test_equal_by_options_hashable_frozen() -> None:
    same = make_rules("cardavia", **{name: getattr(make_rules(), name) for name in OPTIONS})
    assert same == make_rules() and hash(same) == hash(make_rules())
    rules = make_rules("cardavia", set_deals=2)
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules != make_rules("cardavia")
    with pytest.raises(FrozenInstanceError):
        rules.set_deals = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("preset", "options", "words"),
    [
        ("hitoyosi", {}, ["'hitoyosi'", "did you mean 'hitoyoshi'", "cardavia"]),
        (3, {}, ["rules preset 3", "hitoyoshi, cardavia"]),
        ("hitoyoshi", {"monchi_viod": "any"}, ["'monchi_viod'", "did you mean 'monchi_void'", "redeal_offer"]),
        ("hitoyoshi", {"preset": "x"}, ["'preset'", "redeal_offer"]),
        ("hitoyoshi", {"stack": "hiden"}, ["stack", "'hiden'", "did you mean 'hidden'", "hidden, revealed"]),
        ("hitoyoshi", {"stack": True}, ["stack", "True", "hidden, revealed"]),
        ("hitoyoshi", {"ichimai_zun": 1}, ["ichimai_zun", "true or false", "1"]),
        ("hitoyoshi", {"ichimai_zun": "true"}, ["ichimai_zun", "true or false", "'true'"]),
        ("hitoyoshi", {"set_deals": 0}, ["set_deals", "at least 1", "0"]),
        ("hitoyoshi", {"best_of": True}, ["best_of", "whole number", "True"]),
        ("hitoyoshi", {"redeal_offer": -1}, ["redeal_offer", "at least 0", "-1"]),
        ("hitoyoshi", {"redeal_offer": 1.0}, ["redeal_offer", "1.0"]),
        ("hitoyoshi", {"yaku_kinds": "chase"}, ["yaku_kinds", "list", "'chase'"]),
        ("hitoyoshi", {"yaku_kinds": ["chase", "chase"]}, ["yaku_kinds", "twice"]),
        ("hitoyoshi", {"yaku_kinds": ["sun-uno"]}, ["'sun-uno'", "did you mean 'sun-un'", "eight-nine"]),
        ("hitoyoshi", {"yaku_kinds": [None]}, ["None", "eight-nine"]),
    ],
)
def test_unknown_is_told_with_what_is_valid(preset: Any, options: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        make_rules(preset, **options)
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)
