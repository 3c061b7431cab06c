"""What one seat knows of a month of Hachihachi, as flat bytes: unused and hidden places are 0."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy, memset
from meri_ai._core.games.hachihachi_state cimport (
    CARDS, HachiState, NOBODY, PLACES, STAGE_MIZUTEN)

cdef enum:
    MOST_LOG = 160      # a mizuten step, six to enter, and at most six entries for each of 21 turns
    FLIP = 128          # entry FLIP + card: the card was turned up

# Everything that everybody saw happen, in order.
ctypedef struct Log:
    uint8_t count
    uint8_t seat[MOST_LOG]
    uint8_t code[MOST_LOG]      # an action's code, or FLIP + card

# Equal knowledge is equal bytes.
ctypedef struct HachiSight:
    HachiState state            # other hands, the pile and who broke hatto are 0 in it
    uint64_t first_field
    Log log
    uint8_t seat
    uint8_t dealt               # bool: the cards have been dealt, mizuten is decided
    uint8_t carried_two         # multipliers carried in
    uint8_t carried_four


cdef inline void note(Log *log, int seat, int code) noexcept nogil:
    log.seat[log.count] = <uint8_t>seat
    log.code[log.count] = <uint8_t>code
    log.count += 1


cdef inline void hide_hatto(HachiState *s) noexcept nogil:
    """Who broke hatto depends on hidden cards: worlds find it out anew from the history."""
    memset(s.breach, 0, sizeof(s.breach))
    memset(s.breach_month, 0, sizeof(s.breach_month))
    memset(s.pending, 0, sizeof(s.pending))
    memset(s.pending_month, 0, sizeof(s.pending_month))
    memset(s.pending_card, 0, sizeof(s.pending_card))


cdef inline void keep_year(const HachiState *s, HachiState *to) noexcept nogil:
    """Copies what is known of the year: the accounts, and how many months are left."""
    memcpy(to.account, s.account, sizeof(s.account))
    to.months_left = s.months_left


cdef inline void hide(HachiState *s, int seat) noexcept nogil:
    """Leaves of a state what this seat knows of it."""
    cdef int other, place
    cdef HachiState known
    if s.stage == STAGE_MIZUTEN:
        memset(&known, 0, sizeof(HachiState))
        known.stage = STAGE_MIZUTEN
        known.dealer = known.turn = s.dealer
        keep_year(s, &known)
        s[0] = known
        return
    for other in range(7):
        if other != seat:
            s.dealt[other] = 0
    memset(s.order, 0, sizeof(s.order))
    for place in range(PLACES):
        if not s.active or s.seat_of[place] != seat:
            s.table.hand[place] = 0
    memset(s.table.pile + s.table.turned, 0, sizeof(s.table.pile) - s.table.turned)
    hide_hatto(s)
