"""Random options and random deals for tests, some of them bent so that rare things occur."""

from __future__ import annotations

import random
from typing import Any

from .meri_cards import CARD_COUNT, SUITS, suit_of, table
from .meri_deal import HAND_SIZE, SEATS, Deal
from .meri_options import CHOICES, KINDS, PRESETS, Options, make_options

DEAL_KINDS = ("even", "clustered", "ichimai", "all_trumps", "hidden_robai", "okie_robai", "dealer_robai")


def random_rules(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A preset and overrides; every option of a deal takes each of its values often."""
    preset = rng.choice(list(PRESETS))
    share = rng.choice((0.0, 0.3, 1.0))
    overrides: dict[str, Any] = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < share}
    if rng.random() < 0.4:
        overrides["yaku_kinds"] = [kind for kind in KINDS if rng.random() < 0.6]
    if rng.random() < 0.4:
        overrides["redeal_offer"] = rng.randrange(3)
    return preset, overrides


def random_start(rng: random.Random) -> tuple[str, dict[str, Any], int, Deal]:
    """Preset, overrides, dealer and a deal with as many redeals as the options may need."""
    preset, overrides = random_rules(rng)
    dealer = rng.randrange(SEATS)
    return preset, overrides, dealer, random_deal(rng, make_options(preset, overrides), dealer)


def random_deal(rng: random.Random, options: Options, dealer: int, kind: str | None = None) -> Deal:
    """A deal of the kind given (one of DEAL_KINDS, else any) with its redeals."""
    redeals = tuple(_deal(rng, dealer, kind) for _ in range(options.redeal_offer))
    return _deal(rng, dealer, kind, redeals)


def _deal(rng: random.Random, dealer: int, kind: str | None, redeals: tuple[Deal, ...] = ()) -> Deal:
    kind = kind or ("even" if rng.random() < 0.3 else rng.choice(DEAL_KINDS))
    if kind == "even":
        order = list(range(CARD_COUNT))
        rng.shuffle(order)
        return Deal.from_order(order, redeals)
    okie = rng.randrange(CARD_COUNT)
    trumps = table(suit_of(okie))
    hands: list[list[int]] = [[] for _ in range(SEATS)]
    widow: list[int] = []
    if kind == "clustered":
        hands = _clustered_hands(rng, okie)
    elif kind == "ichimai":
        okie = rng.choice([card for card in trumps.trumps if suit_of(card) == trumps.trump_suit and card != trumps.sun])
        plain = [card for card in range(CARD_COUNT) if card not in trumps.trumps]
        seat = rng.choice((dealer, rng.randrange(SEATS)))
        hands[seat] = [trumps.sun, *rng.sample(plain, HAND_SIZE - 1)]
    elif kind == "all_trumps":
        seat = rng.choice((dealer, rng.randrange(SEATS)))
        hands[seat] = rng.sample(sorted(trumps.trumps - {okie}), rng.choice((7, 8, 9, 9)))
    elif kind == "okie_robai":
        okie = trumps.native
    elif okie != trumps.native:
        if kind == "hidden_robai":
            widow = [trumps.native]
        else:
            hands[dealer] = [trumps.native]
    return _filled(rng, hands, okie, widow, redeals)


def _clustered_hands(rng: random.Random, okie: int) -> list[list[int]]:
    """Hands of few suits: every seat draws most cards from one or two suits that it likes."""
    pool = [card for card in range(CARD_COUNT) if card != okie]
    rng.shuffle(pool)
    hands: list[list[int]] = [[] for _ in range(SEATS)]
    likes = [rng.sample(range(len(SUITS)), rng.choice((1, 2))) for _ in range(SEATS)]
    for _ in range(rng.choice((7, 8, 9))):
        for seat in range(SEATS):
            liked = [card for card in pool if suit_of(card) in likes[seat]]
            if liked:
                hands[seat].append(liked[0])
                pool.remove(liked[0])
    return hands


def _filled(rng: random.Random, hands: list[list[int]], okie: int, widow: list[int], redeals: tuple[Deal, ...]) -> Deal:
    """The deal with the hands and the widow filled up at random; dealt orders are random."""
    used = {okie, *widow, *(card for hand in hands for card in hand)}
    rest = [card for card in range(CARD_COUNT) if card not in used]
    rng.shuffle(rest)
    full = []
    for hand in hands:
        missing = HAND_SIZE - len(hand)
        cards = hand + rest[:missing]
        rest = rest[missing:]
        rng.shuffle(cards)
        full.append(tuple(cards))
    down = widow + rest
    rng.shuffle(down)
    return Deal(tuple(full), (okie, *down), redeals)
