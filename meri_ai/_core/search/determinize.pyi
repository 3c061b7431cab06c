"""Worlds drawn exactly uniformly, as far as Python sees them: for tests; the search calls the C functions."""

from collections.abc import Sequence

from typing_extensions import disjoint_base

@disjoint_base
class Dealer:
    """Draws assignments of cards to slots, each equally likely.

    cards[t] are the cards of type t (numbers 0..127), slot s takes exactly capacity[s] cards, of those types t whose
    bit 1 << t is in allowed[s]. Raises ValueError when these don't fit together and MemoryError when the tables would
    need more than 64 MB.
    """

    def __init__(self, cards: Sequence[Sequence[int]], capacity: Sequence[int], allowed: Sequence[int]) -> None: ...
    @property
    def worlds(self) -> float:
        """The number of assignments, 0.0 when there is none."""

    def draw(self, n: int, seed: int) -> list[tuple[frozenset[int], ...]]:
        """n independent draws, each a set of cards by slot; ValueError when there is no assignment or n is negative."""
