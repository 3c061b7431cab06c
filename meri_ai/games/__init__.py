"""What the games are played with: rules and their options, cards and their text, deals, matches."""

from __future__ import annotations

from typing import Any

from meri_ai.games.meri import Meri
from meri_ai.games.options import check_name

GAMES = {"meri": Meri}
FIRST_PRESETS = {"meri": "hitoyoshi"}


def load_game(name: str, rules: str | None = None, **options: Any) -> Meri:
    """A game by name ("meri"), under a preset (its first one when None) with single options changed.

    Raises RulesError, which lists what is valid, for an unknown game, preset, option or value.
    """
    check_name("game", name, GAMES)
    return GAMES[name](rules or FIRST_PRESETS[name], **options)
