"""Early stopping of a run: its rule is fed with games as they end, and says when and why enough has been played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from meri_ai._core.errors import ConfigError
from meri_ai.arena.result import GameResult
from meri_ai.arena.run import Run
from meri_ai.arena.schedule import Place, places_of_pairs
from meri_ai.arena.sprt import Sprt
from meri_ai.arena.statistics import board_margins, estimate
from meri_ai.arena.stopping import BoardFeed, StopRule

SPRT = "sprt "


def stopped_text(run: Run, games: int, stopped: dict[str, Any] | None) -> str:
    """Why a run was stopped early after so many games, or that its rule was met too late for that; else nothing.

    stopped: the figures of its rule once that is met.
    """
    if stopped is None:
        return ""
    too_late = f"not stopped early (all {run.boards} boards were in play by then)"
    return f"{'stopped early' if games < run.games else too_late}, {stopped['why']}"


class EarlyStop:
    """The rule of `run.stop`: "sprt ELO0,ELO1" for one pair, or "ci<POINTS" that every pair must meet.

    Boards count in their own order, so where it stops depends neither on the workers nor on what was resumed.
    """

    def __init__(self, run: Run) -> None:
        """ConfigError when the run has a rule that is none, or that does not fit it."""
        self._run = run
        places = places_of_pairs(run.meetings)
        self._places: list[list[tuple[int, Place]]] = [[] for _ in run.meetings]  # of each meeting, by pair
        for pair, met in enumerate(places.values()):
            for place in met:
                self._places[place.meeting].append((pair, place))
        games = [len(met) * run.seatings for met in places.values()]  # of a board, for each pair
        rule = run.stop
        self._sprt = Sprt.parse(rule.removeprefix(SPRT), games=games[0]) if rule and rule.startswith(SPRT) else None
        if self._sprt is not None and len(places) != 1:
            raise ConfigError("sprt is for one pair of bots; for more of them use until, as in ci<0.1")
        width = [StopRule.parse(rule) for _ in places] if rule and self._sprt is None else []
        self._rules: list[StopRule] = width
        self._feeds = [BoardFeed(number) for number in games]
        self._means: list[list[float]] = [[] for _ in places]  # of each pair's boards, in order

    @property
    def met(self) -> bool:
        if self._sprt is not None:
            return self._sprt.verdict is not None
        return bool(self._rules) and all(rule.met for rule in self._rules)

    def add(self, result: GameResult) -> None:
        """Counts one more game."""
        if self._run.stop is None or self.met:
            return
        for pair, place in self._places[result.key.meeting]:
            margin = None if result.points is None else result.points[place.first] - result.points[place.second]
            boards = self._feeds[pair].add(result.key.board, margin)
            if not len(boards):
                continue
            self._means[pair] += board_margins(boards).tolist()
            if self._sprt is not None:
                self._sprt.update(boards)
            else:
                self._rules[pair].update(boards)

    def figures(self) -> dict[str, Any]:
        """Why it stopped and the figures at that moment, fit for JSON."""
        tests: Sequence[Sprt | StopRule] = self._rules if self._sprt is None else [self._sprt]
        found: dict[str, Any] = {"rule": self._run.stop, "why": self.sentence(), "boards": [t.boards for t in tests]}
        margins = [
            estimate(np.array(means[: t.boards], dtype=np.float64)) for means, t in zip(self._means, tests, strict=True)
        ]
        found["mean"] = [margin.mean for margin in margins]
        found["ci95"] = [[margin.low, margin.high] for margin in margins]
        if self._sprt is not None:
            state = self._sprt.as_json()
            found |= {name: state[name] for name in ("verdict", "llr", "lower", "upper")}
        return found

    def sentence(self) -> str:
        """The same in words."""
        if self._sprt is not None:
            better = self._sprt.h1 if self._sprt.verdict == "H1" else self._sprt.h0
            unit = "Elo" if self._sprt.model == "elo" else f"points a {self._run.unit}"
            words = f"{self._sprt.verdict} (the first bot is {better:g} {unit} better) accepted"
            llr = f"log-likelihood ratio {self._sprt.llr:.2f}"
            return f"{self._run.stop}: {words} after {self._sprt.boards} boards, {llr}"
        widths = ", ".join(f"± {rule.half_width:.3f} after {rule.boards} boards" for rule in self._rules[:3])
        return f"{self._run.stop}: met with {widths}{', ...' if len(self._rules) > 3 else ''}"
