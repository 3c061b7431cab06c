"""Bots that search. Their options are those of `meri_ai.search`, with its defaults but for the iterations."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from meri_ai.search import check_arguments, check_number, search

if TYPE_CHECKING:
    from meri_ai._core.action import Action
    from meri_ai._core.game import View

ITERATIONS = 2000  # where a spec string sets no limit
MEGABYTE = 2**20

_DEFAULT: dict[str, Any] = {name: parameter.default for name, parameter in inspect.signature(search).parameters.items()}


class SearchBot:
    """What the searching bots share: the arguments of the search."""

    name: str

    def __init__(self, method: str, iterations: int | None, time_limit: float | None, **tuning: Any) -> None:
        if iterations is None and time_limit is None:
            iterations = ITERATIONS
        check_arguments(method, iterations, time_limit, **tuning)
        self._arguments = {"method": method, "iterations": iterations, "time_limit": time_limit, **tuning}

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
    ) -> None:
        super().__init__("montecarlo", iterations, time_limit, policy=policy, noise=noise)


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
        c: float = _DEFAULT["c"],
        prior: float = _DEFAULT["prior"],
        tree_mb: float = _DEFAULT["tree_bytes"] / MEGABYTE,
    ) -> None:
        check_number("tree_mb", tree_mb, 0.0, 2**20)
        tree_bytes = int(tree_mb * MEGABYTE)
        super().__init__(
            "ismcts", iterations, time_limit, policy=policy, noise=noise, c=c, prior=prior, tree_bytes=tree_bytes
        )
