"""What one seat knows of a deal, as a flat struct, and the worlds that are consistent with it."""

from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t, uint8_t
from meri_ai._core.cardset cimport CardSet
from meri_ai._core.games.meri_state cimport MeriContext, MeriState
from meri_ai._core.rng cimport Rng
from meri_ai._core.search.determinize cimport DealPlan

cdef enum:
    FACE_DOWN = 254          # in MeriSight.play: another seat's trump that nobody has turned up yet

cdef enum OkieFate:
    OKIE_OPEN = 0            # nobody has been seen to decide on it
    OKIE_TAKEN = 1
    OKIE_LEFT = 2

# Equal knowledge means equal bytes: facts alone, in canonical card numbers, no padding but zeroes.
ctypedef struct MeriSight:
    uint64_t hand[2]         # bit n: card n is in the own hand
    uint32_t redeals         # deals thrown in before this one
    int16_t points[2]        # at the end of the deal
    uint8_t seat
    uint8_t dealer
    uint8_t dealt            # the hands are dealt whole: no redeal step is open
    uint8_t asked            # 1 + Stage when this seat is to move, else 0
    uint8_t okie             # NO_CARD while it is down
    uint8_t opener           # NO_CARD while all cannot tell
    uint8_t declared
    uint8_t hid              # this very seat hid the native robai
    uint8_t okie_fate
    uint8_t discarded        # the opener has discarded
    uint8_t discard          # NO_CARD when there is none or this seat does not know it
    uint8_t stack_shown
    uint8_t stack[3]
    uint8_t plays
    uint8_t play[72]         # FACE_DOWN where hidden
    uint8_t tricks
    uint8_t winner[9]
    uint8_t over

cdef enum SlotKind:
    SLOT_HAND = 0
    SLOT_PENDING = 1
    SLOT_DISCARD = 2
    SLOT_WIDOW = 3

ctypedef struct MeriRoot:
    MeriState base           # the state as far as this seat knows it
    uint8_t known            # base is the true state (a clairvoyant's view)
    uint8_t fresh            # a redeal step: nothing but the own packet is known
    uint8_t packet[3]        # canonical numbers
    uint8_t packet_size      # 3, or 0 where a seat has seen no card
    uint8_t okie_is_robai
    uint8_t declared
    uint8_t widow_shown
    uint8_t wrong_trick      # 1 + the first trick that another seat won by the rules, 0 when there is none
    uint8_t right_winner
    uint16_t trumps_dealt[8] # trumps that a seat is known to have been dealt, as strength bits
    int slots
    uint8_t slot_kind[16]
    uint8_t slot_seat[16]
    uint8_t slot_position[16]
    int plans                # 1, or 2 when the hidden discard is a plain card or a trump, each with its own limits
    DealPlan plan[2]
    double first_share       # of the worlds that plan[0] holds

# Whether a sight from outside can be worked with: every number in its range, and no step without the one before it.
cdef bint is_sane(const MeriContext *g, const MeriSight *v, int packets) noexcept nogil
# 0; -1 without memory; -2 when no world is consistent with the view. Without `worlds` only root.base is filled, the
# state as the seat sees it, which is all that its legal actions and its policy depend on.
cdef int prepare_root(const MeriContext *g, const MeriSight *v, MeriRoot *root, bint worlds) noexcept nogil
cdef void release_root(MeriRoot *root) noexcept nogil
cdef void draw_slots(const MeriRoot *root, Rng *rng, CardSet *by_slot) noexcept nogil
cdef void determinize(const void *game, const void *root, void *state, Rng *rng) noexcept nogil
