"""Hachinin Meri in the catalogue: its options with their meaning (docs/meri-rules.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from meri_ai.games.info import GameInfo, OptionInfo
from meri_ai.games.meri_deal import SEATS
from meri_ai.games.meri_rules import CHOICES, LEAST, OPTIONS, PRESETS, YAKU_KINDS

if TYPE_CHECKING:
    from meri_ai.games.meri import Meri

_MEANINGS = {
    "redeal_offer": "how often the seat after the dealer may ask for another deal, having seen three cards",
    "okie_take": "whether the one who opens may leave the okie, or must take it",
    "discard_rule": "what is discarded for the okie: any card, or a plain one while there is one",
    "first_lead": "what the first trick is led with: any card, or a plain one while there is one",
    "first_trick_meri": "whether a trump led to the first trick makes Meri",
    "stack": "whether the cards out of play stay hidden, or are shown after the first lead",
    "monchi_void": "who has not the suit led in Monchi: must play a trump, or may play any card",
    "ichimai_zun": "whether one dealt the sun as the only trump need not part with it in Meri",
    "last_trick": "whether the ninth trick is played like the others, or all turn up the last card at once",
    "yaku_kinds": "which kinds of yaku there are",
    "yaku_beaten": "whether any trump of the other team may be the beaten card, or only their strongest",
    "tenka_as_robai": "whether Tenka counts as a robai in yaku when pao is not trump",
    "yaku_fresh": "whether a yaku needs that no stronger trump was played in an earlier trick",
    "yaku_in_meri": "whether the six pairs count in Meri, or nothing does",
    "yaku_transfer": "whether the other team loses what a yaku wins",
    "set_deals": "how many deals make a set",
    "best_of": "how many sets a match has at most",
}


def _values(option: str) -> str:
    if option == "yaku_kinds":
        return f"any of {', '.join(YAKU_KINDS)}"
    if option in LEAST:
        return f"{LEAST[option]} or more"
    return ", ".join(CHOICES.get(option, ("true", "false")))


def _load(preset: str, players: int, options: Mapping[str, Any]) -> Meri:
    from meri_ai.games.meri import Meri

    return Meri(preset, **options)


MERI = GameInfo(
    name="meri",
    title="Hachinin Meri, tricks with the Unsun karuta in two teams of four",
    presets=tuple(PRESETS),
    players=(SEATS,),
    default_players=SEATS,
    units=("deal", "set", "match"),
    options={
        option: OptionInfo(
            _MEANINGS[option], _values(option), {preset: getattr(rules, option) for preset, rules in PRESETS.items()}
        )
        for option in OPTIONS
    },
    loader=_load,
    trials=(
        ("hitoyoshi", {"redeal_offer": 1, "discard_rule": "plain"}),
        ("cardavia", {"redeal_offer": 2, "okie_take": "optional", "stack": "hidden", "last_trick": "played"}),
    ),
)
