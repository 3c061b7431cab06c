"""Is one bot better than the other? A generalised sequential probability ratio test (GSPRT) on boards.

Model "elo" looks at a board's score, the mean of 1 for each win, 1/2 for each draw and 0 for each loss: a board of g
games has 2g + 1 outcomes, and nothing is assumed of their probabilities but what a hypothesis says of their mean, so
the games of a board may depend on each other as they like. Model "margin" looks at a board's mean margin, and takes it
for normal with unknown deviation. See docs/statistics.md for the derivation and its sources.
"""

from __future__ import annotations

from math import inf, log
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from meri_ai._core.errors import ConfigError
from meri_ai.arena.elo import expected_score
from meri_ai.arena.statistics import board_margins, board_scores, complete
from meri_ai.names import suggestion

Array = NDArray[np.float64]
Verdict = Literal["H0", "H1"]
MODELS = ("elo", "margin")
MIN_BOARDS = 20
"""No run stops before: what a few boards say of the spread is worth too little."""

_NEVER_SEEN = 1e-3  # stands for a count of 0, so that an outcome not seen yet is not taken for impossible
_HALVINGS = 60
_BATCH = 1024  # boards examined at once; it bounds the memory and changes no result

FARTHEST = 4000  # from 0; some 6000 Elo and more cannot be told from certainty


class Sprt:
    """Tests H0 (the first bot is better by `h0`) against H1 (it is better by `h1`), board by board.

    h0 and h1 are Elo (model "elo") or points a unit ("margin"). alpha and beta are the wanted rates of accepting H1
    where H0 holds, and H0 where H1 holds. games: how many a board has. ConfigError for senseless values.
    """

    def __init__(
        self, h0: float, h1: float, alpha: float = 0.05, beta: float = 0.05, *, model: str = "elo", games: int = 2
    ) -> None:
        if not -inf < h0 < h1 < inf:
            raise ConfigError(f"sprt must be two numbers, the lower first, as in 0,5, not {h0:g},{h1:g}")
        if max(-h0, h1) > FARTHEST:
            raise ConfigError(f"sprt takes numbers up to {FARTHEST}, not {h0:g},{h1:g}")
        if not (0 < alpha < 0.5 and 0 < beta < 0.5):
            raise ConfigError(f"sprt needs alpha and beta between 0 and 0.5, not {alpha:g} and {beta:g}")
        if model not in MODELS:
            known = ", ".join(MODELS)
            raise ConfigError(f"sprt knows no model {model!r}{suggestion(model, MODELS)}; the models are {known}")
        self.h0, self.h1, self.model, self.games = h0, h1, model, games
        self.lower, self.upper = log(beta / (1 - alpha)), log((1 - beta) / alpha)
        """At or below `lower` H0 is accepted, at or above `upper` H1."""
        self.llr = 0.0
        self.boards = 0
        """Boards counted so far; none is counted after the verdict."""
        self.verdict: Verdict | None = None
        self._totals = np.zeros(3 if model == "margin" else 2 * games + 1)

    @classmethod
    def parse(cls, text: str, games: int = 2) -> Self:
        """The test that a text like "0,5" (Elo) or "margin:0,0.2" (points) asks for; ConfigError for others."""
        model, colon, numbers = text.rpartition(":")
        try:
            h0, h1 = (float(part) for part in numbers.split(","))
        except ValueError:
            raise ConfigError(f"sprt must be two numbers, as in 0,5 or margin:0,0.2, not {text!r}") from None
        return cls(h0, h1, model=model if colon else "elo", games=games)

    def update(self, boards: Array) -> Verdict | None:
        """Counts further boards, in board order, up to the first one that decides; the verdict, if there is one.

        boards: (boards, games) of the first bot's margins; boards that are not complete are left out.
        """
        boards = complete(boards)
        for start in range(0, len(boards), _BATCH):
            if self.verdict is not None:
                break
            totals = self._totals + self._traits(boards[start : start + _BATCH]).cumsum(axis=0)
            ratios = self._ratios(totals)
            decided = (ratios <= self.lower) | (ratios >= self.upper)
            decided[: max(0, MIN_BOARDS - 1 - self.boards)] = False
            last = int(np.argmax(decided)) if decided.any() else len(ratios) - 1
            self._totals = totals[last]
            self.llr = float(ratios[last])
            self.boards += last + 1
            if decided.any():
                self.verdict = "H1" if self.llr >= self.upper else "H0"
        return self.verdict

    def _traits(self, boards: Array) -> Array:
        """What is summed over boards: an indicator of each outcome, or the powers 0, 1 and 2 of the margin."""
        if self.model == "margin":
            return np.vander(board_margins(boards), 3, increasing=True)
        steps = 2 * self.games
        indicators: Array = np.eye(steps + 1)[np.rint(board_scores(boards) * steps).astype(int)]
        return indicators

    def _ratios(self, totals: Array) -> Array:
        if self.model == "margin":
            return margin_llr(totals, self.h0, self.h1)
        return outcome_llr(totals, self.h0, self.h1)

    def as_json(self) -> dict[str, Any]:
        """The test and where it stands."""
        names = ("model", "h0", "h1", "llr", "lower", "upper", "boards", "verdict")
        return {name: getattr(self, name) for name in names}


def margin_llr(totals: Array, margin0: float, margin1: float) -> Array:
    """log of how much likelier the margins are under the best normal law with mean margin1 than with mean margin0.

    totals: (..., 3), the sums of 1, margin and margin^2 over boards; the result has shape (...). With the mean given,
    the best variance is the mean square around it.
    """
    n, first, second = np.moveaxis(totals, -1, 0)

    def square(mean: float) -> Array:
        around: Array = np.maximum(second / n - 2 * mean * first / n + mean**2, 1e-12)
        return around

    ratio: Array = n / 2 * np.log(square(margin0) / square(margin1))
    return ratio


def outcome_llr(counts: Array, elo0: float, elo1: float) -> Array:
    """log of how much likelier the counts are under the best distribution with elo1 than under the best with elo0.

    counts: (..., 2g + 1), how many boards of g games had each outcome, the worst first; the result has shape (...).
    """
    filled = np.where(counts > 0, counts, _NEVER_SEEN)
    seen = filled / filled.sum(axis=-1, keepdims=True)
    values = np.linspace(0.0, 1.0, counts.shape[-1])
    fitted0, fitted1 = (_with_mean_zero(seen, values - expected_score(elo)) for elo in (elo0, elo1))
    ratio: Array = (filled * np.log(fitted1 / fitted0)).sum(axis=-1)
    return ratio


def _with_mean_zero(seen: Array, values: Array) -> Array:
    """The likeliest probabilities, given the frequencies `seen`, under which `values` have mean 0.

    They are seen / (1 + x values) (by a Lagrange multiplier), with the x that gives mean 0. That mean falls with x
    between the two poles, so halving the interval finds it. seen: (..., k); values: (k,), on both sides of 0.
    """
    low = np.full((*seen.shape[:-1], 1), -1 / values.max())
    high = np.full_like(low, -1 / values.min())
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        mean = (seen * values / (1 + x * values)).sum(axis=-1, keepdims=True)
        low, high = np.where(mean > 0, x, low), np.where(mean > 0, high, x)
    fitted: Array = seen / (1 + (low + high) / 2 * values)
    return fitted
