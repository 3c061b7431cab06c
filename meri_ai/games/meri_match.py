"""Sets and matches of Meri: several deals with a passing dealer (docs/meri-rules.md, section 7)."""

from __future__ import annotations

from collections.abc import Sequence

from meri_ai._core.errors import DealError, RulesError
from meri_ai.games.meri_deal import SEATS
from meri_ai.games.meri_rules import MeriRules


class MeriMatch:
    """Keeps the score of a match: `rules.set_deals` deals make a set, at most `rules.best_of` sets the match.

    dealer: of the next deal; set_points: both teams' points in the set now being played; sets: the points of every
    finished set. The first dealer is free; RulesError when it is no seat.
    """

    def __init__(self, rules: MeriRules, first_dealer: int = 0) -> None:
        if first_dealer not in range(SEATS):
            raise RulesError(f"the first dealer is a seat from 0 to {SEATS - 1}, not {first_dealer!r}")
        self.rules = rules
        self.dealer = first_dealer
        self.set_points = (0, 0)
        self.sets: list[tuple[int, int]] = []
        self._deals_in_set = 0

    def add_deal(self, points: Sequence[int]) -> None:
        """Counts a finished deal's points by team and passes the deal on; DealError when the match is over."""
        if self.over:
            raise DealError("the match is over, no further deal counts")
        if len(points) != 2:
            raise DealError(f"a deal's points are two numbers, one a team, not {list(points)!r}")
        self.set_points = (self.set_points[0] + points[0], self.set_points[1] + points[1])
        self.dealer = (self.dealer + 1) % SEATS
        self._deals_in_set += 1
        if self._deals_in_set == self.rules.set_deals:
            self.sets.append(self.set_points)
            self.set_points = (0, 0)
            self._deals_in_set = 0

    @property
    def sets_won(self) -> tuple[int, int]:
        """By team; a drawn set is won by neither."""
        return sum(a > b for a, b in self.sets), sum(b > a for a, b in self.sets)

    @property
    def over(self) -> bool:
        return len(self.sets) == self.rules.best_of or 2 * max(self.sets_won) > self.rules.best_of

    @property
    def winner(self) -> int | None:
        """The team that won the match; None while it goes on and when it is a draw."""
        a, b = self.sets_won
        return None if not self.over or a == b else int(b > a)

    @property
    def drawn(self) -> bool:
        return self.over and self.winner is None
