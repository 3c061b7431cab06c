"""The games of the fishing family, their options and numbers of players (docs/fishing-rules.md, sections 1 and 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from meri_ai._core.errors import RulesError
from meri_ai.games.options import check_count, check_name

PRESET = "standard"

# the options of each game with their values by default
OPTIONS: dict[str, dict[str, Any]] = {
    "subeta-mekuri": {"deck": "hanafuda", "rounds": 12},
    "bakappana": {"chaff": 1, "rounds": 12},
    "sanuki-mekuri": {"target": 40},
}
# the numbers of players allowed, and the usual one
PLAYERS = {"subeta-mekuri": (3,), "bakappana": (2, 3, 4), "sanuki-mekuri": (2,)}
DEFAULT_PLAYERS = {"subeta-mekuri": 3, "bakappana": 3, "sanuki-mekuri": 2}

DECKS = ("hanafuda", "mekurifuda")
CHAFF = (1, 0)


@dataclass(frozen=True, kw_only=True)
class FishingRules:
    """One value for every option, checked; RulesError lists the valid ones. Made by `make_rules`.

    rounds: of a game; None where `target`, the lead that ends a game, takes its place.
    """

    game: str
    deck: str = "hanafuda"
    chaff: int = 1
    rounds: int | None = None
    target: int | None = None

    def __post_init__(self) -> None:
        check_name("value of deck:", self.deck, DECKS)
        if type(self.chaff) is not int or self.chaff not in CHAFF:
            raise RulesError(f"option chaff is 1 or 0, not {self.chaff!r}")
        for option in ("rounds", "target"):
            if option in OPTIONS[self.game]:
                check_count(option, getattr(self, option), 1)

    @property
    def preset(self) -> str:
        return PRESET

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from the preset's, as a record holds them."""
        standard = OPTIONS[self.game]
        return {name: getattr(self, name) for name in standard if getattr(self, name) != standard[name]}


def make_rules(game: str, preset: str = PRESET, /, **options: Any) -> FishingRules:
    """A game's rules with single options changed; RulesError names what is unknown and lists what is valid."""
    check_name("game", game, OPTIONS)
    check_name("rules preset", preset, (PRESET,))
    for option in options:
        check_name(f"option of {game}:", option, OPTIONS[game])
    return FishingRules(game=game, **{**OPTIONS[game], **options})


def check_players(game: str, players: object) -> int:
    """The number of players, the usual one for None; RulesError lists those allowed."""
    if players is None:
        return DEFAULT_PLAYERS[game]
    if type(players) is not int or players not in PLAYERS[game]:
        allowed = " or ".join(map(str, PLAYERS[game]))
        raise RulesError(f"{game} is a game of {allowed} players, not {players!r}")
    return players
