"""`meri-ai tournament report RUN`: the figures of a run, in the terminal or as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meri_ai._core.errors import ConfigError, RecordError
from meri_ai.cli.tournament import tournaments


def register(app: typer.Typer) -> None:
    tournaments.command("report")(report)


def report(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The run's folder.")],
    html_file: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write one page with plots, which opens offline.")
    ] = None,
    csv_output: Annotated[bool, typer.Option("--csv", help="Print one line a game, with commas.")] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Print all figures as one JSON object.")] = False,
    markdown_output: Annotated[bool, typer.Option("--markdown", help="Print the tables as Markdown.")] = False,
) -> None:
    """Show the figures of a run, also of one that is still played.

    --csv, --json and --markdown print to standard output instead of the tables.
    """
    from meri_ai.arena.report.data import load_report
    from meri_ai.arena.report.files import games_csv, report_json
    from meri_ai.arena.report.html import html
    from meri_ai.arena.report.markdown import markdown
    from meri_ai.arena.report.terminal import print_report

    if csv_output + json_output + markdown_output > 1:
        raise ConfigError("give one of --csv, --json and --markdown, since each prints to standard output")
    found = load_report(folder)
    if html_file is not None:
        page = html(found)
        try:
            html_file.write_text(page, encoding="utf-8")
        except OSError as error:
            raise RecordError(f"cannot write {html_file}: {error.strerror}") from None
    if csv_output:
        typer.echo(games_csv(found), nl=False)
    elif json_output:
        typer.echo(report_json(found))
    elif markdown_output:
        typer.echo(markdown(found))
    elif html_file is not None:
        typer.echo(f"report: {html_file}")
    else:
        print_report(found)
