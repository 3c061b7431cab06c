"""Every world that is consistent with what a seat knows, listed by trying all places for the unseen cards.

A world is a deal and the hidden actions that led to the view. A candidate is pruned only where one card in one place
would have made a play illegal that was seen; whatever is left is replayed from the first card with the reference game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .knowledge import Knowledge, Slot, read_events
from .meri_cards import CARD_COUNT, TEXTS
from .meri_deal import HAND_SIZE, SEATS, Deal
from .meri_options import Options
from .meri_reference import Event, Game


class World(NamedTuple):
    """One world. Cards are canonical numbers."""

    hands: tuple[frozenset[int], ...]  # the cards in hand now, by seat
    pending: frozenset[tuple[int, int]]  # (seat, card) of the other seats' trumps that lie face down
    discard: int | None
    widow: frozenset[int]  # the two face-down cards as dealt
    declaring: bool  # the robai's holder is being asked at this moment


class TooManyWorlds(Exception):
    """The search went past its limit."""


def list_worlds(
    options: Options,
    seat: int,
    dealer: int,
    events: list[Event],
    *,
    my_turn: bool | None = None,
    limit: int = 2000,
    prune: bool = True,
    node_limit: int = 2_000_000,
) -> list[World]:
    """All worlds; TooManyWorlds when more than `limit` candidates are left by the pruning.

    `my_turn` says whether the seat is asked to move; it matters only to a dealer who waits for the robai's holder.
    """
    known = read_events(options, seat, dealer, events)
    found: list[list[tuple[Slot, int]]] = []
    for candidate in candidates(known, prune=prune, node_limit=node_limit):
        if len(found) == limit:
            raise TooManyWorlds
        found.append(candidate)
    return [world for candidate in found for world in _replayed(known, candidate, my_turn)]


def reasons_against(known: Knowledge, slot: Slot, card: int) -> set[str]:
    """Why this card cannot lie in this place, judged alone: each reason is sufficient; the empty set says nothing."""
    options, table = known.options, known.table
    is_trump = card in table.trumps
    reasons = set()
    if card == known.okie and slot.seat != known.opener:
        reasons.add("okie")
    if card == table.native and known.declared and slot.seat != known.opener:
        reasons.add("declared")
    if slot.kind == "widow":
        return reasons
    if slot.kind == "discard":
        shows_plain = bool(known.shown_cards(slot.seat) - table.trumps)
        if options.discard_rule == "plain" and is_trump and shows_plain:
            reasons.add("discard_plain")
        return reasons
    if slot.kind == "pending" and not is_trump:
        reasons.add("face_down")
    for trick, place, played in known.plays_of(slot.seat):
        if played is None:
            continue
        if place == 0:
            if trick is known.tricks[0] and options.first_lead == "plain" and played in table.trumps and not is_trump:
                reasons.add("first_lead")
            continue
        if played in table.trumps:
            continue
        led = trick.plays[0].card
        assert led is not None
        if trick.kind == "meri" and is_trump:
            exempt = options.ichimai_zun and card == table.sun and card != known.okie
            if not exempt:
                reasons.add("meri_void")
        if trick.kind == "monchi" and table.plain_suit[played] != table.plain_suit[led]:
            if table.plain_suit[card] == table.plain_suit[led]:
                reasons.add("monchi_void")
            if is_trump and options.monchi_void == "trump":
                reasons.add("monchi_trump")
    return reasons


def candidates(
    known: Knowledge, *, prune: bool = True, ignore: frozenset[str] = frozenset(), node_limit: int = 2_000_000
) -> Iterator[list[tuple[Slot, int]]]:
    """Every way to put the unseen cards into the places, as (slot, card) pairs.

    With `prune` false only sizes count; reasons in `ignore` are not heeded. TooManyWorlds after `node_limit` steps.
    """
    slots = [slot for slot in known.slots() if slot.size]
    unseen = known.unseen()
    assert sum(slot.size for slot in slots) == len(unseen), "cards and places differ in number"
    places = {}  # by card, a bit mask of slots
    for card in unseen:
        allowed = [not prune or not reasons_against(known, slot, card) - ignore for slot in slots]
        places[card] = sum(1 << index for index, good in enumerate(allowed) if good)
    every = range(len(slots))
    room = [slot.size for slot in slots]
    takers = [sum(places[card] >> index & 1 for card in unseen) for index in every]
    left = set(unseen)
    chosen: list[tuple[Slot, int]] = []
    nodes = 0

    def place_next() -> Iterator[list[tuple[Slot, int]]]:
        nonlocal nodes
        nodes += 1
        if nodes > node_limit:
            raise TooManyWorlds
        if not left:
            yield list(chosen)
            return
        if any(room[index] > takers[index] for index in every):
            return
        has_room = sum(1 << index for index in every if room[index])
        card = min(left, key=lambda card: (places[card] & has_room).bit_count())
        mine = [index for index in every if places[card] >> index & 1]
        left.remove(card)
        for index in mine:
            takers[index] -= 1
        for index in mine:
            if room[index]:
                room[index] -= 1
                chosen.append((slots[index], card))
                yield from place_next()
                chosen.pop()
                room[index] += 1
        for index in mine:
            takers[index] += 1
        left.add(card)

    return place_next()


def candidate_world(known: Knowledge, candidate: list[tuple[Slot, int]]) -> World:
    """The world that a candidate stands for, with no one being asked about the robai."""
    hands: list[set[int]] = [set() for _ in range(SEATS)]
    hands[known.seat] = set(known.dealt) - known.shown_cards(known.seat)
    if known.opener == known.seat and known.taken:
        hands[known.seat] |= {known.okie} - known.shown_cards(known.seat)
        hands[known.seat].discard(-1 if known.discard is None else known.discard)
    pending = set()
    discard = known.discard
    widow = set(known.widow)
    for slot, card in candidate:
        if slot.kind == "hand":
            hands[slot.seat].add(card)
        elif slot.kind == "pending":
            pending.add((slot.seat, card))
        elif slot.kind == "discard":
            discard = card
        else:
            widow.add(card)
    return World(tuple(map(frozenset, hands)), frozenset(pending), discard, frozenset(widow), False)


def _replayed(known: Knowledge, candidate: list[tuple[Slot, int]], my_turn: bool | None) -> list[World]:
    """The worlds of a candidate: none when it does not replay to the same events, two while hiding may be pending."""
    world = candidate_world(known, candidate)
    down = dict(world.pending)
    dealt = []
    for seat in range(SEATS):
        hand = world.hands[seat] | known.shown_cards(seat) | ({down[seat]} if seat in down else set())
        if seat == known.opener and known.taken:
            hand = (hand | ({world.discard} if world.discard is not None else set())) - {known.okie}
        dealt.append(sorted(hand))
    if any(len(hand) != HAND_SIZE for hand in dealt):
        return []  # a taken okie that is not the opener's
    found = []
    for game in _replay(known, _deal(known, dealt, sorted(world.widow)), down, world.discard):
        asked = my_turn is None or (game.seat == known.seat) == my_turn
        if asked and game.events(known.seat) == known.events:
            assert tuple(map(frozenset, game.hands)) == world.hands
            found.append(world._replace(declaring=game.step == "declare"))
    return found


def _deal(known: Knowledge, hands: list[list[int]], widow: list[int]) -> Deal:
    """The deal of a candidate, behind as many abandoned deals (of no account) as there were redeals."""
    first = (known.dealer + 1) % SEATS
    deals = []
    for turn in range(known.redeals + 1):
        packet = known.packets[turn] if turn < len(known.packets) else []
        if turn == known.redeals:
            mine = hands[first]
            hands = list(hands)
            hands[first] = packet + [card for card in mine if card not in packet]
            deals.append(Deal(tuple(map(tuple, hands)), (known.okie, *widow)))
        else:
            rest = [card for card in range(CARD_COUNT) if card not in packet]
            before = rest[: 9 * first]
            deals.append(Deal.from_order(before + packet + rest[9 * first :]))
    return Deal(deals[0].hands, deals[0].widow, tuple(deals[1:]))


def _replay(known: Knowledge, deal: Deal, down: dict[int, int], discard: int | None) -> list[Game]:
    """The games after the whole public history, [] when a step was not legal."""
    game = Game(known.options, known.dealer, deal)
    shown = {
        (index, play.seat): down[play.seat] if play.card is None else play.card
        for index, trick in enumerate(known.tricks)
        for play in trick.plays
    }
    for event in known.events:
        if event["type"] != "action":
            continue
        seat, action = event["seat"], event["action"]
        if game.step == "declare" and action not in ("declare", "hide"):
            game.apply("hide")
        if action == "take" and known.options.okie_take == "mandatory":
            continue
        if action == "play ?":
            action = "play " + TEXTS[shown[len(game.winners), seat]]
        elif action == "discard ?":
            assert discard is not None
            action = "discard " + TEXTS[discard]
        if game.seat != seat:
            return []
        try:
            game.apply(action)
        except ValueError:
            return []
    if game.step != "declare":
        return [game]
    hidden = game.clone()
    hidden.apply("hide")
    return [game, hidden]
