"""The program `meri-ai`: puts the commands together and turns every error into one sentence and an exit status."""

from __future__ import annotations

import multiprocessing
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import meri_ai
from meri_ai._core.errors import ConfigError, MeriAiError, RulesError
from meri_ai.cli import bench, boards, bots, games, ladder, match, perft, replay, report, show, table, tournament
from meri_ai.program import interrupt_by_exception


class Commands(TyperGroup):
    """Exit status 2 for what was asked wrongly, 1 for all else that is wrong, 130 for Ctrl-C; never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            interrupt_by_exception()
            return super().invoke(ctx)
        except MeriAiError as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(2 if isinstance(error, ConfigError | RulesError) else 1) from None
        except KeyboardInterrupt:
            # one that came while the first was being answered: whoever is still at work would be waited for
            for process in multiprocessing.active_children():
                process.kill()
            typer.echo("stopped", err=True)
            raise typer.Exit(130) from None


app = typer.Typer(
    cls=Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"meri-ai {meri_ai.__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Card games with hidden hands: strong players, and the bench on which they are compared."""


for command in (tournament, match, table, games, boards, bots, bench, replay, perft, report, show, ladder):
    command.register(app)
