"""Worlds of Hachihachi as whole states, before play, and where hidden cards decide who broke hatto.

Shares are compared with those that follow from counting cards, by chi-square.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hachihachi_hand_made import load, play, random_play, start
from reference.hachihachi_cards import TEXTS, number, numbers
from reference.uniformity import chi_square_p, holm_rejected

import meri_ai as ma
from meri_ai.games.hachihachi_world import BATCH, worlds

LEVEL = 0.01


def test_sampled_worlds_give_the_very_view_back() -> None:
    """At any step of months of every table, for who plays and who looks on, before and after the end."""
    rng = random.Random(17)
    seen: Counter[str] = Counter()
    for deal in range(90):
        game = load(rng.choice(["standard", "fudawiki"]), 3 + deal % 5)
        carried = rng.choice([(), (2,), (4, 2)])
        state = game.new_state(game.random_deal(deal), rng.randrange(game.seats), carried=carried)
        random_play(state, rng, rng.choice([0, 1, 2, 3, 5, 10, 20, 40, 200]))
        for seat in rng.sample(range(game.seats), 3):
            view = state.view(seat)
            for seed in range(3):
                world = game.sample_world(view, seed)
                assert world.view(seat) == view and world.history == state.history
                assert world.carried == state.carried and world.scores == state.scores
                assert game.sample_world(view, seed).deal == world.deal
                seen["over" if view.over else "in play" if view.active else "before play"] += 1
    assert len(seen) == 3 and min(seen.values()) >= 30


def test_seeds_of_worlds() -> None:
    """All from 0 to 2**64 - 1, whatever number of draws it takes; others are refused as everywhere."""
    game = load("standard")
    view = game.new_state(game.random_deal(1)).view(0)
    assert len(list(worlds(game, view, 2**64 - 1, batches=2))) == 2 * BATCH
    for seed in (-1, 2**64, 1.5, None, True):
        with pytest.raises(ma.DealError, match="a seed is a whole number"):
            game.sample_world(view, seed)


# -- before play


def deals_before_play(name: str, draws: int) -> tuple[Any, list[Any]]:
    """Two positions of six at the table: the dealer's mizuten, and while the second seat decides to enter."""
    game = load("standard", 6)
    state = game.new_state(game.random_deal(11), dealer=2)
    if name == "enter":
        play(state, "look", "retire")
    view = state.view(state.current_player())
    return view, view.draw_deals(draws, seed=5)


