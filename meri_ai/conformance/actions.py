"""Legal actions, their texts, and the refusal of all others."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

from meri_ai._core.action import Action
from meri_ai._core.errors import IllegalActionError
from meri_ai.conformance.play import ConformanceError, facts, positions, require

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State

MOST_CODE = 126  # the search keeps 127 for itself
NO_ACTIONS = ("", "no such action", "play", "play ?")


def check_legal_actions(game: Game, deals: int = 2, seed: int = 1) -> None:
    """Somebody can always move until the deal is over, and the legal actions are listed as they should be."""
    ids: dict[str, int] = {}
    for state, where in positions(game, deals, seed):
        legal, codes = state.legal_actions(), state.legal_codes()
        if state.is_terminal():
            require(state.current_player() == -1, f"{where}: the deal is over, and current_player() is not -1")
            require(legal == [] and codes == [], f"{where}: the deal is over, and something is legal")
            continue
        require(state.current_player() in range(game.seats), f"{where}: current_player() is no seat")
        require(legal, f"{where}: nothing is legal, and the deal is not over")
        require(all(isinstance(action, Action) for action in legal), f"{where}: a legal action is no Action")
        require(legal == sorted(set(legal)), f"{where}: the legal actions are not in order of their ids, each once")
        require(codes == sorted(set(codes)), f"{where}: the legal codes are not in ascending order, each once")
        require(0 <= codes[0] <= codes[-1] <= MOST_CODE, f"{where}: a legal code is not from 0 to {MOST_CODE}: {codes}")
        require(len(legal) == len(codes), f"{where}: {len(legal)} actions are legal, but {len(codes)} codes")
        for action in legal:
            known = ids.setdefault(action.text, action.id)
            require(known == action.id, f"{where}: {action.text!r} has the id {action.id}, and had {known} before")
    require(len(ids) == len(set(ids.values())), "two actions with different texts have the same id")


def check_action_texts(game: Game, deals: int = 2, seed: int = 1) -> None:
    """An action does the same as its text, and is the same object after pickling."""
    for state, where in positions(game, deals, seed, every=5):
        for action in state.legal_actions():
            require(pickle.loads(pickle.dumps(action)) is action, f"{where}: {action!r} does not pickle to itself")
        for action in state.legal_actions()[:: max(1, len(state.legal_actions()) - 1)]:
            by_action, by_text = state.clone(), state.clone()
            by_action.apply_action(action)
            by_text.apply_action(action.text)
            told = f"{where}: the text {action.text!r}"
            require(facts(by_action) == facts(by_text), f"{told} does not do what the action does")
            last = by_action.history[-1]
            told = f"({last[0]}, {last[1].text!r})"
            wanted = (state.current_player(), action)
            require(last == wanted, f"{where}: seat {wanted[0]} did {action.text!r}, and the history ends with {told}")


def check_illegal_actions(game: Game, deals: int = 2, seed: int = 1) -> None:
    """What is not legal is refused with IllegalActionError, and nothing is changed by the attempt."""
    seen: dict[Action, None] = {}
    for state, where in positions(game, deals, seed, every=3):
        legal = state.legal_actions()
        seen.update(dict.fromkeys(legal))
        attempt = state.clone()  # the state itself must go on as it is where this one goes wrong
        wrong: list[Action | str] = [*NO_ACTIONS, *(known for known in seen if known not in legal)]
        for action in wrong:
            _refused(attempt, action, [known.text for known in legal], where)
        require(facts(attempt) == facts(state), f"{where}: refused actions have changed the state")


def _refused(state: State, action: Action | str, legal: list[str], where: str) -> None:
    try:
        state.apply_action(action)
    except IllegalActionError as error:
        told = f"{where}: the error for the illegal {str(action)!r}"
        require(error.seat == state.current_player(), f"{told} names seat {error.seat}, not the one to move")
        require(list(error.legal) == legal, f"{told} does not list what is legal")
        require(error.reason, f"{told} gives no reason")
    except Exception as error:
        raise ConformanceError(
            f"{where}: the illegal {str(action)!r} raises {type(error).__name__}, not IllegalActionError"
        ) from error
    else:
        raise ConformanceError(f"{where}: the illegal {str(action)!r} is not refused")
