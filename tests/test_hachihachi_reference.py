"""The plain-Python reference of Hachihachi agrees with every golden record, and with the rules page where it counts."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from reference.hachihachi_cards import month_cards, number, numbers, points_of
from reference.hachihachi_deal import Deal, multiplier
from reference.hachihachi_hand import CATEGORIES, hand_yaku
from reference.hachihachi_knowledge import Knowledge, read_events
from reference.hachihachi_ledger import nets
from reference.hachihachi_options import CHOICES, make_options
from reference.hachihachi_random import play_out, random_deal, random_game
from reference.hachihachi_reference import Game, perft
from reference.hachihachi_worlds import Hands, TooManyWorlds, World, candidates, deal_of, list_hands, list_worlds, ways
from reference.hachihachi_year import Year

DATA = Path(__file__).parent / "data"
RECORD_FILES = ["hachihachi-months.jsonl", "hachihachi-years.jsonl"]
PERFT_DEPTH = 5
RESULT_KEYS = {"points", "multiplier", "carried", "hand_yaku", "completed", "special", "captured", "winner"}


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def start(record: dict[str, Any]) -> Game:
    options = make_options(record["rules"], record["options"])
    return Game(options, record["dealer"], Deal.from_json(record["deal"]), record["carried"])


@pytest.mark.parametrize("name", RECORD_FILES)
def test_replays_every_record(name: str) -> None:
    for line, record in enumerate(records(name), 1):
        game = start(record)
        for place, step in enumerate(record["steps"], 1):
            where = f"{name}:{line} step {place}"
            assert game.seat == step["seat"], where
            assert game.legal() == step.get("legal", game.legal()), where
            game.apply(step["action"])
        assert game.over, f"{name}:{line}"
        assert record["result"].keys() == RESULT_KEYS
        assert game.result() == record["result"], f"{name}:{line}"


def test_perft_counts() -> None:
    for line, record in enumerate(records("hachihachi-perft.jsonl"), 1):
        game = start(record)
        for step in record["steps"]:
            game.apply(step["action"])
        for depth, expected in enumerate(record["perft"][:PERFT_DEPTH], 1):
            assert perft(game, depth) == expected, f"line {line} depth {depth}"


def test_years_are_twelve_months_in_a_chain() -> None:
    """Each month's dealer and carried multipliers are those that the month before it left."""
    months = records("hachihachi-years.jsonl")
    for first in range(0, len(months), 12):
        options = make_options(months[first]["rules"], months[first]["options"])
        year = Year(options, months[first]["players"], months[first]["dealer"])
        for record in months[first : first + 12]:
            assert not year.over
            assert (record["dealer"], record["carried"]) == (year.dealer, year.carried)
            year.add(record["result"])
        assert year.over
        assert sum(year.accounts) == options.start * record["players"]
        best = max(year.accounts)
        assert [place == 1 for place in year.places()] == [account == best for account in year.accounts]


def test_carried_multipliers_over_three_months() -> None:
    """Rain man and crane, then nothing, then the moon: pool uses the highest, carried_first what was carried."""
    fields = [numbers("11a 01a 02a"), numbers("02a 02b 04a"), numbers("08a 12a 02a")]
    expected = {
        "pool": [(4, [2]), (2, []), (4, [2])],
        "carried_first": [(4, [2]), (2, []), (4, [2])],
        "none": [(4, []), (1, []), (4, [])],
    }
    for carry, chain in expected.items():
        carried: list[int] = []
        for field, month in zip(fields, chain, strict=True):
            m, carried = multiplier(carry, carried, field)
            assert (m, carried) == month
    assert multiplier("pool", [2], numbers("12a 04a")) == (4, [2])
    assert multiplier("carried_first", [2], numbers("12a 04a")) == (2, [4])


def test_number_of_hands_by_yaku() -> None:
    """The exact counts over all 73,629,072 hands; those alike in kinds of card and in shape are grown as one."""
    classes: dict[tuple[Any, ...], tuple[frozenset[int], int]] = {(): (frozenset(), 1)}
    for month in range(1, 13):
        grown: dict[tuple[Any, ...], tuple[frozenset[int], int]] = {}
        for hand, count in classes.values():
            for mask in range(16):
                new = hand | {card for k, card in enumerate(sorted(month_cards(month))) if mask >> k & 1}
                if len(new) <= 7:
                    key = hand_class(new)
                    kept, had = grown.get(key, (new, 0))
                    grown[key] = (kept, had + count)
        classes = grown
    found: Counter[tuple[str, str]] = Counter()
    for hand, count in classes.values():
        if len(hand) == 7:
            names = hand_yaku(hand)
            category = "".join(name for name in names if name in CATEGORIES)
            found["".join(name for name in names if name not in CATEGORIES), category] += count
    assert found.total() == 73_629_072
    assert found["", ""] == 54_461_388
    alone = {"sanbon": 4_025_772, "kuttsuki": 1_473_048, "teshi": 118_632, "haneken": 84_804, "ichi-ni-shi": 29_776}
    assert {name: found[name, ""] for name in alone} == alone
    assert sum(count for (name, _), count in found.items() if name == "shisou") == 528
    assert found["shisou", "karasu"] == 1
    assert sum(count for (_, name), count in found.items() if name == "karasu") == 888_030
    assert sum(count for (_, name), count in found.items() if name == "aka") == 4_795_560


