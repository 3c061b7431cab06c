"""Where a bot's margin comes from: by the seats it held, the dealer, what the game tells; and how games ended."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from meri_ai.arena.result import GameRow
from meri_ai.arena.statistics import Estimate, estimate

if TYPE_CHECKING:
    from meri_ai._core.game import Game

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What the splits ask of a game."""

    board: int
    margins: dict[int, float]
    """By bot, own points minus the other side's, or the mean of the others'."""
    seats: tuple[int, ...]
    """The bot of each seat."""
    facts: dict[str, int | str] = field(default_factory=dict)
    """By name: a seat (the dealer's is always there) or a label. None of a game of several deals."""


def read_facts(rows: Iterable[GameRow], game: Game) -> list[GameFacts]:
    """The facts of all games that have a margin, from the rows of a store and the records in them."""
    found = []
    for row in rows:
        if row.points is not None:
            found.append(GameFacts(row.board, row.margins, row.seats, _deal_facts(row.record, game)))
    return found


def _deal_facts(text: str, game: Game) -> dict[str, int | str]:
    """Of a game that is one deal: the dealer and what the game itself finds in the record (Game.record_facts)."""
    if not text or "\n" in text:
        return {}
    record = json.loads(text)
    return {"dealer": record["dealer"], **game.record_facts(record)}


def split_names(facts: Iterable[GameFacts]) -> list[str]:
    """All that games can be split by: the seats held, and every fact."""
    return list(dict.fromkeys(["seats", *(name for game in facts for name in game.facts)]))


def _label(game: GameFacts, bot: int, by: str) -> str | None:
    """The label that a split gives a game, seen from a bot; None leaves the game out. "own": a seat of that bot."""
    if by == "seats":
        return " ".join(str(seat) for seat, held_by in enumerate(game.seats) if held_by == bot)
    fact = game.facts.get(by)
    if isinstance(fact, int):
        return "own" if game.seats[fact] == bot else "other"
    return fact


def split(facts: Iterable[GameFacts], bot: int, by: str) -> dict[str, Estimate]:
    """The bot's margin a deal against all opponents, apart for each label of the split `by` (one of split_names).

    One observation is the mean of the bot's games with that label on one board, so the intervals are by board.
    """
    margins: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in facts:
        if bot in game.margins and (label := _label(game, bot, by)) is not None:
            margins[label][game.board].append(game.margins[bot])
    return {
        label: estimate(np.array([float(np.mean(of_board)) for of_board in boards.values()]))
        for label, boards in sorted(margins.items())
    }


@dataclass(slots=True)
class Endings:
    """How a bot's games ended: won by most points, drawn where another has as many.

    faults: those that ended by its own fault, by status; they count as played, too.
    """

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
        points = row.points or ()
        best = max(points, default=0.0)
        for side, bot in enumerate(row.bots):
            end = found[bot]
            end.games += 1
            if not points:
                end.void += 1
            elif points[side] < best:
                end.lost += 1
            elif points.count(best) > 1:
                end.drawn += 1
            else:
                end.won += 1
        if row.culprit is not None:
            found[row.culprit].faults[row.status] += 1
    return found


def ms_per_move(rows: Iterable[GameRow], bots: int) -> Array:
    """Each bot's milliseconds a move, NaN for one that never moved."""
    seconds, moves = np.zeros(bots), np.zeros(bots)
    for row in rows:
        np.add.at(seconds, list(row.bots), row.seconds)
        np.add.at(moves, list(row.bots), row.moves)
    with np.errstate(invalid="ignore"):
        found: Array = 1000 * seconds / np.where(moves > 0, moves, np.nan)
    return found
