"""The public search: which action is best for the seat of a view."""

from __future__ import annotations

from math import isfinite

from meri_ai._core.errors import SearchError
from meri_ai._core.game import View
from meri_ai._core.search.result import SearchResult, SearchRow
from meri_ai._core.search.search import LEAST_TREE_BYTES, METHODS, POLICIES, run_search

__all__ = ["SearchResult", "SearchRow", "search"]

DEFAULT_ITERATIONS = 10_000
MAX_SECONDS = 1e9


def search(
    view: View,
    *,
    method: str = "ismcts",
    iterations: int | None = None,
    time_limit: float | None = None,
    seed: int = 0,
    policy: str = "rule",
    noise: float = 0.1,
    c: float = 0.3,
    prior: float = 0.5,
    belief: float = 0.8,
    tree_bytes: int = 256 * 2**20,
    goal: str = "points",
) -> SearchResult:
    """Searches the actions of the seat that `view` belongs to, which must be to move.

    method: "ismcts" (a tree over what the seat can see) or "montecarlo" (flat, common worlds, sequential halving).
    iterations: at most so many playouts. time_limit: at most so many seconds. Whichever comes first; 10,000 iterations
    when neither is given. The result depends on the view, the seed and the iterations alone, never on a clock unless
    time_limit is what ends the search. A view with one legal action is answered at once, with 0 iterations.
    policy: who plays the playouts and the unseen moves, "rule" or "random"; noise: how often, 0..1, it plays at random.
    c: how much ismcts explores, for returns of about 0..1. prior: 0 for UCB; otherwise PUCT, where this part (up to 1)
    of the prior is spread over all actions and the rest is on the policy's choice.
    belief: 0 for worlds that are all equally likely; else, where the game can tell, they are weighted by how likely the
    others' moves so far are in them, of which this part (below 1) is taken for the rule player's, the rest for chance.
    tree_bytes: the most memory of the tree; when it is full the search goes on with playouts alone.
    goal: what is to be as high as can be: "points", or another of the game's `goals` ("place" in hachihachi).

    Raises SearchError for an argument out of range, ViewError when the view's seat is not to move, KeyboardInterrupt
    within a twentieth of a second of Ctrl-C.
    """
    if not isinstance(view, View):
        raise SearchError(f"view must be a View, not {type(view).__name__}")
    if iterations is None and time_limit is None:
        iterations = DEFAULT_ITERATIONS
    tuning = {"noise": noise, "c": c, "prior": prior, "belief": belief}
    check_arguments(method, iterations, time_limit, policy=policy, tree_bytes=tree_bytes, **tuning)
    check_int("seed", seed, 0, 2**64 - 1)
    view = view.with_goal(goal)
    try:
        return run_search(view, method, iterations, time_limit, seed, policy, noise, c, prior, belief, tree_bytes)
    except MemoryError:
        raise SearchError(f"there is no memory for a tree of {tree_bytes} bytes") from None


def check_arguments(
    method: str,
    iterations: int | None,
    time_limit: float | None,
    *,
    policy: str = "rule",
    noise: float = 0.0,
    c: float = 0.0,
    prior: float = 0.0,
    belief: float = 0.0,
    tree_bytes: int = LEAST_TREE_BYTES,
) -> None:
    """SearchError when `search` would refuse these arguments."""
    if not isinstance(method, str) or method not in METHODS:
        raise SearchError(f"method must be one of {', '.join(METHODS)}, not {method!r}")
    if not isinstance(policy, str) or policy not in POLICIES:
        raise SearchError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
    if iterations is not None:
        check_int("iterations", iterations, 1, 2**62)
    if time_limit is not None:
        check_time_limit(time_limit)
    check_number("noise", noise, 0.0, 1.0)
    check_number("c", c, 0.0, 1e6)
    check_number("prior", prior, 0.0, 1.0)
    check_number("belief", belief, 0.0, 0.99)
    check_int("tree_bytes", tree_bytes, LEAST_TREE_BYTES, 2**48)


def check_int(name: str, value: object, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SearchError(f"{name} must be a whole number from {low} to {high}, not {value!r}")


def check_time_limit(value: object) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= MAX_SECONDS:
        raise SearchError(f"time_limit must be a number of seconds above 0 and at most {MAX_SECONDS:g}, not {value!r}")


def check_number(name: str, value: object, low: float, high: float) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value) or not low <= value <= high:
        raise SearchError(f"{name} must be a number from {low:g} to {high:g}, not {value!r}")
