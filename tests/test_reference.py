"""The plain-Python reference agrees with every golden record and perft file."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from reference.meri_deal import Deal
from reference.meri_options import CHOICES, make_options
from reference.meri_reference import Game, perft
from reference.random_options import random_start
from reference.worlds import TooManyWorlds, World, list_worlds

DATA = Path(__file__).parent / "data"
RECORD_FILES = ["meri-hitoyoshi.jsonl", "meri-cardavia.jsonl", "meri-options.jsonl"]
PERFT_DEPTH = 5


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def start(record: dict[str, Any]) -> Game:
    options = make_options(record["rules"], record["options"])
    return Game(options, record["dealer"], Deal.from_json(record["deal"]))


@pytest.mark.parametrize("name", RECORD_FILES)
def test_replays_every_record(name: str) -> None:
    for line, record in enumerate(records(name), 1):
        game = start(record)
        for place, step in enumerate(record["steps"], 1):
            where = f"{name}:{line} step {place}"
            assert game.seat == step["seat"], where
            assert game.legal() == step["legal"], where
            game.apply(step["action"])
        assert game.over, f"{name}:{line}"
        assert game.result() == record["result"], f"{name}:{line}"


def test_perft_counts() -> None:
    for line, record in enumerate(records("meri-perft.jsonl"), 1):
        game = start(record)
        for step in record["steps"]:
            game.apply(step["action"])
        for depth, expected in enumerate(record["perft"][:PERFT_DEPTH], 1):
            assert perft(game, depth) == expected, f"line {line} depth {depth}"


@pytest.mark.parametrize("name", RECORD_FILES)
def test_events_only_grow_and_tell_no_secret(name: str) -> None:
    """Views are prefix stable, and a seat reads no card of another before it is shown."""
    for record in records(name)[:12]:
        game = start(record)
        before = [game.events(seat) for seat in range(8)]
        for step in record["steps"]:
            mover, action = game.seat, step["action"]
            game.apply(action)
            for seat in range(8):
                after = game.events(seat)
                assert after[: len(before[seat])] == before[seat]
                if action == "hide" and seat != mover:
                    assert {"type": "action", "seat": mover, "action": "hide"} not in after
                if action.startswith("discard") and seat != mover:
                    assert after[-1] == {"type": "action", "seat": mover, "action": "discard ?"}
                before[seat] = after
        assert all(events[-1] == {"type": "settle", "points": record["result"]["points"]} for events in before)


def test_clones_are_independent() -> None:
    rng = random.Random(5)
    record = records("meri-hitoyoshi.jsonl")[0]
    game = start(record)
    for step in record["steps"][:20]:
        game.apply(step["action"])
    kept = (game.legal(), [game.events(seat) for seat in range(8)])
    other = game.clone()
    while not other.over:
        other.apply(rng.choice(other.legal()))
    assert (game.legal(), [game.events(seat) for seat in range(8)]) == kept


def test_options_are_checked() -> None:
    for name in CHOICES:
        with pytest.raises(ValueError, match=name):
            make_options("hitoyoshi", {name: "nonsense"})
    for preset, overrides in [("monaco", {}), ("cardavia", {"okie": 1}), ("cardavia", {"redeal_offer": -1})]:
        with pytest.raises(ValueError):
            make_options(preset, overrides)


def test_listed_worlds_hold_the_true_one_and_pruning_loses_none() -> None:
    """Late in random deals, the list equals that of trying every place, with the replay alone as judge."""
    rng = random.Random(11)
    compared = 0
    while compared < 12:
        preset, overrides, dealer, deal = random_start(rng)
        game = Game(make_options(preset, overrides), dealer, deal)
        stop = rng.randrange(60, 76)
        while not game.over and len(game.history) < stop:
            game.apply(rng.choice(game.legal()))
        seat = rng.randrange(8)
        try:
            bare = list_worlds(game.options, seat, dealer, game.events(seat), limit=400, prune=False)
        except TooManyWorlds:
            continue
        worlds = list_worlds(game.options, seat, dealer, game.events(seat))
        assert sorted(map(repr, worlds)) == sorted(map(repr, bare))
        assert len(set(worlds)) == len(worlds)
        down = [play for play in game.trick[1:] if play[0] != seat and play[1] in game.table.trumps]
        hands = tuple(map(frozenset, game.hands))
        pending = frozenset(down if game.kind != "meri" else ())
        assert World(hands, pending, game.discarded, frozenset(game.deal.widow[1:]), False) in worlds
        compared += len(worlds) > 1
