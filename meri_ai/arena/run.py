"""What a run is: game, bots, pairs, boards and seed. Small, hashable and picklable: it goes to every worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from meri_ai._core.errors import ConfigError
from meri_ai.arena.boards import seatings
from meri_ai.arena.entries import check_entry, seat_specs
from meri_ai.arena.faults import Penalty
from meri_ai.arena.schedule import Pair
from meri_ai.arena.units import check_unit
from meri_ai.bots.limits import Limits
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
    """`bots` are entries (spec strings; of a mixed team several), `pairs` indices into them.

    Every pair plays `boards` boards of one `unit`: "deal", "set" or "match". deals: a hash of the boards file that
    gives them, where one does. stop: the rule that may stop the run early, as a text.
    """

    game: GameSettings
    bots: tuple[str, ...]
    pairs: tuple[Pair, ...]
    boards: int
    seed: int
    unit: str = "deal"
    limits: Limits = field(default_factory=Limits)
    penalty: Penalty = field(default_factory=Penalty)
    deals: str | None = None
    stop: str | None = None

    @property
    def seatings(self) -> int:
        """Games of one board of one pair."""
        return len(seatings(self.game.load().teams))

    @property
    def games(self) -> int:
        return len(self.pairs) * self.boards * self.seatings

    def with_bot(self, entry: str, opponents: range | None = None) -> Run:
        """The run with one more bot, which meets all others (or those of this range) in new pairs after the old."""
        new = len(self.bots)
        others = range(new) if opponents is None else opponents
        pairs = self.pairs + tuple((other, new) for other in others)
        return replace(self, bots=(*self.bots, entry), pairs=pairs)

    def as_json(self) -> dict[str, Any]:
        """Everything that decides what is played."""
        return {
            **self.game.as_json(),
            "bots": list(self.bots),
            "pairs": [list(pair) for pair in self.pairs],
            "boards": self.boards,
            "seed": self.seed,
            "unit": self.unit,
            "limits": self.limits.as_json(),
            "penalty": self.penalty.as_json(),
            "boards_file": self.deals,
            "stop": self.stop,
        }

    @classmethod
    def from_json(cls, plan: Mapping[str, Any]) -> Run:
        """The run that `as_json` wrote."""
        return cls(
            GameSettings.make(plan["game"], plan["rules"], plan["options"]),
            tuple(plan["bots"]),
            tuple((first, second) for first, second in plan["pairs"]),
            plan["boards"],
            plan["seed"],
            plan["unit"],
            Limits.of(plan["limits"]),
            Penalty(**plan["penalty"]),
            plan["boards_file"],
            plan["stop"],
        )

    def check(self, allow_cheaters: bool = False) -> None:
        """Loads the game and every bot, so that mistakes show before anything is played.

        RulesError or ConfigError for what does not exist or may not play; BotError for a bot that fails to load.
        """
        game = self.game.load()
        seatings(game.teams)
        check_unit(game, self.unit)
        if self.boards < 1:
            raise ConfigError(f"boards must be 1 or more, not {self.boards}")
        if not 0 <= self.seed < 2**64:
            raise ConfigError(f"seed must be from 0 to 2**64 - 1, not {self.seed}")
        for entry in self.bots:
            check_entry(entry, game.teams)
            for bot in seat_specs(entry):
                if bot_factory(bot).cheats and not allow_cheaters:
                    raise ConfigError(f"bot {bot!r} is shown every hand; give --allow-cheaters to let it play")
