"""What a run is: game, bots, pairs, boards and seed. Small, hashable and picklable: it goes to every worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from meri_ai._core.errors import ConfigError
from meri_ai.arena.boards import seatings
from meri_ai.arena.schedule import Pair
from meri_ai.bots.registry import bot_factory
from meri_ai.games.load import game_of

if TYPE_CHECKING:
    from meri_ai._core.game import Game


@dataclass(frozen=True, slots=True)
class GameSettings:
    """How to load the game: its name, preset and single options (as pairs, lists as tuples)."""

    name: str
    rules: str
    options: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def make(cls, name: str, rules: str, options: Mapping[str, Any]) -> GameSettings:
        frozen = tuple((key, tuple(v) if isinstance(v, list) else v) for key, v in options.items())
        return cls(name, rules, frozen)

    def load(self) -> Game:
        """The game. RulesError names what is unknown."""
        return game_of(self.name, self.rules, dict(self.options))

    def as_json(self) -> dict[str, Any]:
        """The keys that a record names the game by."""
        options = {key: list(value) if isinstance(value, tuple) else value for key, value in self.options}
        return {"game": self.name, "rules": self.rules, "options": options}


@dataclass(frozen=True, slots=True)
class Run:
    """`bots` are spec strings, `pairs` indices into them; every pair plays `boards` boards."""

    game: GameSettings
    bots: tuple[str, ...]
    pairs: tuple[Pair, ...]
    boards: int
    seed: int

    @property
    def games(self) -> int:
        return len(self.pairs) * self.boards * 2

    def as_json(self) -> dict[str, Any]:
        """Everything that decides what is played."""
        return {
            **self.game.as_json(),
            "bots": list(self.bots),
            "pairs": [list(pair) for pair in self.pairs],
            "boards": self.boards,
            "seed": self.seed,
        }

    def check(self, allow_cheaters: bool = False) -> None:
        """Loads the game and every bot, so that mistakes show before anything is played.

        RulesError or ConfigError for what does not exist or may not play; BotError for a bot that fails to load.
        """
        seatings(self.game.load().teams)
        if self.boards < 1:
            raise ConfigError(f"boards must be 1 or more, not {self.boards}")
        if not 0 <= self.seed < 2**64:
            raise ConfigError(f"seed must be from 0 to 2**64 - 1, not {self.seed}")
        for bot in self.bots:
            if bot_factory(bot).cheats and not allow_cheaters:
                raise ConfigError(f"bot {bot!r} is shown every hand; give --allow-cheaters to let it play")
