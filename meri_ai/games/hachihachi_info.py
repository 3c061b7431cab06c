"""Hachihachi in the catalogue: its options with their meaning (docs/hachihachi-rules.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from meri_ai.games.hachihachi_deal import SEATS
from meri_ai.games.hachihachi_rules import AMOUNTS, BOUNDS, CHOICES, OPTIONS, PRESETS
from meri_ai.games.info import GameInfo, OptionInfo

if TYPE_CHECKING:
    from meri_ai.games.hachihachi import Hachihachi

_MEANINGS = {
    "kan_mon": "how many mon a kan is",
    "carry": "whether the field's multipliers join those carried, wait behind them, or count this month alone",
    "mizuten": "whether a dealer may bind himself to play before he sees his hand",
    "mizuten_penalty": "whether a dealer in mizuten pays when he does not reach 89",
    "oikomi_payers": "who pays the pushed out: all three who play, or the two beside the acting dealer",
    "oikomi_cards": "what the pushed out count: brights and ribbons, or brights, red and blue ribbons outside yaku",
    "aka_kan": "what the hand yaku aka is worth, in kan",
    "sanbon_tate_kan": "what two triplets of which one is standing are worth, in kan",
    "ino_shika_cho": "whether boar, deer and butterflies are a yaku",
    "goko_shiko": "whether a shiko lowered earlier counts beside goko, or goko takes its place",
    "tobikomi": "whether every triplet completed pays, or the first one alone",
    "lowered_paid": "whether who has lowered gets half of his yaku when another ends",
    "month_winner": "who deals next: the highest net of yaku and points, or who ended the month",
    "special_cancels_mizuten": "whether a special yaku cancels what mizuten brings",
    "hatto": "whether helping an opponent to a yaku costs: until the month ends, in his next turn only, or never",
    "hatto_ino_shika_cho": "whether ino-shika-cho is among the yaku of hatto",
    "months": "how many months make a year",
    "start": "what everybody starts with, in mon",
}


def _values(option: str) -> str:
    if option in BOUNDS:
        return "{} to {}".format(*BOUNDS[option])
    if option in AMOUNTS:
        return ", ".join(map(str, AMOUNTS[option]))
    return ", ".join(CHOICES.get(option, ("true", "false")))


def _load(preset: str, players: int, options: Mapping[str, Any]) -> Hachihachi:
    from meri_ai.games.hachihachi import Hachihachi

    return Hachihachi(preset, players=players, **options)


HACHIHACHI = GameInfo(
    name="hachihachi",
    title="Hachihachi, fishing with yaku for three at a table of up to seven",
    presets=tuple(PRESETS),
    players=SEATS,
    default_players=SEATS[0],
    units=("deal", "year"),
    options={
        option: OptionInfo(
            _MEANINGS[option], _values(option), {preset: getattr(rules, option) for preset, rules in PRESETS.items()}
        )
        for option in OPTIONS
    },
    loader=_load,
)
