"""Pairs of months of Hachihachi that one seat cannot tell apart, by what the reference tells it."""

from __future__ import annotations

import random
from typing import Any

from reference.hachihachi_cards import CARD_COUNT
from reference.hachihachi_deal import Deal
from reference.hachihachi_knowledge import read_events
from reference.hachihachi_options import PRESETS, make_options
from reference.hachihachi_random import CARRIED, play_out, random_deal, random_overrides
from reference.hachihachi_reference import Game

import meri_ai as ma

TRIES = 40
Steps = list[tuple[int, str]]


def exchanged(game: Game, seat: int, rng: random.Random, most: int) -> Deal:
    """The deal with some cards that the seat has not seen in each other's places, at most so many."""
    if game.step == "mizuten":
        deal = random_deal(rng, game.players)
        while deal.blank == game.dealer:
            deal = random_deal(rng, game.players)
        return deal
    known = read_events(game.options, game.players, game.dealer, seat, game.events(seat))
    cards = rng.sample(sorted(known.unseen), min(most, len(known.unseen)))
    new = dict(zip(cards, rng.sample(cards, len(cards)), strict=True))
    hands = tuple(tuple(new.get(card, card) for card in hand) for hand in game.deal.hands)
    rest = [card for card in range(CARD_COUNT) if card not in known.flipped]
    order = (*known.flipped, *rng.sample(rest, len(rest)))
    return Deal(hands, game.deal.field, order, game.deal.blank)


def replayed(game: Game, carried: list[int], deal: Deal, steps: Steps, seat: int) -> Game | None:
    """The same steps in another deal, where the seat is told the same at the end."""
    again = Game(game.options, game.dealer, deal, carried)
    for mover, action in steps:
        if again.seat != mover or action not in again.legal():
            return None
        again.apply(action)
    return again if again.events(seat) == game.events(seat) and again.seat == game.seat else None


def state_of(preset: str, overrides: dict[str, object], game: Game, carried: list[int], steps: Steps) -> Any:
    """meri_ai's state of a month of the reference."""
    loaded = ma.load_game("hachihachi", rules=preset, players=game.players, **overrides)
    state = loaded.new_state(loaded.deal_from_json(game.deal.to_json()), dealer=game.dealer, carried=carried)
    for _, action in steps:
        state.apply_action(action)
    return state


def twins(rng: random.Random) -> tuple[int, list[Any], list[Game]]:
    """Two states that the seat to move cannot tell apart, that seat, and both months of the reference."""
    while True:
        preset, overrides, players = rng.choice(list(PRESETS)), random_overrides(rng), rng.randrange(3, 8)
        options, dealer, carried = make_options(preset, overrides), rng.randrange(players), rng.choice(CARRIED)
        first = Game(options, dealer, random_deal(rng, players), carried)
        steps = play_out(first, rng, rng.choice([0, 0, 1, 2, 3, rng.randrange(45), rng.randrange(45)]))
        if first.over:
            continue
        seat = first.seat
        for tried in range(TRIES):
            deal = exchanged(first, seat, rng, most=20 - 18 * tried // TRIES)
            second = replayed(first, carried, deal, steps, seat)
            if second is not None:
                months = [first, second]
                return seat, [state_of(preset, overrides, month, carried, steps) for month in months], months