def hand_class(hand: frozenset[int]) -> tuple[Any, ...]:
    """The kinds of card and the shape, all that a hand yaku of section 3 looks at."""
    shape: Counter[str] = Counter()
    for month in range(1, 13):
        held = hand & month_cards(month)
        standing = month in (4, 5, 7) or (month == 12 and number("12a") not in held)
        shape[f"{len(held)}{'s' if standing and len(held) == 3 else ''}"] += len(held) > 1
    kinds = Counter("plain" if card in numbers("11a 11b 11c 11d") else str(points_of([card])) for card in hand)
    kinds["1"] += kinds.pop("plain", 0)
    return tuple(sorted((+shape).items())), tuple(sorted((+kinds).items()))


def test_random_months_sum_to_zero() -> None:
    rng = random.Random(5)
    for _ in range(400):
        game = random_game(rng)
        play_out(game, rng)
        result = game.result()
        assert all(type(mon) is int and mon > 0 and payer != payee for payer, payee, mon, _ in game.ledger)
        assert sum(nets(game.ledger).values()) == 0
        assert nets(game.ledger).get("pot", 0) == 0
        assert sum(result["points"]) == 0
        assert result["winner"] in game.active
        if not any(game.hands.values()) and not game.field:
            assert sum(result["captured"]) == 264


def test_events_only_grow_and_tell_no_secret() -> None:
    rng = random.Random(8)
    for _ in range(60):
        game = random_game(rng)
        before = [game.events(seat) for seat in range(game.players)]
        if game.step == "mizuten":
            assert before == [[] for _ in before]  # nobody has seen a card
        while not game.over:
            play_out(game, rng, steps=1)
            for seat in range(game.players):
                after = game.events(seat)
                assert after[: len(before[seat])] == before[seat]
                before[seat] = after
        for seat, events in enumerate(before):
            public = [event for event in events if event["type"] != "deal"]
            assert public == [event for event in before[0] if event["type"] != "deal"]
            (dealt,) = [event for event in events if event["type"] == "deal"]
            assert frozenset(map(number, dealt["hand"])) == frozenset(game.deal.hands[seat])
        assert events[-1]["type"] == "settle"
        assert events[-1]["points"] == game.result()["points"]


def test_clones_are_independent() -> None:
    rng = random.Random(6)
    for _ in range(20):
        game = random_game(rng)
        play_out(game, rng, steps=14)
        kept = (game.legal(), list(game.log), list(game.ledger), dict(game.hands), dict(game.captured))
        play_out(game.clone(), rng)
        assert (game.legal(), game.log, game.ledger, game.hands, game.captured) == kept


def test_a_deal_survives_its_json() -> None:
    rng = random.Random(9)
    for players in range(3, 8):
        deal = random_deal(rng, players)
        assert Deal.from_json(deal.to_json()) == deal


def test_bad_deals_are_refused() -> None:
    record = records("hachihachi-months.jsonl")[0]["deal"]
    hands, field = record["hands"], record["field"]
    with pytest.raises(ValueError, match=hands[1][0]):
        Deal.from_json({**record, "hands": [[hands[1][0], *hands[0][1:]], *hands[1:]]})
    swapped = [[card for card in hand if not card.startswith("04")] for hand in hands]
    spare = [card for card in field if not card.startswith("04")]
    misdealt = [card for card in field if card.startswith("04")] + ["04a", "04b"]
    swapped = [hand + [spare.pop() for _ in range(7 - len(hand))] for hand in swapped]
    with pytest.raises(ValueError, match="04"):
        Deal.from_json({**record, "hands": swapped, "field": misdealt + spare})


def test_options_are_checked() -> None:
    for name in CHOICES:
        with pytest.raises(ValueError, match=name):
            make_options("standard", {name: "nonsense"})
    for preset, overrides in [("monaco", {}), ("standard", {"koi": 1}), ("fudawiki", {"start": "60"})]:
        with pytest.raises(ValueError):
            make_options(preset, overrides)


