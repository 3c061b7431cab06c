"""What all checks share: random play through whole deals, and the sentence that a failed check raises."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meri_ai._core.errors import MeriAiError
from meri_ai.record import record_of

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State

MOST_STEPS = 10_000  # a deal that takes longer goes on for ever, we say


class ConformanceError(MeriAiError, AssertionError):
    """A game does not do what every game must do; the message says what and where."""


def require(condition: object, sentence: str) -> None:
    """ConformanceError with this sentence unless the condition is true."""
    if not condition:
        raise ConformanceError(sentence)


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a random deal. where: how to find it again, for messages."""

    state: State
    seed: int
    where: str


def starts(game: Game, deals: int, seed: int) -> Iterator[Start]:
    """The starts of so many random deals; the dealer goes round the table."""
    for number in range(deals):
        deal_seed = seed + number
        dealer = (seed + number) % game.seats
        state = game.new_state(game.random_deal(seed=deal_seed), dealer=dealer)
        yield Start(state, deal_seed, f"deal {deal_seed}, dealer {dealer}")


def positions(game: Game, deals: int, seed: int, *, every: int = 1) -> Iterator[tuple[State, str]]:
    """Each `every`th state of random play through the deals, their starts and ends included, and where it is.

    The state plays on afterwards: a check that keeps or changes it takes a clone.
    """
    for start in starts(game, deals, seed):
        dice = random.Random(start.seed)
        for step in range(MOST_STEPS + 1):
            over = start.state.is_terminal()
            if over or step % every == 0:
                yield start.state, f"{start.where}, after {step} random steps"
            if over:
                break
            require(step < MOST_STEPS, f"{start.where}: the deal is not over after {MOST_STEPS} random steps")
            start.state.apply_action(dice.choice(start.state.legal_actions()))


def play_out(state: State, seed: int) -> None:
    """Plays the state at random to its end."""
    dice = random.Random(seed)
    for _ in range(MOST_STEPS):
        if state.is_terminal():
            return
        state.apply_action(dice.choice(state.legal_actions()))
    raise ConformanceError(f"a deal is not over after {MOST_STEPS} random steps")


def facts(state: State) -> str:
    """All that can be asked of a state, as one text: its record, whose turn it is, what is legal, and every view."""
    return json.dumps(
        [
            record_of(state),
            state.current_player(),
            [action.text for action in state.legal_actions()],
            state.returns() if state.is_terminal() else None,
            [state.view(seat).to_json() for seat in range(state.game.seats)],
        ],
        sort_keys=True,
    )
