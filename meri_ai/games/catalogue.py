"""The games by name. A new game is one entry here, and nothing else names it."""

from __future__ import annotations

from meri_ai.games.fishing_info import FISHING
from meri_ai.games.hachihachi_info import HACHIHACHI
from meri_ai.games.info import GameInfo
from meri_ai.games.meri_info import MERI
from meri_ai.games.options import check_name

GAMES: dict[str, GameInfo] = {info.name: info for info in (MERI, *FISHING, HACHIHACHI)}


def game_info(name: str) -> GameInfo:
    """The entry of this name. RulesError names the nearest one when there is none."""
    check_name("game", name, GAMES)
    return GAMES[name]
