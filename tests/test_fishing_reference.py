"""The plain reference of the fishing family agrees with every golden record and perft file."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from reference.fishing_cards import DECKS, PLAYERS, make_variant, month
from reference.fishing_deal import Deal, random_deal
from reference.fishing_reference import Round, perft

DATA = Path(__file__).parent / "data"
RECORD_FILES = {"fishing-rounds.jsonl": 60, "fishing-twins.jsonl": 14, "fishing-worked.jsonl": 1}
PERFT_LEAVES = 13_000  # perft counts above this are left to the core


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def start(record: dict[str, Any]) -> Round:
    variant = make_variant(record["game"], record["options"], record["players"])
    return Round(variant, record["dealer"], Deal.from_json(record["deal"]))


@pytest.mark.parametrize("name", RECORD_FILES)
def test_replays_every_record(name: str) -> None:
    found = records(name)
    assert len(found) == RECORD_FILES[name]
    for line, record in enumerate(found, 1):
        game = start(record)
        for place, step in enumerate(record["steps"], 1):
            where = f"{name}:{line} step {place}"
            assert game.seat == step["seat"], where
            assert sorted(game.legal()) == sorted(step["legal"]), where
            game.apply(step["action"])
        assert game.over, f"{name}:{line}"
        result, expected = game.result(), record["result"]
        assert list(map(set, result.pop("captured"))) == list(map(set, expected.pop("captured"))), f"{name}:{line}"
        assert result == expected, f"{name}:{line}"


def test_perft_counts() -> None:
    found = records("fishing-perft.jsonl")
    assert len(found) == 7
    for line, record in enumerate(found, 1):
        game = start(record)
        for step in record["steps"]:
            game.apply(step["action"])
        for depth, expected in enumerate(record["perft"], 1):
            if expected < PERFT_LEAVES:
                assert perft(game, depth) == expected, f"line {line} depth {depth}"


TOTALS = [
    ("subeta-mekuri", {}, 330),
    ("subeta-mekuri", {"deck": "mekurifuda"}, 330),
    ("bakappana", {}, 264),
    ("bakappana", {"chaff": 0}, 240),
    ("sanuki-mekuri", {}, 82),
]


@pytest.mark.parametrize(("name", "options", "total"), TOTALS)
def test_totals_of_the_page(name: str, options: dict[str, Any], total: int) -> None:
    for players in PLAYERS[name]:
        variant = make_variant(name, options, players)
        assert sum(variant.values.values()) == total == variant.par * players
        assert variant.hand * players + variant.field + variant.pile == 48 == len(set(variant.deck))


def test_every_round_takes_every_card_in_pairs() -> None:
    rng = random.Random(3)
    for _ in range(60):
        name = rng.choice(list(PLAYERS))
        deck = rng.choice(list(DECKS)) if name == "subeta-mekuri" else "hanafuda"
        variant = make_variant(name, {"deck": deck}, rng.choice(PLAYERS[name]))
        game = Round(variant, rng.randrange(variant.players), random_deal(variant, rng))
        while not game.over:
            game.apply(rng.choice(game.legal()))
        assert sum(game.points()) == 0 and not game.field
        assert sorted(card for cards in game.captured for card in cards) == sorted(variant.deck)
        for cards in game.captured:
            assert all(sum(month(other) == month(card) for other in cards) in (2, 4) for card in cards)


def test_clones_are_independent() -> None:
    rng = random.Random(5)
    game = start(records("fishing-rounds.jsonl")[0])
    for _ in range(7):
        game.apply(rng.choice(game.legal()))
    kept = (game.legal(), [game.events(seat) for seat in range(3)], set(game.field))
    other = game.clone()
    while not other.over:
        other.apply(rng.choice(other.legal()))
    assert (game.legal(), [game.events(seat) for seat in range(3)], set(game.field)) == kept
