"""The tables of a report, once for the terminal, Markdown and HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from meri_ai.arena.report.data import BotLine, Report
from meri_ai.arena.report.numbers import counted, few_boards, margin_words, number, percent, with_error, with_interval
from meri_ai.arena.result import STATUSES, GameRow
from meri_ai.arena.statistics import Estimate

FAULTS_LISTED = 3  # of each bot and status

_SPLITS = {"seats": "the seats held", "dealer": "who dealt"}  # those of every game, in words
_WHOSE = {"own", "other"}  # the labels of a split by whose seat it was


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts below headers. key: names it for programs; texts: how many columns at the left are words."""

    key: str
    title: str
    note: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    texts: int = 1


def headline(report: Report) -> str:
    """What was played, in a line."""
    run = report.run
    state = counted(run.games, "game")
    state = state if report.games == run.games else f"{report.games} of {state}"
    boards = counted(run.boards, "board") + ("" if run.unit == "deal" else f" of a {run.unit}")
    return f"{run.game.title}, {boards} a {run.meeting_word}, seed {run.seed}, {state}"


def tables(report: Report) -> list[Table]:
    """All tables that have something to show, in the order in which they are read."""
    found = [ranking(report), at_stop(report), crosstable(report), pairs(report)]
    found += [*splits(report), game_endings(report), faults(report)]
    return [table for table in found if table.rows]


def ranking(report: Report) -> Table:
    rows = [
        (
            _named(report, line),
            with_error(line.points, signed=False),
            with_error(line.margin),
            percent(line.win_rate),
            *([] if line.place is None else [with_error(line.place, signed=False)]),
            with_interval(line.rating),
            number(line.ms_per_move, 3),
            str(line.margin.boards),
        )
        for line in report.ranking
    ]
    unit = report.run.unit
    place = ["place"] if report.run.sides > 2 else []
    headers = "bot", f"points a {unit}", f"margin a {unit}", "won", *place, "rating (Elo)", "ms/move", "boards"
    notes = [f"{margin_words(report.run)}; ± and brackets are 95 % intervals by board; the mean rating is 0"]
    notes += filter(None, [few_boards(line.margin for line in report.ranking)])
    return Table("ranking", "Ranking", "; ".join(notes), headers, tuple(rows))


def crosstable(report: Report) -> Table:
    order = [line.bot for line in report.ranking]
    rows = [
        (_named(report, line), *(number(report.payoff[line.bot, other], 2, signed=True) for other in order))
        for line in report.ranking
    ]
    headers = "bot", *(f"v {place}" for place in range(1, len(order) + 1))
    note = f"margin a {report.run.unit} of the row's bot"
    return Table("crosstable", "Each against each", note, headers, tuple(rows))


def pairs(report: Report) -> Table:
    rows = [
        (
            f"{report.bots[line.first]} v {report.bots[line.second]}",
            with_error(line.margin),
            percent(line.win_rate),
            with_interval(line.elo),
            with_interval(line.normalised_elo),
            percent(line.superiority),
            str(line.margin.boards),
        )
        for line in report.pairs
    ]
    headers = "pair", f"margin a {report.run.unit}", "won", "Elo", "normalised Elo", "better", "boards"
    note = "seen from the first bot; better: how likely it is the better one"
    return Table("pairs", "Pair by pair", note, headers, tuple(rows))


def at_stop(report: Report) -> Table:
    """The figures of the rule that stopped the run, apart from those of all that was played."""
    rows: list[tuple[str, ...]] = []
    if stop := report.stopped:
        at_stop = zip(report.pairs, stop["boards"], stop["mean"], stop["ci95"], strict=True)
        for line, boards, mean, (low, high) in at_stop:
            pair = f"{report.bots[line.first]} v {report.bots[line.second]}"
            rows.append((pair, with_error(Estimate(mean, low, high, boards)), str(boards), str(line.margin.boards)))
    headers = "pair", f"margin a {report.run.unit}", "boards", "boards in the end"
    note = "boards that were at play when the rule was met are in all other tables"
    return Table("at_stop", "At the stop", note, headers, tuple(rows))


