"""Copies of states and views, which must be equal and independent."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING

from meri_ai.conformance.play import facts, play_out, positions, require

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State


def _pickled(state: State) -> State:
    twin: State = pickle.loads(pickle.dumps(state))
    return twin


def check_clones(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A clone, copy or deep copy of a state is equal to it, and what happens to one does not touch the other."""
    makers: dict[str, Callable[[State], State]] = {
        "clone()": lambda state: state.clone(),
        "copy.copy": copy.copy,
        "copy.deepcopy": copy.deepcopy,
    }
    for name, make in makers.items():
        _check_copies(game, deals, seed, name, make)


def check_pickles(game: Game, deals: int = 2, seed: int = 1) -> None:
    """Games, states and views pickle, and what comes back is equal and plays on in the same way."""
    again = pickle.loads(pickle.dumps(game))
    require(again == game and hash(again) == hash(game), "the game does not pickle to an equal one with the same hash")
    _check_copies(game, deals, seed, "pickle", _pickled)
    for state, where in positions(game, deals, seed, every=12):
        for seat in range(game.seats):
            view = state.view(seat)
            twin = pickle.loads(pickle.dumps(view))
            require(twin == view, f"{where}: the view of seat {seat} does not pickle to an equal one")


def _check_copies(game: Game, deals: int, seed: int, name: str, make: Callable[[State], State]) -> None:
    for state, where in positions(game, deals, seed, every=11):
        before = facts(state)
        twin = make(state)
        require(facts(twin) == before, f"{where}: {name} gives a state that is not equal")
        if state.is_terminal():
            continue
        play_out(twin, seed)
        require(facts(state) == before, f"{where}: playing on with what {name} gave changes the first state")
        other = make(state)
        play_out(state.clone(), seed + 1)
        require(facts(other) == before, f"{where}: playing on changes what {name} gave before")
        play_out(other, seed)
        require(facts(other) == facts(twin), f"{where}: what {name} gave plays on in another way")
