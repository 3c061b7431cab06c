"""What a run is: game, bots, pairs, boards and seed. Small, hashable and picklable: it goes to every worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from meri_ai._core.errors import ConfigError
from meri_ai.arena.boards import seatings
from meri_ai.arena.entries import check_entry, seat_specs
from meri_ai.arena.faults import Penalty
from meri_ai.arena.schedule import Meeting, Pair, places_of_pairs
from meri_ai.bots.limits import Limits
from meri_ai.bots.registry import bot_factory
from meri_ai.games.catalogue import game_info
from meri_ai.games.load import game_of

if TYPE_CHECKING:
    from meri_ai._core.game import Game


MOST_BOARDS = 10**9


@dataclass(frozen=True, slots=True)
class GameSettings:
    """How to load the game: its name, preset and single options (as pairs, lists as tuples).

    players: None where the game has one number of them alone.
    """

    name: str
    rules: str
    options: tuple[tuple[str, Any], ...] = ()
    players: int | None = None

    @classmethod
    def make(cls, name: str, rules: str | None, options: Mapping[str, Any], players: int | None = None) -> GameSettings:
        """The settings with the game's own preset and number of players where they are None; RulesError for no game."""
        info = game_info(name)
        frozen = tuple((key, tuple(v) if isinstance(v, list) else v) for key, v in options.items())
        if len(info.players) > 1:
            players = info.default_players if players is None else players
        elif players == info.default_players:
            players = None
        return cls(name, info.presets[0] if rules is None else rules, frozen, players)

    @property
    def title(self) -> str:
        """The game in a few words."""
        return f"{self.name} {self.rules}" + ("" if self.players is None else f", {self.players} players")

    def load(self) -> Game:
        """The game. RulesError names what is unknown."""
        return game_of(self.name, self.rules, dict(self.options), self.players)

    def as_json(self) -> dict[str, Any]:
        """The keys that a record names the game by."""
        options = {key: list(value) if isinstance(value, tuple) else value for key, value in self.options}
        players = {} if self.players is None else {"players": self.players}
        return {"game": self.name, "rules": self.rules, "options": options, **players}


def check_boards(boards: int) -> None:
    """ConfigError for a number of boards that cannot be played."""
    if boards < 1:
        raise ConfigError(f"boards must be 1 or more, not {boards}")
    if boards > MOST_BOARDS:
        raise ConfigError(f"boards must be {MOST_BOARDS} or less, not {boards}")


@dataclass(frozen=True, slots=True)
class Run:
    """`bots` are entries (spec strings; of a mixed team several), `meetings` indices into them.

    A meeting is two bots, or as many as the game has sides, and all meetings of a run are of one size. Each plays
    `boards` boards of one `unit` of the game, such as "deal". deals: a hash of the boards file that gives them, where
    one does. stop: the rule that may stop the run early, as a text.
    """

    game: GameSettings
    bots: tuple[str, ...]
    meetings: tuple[Meeting, ...]
    boards: int
    seed: int
    unit: str = "deal"
    limits: Limits = field(default_factory=Limits)
    penalty: Penalty = field(default_factory=Penalty)
    deals: str | None = None
    stop: str | None = None

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two bots that meet."""
        return tuple(places_of_pairs(self.meetings))

    @property
    def sides(self) -> int:
        """How many bots meet at a time."""
        return len(self.meetings[0]) if self.meetings else 2

    @property
    def meeting_word(self) -> str:
        """What a meeting is called."""
        return "pair" if self.sides == 2 else "table"

    @property
    def seatings(self) -> int:
        """Games of one board of one meeting."""
        return len(seatings(self.game.load().teams, self.sides))

    @property
    def forfeit(self) -> float:
        """What a forfeited deal costs, in points."""
        return self.game.load().forfeit if self.penalty.points is None else self.penalty.points

    @property
    def games(self) -> int:
        return len(self.meetings) * self.boards * self.seatings

    def with_bot(self, entry: str) -> Run:
        """The run with one more bot, which meets all others in new meetings after the old."""
        new = len(self.bots)
        meetings = tuple((*others, new) for others in combinations(range(new), self.sides - 1))
        return replace(self, bots=(*self.bots, entry), meetings=self.meetings + meetings)

    def as_json(self) -> dict[str, Any]:
        """Everything that decides what is played."""
        return {
            **self.game.as_json(),
            "bots": list(self.bots),
            "meetings": [list(meeting) for meeting in self.meetings],
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
            GameSettings.make(plan["game"], plan["rules"], plan["options"], plan.get("players")),
            tuple(plan["bots"]),
            tuple(tuple(meeting) for meeting in plan["meetings"]),
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
        seatings(game.teams, self.sides)
        game.check_unit(self.unit)
        check_boards(self.boards)
        if not 0 <= self.seed < 2**64:
            raise ConfigError(f"seed must be from 0 to 2**64 - 1, not {self.seed}")
        for entry in self.bots:
            check_entry(entry, game.teams)
            for bot in seat_specs(entry):
                factory = bot_factory(bot)
                if factory.goal not in game.goals:
                    raise ConfigError(f"bot {bot!r}: the goals in {game.name} are {', '.join(game.goals)}")
                if factory.cheats and not allow_cheaters:
                    raise ConfigError(f"bot {bot!r} is shown every hand; give --allow-cheaters to let it play")
