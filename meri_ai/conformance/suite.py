"""All checks together, and a game's run through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from meri_ai.conformance.actions import check_action_texts, check_illegal_actions, check_legal_actions
from meri_ai.conformance.copies import check_clones, check_pickles
from meri_ai.conformance.counting import check_perft
from meri_ai.conformance.play import ConformanceError
from meri_ai.conformance.reading import check_altered_views, check_bad_data
from meri_ai.conformance.records import check_deals, check_logs_and_facts, check_records
from meri_ai.conformance.returns import check_results, check_returns
from meri_ai.conformance.searches import (
    check_clairvoyant_views,
    check_policies,
    check_policy_probabilities,
    check_search,
    check_search_moves_on,
)
from meri_ai.conformance.units import check_game_facts, check_units
from meri_ai.conformance.views import (
    check_events,
    check_own_hands,
    check_view_equality,
    check_view_json,
    check_views_agree,
)
from meri_ai.conformance.worlds import check_world_sizes, check_worlds_give_the_view, check_worlds_vary

if TYPE_CHECKING:
    from meri_ai._core.game import Game

# check(game, deals=2, seed=1) raises ConformanceError where the game fails it
Check = Callable[..., None]

checks: tuple[Check, ...] = (
    check_game_facts,
    check_deals,
    check_legal_actions,
    check_action_texts,
    check_illegal_actions,
    check_clones,
    check_pickles,
    check_returns,
    check_results,
    check_records,
    check_logs_and_facts,
    check_bad_data,
    check_perft,
    check_views_agree,
    check_own_hands,
    check_events,
    check_view_json,
    check_altered_views,
    check_view_equality,
    check_worlds_give_the_view,
    check_world_sizes,
    check_worlds_vary,
    check_policies,
    check_policy_probabilities,
    check_search,
    check_search_moves_on,
    check_clairvoyant_views,
    check_units,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one check. check: its name, as in "legal actions"; detail: what was wrong, or what was tried."""

    check: str
    passed: bool
    detail: str


def name_of(check: Check) -> str:
    """check_legal_actions as "legal actions"."""
    return check.__name__.removeprefix("check_").replace("_", " ")


def check_game(game: Game, *, deals: int = 2, seed: int = 1, only: Iterable[Check] = checks) -> list[Finding]:
    """Runs a game through the checks, on so many random deals each; a finding for every check, in order.

    An exception that a check does not expect is a failure of that check.
    """
    return [_finding(check, game, {"deals": deals, "seed": seed}) for check in only]


def _finding(check: Check, game: Game, how: dict[str, Any]) -> Finding:
    try:
        check(game, **how)
    except ConformanceError as error:
        return Finding(name_of(check), False, str(error))
    except Exception as error:
        return Finding(name_of(check), False, f"it raised {type(error).__name__}: {error}")
    return Finding(name_of(check), True, (check.__doc__ or "").partition("\n")[0])
