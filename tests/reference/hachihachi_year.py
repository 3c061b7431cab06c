"""Months one after the other: carried multipliers, dealer, accounts, places (rules page, sections 1, 5 and 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .hachihachi_options import Options


class Year:
    """The accounts of a game of `months` months; `add` counts a finished month by its result."""

    def __init__(self, options: Options, players: int, dealer: int) -> None:
        self.options = options
        self.accounts = [options.start] * players
        self.dealer = dealer
        self.carried: list[int] = []
        self.played = 0

    @property
    def over(self) -> bool:
        """Whether all months are played."""
        return self.played == self.options.months

    def add(self, result: Mapping[str, Any]) -> None:
        """Counts a month; its winner deals next."""
        self.accounts = [have + mon for have, mon in zip(self.accounts, result["points"], strict=True)]
        self.dealer = result["winner"]
        self.carried = list(result["carried"])
        self.played += 1

    def places(self) -> list[int]:
        """The place of each seat, 1 the best; equal accounts share it."""
        return [1 + sum(other > account for other in self.accounts) for account in self.accounts]
