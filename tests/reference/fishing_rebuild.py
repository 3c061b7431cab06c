"""A deal and a way to play it that ends with given piles of captured cards."""

from __future__ import annotations

import random

from .fishing_cards import Variant, month
from .fishing_deal import Deal

Pair = tuple[str, str]


def cards_of(line: str) -> list[str]:
    """The cards of a line as the rules page writes piles: "01ab 02c" is 01a, 01b, 02c."""
    return [group[:2] + letter for group in line.split() for letter in group[2:]]


def rebuild(variant: Variant, dealer: int, piles: list[list[str]]) -> tuple[Deal, list[str]]:
    """A deal and its actions, all without a choice, after which each seat has captured its pile.

    A pile holds two or four cards of a month, in pairs next to each other.
    """
    pairs = [(seat, (pile[at], pile[at + 1])) for seat, pile in enumerate(piles) for at in range(0, len(pile), 2)]
    assert all(month(first) == month(second) for _, (first, second) in pairs)
    for seed in range(10_000):
        found = _attempt(variant, dealer, pairs, random.Random(seed))
        if found is not None:
            return found
    raise ValueError("no way to play for these piles was found")


def _attempt(
    variant: Variant, dealer: int, pairs: list[tuple[int, Pair]], rng: random.Random
) -> tuple[Deal, list[str]] | None:
    """Lays cards at random so that each is taken later by its partner; None where that comes to a dead end."""
    waiting = rng.sample(pairs, len(pairs))  # pairs of which no card is laid yet
    lying: list[tuple[int, Pair]] = []  # pairs of which the first card lies on the field

    def lay() -> str | None:
        free = [pair for pair in waiting if all(month(pair[1][0]) != month(other[1][0]) for other in lying)]
        if not free:
            return None
        waiting.remove(free[0])
        lying.append(free[0])
        return free[0][1][0]

    def take(seat: int) -> str | None:
        mine = [pair for pair in lying if pair[0] == seat]
        if not mine:
            return None
        chosen = rng.choice(mine)
        lying.remove(chosen)
        return chosen[1][1]

    field = [lay() for _ in range(variant.field)]
    placed: list[tuple[int, str]] = []
    for turn in range(2 * variant.pile):  # each turn places two cards, a played one and a flipped one
        seat = (dealer + turn // 2) % variant.players
        card = (take(seat) or lay()) if rng.random() < 0.6 else (lay() or take(seat))
        if card is None:
            return None
        placed.append((seat, card))
    if waiting or lying or None in field:
        return None
    hands = [tuple(card for mover, card in placed[::2] if mover == seat) for seat in range(variant.players)]
    deal = Deal(tuple(hands), tuple(card for card in field if card), tuple(card for _, card in placed[1::2]))
    return deal, [f"play {card}" for _, card in placed[::2]]
