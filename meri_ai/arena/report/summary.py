"""The figures of a tally, while and after a run is played: text for a tournament, text and JSON for a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import meri_ai
from meri_ai.arena.elo import elo, likelihood_of_superiority, normalised_elo
from meri_ai.arena.report.numbers import (
    as_json,
    counted,
    few_boards,
    finite,
    margin_words,
    number,
    percent,
    with_error,
    with_interval,
)
from meri_ai.arena.statistics import Tally, board_margins, board_scores


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
    unit = tally.run.unit
    names = tally.run.bots
    place = ["place"] if tally.run.sides > 2 else []
    field = text_table(
        ["bot", f"points a {unit}", f"margin a {unit}", "won", *place, "ms/move", "boards"],
        [
            [
                names[f.bot],
                with_error(f.points, signed=False),
                with_error(f.margin),
                percent(f.win_rate),
                *([] if f.place is None else [with_error(f.place, signed=False)]),
                number(f.ms_per_move, 3),
                str(f.margin.boards),
            ]
            for f in ranking
        ],
    )
    margins = {pair: tally.pair_margin(index) for index, pair in enumerate(tally.run.pairs)}

    def cell(row: int, column: int) -> str:
        if (row, column) in margins:
            return number(margins[row, column].mean, 2, signed=True)
        if (column, row) in margins:
            return number(-margins[column, row].mean, 2, signed=True)
        return "-"

    order = [f.bot for f in ranking]
    numbers = {bot: f"v {place}" for place, bot in enumerate(order, 1)}
    each = text_table(
        [f"margin a {unit}", *numbers.values()],
        [[f"{place} {names[bot]}", *(cell(bot, other) for other in order)] for place, bot in enumerate(order, 1)],
    )
    notes = [f"{margin_words(tally.run)}; ± is the 95 % interval by board", few_boards(f.margin for f in ranking)]
    return "\n\n".join([field, each, "\n".join(filter(None, notes))])


def match_text(tally: Tally) -> str:
    """The table of a match of two bots: the first one's margin, and what each scored."""
    first, second = tally.run.bots
    unit = tally.run.unit
    margin = tally.pair_margin(0)
    rows = [
        [name, with_error(f.points, signed=False), percent(f.win_rate), number(f.ms_per_move, 3)]
        for name, f in ((first, tally.bot_figures(0)), (second, tally.bot_figures(1)))
    ]
    table = text_table(["bot", f"points a {unit}", "won", "ms/move"], rows)
    scores = board_scores(tally.pair_games(0))
    games = tally.pair_games(0).shape[1]
    boards = counted(margin.boards, "board")
    warning = few_boards([margin])
    return (
        f"{table}\n\n{first} minus {second}: {with_error(margin)} points a {unit} over {boards}"
        f"\nElo {with_interval(elo(scores))}, normalised Elo {with_interval(normalised_elo(scores, games))}, "
        f"better with a likelihood of {percent(_superiority(tally))}"
        "\n± and brackets are 95 % intervals by board" + (f"\n{warning}" if warning else "")
    )


def match_json(tally: Tally, seconds: float) -> dict[str, Any]:
    """A match of two bots. Numbers that too few boards leave open are null."""
    run = tally.run
    margin = tally.pair_margin(0)
    games = tally.pair_games(0)
    scores = board_scores(games)
    first, second = tally.bot_figures(0), tally.bot_figures(1)
    return {
        "bots": list(run.bots),
        "boards": margin.boards,
        "games": tally.games,
        "mean": finite(margin.mean),
        "ci95": [finite(margin.low), finite(margin.high)],
        "win_rate": finite(tally.pair_win_rate(0)),
        "elo": as_json(elo(scores)),
        "normalised_elo": as_json(normalised_elo(scores, games.shape[1])),
        "superiority": finite(_superiority(tally)),
        "points": [finite(first.points.mean), finite(second.points.mean)],
        "ms_per_move": [finite(first.ms_per_move), finite(second.ms_per_move)],
        **run.game.as_json(),
        "seed": run.seed,
        "seconds": round(seconds, 3),
        "version": meri_ai.__version__,
    }


def _superiority(tally: Tally) -> float:
    return likelihood_of_superiority(board_margins(tally.pair_games(0)), 0.0)
