"""Random games, options, players, dealers and deals of the fishing family for lockstep runs."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from .fishing_cards import PLAYERS, Variant, make_variant
from .fishing_deal import Deal, random_deal


class Start(NamedTuple):
    """All that a round begins with."""

    variant: Variant
    options: dict[str, Any]
    dealer: int
    deal: Deal


def random_start(rng: Random) -> Start:
    """Any game of the family under any options."""
    name = rng.choice(list(PLAYERS))
    options: dict[str, Any] = {}
    if name == "subeta-mekuri" and rng.random() < 0.5:
        options["deck"] = rng.choice(["hanafuda", "mekurifuda"])
    if name == "bakappana" and rng.random() < 0.5:
        options["chaff"] = rng.choice([0, 1])
    if rng.random() < 0.2:
        options["target" if name == "sanuki-mekuri" else "rounds"] = rng.randrange(1, 50)
    variant = make_variant(name, options, rng.choice(PLAYERS[name]))
    return Start(variant, options, rng.randrange(variant.players), random_deal(variant, rng))


def record_head(start: Start) -> dict[str, Any]:
    """The record of a start, without steps."""
    return {
        "format": "meri-ai/1",
        "game": start.variant.name,
        "rules": "standard",
        "options": start.options,
        "players": start.variant.players,
        "dealer": start.dealer,
        "deal": start.deal.to_json(),
    }
