"""The rule player of the fishing family: it knows its own hand and what lies open, no more.

The same functions are the bot `rule` (without noise), the playout policy and the prior of the search. A score is what
the mover gains at once and what he may hope for from the rest of that month, compared with leaving the month alone:
so it captures by value, keeps a month that nobody else can reach for later, and leaves little to the next players.
Whoever reads a Table here must not look at another hand nor at the pile beyond the cards turned up.
"""

from libc.stdint cimport uint64_t
from meri_ai._core.bits cimport lowest_bit
from meri_ai._core.cardset cimport CardSet
from meri_ai._core.games.fishing_state cimport FishingContext
from meri_ai._core.games.fishing_table cimport STAGE_PLAY, TAKE, Table

cdef enum:
    POINT = 128     # one point in the scores


cdef inline int spread(int nibble) noexcept nogil:
    """Its four bits at every second place."""
    nibble = (nibble | nibble << 2) & 0x33
    return (nibble | nibble << 1) & 0x55


cdef inline int month_state(int hand, int field, int gone) noexcept nogil:
    """Where a month's four cards are, two bits a card: 0 unseen, 1 own hand, 2 field, 3 captured or about to be."""
    return spread(hand | gone) | spread(field | gone) << 1


cdef inline uint64_t captured_by_all(const Table *t) noexcept nogil:
    return t.captured[0] | t.captured[1] | t.captured[2] | t.captured[3]


cdef inline int rule_play(const FishingContext *g, const Table *t, uint64_t among) noexcept nogil:
    """The card of `among`, which is not empty, with the best score."""
    cdef uint64_t hand = t.hand[t.turn], gone = captured_by_all(t), field = t.field
    cdef int card, at, state, score, best = -1, best_score = -0x7fffffff
    while among:
        card = lowest_bit(among)
        among &= among - 1
        at = card & 60
        state = month_state((hand >> at) & 15, (field >> at) & 15, (gone >> at) & 15)
        score = g.play_score[card >> 2][state][card & 3]
        if score > best_score:
            best_score = score
            best = card
    return best


cdef inline int rule_take(const FishingContext *g, const Table *t, uint64_t among) noexcept nogil:
    """The card of `among`, which is not empty, whose taking leaves most: the other one stays for the next players."""
    cdef int at = t.waiting & 60, month = t.waiting >> 2
    cdef int hand = (t.hand[t.turn] >> at) & 15, field = (t.field >> at) & 15
    cdef int gone = (captured_by_all(t) >> at) & 15 | 1 << (t.waiting & 3)
    cdef int card, chosen, score, best = -1, best_score = -0x7fffffff
    while among:
        card = lowest_bit(among)
        among &= among - 1
        chosen = 1 << (card & 3)
        score = g.value[card] * POINT + g.hope[month][month_state(hand, field & ~chosen, gone | chosen)]
        if score > best_score:
            best_score = score
            best = card
    return best


cdef inline int rule_choice(const FishingContext *g, const Table *t, CardSet among) noexcept nogil:
    """The rule player's action among legal ones."""
    if t.stage == STAGE_PLAY:
        return rule_play(g, t, among.lo)
    return TAKE + rule_take(g, t, among.lo >> TAKE | among.hi << (64 - TAKE))
