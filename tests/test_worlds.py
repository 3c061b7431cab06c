"""Drawn worlds are uniform over the listed ones: chi-square by position, Holm-corrected; a naive sampler fails it.

Positions are those of tests/data/world-positions.jsonl (made by tests/reference/make_positions.py).
MERI_WORLD_DRAWS sets the least number of draws for each (100000 for a long run).
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from reference.knowledge import read_events
from reference.meri_cards import TEXTS
from reference.naive_sampler import NaiveSampler
from reference.positions import CATEGORIES, start
from reference.uniformity import chi_square_p, holm_rejected
from reference.worlds import World, list_worlds

import meri_ai as ma
from meri_ai.games.meri_world import Cards, draw_worlds

POSITIONS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "world-positions.jsonl").read_text(encoding="utf-8").splitlines()
]
LEAST_DRAWS = int(os.environ.get("MERI_WORLD_DRAWS", "10000"))
BATCH = 5000
LEVEL = 0.01
NAIVE_MOST_WORLDS = 500
NAMES = [f"{record['category']} {number}" for number, record in enumerate(POSITIONS)]


def key_of_draw(world: Cards) -> Hashable:
    """One key for a drawn world."""
    return world.hands, frozenset(world.pending), world.discard, world.widow


def key_of_listed(world: World) -> Hashable:
    """The same key for a listed world."""
    hands = tuple(frozenset(TEXTS[card] for card in hand) for hand in world.hands)
    pending = frozenset((seat, TEXTS[card]) for seat, card in world.pending)
    discard = None if world.discard is None else TEXTS[world.discard]
    return hands, pending, discard, frozenset(TEXTS[card] for card in world.widow)


@cache
def listed(index: int) -> list[World]:
    """The worlds of a stored position, by the slow enumeration."""
    record = POSITIONS[index]
    game = start(record)
    return list_worlds(game.options, record["seat"], record["dealer"], game.events(record["seat"]))


def view_of(record: dict[str, Any]) -> Any:
    game = ma.load_game("meri", rules=record["rules"], **record["options"])
    state = game.new_state(game.deal_from_json(record["deal"]), dealer=record["dealer"])
    for step in record["steps"]:
        state.apply_action(step["action"])
    return state.view(record["seat"])


def test_positions_cover_every_category() -> None:
    found = Counter(record["category"] for record in POSITIONS)
    assert len(POSITIONS) >= 34
    assert all(found[category] >= 2 for category in CATEGORIES)
    assert all(2 <= record["worlds"] <= 2000 for record in POSITIONS)


@cache
def drawn(index: int) -> Counter[Hashable]:
    """How often each world of a stored position was drawn."""
    record = POSITIONS[index]
    view = view_of(record)
    counts: Counter[Hashable] = Counter()
    for batch in range(0, max(LEAST_DRAWS, 10 * record["worlds"]), BATCH):
        counts.update(map(key_of_draw, draw_worlds(view, BATCH, seed=1_000_000 * index + batch)))
    return counts


@pytest.mark.parametrize("index", range(len(POSITIONS)), ids=NAMES)
def test_draws_are_listed_worlds(index: int) -> None:
    worlds = {key_of_listed(world) for world in listed(index)}
    assert len(worlds) == POSITIONS[index]["worlds"]
    assert not [world for world in drawn(index) if world not in worlds]


def test_draws_are_uniform() -> None:
    p_values = {
        name: chi_square_p(drawn(index)[key_of_listed(world)] for world in listed(index))
        for index, name in enumerate(NAMES)
    }
    assert holm_rejected(p_values, LEVEL) == []


def test_draws_of_the_robai_step() -> None:
    """Before the opener is known, a robai's holder is being asked, or has hidden it, or the widow has it.

    For a seat that is neither dealer nor holder 65 cards are unseen, 63 of them in hands: of 128 equal shares of the
    worlds, 63 have a holder being asked, 63 one who has hidden, 2 have the robai in the widow.
    """
    game = ma.load_game("meri", rules="hitoyoshi")
    deal = next(deal for deal in map(game.random_deal, range(100)) if _neutral(deal.to_json()))
    view = game.new_state(deal, dealer=0).view(1)
    draws = 2560
    counts: Counter[str] = Counter()
    for seed in range(draws):
        state = game.sample_world(view, seed)
        assert state.view(1) == view
        asked = str(state.legal_actions()[0]) == "declare"
        counts["asked" if asked else "hidden" if state.history else "none"] += 1
    shares = {"asked": 63 / 128, "hidden": 63 / 128, "none": 2 / 128}
    for name, share in shares.items():
        spread = (draws * share * (1 - share)) ** 0.5
        assert abs(counts[name] - draws * share) < 4 * spread, name


def _neutral(deal: dict[str, Any]) -> bool:
    """Whether the okie is no robai and seat 1 does not hold the native one."""
    okie = deal["widow"][0]
    return not okie.endswith("D") and okie[0] + "D" not in deal["hands"][1]


def test_naive_sampler_is_caught() -> None:
    """The same test rejects a sampler that fills the hands in order, at a good part of the positions that it can do."""
    naive = {}
    for index, record in enumerate(POSITIONS):
        if record["worlds"] > NAIVE_MOST_WORLDS:
            continue
        worlds = listed(index)
        game = start(record)
        known = read_events(game.options, record["seat"], record["dealer"], game.events(record["seat"]))
        sampler = NaiveSampler(known, worlds)
        rng = random.Random(index)
        counts = Counter(sampler.draw(rng) for _ in range(20 * len(worlds)))
        del counts[None]  # the dead ends
        if sum(counts.values()) >= 5 * len(worlds):
            naive[NAMES[index]] = chi_square_p(counts[world] for world in worlds)
    rejected = holm_rejected(naive, LEVEL)
    print(f"naive sampler rejected at {len(rejected)} of {len(naive)}:", ", ".join(rejected))
    assert len(rejected) >= len(naive) / 3


def test_the_sun_played_after_ichimai_zun_proves_a_plain_discard() -> None:
    """Seat 0 took the okie IH and led it, threw a plain card in Meri, and later played the sun.

    So the sun IC was its only trump as dealt beside the okie, and what it discarded is no trump.
    """
    game = ma.load_game("meri", okie_take="mandatory", first_trick_meri=True)
    trumps = [["IC"], ["IG", "I9"], ["I1", "I2"], ["I3", "I4"], ["I5", "I6"], ["I7", "I8"], ["IM"], ["IK", "PD"]]
    plain = [card for card in TEXTS if card[0] != "I" and card != "PD"]
    hands = [held + [plain.pop(0) for _ in range(9 - len(held))] for held in trumps]
    state = game.new_state(game.deal(hands, ["IH", "ID", *plain]), dealer=0)
    state.apply_action(f"discard {hands[0][8]}")
    for card in ["IH", "IG", "I1", "I3", "I5", "I7", "IM", "IK", "I9", "I2", "I4", "I6", "I8", hands[6][1], "PD"]:
        state.apply_action(f"play {card}")
    state.apply_action(f"play {hands[0][1]}")
    for _ in range(8):
        legal = [str(action) for action in state.legal_actions()]
        state.apply_action("play IC" if "play IC" in legal else legal[0])
    view = state.view(3)
    assert "IC" in view.plays
    assert {world.discard[0] for world in draw_worlds(view, 3000, seed=1)} <= set("PKOG")
    assert all(game.sample_world(view, seed).view(3) == view for seed in range(50))
