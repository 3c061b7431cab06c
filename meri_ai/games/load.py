"""Games by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meri_ai._core.errors import RulesError
from meri_ai.games.meri import Meri
from meri_ai.games.meri_deal import SEATS
from meri_ai.games.options import check_name


def load_game(name: str, /, *, rules: str = "hitoyoshi", players: int | None = None, **options: Any) -> Meri:
    """The game of this name under a preset of its rules, single options changed.

    RulesError names what is unknown and lists the valid names. players: for games that leave the number open.
    """
    return game_of(name, rules, options, players)


def game_of(name: str, rules: str, options: Mapping[str, Any], players: int | None = None) -> Meri:
    """load_game for options that come from a file or a command line, whatever their names are."""
    check_name("game", name, ("meri",))
    if players not in (None, SEATS):
        raise RulesError(f"meri is a game of {SEATS} players, not {players!r}")
    return Meri(rules, **options)
