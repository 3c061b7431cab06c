"""What there is to say of a game before it is loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meri_ai._core.game import Game


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """A rules option: what it means, which values it takes (in words), and its value in each preset."""

    meaning: str
    values: str
    defaults: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game by name. The first preset is the default; players: the numbers that can play it.

    loader: makes the game of a preset, a number of players and options, the first two of which exist; RulesError for
    options that do not. trials: presets with options that bring other steps, by which bots are examined too.
    """

    name: str
    title: str
    presets: tuple[str, ...]
    players: tuple[int, ...]
    default_players: int
    units: tuple[str, ...]
    options: Mapping[str, OptionInfo]
    loader: Callable[[str, int, Mapping[str, Any]], Game]
    trials: tuple[tuple[str, Mapping[str, Any]], ...] = ()

    @property
    def players_text(self) -> str:
        """As "8" or "2, 3 or 4"."""
        *others, last = map(str, self.players)
        return f"{', '.join(others)} or {last}" if others else last

    def as_json(self) -> dict[str, Any]:
        """All of it, for programs."""
        return {
            "game": self.name,
            "title": self.title,
            "presets": list(self.presets),
            "players": list(self.players),
            "default_players": self.default_players,
            "units": list(self.units),
            "options": {
                name: {"meaning": option.meaning, "values": option.values, "defaults": dict(option.defaults)}
                for name, option in self.options.items()
            },
        }
