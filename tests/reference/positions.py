"""Positions whose worlds are few enough to be listed, found by playing random deals."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .knowledge import Knowledge, read_events
from .meri_cards import number
from .meri_deal import Deal
from .meri_options import CHOICES, PRESETS, make_options
from .meri_reference import Event, Game
from .random_options import random_deal
from .worlds import TooManyWorlds, World, candidates, list_worlds

MOST_WORLDS = (200, 500, 2000)  # one of them for each search, so that small sets are well met
FEWEST_WORLDS = 6
NODE_LIMIT = 30_000


@dataclass(frozen=True)
class Category:
    """What makes a position one of a category: a quick look at the facts, then at the worlds."""

    options: dict[str, Any] = field(default_factory=dict)
    deal: str | None = None  # a kind of deal that favours it
    removes: frozenset[str] = frozenset()  # reasons that must strike out some candidates
    hint: Callable[[Knowledge], bool] = lambda known: True
    proof: Callable[[Knowledge, list[World]], bool] = lambda known, worlds: True


def _has_slot(known: Knowledge, kind: str) -> bool:
    return any(slot.kind == kind for slot in known.slots())


def _kept_back(known: Knowledge) -> set[int]:
    """The other seats that played a plain card in a Meri trick."""
    plays = [play for trick in known.tricks if trick.kind == "meri" for play in trick.plays]
    return {play.seat for play in plays if play.card not in known.table.trumps} - {known.seat}


def _exempt_holder(known: Knowledge, worlds: list[World]) -> bool:
    """In some worlds, not in all, a seat kept the sun of trumps back in a Meri trick."""
    return (
        0
        < sum(any(known.table.sun in world.hands[seat] for seat in _kept_back(known)) for world in worlds)
        < len(worlds)
    )


def _places(card: int, worlds: list[World]) -> set[str]:
    """Where a card lies in one world or another."""
    found = set()
    for world in worlds:
        if card in world.widow:
            found.add("widow")
        elif card == world.discard:
            found.add("discard")
        elif any(card in hand for hand in world.hands):
            found.add("hand")
    return found


CATEGORIES = {
    "meri void": Category(deal="clustered", removes=frozenset({"meri_void"})),
    "monchi void, trump": Category({"monchi_void": "trump"}, "clustered", frozenset({"monchi_void", "monchi_trump"})),
    "monchi void, any": Category({"monchi_void": "any"}, "clustered", frozenset({"monchi_void"})),
    "pending": Category(
        hint=lambda known: _has_slot(known, "pending"),
        proof=lambda known, worlds: len({world.pending for world in worlds}) > 1,
    ),
    "ichimai-zun": Category(
        {"ichimai_zun": True},
        "ichimai",
        hint=lambda known: known.table.sun in known.unseen() and bool(_kept_back(known)),
        proof=_exempt_holder,
    ),
    "hidden discard": Category(
        {"stack": "hidden"},
        hint=lambda known: _has_slot(known, "discard"),
        proof=lambda known, worlds: len({world.discard for world in worlds}) > 1,
    ),
    "okie unsure": Category(
        {"stack": "hidden", "discard_rule": "any"},
        hint=lambda known: known.okie in known.unseen() and _has_slot(known, "discard"),
        proof=lambda known, worlds: {"hand", "discard"} <= _places(known.okie, worlds),
    ),
    "robai or none": Category(
        {"stack": "hidden"},
        "hidden_robai",
        hint=lambda known: not known.declared and known.okie != known.table.native in known.unseen(),
        proof=lambda known, worlds: {"hand", "widow"} <= _places(known.table.native, worlds),
    ),
    "declared": Category(hint=lambda known: known.declared and known.table.native in known.unseen()),
    "discard plain": Category(
        {"discard_rule": "plain", "okie_take": "mandatory", "stack": "hidden"}, removes=frozenset({"discard_plain"})
    ),
    "first lead plain": Category({"first_lead": "plain"}, "all_trumps", frozenset({"first_lead"})),
    "many unseen": Category(deal="clustered", hint=lambda known: len(known.unseen()) >= 15),
    "any": Category(),
}


def find_position(category: str, rng: random.Random) -> dict[str, Any]:
    """A position of the category: a record with the keys `seat`, `category` and `worlds` besides."""
    while True:
        record = _try(category, rng)
        if record:
            return record


def start(record: dict[str, Any]) -> Game:
    """The reference game of a record, after its steps."""
    options = make_options(record["rules"], record["options"])
    game = Game(options, record["dealer"], Deal.from_json(record["deal"]))
    for step in record["steps"]:
        game.apply(step["action"])
    return game


def _try(category: str, rng: random.Random) -> dict[str, Any] | None:
    needs = CATEGORIES[category]
    preset = rng.choice(list(PRESETS))
    overrides = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.3}
    overrides |= {"redeal_offer": rng.choice((0, 0, 1)), **needs.options}
    options = make_options(preset, overrides)
    dealer = rng.randrange(8)
    deal = random_deal(rng, options, dealer, needs.deal if rng.random() < 0.7 else None)
    game = Game(options, dealer, deal)
    seat = rng.randrange(8)
    moments = _play_out(game, seat, rng)
    most = rng.choice(MOST_WORLDS)

    def few(moment: int) -> bool:
        return _few(read_events(options, seat, dealer, moments[moment]), most)

    # The earliest moment with few worlds, near enough: their number mostly falls as the deal goes on.
    low, high = 40, len(moments) - 1
    while low < high:
        middle = (low + high) // 2
        if few(middle):
            high = middle
        else:
            low = middle + 1
    for moment in range(low, min(low + 8, len(moments))):
        known = read_events(options, seat, dealer, moments[moment])
        if not needs.hint(known) or not _few(known, most) or not _removes(known, needs.removes):
            continue
        worlds = list_worlds(options, seat, dealer, moments[moment])
        if len(worlds) >= FEWEST_WORLDS and needs.proof(known, worlds):
            steps = [{"seat": mover, "action": action} for mover, action in game.history[:moment]]
            return {
                "format": "meri-ai/1",
                "game": "meri",
                "rules": preset,
                "options": overrides,
                "dealer": dealer,
                "deal": deal.to_json(),
                "steps": steps,
                "seat": seat,
                "category": category,
                "worlds": len(worlds),
            }
    return None


def _removes(known: Knowledge, reasons: frozenset[str]) -> bool:
    """Whether there would be more candidates, were these reasons not heeded."""
    if not reasons:
        return True
    count = sum(1 for _ in candidates(known))
    return any(found == count for found, _ in enumerate(candidates(known, ignore=reasons)))


def _few(known: Knowledge, most: int) -> bool:
    try:
        return all(found < most for found, _ in enumerate(candidates(known, node_limit=NODE_LIMIT)))
    except TooManyWorlds:
        return False


def _play_out(game: Game, seat: int, rng: random.Random) -> list[list[Event]]:
    """Plays the deal to its end; the seat's events after every number of steps."""
    lead_trumps = rng.choice((0.2, 0.5, 0.9))
    declares = rng.random() < 0.5
    moments = [game.events(seat)]
    while not game.over:
        actions = game.legal()
        action = rng.choice(actions)
        if game.step == "play" and not game.trick:
            trumps = [action for action in actions if number(action.removeprefix("play ")) in game.table.trumps]
            if trumps and rng.random() < lead_trumps:
                action = rng.choice(trumps)
        elif game.step == "declare":
            action = actions[0] if declares else actions[1]
        elif game.step == "redeal":
            action = "accept" if game.redealt else action
        elif game.step == "okie":
            action = "take" if rng.random() < 0.8 else "leave"
        game.apply(action)
        moments.append(game.events(seat))
    return moments
