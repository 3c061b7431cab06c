"""Pearson's chi-square test against the uniform law, and Holm's correction for many tests."""

from __future__ import annotations

import math
from collections.abc import Iterable


def chi_square_p(counts: Iterable[int]) -> float:
    """How likely counts at least as uneven are under the uniform law."""
    counts = list(counts)
    expected = sum(counts) / len(counts)
    return p_value(sum((count - expected) ** 2 for count in counts) / expected, len(counts) - 1)


def p_value(statistic: float, freedom: int) -> float:
    """How likely chi-square of so many degrees of freedom is at least this high (by Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    normal = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(normal / math.sqrt(2))


def holm_rejected(p_values: dict[str, float], level: float) -> list[str]:
    """The names whose hypotheses fall, at a level that holds for all of them together."""
    rejected = []
    for place, (name, p_value) in enumerate(sorted(p_values.items(), key=lambda item: item[1])):
        if p_value > level / (len(p_values) - place):
            break
        rejected.append(name)
    return rejected
