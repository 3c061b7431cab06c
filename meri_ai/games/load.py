"""Loading a game by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from meri_ai._core.errors import RulesError
from meri_ai.games.catalogue import game_info
from meri_ai.games.options import check_name

if TYPE_CHECKING:
    from meri_ai._core.game import Game
    from meri_ai.games.meri import Meri


@overload
def load_game(
    name: Literal["meri"], /, *, rules: str | None = None, players: int | None = None, **options: Any
) -> Meri: ...


@overload
def load_game(name: str, /, *, rules: str | None = None, players: int | None = None, **options: Any) -> Game: ...


def load_game(name: str, /, *, rules: str | None = None, players: int | None = None, **options: Any) -> Game:
    """The game of this name under a preset of its rules (its first by default), single options changed.

    players: for games that leave the number open. RulesError names what is unknown and lists the valid names.
    """
    return game_of(name, rules, options, players)


def game_of(name: str, rules: str | None, options: Mapping[str, Any], players: int | None = None) -> Game:
    """load_game for options that come from a file or a command line, whatever their names are."""
    info = game_info(name)
    preset = info.presets[0] if rules is None else rules
    check_name("rules preset", preset, info.presets)
    number = info.default_players if players is None else players
    if type(number) is not int or number not in info.players:
        raise RulesError(f"{name} is a game of {info.players_text} players, not {number!r}")
    return info.loader(preset, number, options)
