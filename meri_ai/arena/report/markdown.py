"""A report as Markdown."""

from __future__ import annotations

from meri_ai.arena.report.data import Report
from meri_ai.arena.report.tables import Table, headline, manifest, tables


def markdown(report: Report) -> str:
    parts = [f"# {report.name}", headline(report)]
    if text := report.stopped_text:
        parts.append(text)
    for table in [*tables(report), manifest(report)]:
        parts += [f"## {table.title}", _table(table)]
        if table.note:
            parts.append(table.note)
    return "\n\n".join(parts)


def _table(table: Table) -> str:
    rule = ["---" if column < table.texts else "---:" for column in range(len(table.headers))]
    return "\n".join("| " + " | ".join(map(_cell, row)) + " |" for row in (table.headers, rule, *table.rows))


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
