"""The flat state of one month of Hachihachi and how a step changes it (docs/hachihachi-rules.md).

The three who play have places 0..2 in turn order, place 0 the acting dealer; `table` is by place, all else that says
"seat" by seat.
"""

from libc.stdint cimport int32_t, uint16_t, uint64_t, uint8_t
from meri_ai._core.cardset cimport CardSet, make_set
from meri_ai._core.games.fishing_table cimport (
    CARDS, NO_CARD, STAGE_PLAY, STAGE_TAKE_FLIPPED, STAGE_TAKE_PLAYED, TAKE, Table, takes)
from meri_ai._core.games.hachihachi_yaku cimport CATEGORIES, COMPLETED, SETS, HandYaku

cdef enum:
    MOST_SEATS = 7
    PLACES = 3
    HAND_CARDS = 7
    FIELD_CARDS = 6
    NOBODY = 255
    HELPED = 4              # the completed yaku that hatto knows, see hachihachi_hatto.pxd

# beyond the stages of the table (play, take, take)
cdef enum MonthStage:
    STAGE_MIZUTEN = 4       # the dealer, before anything is seen: mizuten or look
    STAGE_ENTER = 5         # enter or retire
    STAGE_RESUME = 6        # who has lowered: continue or cancel
    STAGE_DECIDE = 7        # who has just completed a yaku: end or lower
    STAGE_END = 8           # the month is over

cdef enum Word:
    MIZUTEN = 96
    LOOK = 97
    ENTER = 98
    RETIRE = 99
    CONTINUE = 100
    CANCEL = 101
    END = 102
    LOWER = 103
    CODES = 104

cdef enum Ending:
    ENDING_NONE = 0
    ENDING_END = 1
    ENDING_CANCEL = 2
    ENDING_OUT = 3          # the hands have run out

cdef enum Carry:
    CARRY_POOL = 0
    CARRY_FIRST = 1
    CARRY_NONE = 2

cdef enum Hatto:
    HATTO_OFF = 0
    HATTO_STANDING = 1
    HATTO_NEXT_TURN = 2

# One ruleset; amounts in kan, a kan in mon (section 7).
ctypedef struct HachiContext:
    int seats
    bint for_place              # returns are the expected place at the end of the year, not mon
    int kan_mon
    int carry
    bint mizuten
    bint mizuten_penalty
    bint two_payers             # of oikomi: not the acting dealer
    bint red_blue               # oikomi counts no plain ribbons, nor what is counted in a yaku
    bint ino_shika_cho
    bint exclusive              # goko replaces shiko
    bint tobikomi_once
    bint lowered_paid
    bint ender_wins
    bint special_cancels_mizuten
    int hatto
    bint hatto_ino_shika_cho
    int category_kan[CATEGORIES]
    int set_kan[SETS]
    int completed_kan[COMPLETED]

ctypedef struct HachiState:
    Table table
    uint64_t dealt[MOST_SEATS]          # hands as dealt; the blank's holder has none
    uint64_t shown[MOST_SEATS]          # cards of theirs that everybody has seen
    HandYaku yaku[PLACES]
    uint64_t wanted[PLACES][HELPED]     # the one card that a place lacks of a yaku, while nobody has captured it
    uint64_t flipped_gain               # captured in this turn so far
    uint64_t pending_card[PLACES][HELPED]   # hatto of the other kind (next_turn): card laid beside the wanted one
    int32_t fee[MOST_SEATS]             # of oikomi, in mon, from each payer
    int32_t account[MOST_SEATS]         # mon before the month
    int32_t months_left                 # of the year, after this one
    uint16_t earned[PLACES]             # months of tobikomi earned, bit m
    uint16_t tobikomi_pending[PLACES]   # months, bit m, that hatto of next_turn waits for
    uint8_t breach_month[PLACES][12]    # who broke hatto against a triplet: 1 + place
    uint8_t pending_month[PLACES][12]
    uint8_t breach[PLACES][HELPED]      # who broke it last against a yaku: 1 + place
    uint8_t pending[PLACES][HELPED]
    uint8_t order[CARDS]                # pile_order: the pile is made of it when the active are known
    uint8_t seat_of[PLACES]
    uint8_t retired[MOST_SEATS]         # 1 for the first to retire, 2 ..
    uint8_t entered[MOST_SEATS]
    uint8_t pushed[MOST_SEATS]
    uint8_t pushed_category[MOST_SEATS] # the hand yaku of who was pushed out
    uint8_t pushed_set[MOST_SEATS]
    uint8_t completed[PLACES]           # every completed yaku that a place has had, bit y
    uint8_t counted[PLACES]             # those of them that count in its V
    uint8_t fresh                       # those of this turn
    uint8_t lowered[PLACES]             # 1 for the first to lower, 2 ..
    uint8_t first_earned[PLACES]        # the month of the first tobikomi, 1 + m
    uint8_t dealer
    uint8_t blank                       # the seat that sits out, NOBODY without one
    uint8_t stage
    uint8_t turn                        # the seat to move
    uint8_t in_mizuten
    uint8_t multiplier
    uint8_t carried_two                 # multipliers carried out
    uint8_t carried_four
    uint8_t retirements
    uint8_t ending
    uint8_t ender                       # place
    uint8_t active                      # bool: the three are known


cdef inline CardSet legal_set(const HachiState *s) noexcept nogil:
    cdef uint64_t word = 0
    if s.stage == STAGE_PLAY:
        return make_set(s.table.hand[s.table.turn], 0)
    if s.stage == STAGE_TAKE_PLAYED or s.stage == STAGE_TAKE_FLIPPED:
        word = takes(&s.table)
        return make_set(word << TAKE, word >> (64 - TAKE))
    if s.stage == STAGE_DECIDE:
        return make_set(0, <uint64_t>(3 if s.table.hand[s.table.turn] else 1) << (END - 64))
    if s.stage == STAGE_RESUME:
        return make_set(0, <uint64_t>3 << (CONTINUE - 64))
    if s.stage == STAGE_ENTER:
        return make_set(0, <uint64_t>3 << (ENTER - 64))
    return make_set(0, <uint64_t>3 << (MIZUTEN - 64))


# a month at its first step; dealt[seat], field, order: a checked deal; carried: multipliers carried in
cdef void load_month(const HachiContext *g, HachiState *s, const uint64_t *dealt, uint64_t field, const uint8_t *order,
                     int dealer, int blank, int carried_two, int carried_four) noexcept nogil

# a legal action
cdef void apply_code(const HachiContext *g, HachiState *s, int code) noexcept nogil
