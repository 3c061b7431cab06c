"""Where a bot's margin comes from: by the seats it held, by dealer, opener and trump suit; and how its games ended."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meri_ai.arena.result import GameRow
from meri_ai.arena.statistics import Estimate, estimate

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What the splits ask of a game. Dealer, opener and trump are None where there is none, or more than one."""

    board: int
    margins: dict[int, float]
    """By bot, own points minus the other side's."""
    seats: tuple[int, ...]
    """The bot of each seat."""
    dealer: int | None = None
    opener: int | None = None
    trump: str | None = None


def read_facts(rows: Iterable[GameRow]) -> list[GameFacts]:
    """The facts of all games that have a margin, from the rows of a store and the records in them."""
    found = []
    for row in rows:
        if row.margin is not None:
            margins = {row.bot_a: row.margin, row.bot_b: -row.margin}
            found.append(GameFacts(row.board, margins, row.seats, *_deal_facts(row.record)))
    return found


def _deal_facts(record: str) -> tuple[int | None, int | None, str | None]:
    """Dealer, opener and trump suit of a game that is one deal; of a set or match (a line a deal) none."""
    if not record or "\n" in record:
        return None, None, None
    deal = json.loads(record)
    return deal["dealer"], *(_meri_facts(deal) if deal["game"] == "meri" else (None, None))


def _meri_facts(record: dict[str, Any]) -> tuple[int | None, str | None]:
    """Opener and trump suit of one deal of Meri: rules page, sections 3 and 4.

    The opener is who declared the native robai, else the dealer; a record that stops before that is known has none.
    """
    actions = [(step["seat"], step["action"]) for step in record["steps"]]
    redeals = sum(action == "redeal" for _, action in actions)
    deal = record["deal"]["redeals"][redeals - 1] if redeals else record["deal"]
    trump = deal["widow"][0][0]
    opener = next((seat for seat, action in actions if action == "declare"), None)
    if opener is None and any(action.split()[0] not in ("accept", "redeal") for _, action in actions):
        opener = record["dealer"]
    return opener, trump


def _seats(facts: GameFacts, bot: int) -> str:
    return " ".join(str(seat) for seat, held_by in enumerate(facts.seats) if held_by == bot)


def _whose(facts: GameFacts, bot: int, seat: int | None) -> str | None:
    if seat is None:
        return None
    return "own" if facts.seats[seat] == bot else "other"


SPLITS: dict[str, Callable[[GameFacts, int], str | None]] = {
    "seats": _seats,
    "dealer": lambda facts, bot: _whose(facts, bot, facts.dealer),
    "opener": lambda facts, bot: _whose(facts, bot, facts.opener),
    "trump": lambda facts, bot: facts.trump,
}
"""The label that each split gives a game, seen from a bot; None leaves the game out. "own": a seat of that bot."""


def split(facts: Iterable[GameFacts], bot: int, by: str) -> dict[str, Estimate]:
    """The bot's margin a deal against all opponents, apart for each label of the split `by` (a key of SPLITS).

    One observation is the mean of the bot's games with that label on one board, so the intervals are by board.
    """
    label_of = SPLITS[by]
    margins: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in facts:
        if bot in game.margins and (label := label_of(game, bot)) is not None:
            margins[label][game.board].append(game.margins[bot])
    return {
        label: estimate(np.array([float(np.mean(of_board)) for of_board in boards.values()]))
        for label, boards in sorted(margins.items())
    }


@dataclass(slots=True)
class Endings:
    """How a bot's games ended. `faults`: those that ended by its own fault, by status; they count as played, too."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    void: int = 0
    faults: Counter[str] = field(default_factory=Counter)


def endings(rows: Iterable[GameRow], bots: int) -> list[Endings]:
    """One a bot, over all its games."""
    found = [Endings() for _ in range(bots)]
    for row in rows:
        for bot, sign in ((row.bot_a, 1), (row.bot_b, -1)):
            end = found[bot]
            end.games += 1
            if row.margin is None:
                end.void += 1
            else:
                end.won += sign * row.margin > 0
                end.drawn += row.margin == 0
                end.lost += sign * row.margin < 0
        if row.culprit is not None:
            found[row.culprit].faults[row.status] += 1
    return found


def ms_per_move(rows: Iterable[GameRow], bots: int) -> Array:
    """Each bot's milliseconds a move, NaN for one that never moved."""
    seconds, moves = np.zeros(bots), np.zeros(bots)
    for row in rows:
        np.add.at(seconds, [row.bot_a, row.bot_b], [row.seconds_a, row.seconds_b])
        np.add.at(moves, [row.bot_a, row.bot_b], [row.moves_a, row.moves_b])
    with np.errstate(invalid="ignore"):
        found: Array = 1000 * seconds / np.where(moves > 0, moves, np.nan)
    return found
