"""Everything that a report shows, worked out from a run's store. No report reads the store itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meri_ai.arena.bradley_terry import ratings
from meri_ai.arena.early import stopped_text
from meri_ai.arena.elo import elo, likelihood_of_superiority, normalised_elo
from meri_ai.arena.result import GameRow
from meri_ai.arena.run import Run
from meri_ai.arena.splits import Endings, endings, read_facts, split, split_names
from meri_ai.arena.statistics import (
    Estimate,
    Tally,
    board_margins,
    board_scores,
    estimate,
    payoff_matrix,
    scores_by_number,
    t_quantile,
)
from meri_ai.arena.store import RunStore, readable

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BotLine:
    """A bot against the field: points and margin a deal (set, match), share won, rating in Elo (their mean is 0).

    place: at tables of three bots or more; else None.
    """

    bot: int
    points: Estimate
    margin: Estimate
    win_rate: float
    place: Estimate | None
    rating: Estimate
    ms_per_move: float
    endings: Endings


@dataclass(frozen=True, slots=True)
class PairLine:
    """Two bots that met, seen from the first: margin a deal, share won, Elo, how likely it is better."""

    first: int
    second: int
    margin: Estimate
    win_rate: float
    elo: Estimate
    normalised_elo: Estimate
    superiority: float


@dataclass(frozen=True, slots=True)
class Convergence:
    """The mean margin after each number of boards, and half of its 95 % interval."""

    boards: NDArray[np.int64]
    mean: Array
    half_width: Array


@dataclass(frozen=True)
class Report:
    """A run as far as it has come. `games` are finished, of `run.games`; rows are without their records."""

    name: str
    run: Run
    codes: tuple[str, ...]
    """A hash of each bot's code; the package's version for built-in bots."""
    version: str
    created: str
    manifest: dict[str, Any]
    stopped: Any
    """Why and where the run stopped early; None when it did not."""
    rows: tuple[GameRow, ...]
    ranking: tuple[BotLine, ...]
    """The best first."""
    pairs: tuple[PairLine, ...]
    splits: dict[str, dict[int, dict[str, Estimate]]]
    """By split, bot and label: the bot's margin a deal."""
    by_number: tuple[Array, ...]
    """For each pair the first bot's mean margin by board number; NaN for a board that is not complete."""

    @property
    def games(self) -> int:
        return len(self.rows)

    @property
    def bots(self) -> tuple[str, ...]:
        return self.run.bots

    @cached_property
    def payoff(self) -> Array:
        """Row bot's mean margin against column bot, bots by number; NaN for two that never met."""
        return payoff_matrix(len(self.bots), {(p.first, p.second): p.margin.mean for p in self.pairs})

    @property
    def stopped_text(self) -> str:
        """Why the run was stopped early, in words; empty when its rule, if any, was never met."""
        return stopped_text(self.run, self.games, self.stopped)

    @property
    def faults(self) -> list[GameRow]:
        """The games that ended by a fault, in key order."""
        return [row for row in self.rows if row.status != "ok"]

    def field_margins(self, bot: int) -> Array:
        """A bot's margin a deal against the field, by board number; NaN for a board not complete in all its pairs."""
        signed = [
            by_number if bot == pair[0] else -by_number
            for pair, by_number in zip(self.run.pairs, self.by_number, strict=True)
            if bot in pair
        ]
        return np.mean(signed, axis=0) if signed else np.full(self.run.boards, np.nan)


def load_report(path: Path) -> Report:
    """The report of a run's folder, which may still be played. ConfigError when there is no run there."""
    with RunStore.open(path) as store:
        run = store.run
        game = run.game.load()
        rows, facts = [], []
        for row in store.games():  # one record at a time: all of them would fill the memory
            # what a record tells changes within a set or match
            with readable(store.path):
                facts += read_facts([row if run.unit == "deal" else replace(row, record="")], game)
            rows.append(replace(row, record=""))
        tally = Tally(run, run.seatings)
        for row in rows:
            tally.add(row.result())
        margins = [tally.pair_games(pair) for pair in range(len(run.pairs))]
        return Report(
            name=store.path.absolute().parent.name,
            run=run,
            codes=tuple(store.codes),
            version=store.meta("version"),
            created=store.meta("created"),
            manifest=store.meta("manifest") or {},
            stopped=store.meta("stopped"),
            rows=tuple(rows),
            ranking=_ranking(tally, rows, margins),
            pairs=tuple(_pair_line(pair, games) for pair, games in zip(run.pairs, margins, strict=True)),
            splits={
                by: {bot: found for bot in range(len(run.bots)) if (found := split(facts, bot, by))}
                for by in split_names(facts)
            },
            by_number=tuple(games.mean(axis=1) for games in margins),
        )


def convergence(by_number: Array) -> Convergence:
    """From a margin by board number (NaN left out); intervals begin with the second board."""
    values = by_number[~np.isnan(by_number)]
    boards = np.arange(1, len(values) + 1)
    mean = np.cumsum(values) / boards
    half = np.full(len(values), np.nan)
    # Welford's sum of squares would be exact too; margins are small numbers, so the plain one is
    squares = np.cumsum(values**2) - boards * mean**2
    for n in boards[1:]:
        half[n - 1] = t_quantile(int(n) - 1) * sqrt(max(squares[n - 1], 0.0) / (n - 1) / n)
    return Convergence(boards, mean, half)


def _pair_line(pair: tuple[int, int], games: Array) -> PairLine:
    margins, scores = board_margins(games), board_scores(games)
    return PairLine(
        *pair,
        margin=estimate(margins),
        win_rate=estimate(scores).mean,
        elo=elo(scores),
        normalised_elo=normalised_elo(scores, games.shape[1]),
        superiority=likelihood_of_superiority(margins, 0.0),
    )


def _ranking(tally: Tally, rows: Sequence[GameRow], margins: Sequence[Array]) -> tuple[BotLine, ...]:
    bots = len(tally.run.bots)
    scores = {pair: scores_by_number(games) for pair, games in zip(tally.run.pairs, margins, strict=True)}
    rated = ratings(bots, scores)
    ended = endings(rows, bots)
    lines = [
        BotLine(f.bot, f.points, f.margin, f.win_rate, f.place, rated[f.bot], f.ms_per_move, ended[f.bot])
        for f in (tally.bot_figures(bot) for bot in range(bots))
    ]
    # where not every bot has met every other, a margin says little without who it was made against
    round_robin = len(set(tally.run.pairs)) == bots * (bots - 1) // 2

    def strength(line: BotLine) -> float:
        value = line.margin.mean if round_robin else line.rating.mean
        return -1e9 if isnan(value) else value

    return tuple(sorted(lines, key=lambda line: (-strength(line), line.bot)))