def p_of_shares(counts: Mapping[Any, int], shares: Mapping[Any, float]) -> float:
    """How likely counts at least as far from these shares are (chi-square); the shares need not sum to 1."""
    total = sum(counts.values()) / sum(shares.values())
    statistic = sum((counts.get(name, 0) - total * share) ** 2 / (total * share) for name, share in shares.items())
    return chi_square_tail(statistic, len(shares) - 1)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """As in reference.uniformity (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    normal = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(normal / math.sqrt(2))


@pytest.mark.parametrize("name", ["mizuten", "enter"])
def test_before_play_every_unseen_card_may_be_anywhere(name: str) -> None:
    """A card is in each hidden hand with seven parts of all, on a hidden field with six; no other is left."""
    view, draws = deals_before_play(name, 6000)
    assert (view.hand == []) == (name == "mizuten")
    own, field = numbers(" ".join(view.hand)), numbers(" ".join(view.field))
    unseen = sorted(set(range(48)) - own - field)
    hidden = [seat for seat in range(6) if name == "mizuten" or seat != view.seat]
    p_values = {}
    for card in unseen[:: max(1, len(unseen) // 12)]:
        counts: Counter[str] = Counter()
        for hands, _, table, _ in draws:
            holder = next((f"seat {seat}" for seat in hidden if card in hands[seat]), None)
            counts[holder or ("field" if card in table else "pile")] += 1
        shares = {f"seat {seat}": 7 for seat in hidden} | ({"field": 6} if name == "mizuten" else {})
        assert sum(shares.values()) == len(unseen)
        p_values[TEXTS[card]] = p_of_shares(counts, shares)
    assert holm_rejected(p_values, LEVEL) == []
    for hands, order, table, _ in draws[:200]:
        assert sorted(order) == list(range(48)) and len(table) == 6
        if name == "enter":
            assert (set(hands[view.seat]), set(table)) == (set(own), set(field))
    tops = Counter(order[0] for _, order, *_ in draws)
    seconds = Counter((order[1] - order[0]) % 48 for _, order, *_ in draws)
    assert chi_square_p(tops[card] for card in range(48)) > LEVEL
    assert chi_square_p(seconds[step] for step in range(1, 48)) > LEVEL


def test_before_play_two_cards_are_together_as_often_as_chance_has_it() -> None:
    """With five hidden hands of seven among 35 cards two cards are in one hand with 6 of 34."""
    view, draws = deals_before_play("enter", 6000)
    unseen = sorted(set(range(48)) - numbers(" ".join(view.hand)) - numbers(" ".join(view.field)))
    p_values = {}
    for first, second in zip(unseen[::5], unseen[3::5], strict=False):
        together = sum(any(first in hand and second in hand for hand in hands) for hands, *_ in draws)
        counts = {"in one hand": together, "in two": len(draws) - together}
        p_values[f"{first} {second}"] = p_of_shares(counts, {"in one hand": 6, "in two": 28})
    assert len(p_values) >= 6 and holm_rejected(p_values, LEVEL) == []


@pytest.mark.parametrize("players", [4, 7])
def test_before_mizuten_nothing_at_all_is_known(players: int) -> None:
    """No misdeal; of seven the dealer does not hold the blank, who would have no choice, and everybody else may."""
    game = load("standard", players)
    deal = next(deal for deal in map(game.random_deal, range(20)) if deal.blank != 1)
    state = game.new_state(deal, dealer=1)
    view = state.view(1)
    assert [str(action) for action in view.legal_actions()] == ["mizuten", "look"]
    draws = view.draw_deals(6000, seed=1)
    blanks: Counter[Any] = Counter()
    for hands, order, table, blank in draws:
        months = Counter(card // 4 for card in table)
        assert len(table) == 6 and max(months.values()) < 4 and sorted(order) == list(range(48))
        assert [len(hand) for hand in hands] == [7 * (seat != blank) for seat in range(players)]
        dealt = [card for hand in hands for card in hand] + table
        assert len(set(dealt)) == len(dealt)
        blanks[blank] += 1
    assert blanks.keys() == ({None} if players == 4 else {0, 2, 3, 4, 5, 6})
    if players == 7:
        assert chi_square_p(blanks.values()) > LEVEL
    fields = Counter(card for _, _, table, _ in draws for card in table)
    assert chi_square_p(fields[card] for card in range(48)) > LEVEL  # less uneven than single cards would be


# -- hatto

HATTO_HANDS = {
    0: "01c 02c 03c 04a 05a 06a 07a",
    1: "04b 05b 06b 07b 03a 02a 01a",
    2: "08a 09a 10a 11a 12a 03d 02d",
}
HATTO_PILE = "04c 05c 06c 07c 08c 09c 10c 11c 12c 04d 05d 06d 07d 08d 09d 10d 11d 12d 08b 01d 09b"


def hatto_position(order: str, stop: Callable[[int, list[str]], bool]) -> Any:
    """Where `stop` says so, by seat to move and legal actions; seat 0 plays in this order, the others as written.

    Seat 0 takes 02b and 03b and, with 01c, 01b, which has lain on the field all the time. Who holds 01a or 01d until
    then and does not take 01b from the field with it breaks hatto.
    """
    state = start(HATTO_HANDS, "01b 02b 03b 10b 11b 12b", HATTO_PILE)
    plays = [iter(cards.split()) for cards in (order, HATTO_HANDS[1], HATTO_HANDS[2])]
    while True:
        seat, legal = state.current_player(), [str(action) for action in state.legal_actions()]
        if stop(seat, legal):
            return state
        if legal[0].startswith("play"):
            state.apply_action(f"play {next(plays[seat])}")
        else:
            state.apply_action(next((word for word in ("lower", "continue") if word in legal), legal[0]))


def completed_last() -> Any:
    """Seat 0 completes akatan with its last card, the others have one each."""
    return hatto_position("02c 03c 04a 05a 06a 07a 01c", lambda seat, legal: legal == ["end"])


def breaker(state: Any) -> Any:
    """Who pays for both in the end."""
    play(state, "end")
    rows = [row for row in state.ledger() if row["for"] == "akatan"]
    payers = {row["from"] for row in rows if row.get("hatto")}
    return payers.pop() if payers else None


def test_hidden_cards_decide_who_broke_hatto() -> None:
    """Four cards are unseen, 01a and 01d among them, one is in each hand. The last who broke it pays.

    Seat 2 holds one of the two in 6 of 12 cases, seat 1 alone in 4 (and seat 2 then one of the others), nobody in 2.
    """
    state = completed_last()
    view = state.view(0)
    seen = [*view.field, *(card for cards in view.captured for card in cards)]
    unseen = set(range(48)) - numbers(" ".join(seen))
    assert unseen == numbers("01a 01d 02d 09b")
    game, draws = state.game, 900
    found: Counter[Any] = Counter()
    for seed in range(draws):
        world = game.sample_world(view, seed)
        assert world.view(0) == view
        holds = [{card // 4 for card in world.deal.hands[seat]} for seat in (1, 2)]
        payer = breaker(world)
        assert payer == (2 if 0 in holds[1] else 1 if 0 in holds[0] else None)
        found[payer] += 1
    assert p_of_shares(found, {2: 6, 1: 4, None: 2}) > LEVEL


def test_the_ledger_tells_who_broke_hatto() -> None:
    """When the month is over, only worlds that settle in the same way are left."""
    state = play(completed_last(), "end")
    assert {row["from"] for row in state.ledger() if row.get("hatto")} == {1}  # seat 1 held 01a, seat 2 holds 02d
    view = state.view(0)
    hands: Counter[Any] = Counter()
    for seed in range(60):
        world = state.game.sample_world(view, seed)
        assert world.view(0) == view and world.ledger() == state.ledger()
        last = (set(world.deal.hands[1]) & {number(c) for c in ("01a", "01d", "02d", "09b")}).pop()
        hands[TEXTS[last]] += 1
    assert set(hands) == {"01a", "01d"}


def test_a_search_works_out_anew_who_broke_hatto() -> None:
    """Seat 0 has lowered on akatan; for seat 1, who broke its hatto, the month is worth what it is in sampled worlds.

    Of the eight cards that seat 1 has not seen two are seat 2's. If 01d is among them, seat 2 broke it last and pays.
    """
    state = hatto_position("02c 03c 04a 05a 06a 01c 07a", lambda seat, legal: seat == 1 and len(legal) == 2)
    view, rng, number_of_worlds = state.view(1), random.Random(5), 2000
    action = view.legal_actions()[0]
    returns: list[float] = []
    paid: Counter[int] = Counter()
    for seed in range(number_of_worlds):
        world = state.game.sample_world(view, seed)
        held_by_two = number("01d") in world.deal.hands[2]
        world.apply_action(action)
        while not world.is_terminal():
            world.apply_action(rng.choice(world.legal_actions()))
        returns.append(world.returns()[1])
        paid.update(row["from"] for row in world.ledger() if row["for"].endswith("akatan"))
        rows = [row for row in world.ledger() if row["for"].endswith("akatan")]
        assert [(row["from"], row.get("hatto")) for row in rows] == [(2 if held_by_two else 1, True)]
    assert p_of_shares(paid, {2: 2, 1: 6}) > LEVEL
    found = ma.search(view, method="montecarlo", iterations=12_000, policy="random", seed=3)
    row = next(row for row in found.table if row.action == action)
    mean = sum(returns) / len(returns)
    spread = (sum((each - mean) ** 2 for each in returns) / len(returns) ** 2) ** 0.5
    assert abs(row.mean - mean) < 4 * (row.stderr**2 + spread**2) ** 0.5
