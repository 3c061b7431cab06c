"""Worlds as whole states: a deal that a seat cannot tell from the true one, with the history that led to its view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from meri_ai._core.games.hachihachi import HachihachiState
from meri_ai._core.games.hachihachi_view import HachihachiView
from meri_ai.games.fishing_deck import CARDS
from meri_ai.games.hachihachi_deal import HachihachiDeal
from meri_ai.games.shuffle import check_seed, shuffled

if TYPE_CHECKING:
    from meri_ai.games.hachihachi import Hachihachi

WORD = (1 << 64) - 1
BATCH = 16
BATCHES = 1 << 16  # of draws, before a ledger that there must be a deal for counts as a fault of this program
BATCHES_TO_READ = 1 << 9  # before a ledger that somebody else wrote is refused


def sample_world(game: Hachihachi, view: HachihachiView, seed: int) -> HachihachiState:
    """See Hachihachi.sample_world. A world is every seat's hand and the order of the pile.

    The ledger of a month that is over tells more of hidden cards (who broke hatto), so a world that settles otherwise
    is drawn again.
    """
    for state in worlds(game, view, seed, BATCHES):
        if not view.over or state.view(view.seat) == view:
            return state
    raise AssertionError("no world settles as this month did")


def worlds(game: Hachihachi, view: HachihachiView, seed: int, batches: int) -> Iterator[HachihachiState]:
    """Worlds with the history of the view; of a month that is over, with any ledger. DealError for no seed."""
    check_seed(seed)
    steps = [event["action"] for event in view.events if event["type"] == "action"]
    for number in range(batches):
        for hands, pile, field, blank in view.draw_deals(BATCH, (seed + (number << 32)) & WORD):
            deal = deal_of(hands, pile, field, blank, seed)
            state = game.new_state(deal, view.dealer, view.scores, view.carried, view.month)
            for step in steps:
                state.apply_action(step)
            yield state


def is_settled_so(game: Hachihachi, view: HachihachiView, ledger: list[dict[str, Any]]) -> bool:
    """Whether a deal that gives this view of a month that is over settles with this ledger."""
    for state in worlds(game, view, 0, BATCHES_TO_READ):
        found = state.ledger()
        if found == ledger:
            return True
        if sums_of(found) != sums_of(ledger):
            return False
    return False


def sums_of(ledger: list[dict[str, Any]]) -> list[tuple[tuple[object, str], int]]:
    """What is paid to whom for what, in order: hidden cards decide who pays it, and by that who wins the pot."""
    sums: dict[tuple[object, str], int] = {}
    for row in ledger:
        payee = None if row["from"] == "pot" else row["to"]
        sums[payee, row["for"]] = sums.get((payee, row["for"]), 0) + row["mon"]
    return list(sums.items())


def deal_of(hands: list[list[int]], pile: list[int], field: list[int], blank: int | None, seed: int) -> HachihachiDeal:
    """A deal of these cards; those of pile_order that are not in the pile follow it in any order."""
    held = list(map(tuple, hands))
    if blank is not None:
        held[blank] = tuple(field)
    rest = [card for card in range(CARDS) if card not in pile]
    order = (*pile, *shuffled(rest, seed))
    return HachihachiDeal(tuple(held), () if blank is not None else tuple(field), order, blank)
