"""What the seats see: one view against its state, its earlier and later views, and its JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from meri_ai.conformance.play import positions, require
from meri_ai.record import record_of

if TYPE_CHECKING:
    from meri_ai._core.game import Game

HEAD = ("game", "rules", "options", "seat", "dealer", "scores", "events", "my_turn")
STRANGERS: tuple[Any, ...] = ("a text", None, 0)


def check_views_agree(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A view says of its seat what the state says: turn, legal actions, number of decisions, dealer."""
    for state, where in positions(game, deals, seed):
        for seat in range(game.seats):
            view, told = state.view(seat), f"{where}: the view of seat {seat}"
            mine = state.current_player() == seat
            require(view.seat == seat, f"{told} says that it is of seat {view.seat}")
            require(view.game == game, f"{told} is of another game")
            require(view.my_turn == mine, f"{told} has my_turn = {view.my_turn}")
            legal = state.legal_actions() if mine else []
            require(view.legal_actions() == legal, f"{told} has other legal actions than the state")
            made = sum(mover == seat for mover, _ in state.history)
            require(view.decisions == made, f"{told} counts {view.decisions} decisions, and the seat has made {made}")
    for seat in (-1, game.seats):
        try:
            state.view(seat)
        except ValueError:
            continue
        require(False, f"there is a view of seat {seat}, which does not exist")


def check_own_hands(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A seat is dealt its own cards and no others, holds them at the start, and plays what it holds."""
    for state, where in positions(game, deals, seed):
        for seat in range(game.seats):
            view, told = state.view(seat), f"{where}: seat {seat}"
            shown = [event["hand"] for event in view.events if event["type"] == "deal" and "hand" in event]
            for hand in shown:
                dealt = _hands(record_of(state)["deal"], seat)
                require(any(set(hand) <= own for own in dealt), f"{told} is shown cards that it was not dealt")
            hand = getattr(view, "hand", None)
            if hand is None:
                continue
            if not state.history:
                own = shown[-1] if shown else []
                require(hand == own, f"{told} holds {' '.join(hand)} at the start, but was shown {' '.join(own)}")
            plays = [text[5:] for action in view.legal_actions() if (text := action.text).startswith("play ")]
            require(set(plays) <= set(hand), f"{told} may play a card that is not in the hand of its view")


def check_events(game: Game, deals: int = 2, seed: int = 1) -> None:
    """Events only ever grow; each is an object of plain JSON with a type, and the own steps are among them."""
    before: dict[int, list[Any]] = {}
    for state, where in positions(game, deals, seed):
        if not state.history:
            before = {seat: [] for seat in range(game.seats)}
        for seat in range(game.seats):
            events, told = state.view(seat).events, f"{where}: the events of seat {seat}"
            require(events[: len(before[seat])] == before[seat], f"{told} do not begin with those of an earlier view")
            new = events[len(before[seat]) :]
            for event in new:
                named = isinstance(event, dict) and isinstance(event.get("type"), str)
                require(named, f"{told} hold {event!r}, which is no object with a type")
                require(json.loads(json.dumps(event)) == event, f"{told} hold {event!r}, which is no plain JSON")
            if state.history and state.history[-1][0] == seat:
                own = {"type": "action", "seat": seat, "action": state.history[-1][1].text}
                require(own in new, f"{told} lack its own step {own['action']!r}")
            before[seat] = events
        if state.is_terminal():
            ends = [events[-1]["type"] if events else None for events in before.values()]
            require(set(ends) == {"settle"}, f"{where}: the deal is over, and not every seat's last event is settle")


def check_view_json(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A view comes back from its JSON as it was."""
    for state, where in positions(game, deals, seed, every=3):
        for seat in range(game.seats):
            view, told = state.view(seat), f"{where}: the view of seat {seat}"
            data = view.to_json()
            missing = [key for key in HEAD if key not in data]
            require(not missing, f"{told} has no {', '.join(missing)} in its JSON")
            text = json.dumps(data)
            again = game.view_from_json(json.loads(text))
            require(again == view, f"{told} does not come back from its JSON as an equal one")
            require(json.dumps(again.to_json()) == text, f"{told} comes back from its JSON with another JSON")
            require(again.legal_actions() == view.legal_actions(), f"{told} comes back with other legal actions")


def check_view_equality(game: Game, deals: int = 2, seed: int = 1) -> None:
    """Views are equal exactly when they say the same, and equal ones have one hash."""
    for state, where in positions(game, deals, seed, every=3):
        views = [state.view(seat) for seat in range(game.seats)]
        for seat, view in enumerate(views):
            again = state.clone().view(seat)
            require(view == again, f"{where}: two views of seat {seat} at one moment differ")
            require(hash(view) == hash(again), f"{where}: equal views of seat {seat} have different hashes")
            require(view != views[(seat + 1) % game.seats], f"{where}: the views of two seats are equal")
            require(view not in STRANGERS, f"{where}: the view of seat {seat} is equal to something else")
        if not state.is_terminal():
            mover, after = state.current_player(), state.clone()
            after.apply_action(state.legal_actions()[0])
            require(views[mover] != after.view(mover), f"{where}: its own step does not change what seat {mover} sees")


def _hands(deal: dict[str, Any], seat: int) -> list[set[str]]:
    """What a deal, as a record holds it, gives to a seat; further deals in it (redeals) included."""
    own = [set(deal["hands"][seat])] if "hands" in deal else []
    further = [value for value in deal.values() if isinstance(value, list) and all(isinstance(v, dict) for v in value)]
    return own + [hand for group in further for later in group for hand in _hands(later, seat)]
