"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from meri_ai._core.action import Action


class SearchRow(NamedTuple):
    """One action of the root.

    mean: the average return of its playouts, in points for the asking seat's side; None without a visit.
    stderr: the standard error of that mean, as if the playouts were independent; None with fewer than two visits.
    """

    action: Action
    visits: int
    mean: float | None
    stderr: float | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The chosen action, a row for every legal action (the chosen one first), and what the search took.

    stats: iterations (playouts), seconds, time_limit (None: none was set), overrun (seconds beyond it), nodes (edges of
    the tree and revealed nodes behind them), tree_full, worlds (drawn), seed.
    """

    action: Action
    table: list[SearchRow]
    stats: dict[str, int | float | None]
