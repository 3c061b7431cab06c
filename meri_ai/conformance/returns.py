"""What a finished deal brought each seat."""

from __future__ import annotations

import json
from math import isclose, isfinite
from typing import TYPE_CHECKING

from meri_ai.conformance.play import ConformanceError, positions, require

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State


def check_returns(game: Game, deals: int = 2, seed: int = 1) -> None:
    """Returns are finite, one a seat, equal within a team, and agree with the points of the result.

    `points` are by team, or by seat where everybody plays for himself. A seat's return is its points where those sum
    to zero, and its team's points less the other's where there are two teams.
    """
    for state, where in positions(game, deals, seed, every=9):
        if not state.is_terminal():
            _check_no_result(state, where)
            continue
        returns, points = state.returns(), state.result()["points"]
        sides = sorted(set(game.teams))
        require(len(returns) == game.seats, f"{where}: {len(returns)} returns for {game.seats} seats")
        finite = all(isinstance(value, float) and isfinite(value) for value in returns)
        require(finite, f"{where}: the returns are not finite numbers: {returns}")
        require(len(points) == len(sides), f"{where}: {len(points)} points for {len(sides)} sides")
        for seat, value in enumerate(returns):
            own = points[game.teams[seat]]
            if sum(points) == 0:
                due = own
            elif len(sides) == 2:
                due = 2 * own - sum(points)
            else:
                continue
            told = f"{where}: the return of seat {seat} is {value:g}, and by the points {points}"
            require(isclose(value, due), f"{told} it would be {due:g}")


def check_results(game: Game, deals: int = 2, seed: int = 1) -> None:
    """The result of a finished deal is plain JSON with whole points, and the seats are told of them as they are."""
    for state, where in positions(game, deals, seed, every=10**9):
        if not state.is_terminal():
            continue
        result = state.result()
        require(json.loads(json.dumps(result)) == result, f"{where}: the result is no plain JSON")
        require(all(type(value) is int for value in result["points"]), f"{where}: points are not all whole numbers")
        for seat in range(game.seats):
            told = state.view(seat).events[-1].get("points")
            require(told == result["points"], f"{where}: seat {seat} is told the points {told}")


def _check_no_result(state: State, where: str) -> None:
    for name in ("returns", "result"):
        try:
            getattr(state, name)()
        except ValueError:
            continue
        raise ConformanceError(f"{where}: the deal goes on, and {name}() does not raise ValueError")
