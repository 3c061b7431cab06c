"""Worlds: whole states that one seat cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from meri_ai.conformance.play import positions, require
from meri_ai.record import record_of

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State, View

EVERY = 5
DRAWS = 3


def check_worlds_give_the_view(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A world gives the very view that it was drawn for, and its history is one that its deal allows."""
    for state, view, world, told in _worlds(game, deals, seed):
        twin = world.view(view.seat)
        require(twin.events == view.events, f"{told} has other events for the seat")
        require(twin == view, f"{told} gives another view")
        require(hash(twin) == hash(view), f"{told} gives an equal view with another hash")
        require(twin.legal_actions() == view.legal_actions(), f"{told} gives other legal actions")
        if view.my_turn:
            require(world.current_player() == view.seat, f"{told} has another seat to move")
        require(world.is_terminal() == state.is_terminal(), f"{told} is not over exactly when the deal is")
        again = game.state_of_record(record_of(world))
        for seat, action in world.history:
            require(again.current_player() == seat, f"{told}: seat {seat} is not to move where its history has it move")
            again.apply_action(action)
        require(again.view(view.seat).events == view.events, f"{told}: its history, replayed, leads elsewhere")


def check_world_sizes(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A world's deal has the same cards as the true deal, in hands and piles of the same sizes."""
    for state, _, world, told in _worlds(game, deals, seed):
        true, drawn = record_of(state)["deal"], record_of(world)["deal"]
        require(_shape(drawn) == _shape(true), f"{told} has hands or piles of other sizes")
        # a card may be named twice (in a hand, and where it would lie in a pile): what reads the deal looks at that
        require(set(_texts(drawn)) == set(_texts(true)), f"{told} has not the cards that were dealt")
        require(game.deal_from_json(drawn) is not None, f"{told} has a deal that cannot be read")


def check_worlds_vary(game: Game, deals: int = 2, seed: int = 1) -> None:
    """Where seats are dealt cards that others do not see, worlds differ: none is the truth that a view has kept."""
    for state, where in positions(game, deals, seed, every=10**9):
        if state.history:  # the end: nothing may be hidden any more
            continue
        if len({repr(state.view(seat).events) for seat in range(game.seats)}) == 1:
            continue  # nothing is hidden
        view = state.view(state.current_player())
        worlds = {repr(record_of(game.sample_world(view, seed=draw))["deal"]) for draw in range(8)}
        require(len(worlds) > 1, f"{where}: all worlds of the seat to move are one and the same")


def _worlds(game: Game, deals: int, seed: int) -> Iterator[tuple[State, View, State, str]]:
    """(state, view, world, where) for the seat to move and one other, all through random deals."""
    for number, (state, where) in enumerate(positions(game, deals, seed, every=EVERY)):
        for seat in {max(0, state.current_player()), number % game.seats}:
            view = state.view(seat)
            for draw in range(DRAWS):
                world = game.sample_world(view, seed=seed + draw)
                yield state, view, world, f"{where}: world {seed + draw} of seat {seat}"


def _shape(data: Any) -> Any:
    """The JSON value with every text and number left out."""
    if isinstance(data, dict):
        return {key: _shape(value) for key, value in data.items()}
    return [_shape(value) for value in data] if isinstance(data, list) else None


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _texts(value)
