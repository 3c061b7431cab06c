"""The plots of a report as SVG, by matplotlib (extra `report`). Texts stay texts: small and sharp."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isnan
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from meri_ai.arena.report.data import Report, convergence

WIDE, NARROW = 7.6, 3.7  # inches of 96 CSS pixels less a quarter: for desktops and for telephones
_SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "meri-ai",  # the same run gives the same bytes
    "text.parse_math": False,  # a $ in a bot's name is a $
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_GREY = "#666666"

Plot = Callable[[Report, float], str]
"""From a report and a width in inches to an SVG document."""


def ratings(report: Report, width: float) -> str:
    """Every bot's Elo rating with its 95 % interval, the best on top."""
    lines = [line for line in report.ranking if not isnan(line.rating.mean)]
    with _figure(width, 0.9 + 0.36 * len(lines)) as (axes, done):
        places = np.arange(len(lines))
        means = np.array([line.rating.mean for line in lines])
        ends = np.array([[line.rating.low, line.rating.high] for line in lines]).reshape(-1, 2)
        errors = np.abs(np.nan_to_num(ends.T - means))
        axes.axvline(0, color=_GREY, linewidth=0.6, linestyle=":")
        axes.errorbar(means, places, xerr=errors, fmt="o", capsize=3, markersize=5)
        axes.set_yticks(places, _names(report, [line.bot for line in lines], width))
        axes.set_ylim(max(len(lines), 1) - 0.5, -0.5)
        axes.set_xlabel("Elo, 95 % interval")
    return done()


def payoff(report: Report, width: float) -> str:
    """The margin of each bot against each, as a heat map."""
    order = [line.bot for line in report.ranking]
    matrix = report.payoff[np.ix_(order, order)]
    n = len(order)
    size = 7 if width < WIDE and n > 5 else 9
    with _figure(width, min(0.62 * width, 0.5 * n + 0.8) if width >= WIDE else 0.34 * n + 0.9) as (axes, done):
        limit = float(np.nanmax(np.abs(matrix))) if not np.isnan(matrix).all() else 1.0
        limit = limit or 1.0
        axes.imshow(matrix, cmap="RdBu", vmin=-limit, vmax=limit, aspect="auto")
        for row in range(n):
            for column in range(n):
                value = matrix[row, column]
                if not isnan(value):
                    colour = "white" if abs(value) > 0.65 * limit else "black"
                    axes.text(column, row, f"{value:+z.1f}", ha="center", va="center", color=colour, fontsize=size)
        axes.set_xticks(range(n), [str(place) for place in range(1, n + 1)])
        axes.set_yticks(range(n), _names(report, order, width))
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel("against")
    return done()


def margins(report: Report, width: float) -> str:
    """How each bot's margin against the field settles as boards are played, with its 95 % interval."""
    # the legend stands below: on a telephone a line for each bot
    height = 2.8 + 0.2 * len(report.bots) / (1 if width < WIDE else 2)
    with _figure(width, height) as (axes, done):
        # of two bots one line says all
        lines = report.ranking[:1] if len(report.bots) == 2 else report.ranking
        shown = []
        for line in lines:
            found = convergence(report.field_margins(line.bot))
            if len(found.boards) < 2:
                continue
            keep = np.unique(np.geomspace(2, len(found.boards), 300).astype(int)) - 1
            boards, mean, half = (values[keep] for values in (found.boards, found.mean, found.half_width))
            (drawn,) = axes.plot(boards, mean, linewidth=1.4, label=_names(report, [line.bot], width)[0])
            axes.fill_between(boards, mean - half, mean + half, color=drawn.get_color(), alpha=0.15, linewidth=0)
            settled = boards >= min(20, boards[-1] / 4)
            shown += [*(mean - half)[settled], *(mean + half)[settled]]
        if shown:
            room = 0.05 * (max(shown) - min(shown)) + 0.05
            axes.set_ylim(min(shown) - room, max(shown) + room)
            columns = 1 if width < WIDE else 2
            axes.figure.legend(frameon=False, fontsize=9, loc="outside lower center", ncols=columns)
        axes.axhline(0, color=_GREY, linewidth=0.6, linestyle=":")
        axes.set_xlabel("boards")
        axes.set_ylabel(f"margin a {report.run.unit}")
    return done()


def ladder(budgets: Sequence[int], elo: Sequence[tuple[float, float, float]], width: float = WIDE) -> str:
    """Each budget's Elo against the one before it (mean, low, high), budgets from the second on."""
    with _figure(width, 3.6) as (axes, done):
        means = np.array([mean for mean, _, _ in elo])
        ends = np.array([[low, high] for _, low, high in elo]).reshape(-1, 2)
        seen = np.isfinite(means)
        errors = np.where(np.isfinite(ends.T), np.abs(ends.T - np.where(seen, means, 0)), 0)
        places = np.array(budgets)
        axes.axhline(0, color=_GREY, linewidth=0.6, linestyle=":")
        axes.errorbar(places[seen], means[seen], yerr=errors[:, seen], fmt="o-", capsize=3, markersize=5)
        axes.set_xscale("log")
        axes.set_xticks(places, [f"{budget:,}" for budget in budgets])
        axes.minorticks_off()
        axes.set_xlabel("iterations")
        axes.set_ylabel("Elo against the budget before")
    return done()


@contextmanager
def _figure(width: float, height: float) -> Iterator[tuple[Axes, Callable[[], str]]]:
    """Axes to draw on, and what makes the SVG of them once they are drawn."""
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure.subplots(), lambda: _svg(figure)


def _svg(figure: Figure) -> str:
    out = io.StringIO()
    with mpl.rc_context(_SETTINGS), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that matplotlib's font lacks: the reader's browser has its own
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def _names(report: Report, bots: Sequence[int], width: float) -> list[str]:
    """Bots with their places in the ranking, cut to what the width leaves room for."""
    places = {line.bot: place for place, line in enumerate(report.ranking, 1)}
    length = 34 if width >= WIDE else 16
    return [_cut(f"{places[bot]} {report.bots[bot]}", length) for bot in bots]


def _cut(text: str, length: int) -> str:
    """Both ends of a long text: bots often differ in their last option alone."""
    if len(text) <= length:
        return text
    head = length // 2
    return f"{text[:head]}…{text[-(length - head - 1) :]}"
