"""Figures as short texts, and as JSON: what too few boards leave open is "-", an interval "n/a", in JSON null."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite, isinf, isnan
from typing import Any

from meri_ai.arena.run import Run
from meri_ai.arena.statistics import Estimate

UNKNOWN = "n/a"  # the interval of fewer than two boards
FEW_BOARDS = 10


def margin_words(run: Run) -> str:
    """What a margin is, in words."""
    if run.sides > 2:
        return "margin: own points minus the mean of the others'; won: against each of them; place: 1 is the best"
    if len(set(run.game.load().teams)) > 2:
        return "margin: own points minus the other bot's, each the mean of its seats"
    return "margin: own points minus the other side's"


def few_boards(estimates: Iterable[Estimate]) -> str:
    """A warning where an interval is that of few boards, which may be alike by chance; else nothing."""
    if not any(0 < value.boards < FEW_BOARDS for value in estimates):
        return ""
    return f"below {FEW_BOARDS} boards the intervals say little, and nothing where all boards came out alike"


def number(value: float, digits: int = 2, signed: bool = False) -> str:
    """ "-" for NaN; infinities as +inf and -inf; what rounds to 0 has no sign."""
    if isnan(value):
        return "-"
    sign = "+" if isinf(value) or (signed and round(value, digits)) else ""
    return f"{value:{sign}z.{digits}f}"


def counted(count: int, word: str) -> str:
    """ "1 pair", "2 pairs"."""
    plural = f"{word}es" if word.endswith("ch") else f"{word}s"
    return f"{count} {word if count == 1 else plural}"


def with_error(value: Estimate, digits: int = 2, signed: bool = True) -> str:
    """A mean and half of its 95 % interval."""
    if isnan(value.mean):
        return "-"
    half = UNKNOWN if isnan(value.half_width) else number(value.half_width, digits)
    return f"{number(value.mean, digits, signed)} ± {half}"


def with_interval(value: Estimate, digits: int = 0) -> str:
    """A mean and the two ends of its 95 % interval, for those that are not symmetrical."""
    if isnan(value.mean):
        return "-"
    if isnan(value.low):
        return f"{number(value.mean, digits, signed=True)} ({UNKNOWN})"
    ends = f"{number(value.low, digits, signed=True)} to {number(value.high, digits, signed=True)}"
    return f"{number(value.mean, digits, signed=True)} ({ends})"


def percent(rate: float) -> str:
    return "-" if isnan(rate) else f"{100 * rate:.1f} %"


def finite(value: float) -> float | None:
    """For JSON, which knows neither NaN nor infinities."""
    return float(value) if isfinite(value) else None


def as_json(value: Estimate) -> dict[str, Any]:
    return {"mean": finite(value.mean), "ci95": [finite(value.low), finite(value.high)], "boards": value.boards}
