"""Random deals of Meri with every state checked: the million-deal run behind `benchmarks/random_deals.py`."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memset

from meri_ai._core.cardset cimport CardSet, both, is_empty, make_set, nth, single, size, union_of, without
from meri_ai._core.game cimport Game
from meri_ai._core.games.meri_state cimport (
    NO_CARD, SEATS, STAGE_DISCARD, STAGE_OVER, STAGE_REDEAL, TRICKS, MeriContext, MeriState, apply_code,
    legal_set, load_deal, shuffle_deal)
from meri_ai._core.rng cimport Rng, below_exactly, next64, seeded

cdef enum Fault:
    NO_FAULT = 0
    CARD_TWICE = 1
    CARD_LOST = 2
    LEGAL_EMPTY = 3
    LEGAL_NOT_HELD = 4
    POINTS_WRONG = 5
    TRICKS_WRONG = 6
    TOO_LONG = 7

FAULTS = ("", "a card is in two places", "a card is lost", "no legal action", "a legal card is not in the hand",
          "the points do not add up", "the tricks do not add up", "the deal does not end")


cdef int put(CardSet *found, CardSet cards) noexcept nogil:
    if not is_empty(both(found[0], cards)):
        return CARD_TWICE
    found[0] = union_of(found[0], cards)
    return NO_FAULT


cdef int check_cards(const MeriContext *g, const MeriState *s, CardSet tricks) noexcept nogil:
    """All 75 cards are somewhere, each once. `tricks`: the cards of the finished tricks."""
    cdef CardSet found = tricks
    cdef int seat, fault = NO_FAULT
    for seat in range(SEATS):
        fault |= put(&found, s.hand[seat])
    if s.position:
        fault |= put(&found, s.trick)
    if not s.okie_taken:
        fault |= put(&found, single(s.okie))
    if s.discard != NO_CARD:
        fault |= put(&found, single(s.discard))
    fault |= put(&found, single(s.widow[0]))
    fault |= put(&found, single(s.widow[1]))
    if fault:
        return CARD_TWICE
    return NO_FAULT if is_empty(without(g.deck[s.trump], found)) else CARD_LOST


cdef int check_deal(const MeriContext *g, MeriState *s, Rng *rng) noexcept nogil:
    """Plays a deal at random; the first fault found."""
    cdef CardSet legal, tricks = make_set(0, 0)
    cdef int fault, steps = 0, bonuses = 0, tricks_before, sides
    while s.stage != STAGE_OVER:
        steps += 1
        if steps > 1000:
            return TOO_LONG
        fault = check_cards(g, s, tricks)
        if fault:
            return fault
        legal = legal_set(g, s)
        if is_empty(legal):
            return LEGAL_EMPTY
        if s.stage >= STAGE_DISCARD and not is_empty(without(legal, s.hand[s.turn])):
            return LEGAL_NOT_HELD
        if s.stage == STAGE_REDEAL:
            tricks = make_set(0, 0)
        tricks_before = s.trick_number
        sides = s.points[0] + s.points[1] - s.trick_number
        apply_code(g, s, nth(legal, below_exactly(rng, size(legal))))
        if s.trick_number == tricks_before + 1:
            tricks = union_of(tricks, s.trick)
            sides = s.points[0] + s.points[1] - s.trick_number - sides
            if sides != (0 if g.transfer else s.yaku_points) or s.yaku_points not in (0, 2, 5):
                return POINTS_WRONG
            bonuses += s.yaku_points
        elif s.trick_number == tricks_before + 2:
            # the eighth trick and the simultaneous ninth in one step
            bonuses += s.points[0] + s.points[1] - s.trick_number - sides
    if s.tricks[0] + s.tricks[1] != TRICKS:
        return TRICKS_WRONG
    if s.points[0] + s.points[1] != TRICKS + (0 if g.transfer else bonuses):
        return POINTS_WRONG
    return NO_FAULT


def check_random_deals(Game game not None, int deals, uint64_t seed):
    """Plays random deals with random legal actions and checks every state on the way.

    Returns (deals played, what was wrong with the last one or ""): it stops at the first illegal state.
    """
    cdef const MeriContext *g = <const MeriContext *>game.ops.game
    cdef MeriState s
    cdef uint8_t cards[75]
    cdef Rng rng = seeded(seed)
    cdef int i, k, fault = NO_FAULT, done = 0
    if game.name != "meri":
        raise ValueError(f"these checks are of meri, not of {game.name}")
    for k in range(75):
        cards[k] = k
    with nogil:
        for i in range(deals):
            shuffle_deal(cards, 0, &rng)
            memset(&s, 0, sizeof(s))
            s.redeal_seed = next64(&rng) | 1
            load_deal(g, &s, cards, i & 7, g.redeal_offer)
            fault = check_deal(g, &s, &rng)
            if fault:
                break
            done += 1
    return done, FAULTS[fault]
