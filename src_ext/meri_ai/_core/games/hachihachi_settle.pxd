"""Who pays whom at the end of a month, row by row (docs/hachihachi-rules.md, sections 2, 3 and 5)."""

from libc.stdint cimport int32_t, uint8_t
from meri_ai._core.games.hachihachi_state cimport MOST_SEATS, PLACES, HachiContext, HachiState

cdef enum:
    POT = 7             # a payer or payee beside the seats
    MOST_ROWS = 192
    PAR = 88            # captured points: a third of 264
    NUKE_FROM = 89      # so many captured for nuke, and to win mizuten
    FUTAHACHI_FROM = 168
    SUJIROKU_FROM = 16

cdef enum Special:
    NO_SPECIAL = 0
    SOUHACHI = 1
    FUTAHACHI = 2
    SUJIROKU = 3

cdef enum Reason:
    FOR_ORICHIN = 0
    FOR_OIKOMI = 1
    FOR_CATEGORY = 2    # detail: the yaku
    FOR_SET = 3         # detail: the yaku
    FOR_RETURN = 4      # a hand yaku given back
    FOR_COMPLETED = 5   # detail: the yaku
    FOR_HALF = 6        # half of a completed yaku; detail: the yaku
    FOR_NUKE = 7
    FOR_TOBIKOMI = 8    # detail: the month, from 0
    FOR_SPECIAL = 9     # detail: the yaku
    FOR_POINTS = 10
    FOR_MIZUTEN = 11
    FOR_POT = 12

ctypedef struct Row:
    uint8_t payer       # a seat, or POT
    uint8_t payee
    uint8_t reason
    uint8_t detail
    uint8_t hatto       # the payer pays for another, because he broke hatto
    int32_t mon

# `rows` may be NULL where only the sums are wanted
ctypedef struct Book:
    int32_t net[MOST_SEATS + 1]     # of each seat, and the pot
    int32_t counted[MOST_SEATS]     # of completed yaku, special yaku and card points alone
    int special
    int winner                      # a seat
    int count
    Row *rows

# the whole settlement of a month that is over
cdef void settle(const HachiContext *g, const HachiState *s, Book *book, Row *rows) noexcept nogil
