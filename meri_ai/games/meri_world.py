"""Worlds as whole states: a deal that a seat cannot tell from the true one, with the history that led to its view."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from meri_ai._core.games.meri import MeriState
from meri_ai._core.games.meri_view import MeriView
from meri_ai.games.meri_cards import CARDS, card_number
from meri_ai.games.meri_deal import HAND_CARDS, SEATS, MeriDeal

if TYPE_CHECKING:
    from meri_ai.games.meri import Meri

Hands = list[list[str]]


def sample_world(game: Meri, view: MeriView, seed: int) -> MeriState:
    """See Meri.sample_world. A world is a deal (its hands as sets) and the hidden actions: hide, discard.

    Where nobody can tell whether the native robai's holder is still being asked, that too is part of the world.
    """
    random = Random(seed)
    while True:
        deal, discard, pending = draw_deal(view, random)
        state = game.new_state(deal, view.dealer, view.scores)
        replay(state, view, discard, pending)
        if not may_be_asked(view):
            return state
        asked = state.legal_actions()[0].text == "declare"
        # with no holder, or once he has hidden, the dealer is asked or takes the okie at once: he, or all, would know
        would_know = view.seat == view.dealer or game.rules.okie_take == "mandatory"
        if would_know and asked:
            return state
        # else a holder who is being asked or has hidden makes two worlds, a robai in the widow makes one
        if not would_know and (asked or random.random() < 0.5):
            if asked and random.random() < 0.5:
                state.apply_action("hide")
            return state


def may_be_asked(view: MeriView) -> bool:
    """Whether this seat cannot tell if another one is deciding to declare the native robai."""
    if view.okie is None or view.opener is not None or view.my_turn or view.over:
        return False
    native = view.okie[0] + "D"
    dealt = [event["hand"] for event in view.events if event["type"] == "deal"][-1]
    return view.okie != native and native not in dealt


@dataclass(frozen=True)
class Cards:
    """Where every card is in one world, as texts: hands now (by seat), trumps face down (seat, card), discard, widow.

    The discard is None where there is none; the widow is the two cards beside the okie.
    """

    hands: tuple[frozenset[str], ...]
    pending: tuple[tuple[int, str], ...]
    discard: str | None
    widow: frozenset[str]


def draw_worlds(view: MeriView, n: int, seed: int) -> list[Cards]:
    """n uniform draws of the cards that a view leaves open; ViewError at a redeal step, where no hand is known."""
    shown = next((event["cards"][1:] for event in view.events if event["type"] == "stack"), ())
    own = frozenset(view.hand)
    worlds = []
    for hands, down, discard, widow in view.draw_slots(n, seed):
        worlds.append(
            Cards(
                tuple(own if hand is None else hand for hand in hands),
                tuple((seat, next(iter(cards))) for seat, cards in enumerate(down) if cards),
                next(iter(discard)) if discard else view.discard,
                frozenset(shown) if widow is None else widow,
            )
        )
    return worlds


def draw_deal(view: MeriView, random: Random) -> tuple[MeriDeal, str | None, dict[int, str]]:
    """A deal consistent with the view; the opener's discard where there is one; the face-down trumps by seat."""
    if view.okie is None:
        packets = list(view.packets) or [()] * (view.redeals + 1)
        return deal_with_packets(view, packets, random), None, {}
    world = draw_worlds(view, 1, random.getrandbits(64))[0]
    pending = dict(world.pending)
    dealt: Hands = [sorted(hand) for hand in world.hands]
    for seat, card in owners(view):
        dealt[seat].append(card if card is not None else pending[seat])
    if view.okie_taken and view.opener is not None:
        opener = dealt[view.opener]
        opener.extend([world.discard] if world.discard else [])
        opener.remove(view.okie)
    packets = list(view.packets) or [()] * view.redeals
    if view.packets and len(view.packets) > view.redeals:
        first = list(packets.pop())
        seat = (view.dealer + 1) % SEATS
        dealt[seat] = first + [card for card in dealt[seat] if card not in first]
    deal = MeriDeal.of(dealt, [view.okie, *sorted(world.widow)])
    if packets:
        abandoned = deal_with_packets(view, packets, random)
        deal = MeriDeal(abandoned.hands, abandoned.widow, (*abandoned.redeals, deal))
    return deal, world.discard, pending


def deal_with_packets(view: MeriView, packets: list[tuple[str, ...]], random: Random) -> MeriDeal:
    """Random deals, one after the other, in which the seat after the dealer first got these packets."""
    deals = []
    start = HAND_CARDS * ((view.dealer + 1) % SEATS)
    for packet in packets:
        seen = [card_number(card) for card in packet]
        rest = [card for card in range(CARDS) if card not in seen]
        random.shuffle(rest)
        order = rest[:start] + seen + rest[start:]
        hands = [order[HAND_CARDS * seat : HAND_CARDS * (seat + 1)] for seat in range(SEATS)]
        deals.append(MeriDeal.of(hands, order[HAND_CARDS * SEATS :]))
    first = deals[0]
    return MeriDeal(first.hands, first.widow, tuple(deals[1:]), seed=random.getrandbits(64))


def owners(view: MeriView) -> list[tuple[int, str | None]]:
    """(seat, card text) of every play so far, None for a trump that lies face down."""
    seats: list[int] = []
    leader = view.opener or 0  # without an opener there is no play
    tricks = view.tricks
    for number in range(len(view.plays)):
        seats.append((leader + number % SEATS) % SEATS)
        if number % SEATS == SEATS - 1:
            leader = tricks[number // SEATS][0]
    return list(zip(seats, view.plays, strict=True))


def replay(state: MeriState, view: MeriView, discard: str | None, pending: dict[int, str]) -> None:
    """Applies what the view saw, and what it could not see but must have happened."""
    plays = [card if card is not None else pending[seat] for seat, card in owners(view)]
    played = iter(plays)
    for event in view.events:
        if event["type"] != "action":
            continue
        action = event["action"]
        words = {known.text for known in state.legal_actions()}
        if "hide" in words and action not in words:
            state.apply_action("hide")
        if action.startswith("play"):
            action = "play " + next(played)
        elif action == "discard ?":
            action = f"discard {discard}"
        elif action == "take" and "take" not in {known.text for known in state.legal_actions()}:
            continue  # okie_take = mandatory: an event, but no step
        state.apply_action(action)
    if view.my_turn and state.current_player() != view.seat:
        state.apply_action("hide")
