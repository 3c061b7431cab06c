"""When a run has played enough: boards taken in their own order, and the rule that the interval be narrow enough."""

from __future__ import annotations

import re
from math import isfinite, isnan, nan
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from meri_ai._core.errors import ConfigError
from meri_ai.arena.sprt import MIN_BOARDS
from meri_ai.arena.statistics import board_margins, complete, t_quantile

Array = NDArray[np.float64]

_RULE = re.compile(r"\s*ci\s*<\s*([0-9.]+(?:e-?[0-9]+)?)\s*")


class BoardFeed:
    """Puts the games of one pair, which end in any order, back in board order.

    Where a run stops then depends on its boards alone, not on the number of workers or on which was faster.
    """

    def __init__(self, games: int) -> None:
        self.games = games
        """How many a board has."""
        self._next = 0
        self._waiting: dict[int, list[float | None]] = {}

    def add(self, board: int, margin: float | None) -> Array:
        """One game's margin, None for a void one. The boards that are now next in order and complete: (boards, games).

        A board with a void game is left out once its turn comes.
        """
        games = self._waiting.setdefault(board, [])
        games.append(margin)
        ready = []
        while len(self._waiting.get(self._next, ())) == self.games:
            ready.append(self._waiting.pop(self._next))
            self._next += 1
        found = np.array(ready, dtype=float).reshape(-1, self.games)
        return complete(found)


class StopRule:
    """Stops as soon as the 95 % interval of the mean margin a deal, by board, is narrower than ± `limit`."""

    def __init__(self, limit: float) -> None:
        if not (isfinite(limit) and limit > 0):
            raise ConfigError(f"the limit of ci must be above 0, not {limit:g}")
        self.limit = limit
        self.boards = 0
        """Boards counted so far; none is counted once the rule is met."""
        self.half_width = nan
        self.met = False
        self._sum = self._squares = 0.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """The rule that a text like "ci<0.1" asks for. ConfigError for any other."""
        found = _RULE.fullmatch(text)
        try:
            return cls(float(found[1] if found else ""))
        except ValueError as error:
            if isinstance(error, ConfigError):
                raise
            raise ConfigError(f"until must be ci< and a number of points, as in ci<0.1, not {text!r}") from None

    def as_json(self) -> dict[str, Any]:
        """The rule and where it stands."""
        half_width = None if isnan(self.half_width) else self.half_width
        return {"rule": f"ci<{self.limit:g}", "half_width": half_width, "boards": self.boards, "met": self.met}

    def update(self, boards: Array) -> bool:
        """Counts further boards, in board order, up to the first one that meets the rule; whether it is met.

        boards: (boards, games) of the first bot's margins; boards that are not complete are left out.
        """
        for margin in board_margins(boards):
            if self.met:
                break
            self.boards += 1
            self._sum += float(margin)
            self._squares += float(margin) ** 2
            if self.boards > 1:
                n = self.boards
                variance = max(0.0, self._squares - self._sum**2 / n) / (n - 1)
                self.half_width = t_quantile(n - 1) * (variance / n) ** 0.5
            self.met = self.boards >= MIN_BOARDS and self.half_width < self.limit
        return self.met
