"""Random months of Hachihachi: options, deals, whole games (rules page, sections 1 and 7)."""

from __future__ import annotations

import random
from typing import NamedTuple

from .hachihachi_cards import CARD_COUNT
from .hachihachi_deal import FIELD_SIZE, HAND_SIZE, Deal, misdeal
from .hachihachi_options import CHOICES, PRESETS, make_options
from .hachihachi_reference import Game

CARRIED: tuple[list[int], ...] = ([], [2], [4], [4, 2], [2, 2], [4, 4, 2])


def random_deal(rng: random.Random, players: int) -> Deal:
    """A deal that is no misdeal; with seven at the table a random seat holds the blank."""
    while True:
        deck = rng.sample(range(CARD_COUNT), CARD_COUNT)
        dealt_in = min(players, 6)
        hands = [tuple(deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]) for seat in range(dealt_in)]
        field = tuple(deck[HAND_SIZE * dealt_in : HAND_SIZE * dealt_in + FIELD_SIZE])
        if misdeal(field):
            continue
        blank = rng.randrange(7) if players == 7 else None
        if blank is not None:
            hands.insert(blank, ())
        return Deal(tuple(hands), field, tuple(rng.sample(range(CARD_COUNT), CARD_COUNT)), blank)


def random_overrides(rng: random.Random) -> dict[str, object]:
    """Some options changed, half of the time none."""
    if rng.random() < 0.5:
        return {}
    names = [name for name in CHOICES if name != "months"]
    return {name: rng.choice(CHOICES[name]) for name in rng.sample(names, rng.randrange(1, 6))}


class Start(NamedTuple):
    """A month before its first step."""

    rules: str
    options: dict[str, object]
    dealer: int
    carried: list[int]
    deal: Deal

    def game(self) -> Game:
        """The month, to be played."""
        return Game(make_options(self.rules, self.options), self.dealer, self.deal, self.carried)

    def record(self) -> dict[str, object]:
        """The record of it, without steps."""
        head: dict[str, object] = {
            "format": "meri-ai/1",
            "game": "hachihachi",
            "rules": self.rules,
            "options": self.options,
        }
        head |= {"players": len(self.deal.hands), "dealer": self.dealer, "carried": self.carried}
        return head | {"deal": self.deal.to_json(), "steps": []}


def random_start(rng: random.Random, players: int | None = None) -> Start:
    """A random month, of any number of players where none is given."""
    count = players or rng.randrange(3, 8)
    rules, options = rng.choice(list(PRESETS)), random_overrides(rng)
    return Start(rules, options, rng.randrange(count), rng.choice(CARRIED), random_deal(rng, count))


def random_game(rng: random.Random, players: int | None = None) -> Game:
    """The month of a random start."""
    return random_start(rng, players).game()


def play_out(game: Game, rng: random.Random, steps: int = 100) -> list[tuple[int, str]]:
    """Random steps, at most so many; what was done, as (seat, action)."""
    done: list[tuple[int, str]] = []
    while not game.over and len(done) < steps:
        legal = game.legal()
        # Months that end at the first yaku would teach little.
        action = "lower" if "lower" in legal and rng.random() < 0.6 else rng.choice(legal)
        if action == "cancel" and rng.random() < 0.7:
            action = "continue"
        done.append((game.seat, action))
        game.apply(action)
    return done
