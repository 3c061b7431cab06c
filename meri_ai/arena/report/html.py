"""A report as one HTML file that needs nothing else: no network, no other file (extra `report`)."""

from __future__ import annotations

import re
from base64 import b64encode
from importlib.resources import files
from typing import Any

from meri_ai.arena.report.data import Report
from meri_ai.arena.report.extras import need_extra
from meri_ai.arena.report.tables import Table, game_name, headline, listed_faults, manifest, tables


def html(report: Report) -> str:
    """The page. ConfigError when the extra is not installed."""
    need_extra("an HTML report", "jinja2", "matplotlib")
    from jinja2 import Environment, StrictUndefined

    from meri_ai.arena.report import plots

    def both_widths(plot: plots.Plot) -> dict[str, str]:
        return {"wide": _data_uri(plot(report, plots.WIDE)), "narrow": _data_uri(plot(report, plots.NARROW))}

    figures = {
        "ratings": both_widths(plots.ratings),
        "payoff": both_widths(plots.payoff),
        "margins": both_widths(plots.margins),
    }
    source = files("meri_ai.arena.report").joinpath("page.html.jinja").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["breakable"] = _breakable
    found: dict[str, Table] = {table.key: table for table in tables(report)}
    page: str = environment.from_string(source).render(
        title=report.name,
        headline=headline(report),
        stopped=report.stopped_text,
        tables=found,
        splits=[found[by] for by in report.splits if by in found],
        manifest=manifest(report),
        figures=figures,
        stderr=[(game_name(row), row.stderr) for row in listed_faults(report) if row.stderr],
        bots=len(report.bots),
    )
    return page


def _breakable(text: str) -> Any:
    """A text that a narrow column may break after the punctuation of spec strings, but not after a place number."""
    from markupsafe import Markup, escape

    held_together = re.sub(r"^(\d+) ", "\\1\N{NO-BREAK SPACE}", text)
    return Markup("<wbr>").join(escape(part) for part in re.split(r"(?<=[:,/])", held_together))


def _data_uri(svg: str) -> str:
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()
