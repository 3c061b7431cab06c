"""A report for programs: CSV, one line a game, and JSON, all figures."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import fields
from string import ascii_lowercase
from typing import Any

import numpy as np

from meri_ai.arena.report.data import BotLine, PairLine, Report
from meri_ai.arena.report.numbers import as_json, finite
from meri_ai.arena.result import GameRow
from meri_ai.arena.statistics import finishing_place

# seconds are left out: the same run gives the same file, on whatever machine it was played
_LEFT_OUT = ("bots", "culprit", "points", "moves", "seconds", "seats", "record", "stderr")
_COLUMNS = [field.name for field in fields(GameRow) if field.name not in _LEFT_OUT]


def games_csv(report: Report) -> str:
    """One line a game, sorted by meeting, board and seating; bots by their spec texts, in columns _a, _b and so on."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    letters = ascii_lowercase[: report.run.sides]
    margin, place = (["margin"], []) if report.run.sides == 2 else ([], ["place"])
    by_bot = [f"{column}_{letter}" for column in ("points", *place, "moves") for letter in letters]
    writer.writerow([*(f"bot_{letter}" for letter in letters), "culprit", *_COLUMNS, *margin, *by_bot])
    nothing = [None] * len(letters)
    for row in report.rows:
        bots = [report.bots[bot] if bot is not None else None for bot in (*row.bots, row.culprit)]
        points, places = (row.points, _places(row.points)) if row.points else (nothing, nothing)
        numbers = [*([row.margin] if margin else []), *points, *(places if place else []), *row.moves]
        writer.writerow([*bots, *(getattr(row, column) for column in _COLUMNS), *numbers])
    return out.getvalue()


def report_json(report: Report) -> str:
    """All figures as one JSON object; bots are numbers into `bots`, and what too few boards leave open is null."""
    found = {
        "name": report.name,
        "plan": report.run.as_json(),
        "version": report.version,
        "created": report.created,
        "manifest": report.manifest,
        "stopped": _finite(report.stopped),
        "bots": [{"spec": bot, "code": code} for bot, code in zip(report.bots, report.codes, strict=True)],
        "games": report.games,
        "games_planned": report.run.games,
        "ranking": [_bot(line) for line in report.ranking],
        "pairs": [_pair(line) for line in report.pairs],
        "payoff": [[finite(value) for value in row] for row in report.payoff],
        "splits": {
            by: {str(bot): {label: as_json(value) for label, value in found.items()} for bot, found in of_bots.items()}
            for by, of_bots in report.splits.items()
        },
        "faults": [
            {"game": list(row.key), "status": row.status, "bot": row.culprit, "fault": row.fault, "stderr": row.stderr}
            for row in report.faults
        ],
    }
    return json.dumps(found, indent=1, ensure_ascii=False, allow_nan=False)


def _places(points: Sequence[float]) -> list[float]:
    """Of each bot that met."""
    return [float(finishing_place(np.array(points), side)) for side in range(len(points))]


def _finite(value: Any) -> Any:
    """A JSON value with null for numbers that are none."""
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_finite(inner) for inner in value]
    return finite(value) if isinstance(value, float) else value


def _bot(line: BotLine) -> dict[str, Any]:
    end = line.endings
    return {
        "bot": line.bot,
        "points": as_json(line.points),
        "margin": as_json(line.margin),
        "win_rate": finite(line.win_rate),
        **({} if line.place is None else {"place": as_json(line.place)}),
        "rating": as_json(line.rating),
        "ms_per_move": finite(line.ms_per_move),
        "games": {"all": end.games, "won": end.won, "drawn": end.drawn, "lost": end.lost, "void": end.void},
        "faults": dict(end.faults),
    }


def _pair(line: PairLine) -> dict[str, Any]:
    return {
        "bots": [line.first, line.second],
        "margin": as_json(line.margin),
        "win_rate": finite(line.win_rate),
        "elo": as_json(line.elo),
        "normalised_elo": as_json(line.normalised_elo),
        "superiority": finite(line.superiority),
    }
