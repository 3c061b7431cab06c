from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import disjoint_base

from meri_ai._core.game import Game
from meri_ai._core.games.hachihachi_view import HachihachiView

@disjoint_base
class Seer:
    def __init__(
        self,
        game: Game,
        seat: int,
        dealer: int,
        scores: Sequence[int],
        carried: Sequence[int],
        month: int,
        flips: Sequence[int],
        shown: Mapping[int, tuple[Sequence[int], int, int]],
    ) -> None: ...
    def deal(self, hand: Sequence[int], field: Sequence[int], blank: int | None, mizuten: int | None) -> None: ...
    def act(self, seat: int, code: int) -> None: ...
    def view(self, ledger: Sequence[tuple[Any, ...]]) -> HachihachiView: ...
