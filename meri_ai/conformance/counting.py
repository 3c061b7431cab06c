"""The compiled rules against the Python classes over them, by counting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meri_ai._core.game import perft
from meri_ai.conformance.play import positions, require

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State

MOST_LEAVES = 1500  # what is counted one by one at a position


def check_perft(game: Game, deals: int = 2, seed: int = 1) -> None:
    """perft counts as many sequences of actions as there are when each is played on a State."""
    for state, where in positions(game, deals, seed, every=6):
        require(perft(state, 0) == 1, f"{where}: perft at depth 0 is not 1")
        for depth in (1, 2, 3):
            found = perft(state, depth)
            if found > MOST_LEAVES:
                break
            counted = _count(state, depth)
            require(found == counted, f"{where}: perft at depth {depth} is {found}, and {counted} by counting")


def _count(state: State, depth: int) -> int:
    legal = state.legal_actions()
    if depth == 0 or not legal:
        return 1
    leaves = 0
    for action in legal:
        after = state.clone()
        after.apply_action(action)
        leaves += _count(after, depth - 1)
    return leaves
