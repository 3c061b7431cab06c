"""The table of a hanafuda fishing game: hands, field, pile and captured cards, and how one card is laid.

A card is 4 * month + k (month from 0), so a month is four neighbouring bits of a word. What happens between the
steps of a turn, and how a round ends, is each game's own (fishing_state.pxd).
"""

from libc.stdint cimport uint64_t, uint8_t
from meri_ai._core.bits cimport count_bits

cdef enum:
    CARDS = 48
    MOST_PLAYERS = 4
    MOST_PILE = 24
    TAKE = 48           # action codes: play c is c, take c is TAKE + c
    NO_CARD = 255

cdef enum Stage:
    STAGE_PLAY = 0
    STAGE_TAKE_PLAYED = 1    # the card played meets two: one of them is to be chosen
    STAGE_TAKE_FLIPPED = 2   # so does the card turned up
    STAGE_OVER = 3

ctypedef struct Table:
    uint64_t hand[MOST_PLAYERS]
    uint64_t captured[MOST_PLAYERS]
    uint64_t field
    uint8_t pile[MOST_PILE]  # in the order of turning
    uint8_t pile_cards       # as dealt
    uint8_t turned           # how many of them have been turned up
    uint8_t players
    uint8_t turn
    uint8_t stage
    uint8_t waiting          # the card that waits for its take; NO_CARD without one


cdef inline uint64_t bit_of(int card) noexcept nogil:
    return <uint64_t>1 << card


cdef inline uint64_t month_of(int card) noexcept nogil:
    """The four cards of its month."""
    return <uint64_t>15 << (card & 60)


cdef inline bint lay(Table *t, int card) noexcept nogil:
    """The mover's card meets the field: none, it stays; one or three, all are captured; two, it waits: True."""
    cdef uint64_t met = t.field & month_of(card)
    cdef uint64_t gain
    if count_bits(met) == 2:
        t.waiting = <uint8_t>card
        return True
    gain = met | (<uint64_t>(met != 0) << card)
    t.captured[t.turn] |= gain
    t.field = (t.field | bit_of(card)) & ~gain
    return False


cdef inline void take(Table *t, int chosen) noexcept nogil:
    """The waiting card captures the chosen one of the two that it met."""
    t.captured[t.turn] |= bit_of(chosen) | bit_of(t.waiting)
    t.field &= ~bit_of(chosen)
    t.waiting = NO_CARD


cdef inline uint64_t takes(const Table *t) noexcept nogil:
    """The two cards that the waiting one may take."""
    return t.field & month_of(t.waiting)


cdef inline int flip(Table *t) noexcept nogil:
    """The top card of the pile, turned up; the pile is not empty."""
    t.turned += 1
    return t.pile[t.turned - 1]
