"""A report in the terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from meri_ai.arena.report.data import Report
from meri_ai.arena.report.tables import Table, headline, tables

WIDTH = 200  # where the output is no terminal: enough for most, and it is not filled


def print_report(report: Report) -> None:
    """Prints all tables of a report."""
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = WIDTH
    console.print(f"{report.name}: {headline(report)}")
    if text := report.stopped_text:
        console.print(text)
    for table in tables(report):
        console.print(f"\n{table.title}", style="bold")
        console.print(rich_table(table))
        if table.note:
            console.print(table.note, style="dim")


def rich_table(table: Table) -> RichTable:
    found = RichTable(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column, header in enumerate(table.headers):
        words = column < table.texts
        found.add_column(Text(header), justify="left" if words else "right", overflow="fold", no_wrap=not words)
    for row in table.rows:
        found.add_row(*(Text(cell) for cell in row))
    return found