def test_mizuten_comes_before_the_deal_and_the_blank_decides_nothing() -> None:
    rng = random.Random(3)
    seen = set()
    while len(seen) < 4:
        game = random_game(rng, players=rng.choice([3, 5, 7]))
        steps = [seat for seat, _ in play_out(game, rng)]
        assert game.deal.blank not in steps
        assert game.deal.blank is None or game.result()["points"][game.deal.blank] == 0
        if game.in_mizuten:
            assert steps[0] == game.dealer
            assert game.active[0] == game.dealer
            seen.add("mizuten")
        if game.dealer == game.deal.blank:
            seen.add("dealer holds the blank")
        if game.pushed_out:
            seen.add("pushed out")
        if game.players == 3:
            assert not game.retired
            seen.add("three")
        turn_order = [(seat - game.dealer) % game.players for seat in game.active]
        assert all(a < b for a, b in pairwise(turn_order))


def knowledge(game: Game, seat: int) -> Knowledge:
    return read_events(game.options, game.players, game.dealer, seat, game.events(seat))


def true_hands(game: Game, seat: int) -> Hands:
    still = game.active or [s for s in game.dealt_in if s not in game.retired]
    hands = {s: frozenset(game.hands[s]) for s in sorted(still) if s != seat}
    mine = game.hands[seat] if seat in still else frozenset()
    flipped = {number(event["card"]) for event in game.log if event["type"] == "flip"}
    gone = game.field.union(flipped, mine, *hands.values(), *game.captured.values())
    gone |= {game.laid} if game.step.startswith("take") else set()
    return Hands(tuple(hands.items()), frozenset(range(48)) - gone)


def test_the_sizes_of_hands_and_pile_fit_the_unseen_cards() -> None:
    rng = random.Random(21)
    for _ in range(150):
        game = random_game(rng)
        play_out(game, rng, steps=rng.randrange(30))
        for seat in range(game.players):
            known = knowledge(game, seat)
            if game.step == "mizuten":
                with pytest.raises(TooManyWorlds):
                    list_hands(known)
                continue
            places = known.pile_size - len(known.known_in_pile)
            places += sum(known.hand_size(s) - len(known.known_in_hand(s)) for s in known.holders)
            if not game.over:
                true = true_hands(game, seat)
                assert len(true.pile) == known.pile_size
                assert known.known_in_pile <= true.pile
            assert places == len(known.unseen)


def test_listed_worlds_hold_the_true_one_and_are_those_that_a_replay_allows() -> None:
    """Late in random months, the list equals that of trying every place, with the replay alone as judge."""
    rng = random.Random(12)
    compared, excluded, pushed_out = 0, 0, 0
    while compared < 30 or pushed_out < 3:
        game = random_game(rng)
        done = play_out(game, rng, steps=rng.randrange(24, 34))
        seat = rng.randrange(game.players)
        known = knowledge(game, seat)
        size = sum(known.hand_size(s) for s in known.holders)
        if game.over or not 0 < size <= 4 or len(known.unseen) > 7 or len(game.pushed_out) > 1:
            continue
        worlds = list_hands(known)
        everything = list(candidates(known, every=True))
        if game.pushed_out and len(everything) > 6:
            continue
        replayed = []
        for hands in everything:
            deal = deal_of(known, World(hands.hands, tuple(sorted(hands.pile))))
            if deal is None:
                assert ways(known, hands) == 0
                continue
            if not replayed:
                assert ways(known, hands) > 0
            again = Game(game.options, game.dealer, deal, [])
            again.m, again.carried_out = game.m, game.carried_out
            if tells_the_same(again, done, game, seat):
                replayed.append(hands)
        assert [hands for hands in worlds if hands in replayed or ways(known, hands)] == replayed
        assert true_hands(game, seat) in replayed
        assert len(set(worlds)) == len(worlds)
        compared += 1
        excluded += len(everything) > len(worlds)
        pushed_out += bool(game.pushed_out)
        if sum(hands.orders for hands in worlds) < 200:
            assert len(set(list_worlds(known))) == sum(hands.orders for hands in worlds)
    assert excluded > 5


def tells_the_same(again: Game, done: list[tuple[int, str]], game: Game, seat: int) -> bool:
    """Whether the same steps in another deal give the seat the same events."""
    for mover, action in done:
        if again.seat != mover or action not in again.legal():
            return False
        again.apply(action)
    return again.events(seat) == game.events(seat)
