"""Worlds as whole states: what a seat saw, with the cards that it did not see dealt in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from meri_ai._core.errors import DealError
from meri_ai._core.games.fishing import FishingState
from meri_ai.games.fishing_deal import SIZES, FishingDeal
from meri_ai.games.fishing_deck import CARDS
from meri_ai.games.shuffle import shuffled

if TYPE_CHECKING:
    from meri_ai.games.fishing import Fishing

Events = Sequence[dict[str, Any]]


def world_of(game: Fishing, seat: int, dealer: int, scores: Sequence[int], events: Events, seed: int) -> FishingState:
    """A state drawn uniformly from those in which the seat sees these events, their actions replayed.

    DealError or IllegalActionError when there is none; the flips and the end are then the caller's to compare.
    """
    deal = deal_of(game, seat, events, seed)
    state = game.new_state(deal, dealer, scores)
    for event in events:
        if event["type"] == "action":
            state.apply_action(event["action"])
    return state


def deal_of(game: Fishing, seat: int, events: Events, seed: int) -> FishingDeal:
    """The own hand, the field, the plays of the others and the flips where they belong; the unseen cards shuffled."""
    hand_cards, _, pile_cards = SIZES[game.seats]
    number = game.deck.number
    field = [number(card) for card in events[0]["field"]]
    hands: list[list[int]] = [[] for _ in range(game.seats)]
    hands[seat] = [number(card) for card in events[0]["hand"]]
    pile: list[int] = []
    for event in events:
        if event["type"] == "flip":
            pile.append(number(event["card"]))
        elif event["type"] == "action" and event["action"].startswith("play ") and event["seat"] != seat:
            hands[event["seat"]].append(number(event["action"][5:]))
    seen = {card for cards in (*hands, field, pile) for card in cards}
    unseen = iter(shuffled([card for card in range(CARDS) if card not in seen], seed))
    for cards, size in [*((hand, hand_cards) for hand in hands), (pile, pile_cards)]:
        for _ in range(size - len(cards)):
            card = next(unseen, None)
            if card is None:
                raise DealError("a card comes twice")
            cards.append(card)
    return FishingDeal(game.deck, tuple(map(tuple, hands)), tuple(field), tuple(pile))