def splits(report: Report) -> list[Table]:
    names = _SPLITS | report.run.game.load().facts
    found = []
    for by, of_bots in report.splits.items():
        labels = sorted({label for of_bot in of_bots.values() for label in of_bot})
        whose = _WHOSE.issuperset(labels)
        if whose:
            labels.reverse()  # "own" stands before "other"
        rows = [
            (
                _named(report, line),
                *(with_error(of_bots[line.bot][label]) if label in of_bots[line.bot] else "-" for label in labels),
            )
            for line in report.ranking
            if line.bot in of_bots
        ]
        note = "own: one of the bot's seats" if whose else ""
        found.append(Table(by, f"Margin by {names.get(by, by)}", note, ("bot", *labels), tuple(rows)))
    return found


def game_endings(report: Report) -> Table:
    kinds = [status for status in STATUSES if status != "ok"] if report.faults else []
    rows = [
        (
            _named(report, line),
            *(str(count) for count in (end.games, end.won, end.drawn, end.lost, end.void)),
            *(str(end.faults[kind]) for kind in kinds),
        )
        for line in report.ranking
        for end in [line.endings]
    ]
    headers = "bot", "games", "won", "drawn", "lost", "void", *kinds
    notes = ["won: with more points than any other; drawn: with as many as another"] if report.run.sides > 2 else []
    notes += ["the last columns count the games that ended by the bot's own fault"] if kinds else []
    return Table("endings", "How games ended", "; ".join(notes), headers, tuple(rows))


def listed_faults(report: Report) -> list[GameRow]:
    """The first few faulty games of each bot and status."""
    listed: dict[tuple[int | None, str], list[GameRow]] = {}
    for row in report.faults:
        listed.setdefault((row.culprit, row.status), []).append(row)
    return [row for rows in listed.values() for row in rows[:FAULTS_LISTED]]


def faults(report: Report) -> Table:
    listed = listed_faults(report)
    # the sentence names the bot, but for one that ended its process and nobody knows whose that was
    rows = [(game_name(row), row.status, row.fault or "-") for row in listed]
    more = len(report.faults) - len(listed)
    note = f"and {more} more like these" if more else ""
    return Table("faults", "Faults", note, ("game", "status", "what happened"), tuple(rows), texts=3)


def game_name(row: GameRow) -> str:
    """As `meri-ai show` takes it."""
    return "/".join(map(str, row.key))


def manifest(report: Report) -> Table:
    """With what the run was played: versions, rules, seed, bots and machine."""
    run, found = report.run, dict(report.manifest)
    build = found.pop("build", {})
    options = ", ".join(f"{name}={value}" for name, value in run.game.options)
    rows = [
        ("begun", report.created),
        ("game", f"{run.game.name}, rules {run.game.rules}" + (f", {options}" if options else "")),
        *([] if run.game.players is None else [("players", str(run.game.players))]),
        (f"boards a {run.meeting_word}", str(run.boards)),
        ("seed", str(run.seed)),
    ]
    bots = enumerate(zip(run.bots, report.codes, strict=True))
    rows += [(f"bot {number}", f"{bot} ({code})") for number, (bot, code) in bots]
    shown = {"unit": run.unit, "stops early": run.stop, "boards file": run.deals}
    rows += [(key, str(value)) for key, value in shown.items() if value is not None]
    rows += [("limits", _pairs_text(run.limits.as_json()) or "none")]
    rows += [("a fault costs", _pairs_text({"policy": run.penalty.policy, "points": f"{run.forfeit:g}"}))]
    rows += [(key, str(value)) for key, value in found.items()]
    rows += [(f"build: {key}", str(value)) for key, value in build.items()]
    return Table("manifest", "How it was played", "", ("what", "value"), tuple(rows), texts=2)


def _pairs_text(values: dict[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in values.items())


def _named(report: Report, line: BotLine) -> str:
    """The bot with its place in the ranking."""
    place = next(place for place, other in enumerate(report.ranking, 1) if other.bot == line.bot)
    return f"{place} {report.bots[line.bot]}"
