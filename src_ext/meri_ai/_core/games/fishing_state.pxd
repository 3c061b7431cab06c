"""A round of the fishing family as a flat C state, the Table: legal actions, applying one (docs/fishing-rules.md)."""

from libc.stdint cimport int16_t, uint64_t, uint8_t
from meri_ai._core.bits cimport count_bits
from meri_ai._core.cardset cimport CardSet, make_set
from meri_ai._core.games.fishing_table cimport (
    CARDS, STAGE_OVER, STAGE_PLAY, STAGE_TAKE_FLIPPED, STAGE_TAKE_PLAYED, TAKE, Table, bit_of, flip, lay,
    take, takes)

cdef enum:
    MONTHS = 12
    MONTH_STATES = 256
    VALUE_BITS = 5      # the highest value is 20

# What is constant for a game. Cards are codes: 4 * month + k.
ctypedef struct FishingContext:
    uint8_t players
    uint8_t hand_cards
    uint8_t field_cards
    uint8_t pile_cards
    int par
    uint8_t value[CARDS]
    uint64_t value_bit[VALUE_BITS]  # the cards whose value has this bit
    uint8_t code_of[CARDS]       # by canonical card number
    uint8_t card_of[CARDS]       # and back
    # the rule player's numbers, see fishing_policy.pxd
    int16_t hope[MONTHS][MONTH_STATES]
    int16_t play_score[MONTHS][MONTH_STATES][4]


cdef inline void next_turn(Table *t) noexcept nogil:
    t.turn += 1
    if t.turn == t.players:
        t.turn = 0
    t.stage = STAGE_PLAY if t.hand[t.turn] else STAGE_OVER


cdef inline void turn_up(Table *t) noexcept nogil:
    """The second half of a turn: the flip."""
    if lay(t, flip(t)):
        t.stage = STAGE_TAKE_FLIPPED
    else:
        next_turn(t)


cdef inline void apply_code(Table *t, int code) noexcept nogil:
    """Plays a legal action."""
    if code < TAKE:
        t.hand[t.turn] ^= bit_of(code)
        if lay(t, code):
            t.stage = STAGE_TAKE_PLAYED
        else:
            turn_up(t)
        return
    take(t, code - TAKE)
    if t.stage == STAGE_TAKE_PLAYED:
        turn_up(t)
    else:
        next_turn(t)


cdef inline CardSet legal_set(const Table *t) noexcept nogil:
    """Legal codes; empty when the round is over."""
    cdef uint64_t two
    if t.stage == STAGE_PLAY:
        return make_set(t.hand[t.turn], 0)
    if t.stage == STAGE_OVER:
        return make_set(0, 0)
    two = takes(t)
    return make_set(two << TAKE, two >> (64 - TAKE))


cdef inline int points_of(const FishingContext *g, uint64_t cards) noexcept nogil:
    """The sum of their values."""
    cdef int bit, points = 0
    for bit in range(VALUE_BITS):
        points += count_bits(cards & g.value_bit[bit]) << bit
    return points


cdef void load_round(const FishingContext *g, Table *t, const uint8_t *cards, int dealer) noexcept nogil
