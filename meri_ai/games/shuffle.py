"""Shuffling by seed: the same order on every machine and in every version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from meri_ai._core.errors import DealError

Item = TypeVar("Item")
_WORD = (1 << 64) - 1


def shuffled(items: Sequence[Item], seed: int, stream: int = 0) -> list[Item]:
    """The items in an order drawn from (seed, stream), by Fisher-Yates; each draw off uniform by at most n / 2**64.

    The seed is a whole number from 0 to 2**64 - 1; DealError else.
    """
    check_seed(seed)
    order = list(items)
    words = _words(_mixed(seed) + stream)
    for last in range(len(order) - 1, 0, -1):
        chosen = next(words) * (last + 1) >> 64
        order[last], order[chosen] = order[chosen], order[last]
    return order


def check_seed(seed: object) -> None:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= _WORD:
        raise DealError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")


def _words(start: int) -> Iterator[int]:
    """SplitMix64 (Steele, Lea and Flood 2014): a counter of odd step, each value mixed."""
    state = _mixed(start)
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _WORD
        yield _mixed(state)


def _mixed(x: int) -> int:
    x &= _WORD
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _WORD
    return x ^ (x >> 31)
