from collections.abc import Sequence

from typing_extensions import disjoint_base

from meri_ai._core.action import Action
from meri_ai._core.game import Game, State, View

ACTIONS: list[Action]

@disjoint_base
class CupsGame(Game):
    def __init__(self, right: float = 3.0, peek: float = 1.0, refuse: float = 1.2) -> None: ...
    def new_state(self, deal: int, dealer: int = 0, scores: Sequence[int] | None = None) -> CupsState: ...

class CupsState(State):
    def legal_actions(self) -> list[Action]: ...
    def apply_action(self, action: Action | str) -> None: ...
    def view(self, seat: int | None = None) -> CupsView: ...

@disjoint_base
class CupsView(View): ...
