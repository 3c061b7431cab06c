"""Deals written by hand for tests: some hands or whole tricks are given, the other cards fill up what is left."""

from dataclasses import dataclass

import meri_ai as ma
from meri_ai.games.meri_cards import CARD_TEXTS
from meri_ai.games.meri_deal import MeriDeal

ALL = range(8)
CANONICAL = [f"{suit}{rank}" for suit in "PIKOG" for rank in "123456789DMHKGC"]

# The hands of hands_state: trump is kotsu (okie K5), seat 0 deals and opens, and everyone has a trump and one of oru.
HANDS = {
    0: "KC O1 G1 P1 P2 I5 I7 I8 I9",
    1: "K9 KH O2 O3 I1 I2 I3 I4 I6",
    2: "K8 OC",
    3: "K7 OG",
    4: "K6 OK",
    5: "K4 OH",
    6: "K3 OM",
    7: "K2 OD",
}


def fill(okie, hands, widow=""):
    """A deal of these hands (seat: card texts in a line) and widow; the rest goes round in canonical order."""
    dealt = [hands.get(seat, "").split() for seat in range(8)]
    down = [okie, *widow.split()]
    given = {*down, *(card for hand in dealt for card in hand)}
    rest = [card for card in CARD_TEXTS if card not in given]
    for cards, size in [*((hand, 9) for hand in dealt), (down, 3)]:
        missing = size - len(cards)
        cards += rest[:missing]
        rest = rest[missing:]
    return MeriDeal.of(dealt, down)


def start(okie, hands, widow="", *, dealer=0, rules="hitoyoshi", steps=(), **options):
    """A state of such a deal after these steps."""
    return play(ma.load_game("meri", rules=rules, **options).new_state(fill(okie, hands, widow), dealer=dealer), *steps)


def play(state, *steps):
    """The same state after these steps; "P1 P2 P3" plays three cards."""
    for step in steps:
        for action in [f"play {card}" for card in step.split()] if step[:2] in CARD_TEXTS else [step]:
            state.apply_action(action)
    return state


def hands_state(*steps, hands=None, **options):
    """A deal of HANDS after these steps. KD, the native robai, and G9 lie in the widow: the dealer is asked first."""
    return start("K5", HANDS | (hands or {}), "KD G9", steps=steps, **options)


def robai_state(*steps, **options):
    """As hands_state, but seat 3 holds the native robai."""
    return start("K5", HANDS | {3: "K7 OG KD"}, "G8 G9", steps=steps, **options)


def redeal_state(*steps, first=None, dealer=0, offer=2):
    """Seat 1 is offered redeals; its first packet is K9 KH O2 in all deals. The first has okie O5, later ones K5."""
    first, later = first or REDEAL_FIRST, fill("K5", HANDS, "KD G9")
    deal = MeriDeal(first.hands, first.widow, (later, later))
    return play(ma.load_game("meri", redeal_offer=offer).new_state(deal, dealer=dealer), *steps)


def finished(**options):
    """hands_state, played to its end."""
    state = hands_state(**options)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state


def snapshot(state):
    """All that can be asked of a state."""
    return (
        state.current_player(),
        texts(state.legal_actions()),
        state.history,
        state.points(),
        state.deal,
        state.dealt,
        state.dealer,
        state.scores,
        [state.view(seat) for seat in range(8)],
    )


def act(seat, action):
    """An action's event."""
    return {"type": "action", "seat": seat, "action": action}


def texts(actions):
    return [str(action) for action in actions]


@dataclass
class Trick:
    """A whole trick, written as "3: K1 O2 - - - - - P5": leader and cards in order; "-" is any plain card left over."""

    leader: int
    cards: list

    @classmethod
    def of(cls, text):
        leader, _, cards = text.partition(": ")
        return cls(int(leader), cards.split())

    def by_seat(self):
        return {(self.leader + place) % 8: place for place in range(8)}


def tricks_deal(okie, tricks, widow="", opening=("leave",), opener=0):
    """A deal in which these tricks can be played, "-" replaced in place. Trumps that are not written come last."""
    given = {okie, *widow.split(), *(card for trick in tricks for card in trick.cards)}
    dealt = [[] for _ in range(8)]
    for step in opening:
        if step.startswith("discard ") and step[8:] != okie:
            dealt[opener].append(step[8:])
            given.add(step[8:])
    trumps = {okie[0], "PD"}
    left = [card for card in CARD_TEXTS if card not in given]
    plain = [card for card in left if card[0] not in trumps and card not in trumps]
    for trick in tricks:
        for seat, place in trick.by_seat().items():
            if trick.cards[place] == "-":
                trick.cards[place] = plain.pop(0)
            if trick.cards[place] != okie:
                dealt[seat].append(trick.cards[place])
    return fill(okie, {seat: " ".join(hand) for seat, hand in enumerate(dealt)}, widow)


def after_tricks(okie, *tricks, widow="", opening=("leave",), rules="hitoyoshi", **options):
    """Plays these tricks after the opening; dealer is seat 0, and each leader is checked.

    Returns the teams' points after them and the last trick's yaku as (kind, seat, points), or None.
    """
    written = [Trick.of(text) for text in tricks]
    deal = tricks_deal(okie, written, widow, opening, opener=written[0].leader)
    state = play(ma.load_game("meri", rules=rules, **options).new_state(deal), *opening)
    for trick in written:
        if state.is_terminal():
            break  # the ninth trick of last_trick = simultaneous
        assert state.current_player() == trick.leader
        play(state, " ".join(trick.cards))
    points = state.points()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    yaku = [entry for entry in state.result()["yaku"] if entry["trick"] == len(written)]
    return points, (yaku[0]["kind"], yaku[0]["seat"], yaku[0]["points"]) if yaku else None


REDEAL_FIRST = fill("O5", {1: HANDS[1]}, "OD")
