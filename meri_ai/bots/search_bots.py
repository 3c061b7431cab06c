"""Bots that search. Their options are those of `meri_ai.search`, with its defaults but for the iterations."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, ClassVar

from meri_ai._core.search.search import LEAST_TREE_BYTES
from meri_ai.search import check_arguments, check_number, search

if TYPE_CHECKING:
    from meri_ai._core.action import Action
    from meri_ai._core.game import View

ITERATIONS = 2000  # where a spec string sets no limit
MEGABYTE = 2**20

_DEFAULT: dict[str, Any] = {name: parameter.default for name, parameter in inspect.signature(search).parameters.items()}


OPTION_MEANINGS = {
    "iterations": f"playouts for a decision at most, 1 or more; {ITERATIONS} where time_limit is not given either",
    "time_limit": "seconds for a decision at most, above 0; with iterations too, whichever comes first",
    "policy": "who plays the playouts and unseen moves: rule or random",
    "noise": "how often that policy plays at random instead, 0 to 1",
    "c": "how much to explore, 0 or more; returns are scaled to about 0..1",
    "prior": "0 for UCB; else PUCT, with this part of the prior, up to 1, spread over all actions, the rest on policy",
    "belief": "how far worlds are weighted by the others' play, 0 to 0.99: the part of moves taken for a rule player's",
    "goal": "what is to be high: points, or another goal of the game (place in hachihachi)",
    "tree_mb": f"memory of the tree at most, in MiB, {LEAST_TREE_BYTES / MEGABYTE:g} or more; then playouts alone",
}


class SearchBot:
    """What the searching bots share: the arguments of the search."""

    name: str
    option_meanings: ClassVar[dict[str, str]] = OPTION_MEANINGS

    def __init__(self, method: str, iterations: int | None, time_limit: float | None, goal: str, **tuning: Any) -> None:
        if iterations is None and time_limit is None:
            iterations = ITERATIONS
        check_arguments(method, iterations, time_limit, **tuning)
        self.goal = goal
        self._arguments = {"method": method, "iterations": iterations, "time_limit": time_limit, "goal": goal, **tuning}

    def choose(self, view: View, *, seed: int) -> Action:
        return search(view, seed=seed, **self._arguments).action


class MonteCarloBot(SearchBot):
    """Sampled worlds, each played out for every legal action, with sequential halving; 2,000 iterations by default."""

    def __init__(
        self,
        *,
        iterations: int | None = None,
        time_limit: float | None = None,
        policy: str = _DEFAULT["policy"],
        noise: float = _DEFAULT["noise"],
        belief: float = _DEFAULT["belief"],
        goal: str = _DEFAULT["goal"],
    ) -> None:
        super().__init__("montecarlo", iterations, time_limit, goal, policy=policy, noise=noise, belief=belief)


class ClairvoyantBot(MonteCarloBot):
    """montecarlo that is shown every hand: the measure of how much the hidden hands matter."""

    cheats = True


class IsmctsBot(SearchBot):
    """Information-set Monte Carlo tree search; 2,000 iterations by default."""

    def __init__(
        self,
        *,
        iterations: int | None = None,
        time_limit: float | None = None,
        policy: str = _DEFAULT["policy"],
        noise: float = _DEFAULT["noise"],
        belief: float = _DEFAULT["belief"],
        c: float = _DEFAULT["c"],
        prior: float = _DEFAULT["prior"],
        goal: str = _DEFAULT["goal"],
        tree_mb: float = _DEFAULT["tree_bytes"] / MEGABYTE,
    ) -> None:
        check_number("tree_mb", tree_mb, LEAST_TREE_BYTES / MEGABYTE, 2**20)
        tree_bytes = int(tree_mb * MEGABYTE)
        super().__init__(
            "ismcts",
            iterations,
            time_limit,
            goal,
            policy=policy,
            noise=noise,
            belief=belief,
            c=c,
            prior=prior,
            tree_bytes=tree_bytes,
        )
