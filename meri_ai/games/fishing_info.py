"""The fishing family in the catalogue: its games and their options with their meaning (docs/fishing-rules.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from meri_ai.games.fishing_rules import CHAFF, DECKS, DEFAULT_PLAYERS, OPTIONS, PLAYERS, PRESET
from meri_ai.games.info import GameInfo, OptionInfo

if TYPE_CHECKING:
    from meri_ai.games.fishing import Fishing

_TITLES = {
    "subeta-mekuri": "Subeta Mekuri, fishing without yaku in which most chaff is worth more than the pictures",
    "bakappana": "Bakappana, fishing without yaku with the usual values 20, 10, 5 and 1",
    "sanuki-mekuri": "Sanuki Mekuri, fishing without yaku for two, until one leads by the target",
}
_MEANINGS = {
    "deck": "the cards that are played with",
    "chaff": "what a chaff card is worth",
    "rounds": "how many rounds make a game",
    "target": "the lead in points that ends a game",
}
_VALUES = {
    "deck": ", ".join(DECKS),
    "chaff": ", ".join(map(str, CHAFF)),
    "rounds": "1 or more",
    "target": "1 or more",
}

_TRIALS: dict[str, tuple[tuple[str, Mapping[str, Any]], ...]] = {
    "subeta-mekuri": ((PRESET, {"deck": "mekurifuda"}),),
    "bakappana": ((PRESET, {"chaff": 0}),),
}


def _loader(name: str) -> Callable[[str, int, Mapping[str, Any]], Fishing]:
    def load(preset: str, players: int, options: Mapping[str, Any]) -> Fishing:
        from meri_ai.games.fishing import Fishing

        return Fishing(name, preset, players, **options)

    return load


FISHING = tuple(
    GameInfo(
        name=name,
        title=_TITLES[name],
        presets=(PRESET,),
        players=PLAYERS[name],
        default_players=DEFAULT_PLAYERS[name],
        units=("deal", "game"),
        options={
            option: OptionInfo(_MEANINGS[option], _VALUES[option], {PRESET: value})
            for option, value in OPTIONS[name].items()
        },
        loader=_loader(name),
        trials=_TRIALS.get(name, ()),
    )
    for name in OPTIONS
)
