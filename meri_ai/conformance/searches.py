"""The built-in players: policies and the search, for which the game supplies what they need."""

from __future__ import annotations

from itertools import pairwise
from math import isclose, isfinite
from typing import TYPE_CHECKING

from meri_ai._core.errors import ViewError
from meri_ai.conformance.play import MOST_STEPS, ConformanceError, positions, require, starts
from meri_ai.search import SearchResult, search

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State, View

POLICIES = ("random", "rule")
METHODS = ("ismcts", "montecarlo")
ITERATIONS = 60
EVERY = 12


def check_policies(game: Game, deals: int = 2, seed: int = 1) -> None:
    """The random and the rule player play whole deals, each action legal and decided by view and seed."""
    for start in starts(game, 1, seed):
        for ask in (start.state.view(start.state.current_player()).policy_action, start.state.policy_probabilities):
            try:
                ask("no such policy")
            except ValueError:
                continue
            raise ConformanceError(f"{start.where}: {ask.__name__} knows the policy 'no such policy'")
    for policy in POLICIES:
        for start in starts(game, deals, seed):
            state = start.state
            for step in range(MOST_STEPS):
                if state.is_terminal():
                    break
                view, told = state.view(state.current_player()), f"{start.where}, step {step + 1}: policy {policy}"
                action = view.policy_action(policy, seed=seed + step)
                require(action in view.legal_actions(), f"{told} plays {action}, which is not legal")
                again = view.policy_action(policy, seed=seed + step)
                require(action is again, f"{told} plays {action} and then {again}, by the same seed")
                state.apply_action(action)
            require(state.is_terminal(), f"{start.where}: policy {policy} does not come to the end of the deal")


def check_policy_probabilities(game: Game, deals: int = 2, seed: int = 1) -> None:
    """Policies tell how likely they take each action, and take no account of what their seat cannot see."""
    for state, where in positions(game, deals, seed, every=EVERY):
        if state.is_terminal():
            continue
        view = state.view(state.current_player())
        worlds = [game.sample_world(view, seed=seed + draw) for draw in range(4)]
        for policy, noise in (("random", 0.0), ("rule", 0.0), ("rule", 0.25)):
            told = f"{where}: policy {policy} with noise {noise:g}"
            chances = state.policy_probabilities(policy, noise)
            require(set(chances) <= set(state.legal_actions()), f"{told} may take an action that is not legal")
            total = sum(chances.values())
            require(min(chances.values()) >= 0 and isclose(total, 1.0), f"{told} has chances that sum to {total:g}")
            for world in worlds:
                other = world.policy_probabilities(policy, noise)
                require(other == chances, f"{told} does otherwise in a world that its seat cannot tell apart")
        least = min(state.policy_probabilities("rule", 0.25).get(action, 0.0) for action in state.legal_actions())
        require(least > 0, f"{where}: with noise some legal action is never played")


def check_search(game: Game, deals: int = 2, seed: int = 1) -> None:
    """Both searches give a legal action, a row for every legal one, and the same table for the same seed."""
    for state, where in positions(game, deals, seed, every=EVERY):
        if state.is_terminal():
            continue
        view = state.view(state.current_player())
        for method in METHODS:
            told = f"{where}: {method}"
            result = search(view, method=method, iterations=ITERATIONS, seed=seed)
            _check_table(result, view, told)
            twin = game.sample_world(view, seed=seed).view(view.seat)
            for again in (view, twin):
                other = search(again, method=method, iterations=ITERATIONS, seed=seed)
                require(other.table == result.table, f"{told} has another table the second time")
        _check_not_to_move(state, where)


def check_search_moves_on(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A deal that the search plays on every seat comes to its end."""
    for start in starts(game, 1, seed):
        state = start.state
        while not state.is_terminal():
            require(len(state.history) < MOST_STEPS, f"{start.where}: the search does not come to the end of the deal")
            method = METHODS[len(state.history) % len(METHODS)]
            view = state.view(state.current_player())
            state.apply_action(search(view, method=method, iterations=12, seed=seed).action)


def check_clairvoyant_views(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A clairvoyant view is a view like the seat's own, and can be searched; the last decision is then exact."""
    for state, where in positions(game, deals, seed, every=EVERY):
        for seat in range(game.seats):
            view, fair = state.clairvoyant_view(seat), state.view(seat)
            told = f"{where}: the clairvoyant view of seat {seat}"
            require(view.seat == seat and view.my_turn == fair.my_turn, f"{told} has another seat or turn")
            require(view.events == fair.events, f"{told} has other events than the fair one")
            require(view.legal_actions() == fair.legal_actions(), f"{told} has other legal actions than the fair one")
            if view.my_turn:
                _check_table(search(view, iterations=ITERATIONS, seed=seed), fair, told)
    for start in starts(game, deals, seed):
        _check_last_decision(start.state, start.where, seed)


def _check_last_decision(state: State, where: str, seed: int) -> None:
    """Plays to the last decision that is none but one action: all others know then what each action brings."""
    path = [state.clone()]
    while not state.is_terminal():
        state.apply_action(state.view(state.current_player()).policy_action("random", seed=seed + len(path)))
        path.append(state.clone())
    for before, after in reversed(list(pairwise(path))):
        if len(before.legal_actions()) == 1:
            continue
        seat, brings = before.current_player(), {}
        for action in before.legal_actions():
            after = before.clone()
            after.apply_action(action)
            while not after.is_terminal() and len(after.legal_actions()) == 1:
                after.apply_action(after.legal_actions()[0])
            if not after.is_terminal():
                return
            brings[action] = after.returns()[seat]
        result = search(before.clairvoyant_view(seat), iterations=ITERATIONS, seed=seed)
        for row in result.table:
            due = brings[row.action]
            told = f"{where}: {row.action} is worth {row.mean} to the clairvoyant search, and brings {due:g}"
            require(row.mean is None or isclose(row.mean, due, abs_tol=1e-6), told)
        return


def _check_table(result: SearchResult, view: View, told: str) -> None:
    legal = view.legal_actions()
    require(result.action in legal, f"{told} chooses {result.action}, which is not legal")
    require(sorted(row.action for row in result.table) == sorted(legal), f"{told} has not a row for each legal action")
    for row in result.table:
        known = row.mean is None or isfinite(row.mean)
        require(known, f"{told} gives {row.action} the mean {row.mean}")
    visits = sum(row.visits for row in result.table)
    require(len(legal) == 1 or visits > 0, f"{told} has visited no action")


def _check_not_to_move(state: State, where: str) -> None:
    other = (state.current_player() + 1) % state.game.seats
    try:
        search(state.view(other), iterations=ITERATIONS)
    except ViewError:
        return
    raise ConformanceError(f"{where}: the search answers for seat {other}, which is not to move")
