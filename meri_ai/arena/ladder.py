"""A bot with growing budgets, each against the one before: does more search help?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from meri_ai._core.errors import ConfigError
from meri_ai.arena.elo import elo, likelihood_of_superiority
from meri_ai.arena.report.numbers import few_boards, number, percent, with_error, with_interval
from meri_ai.arena.report.summary import text_table
from meri_ai.arena.statistics import Estimate, Tally, board_margins, board_scores
from meri_ai.bots.spec import parse_spec


@dataclass(frozen=True, slots=True)
class Rung:
    """A budget against the one before it, seen from the larger. ms_per_move is the larger one's."""

    budget: int
    former: int
    margin: Estimate
    win_rate: float
    elo: Estimate
    superiority: float
    ms_per_move: float


def ladder_bots(bot: str, budgets: Sequence[int]) -> tuple[str, ...]:
    """The bot with each budget: in place of {} in its spec, else as the option `iterations`.

    ConfigError when the spec sets iterations itself, or when it is an external program's and has no {}.
    """
    if "{}" in bot:
        return tuple(bot.replace("{}", str(budget)) for budget in budgets)
    if bot.startswith("cmd:"):
        raise ConfigError(f"bot {bot!r} needs a {{}} where the budget goes, as in 'cmd:./mybot --nodes {{}}'")
    options = parse_spec(bot).options
    if "iterations" in dict(options):
        raise ConfigError(f"bot {bot!r} sets its iterations, which the budgets are to set; leave them out")
    joint = "," if options else ":"
    return tuple(f"{bot}{joint}iterations={budget}" for budget in budgets)


def ladder_rungs(tally: Tally, budgets: Sequence[int]) -> list[Rung]:
    """One a pair of the run, whose pair n is budget n + 1 against budget n."""
    rungs = []
    for pair, (former, budget) in enumerate(pairwise(budgets)):
        games = tally.pair_games(pair)
        rungs.append(
            Rung(
                budget,
                former,
                tally.pair_margin(pair),
                tally.pair_win_rate(pair),
                elo(board_scores(games)),
                likelihood_of_superiority(board_margins(games), 0.0),
                tally.ms_per_move(pair + 1),
            )
        )
    return rungs


def ladder_text(rungs: Sequence[Rung]) -> str:
    headers = ["budget", "against", "margin a deal", "won", "Elo", "better", "ms/move", "boards"]
    rows = [
        [
            str(rung.budget),
            str(rung.former),
            with_error(rung.margin),
            percent(rung.win_rate),
            with_interval(rung.elo),
            percent(rung.superiority),
            number(rung.ms_per_move, 3),
            str(rung.margin.boards),
        ]
        for rung in rungs
    ]
    notes = [
        "seen from the larger budget; better: how likely it is the better one",
        "± and brackets are 95 % intervals by board",
        few_boards(rung.margin for rung in rungs),
    ]
    return "\n".join([text_table(headers, rows), "", *filter(None, notes)])
