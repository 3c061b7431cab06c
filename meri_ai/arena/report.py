"""The figures of a run as text tables and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

import meri_ai
from meri_ai.arena.statistics import Estimate, Tally


def text_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns in plain text, the first to the left and the others to the right, a rule below the headers."""
    widths = [max(len(row[column]) for row in (headers, *rows)) for column in range(len(headers))]

    def line(cells: Sequence[str]) -> str:
        first, *others = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        return "  ".join([first.strip().ljust(widths[0]), *others]).rstrip()

    return "\n".join([line(headers), "  ".join("-" * width for width in widths), *(line(row) for row in rows)])


def tournament_text(tally: Tally) -> str:
    """The table of all bots against the field, and below it each against each."""
    ranking = tally.ranking()
    names = tally.run.bots
    field = text_table(
        ["bot", "points a deal", "margin a deal", "won", "ms/move", "boards"],
        [
            [
                names[f.bot],
                _with_error(f.points, signed=False),
                _with_error(f.margin),
                _percent(f.win_rate),
                _number(f.ms_per_move, 3),
                str(f.margin.boards),
            ]
            for f in ranking
        ],
    )
    margins = {pair: tally.pair_margin(index) for index, pair in enumerate(tally.run.pairs)}

    def cell(row: int, column: int) -> str:
        if (row, column) in margins:
            return _number(margins[row, column].mean, 2, signed=True)
        if (column, row) in margins:
            return _number(-margins[column, row].mean, 2, signed=True)
        return "-"

    order = [f.bot for f in ranking]
    numbers = {bot: f"v {place}" for place, bot in enumerate(order, 1)}
    each = text_table(
        ["margin a deal", *numbers.values()],
        [[f"{place} {names[bot]}", *(cell(bot, other) for other in order)] for place, bot in enumerate(order, 1)],
    )
    return f"{field}\n\n{each}\n\nmargin: own points minus the other side's; ± is the 95 % interval by board"


def match_text(tally: Tally) -> str:
    """The table of a match of two bots: the first one's margin, and what each scored."""
    first, second = tally.run.bots
    margin = tally.pair_margin(0)
    rows = [
        [name, _with_error(f.points, signed=False), _percent(f.win_rate), _number(f.ms_per_move, 3)]
        for name, f in ((first, tally.bot_figures(0)), (second, tally.bot_figures(1)))
    ]
    table = text_table(["bot", "points a deal", "won", "ms/move"], rows)
    return (
        f"{table}\n\n{first} minus {second}: {_with_error(margin)} points a deal over {margin.boards} boards"
        "\n± is the 95 % interval by board"
    )


def match_json(tally: Tally, seconds: float) -> dict[str, Any]:
    """A match of two bots. Numbers that too few boards leave open are null."""
    run = tally.run
    margin = tally.pair_margin(0)
    first, second = tally.bot_figures(0), tally.bot_figures(1)
    return {
        "bots": list(run.bots),
        "boards": margin.boards,
        "games": tally.games,
        "mean": _finite(margin.mean),
        "ci95": [_finite(margin.low), _finite(margin.high)],
        "win_rate": _finite(tally.pair_win_rate(0)),
        "points": [_finite(first.points.mean), _finite(second.points.mean)],
        "ms_per_move": [_finite(first.ms_per_move), _finite(second.ms_per_move)],
        **run.game.as_json(),
        "seed": run.seed,
        "seconds": round(seconds, 3),
        "version": meri_ai.__version__,
    }


def _number(value: float, digits: int, signed: bool = False) -> str:
    if isnan(value):
        return "-"
    return f"{value:+.{digits}f}" if signed else f"{value:.{digits}f}"


def _with_error(value: Estimate, signed: bool = True) -> str:
    return f"{_number(value.mean, 2, signed)} ± {_number(value.half_width, 2)}"


def _percent(rate: float) -> str:
    return "-" if isnan(rate) else f"{100 * rate:.1f} %"


def _finite(value: float) -> float | None:
    return None if isnan(value) else value
