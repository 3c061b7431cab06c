"""Hachinin Meri as one flat C state: legal actions, applying an action, the end of a trick (docs/meri-rules.md).

Suits are relabelled once a deal. A card's code is 16 * lane + strength: lanes 0..3 are the plain suits in the
order P I K O G without the trump suit, lane 4 (codes 64..79, the high word of a CardSet) is the trump suit, and a
higher bit of a lane is a stronger card. Codes 80.. are the words.
"""

from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t, uint8_t
from meri_ai._core.cardset cimport CardSet, add, make_set, remove, single, union_of
from meri_ai._core.bits cimport highest_bit
from meri_ai._core.rng cimport Rng

cdef enum:
    SEATS = 8
    TRICKS = 9
    TRUMP = 64          # code of the weakest trump
    ACCEPT = 80
    REDEAL = 81
    DECLARE = 82
    HIDE = 83
    TAKE = 84
    LEAVE = 85
    NO_CARD = 255

cdef enum Stage:
    STAGE_REDEAL = 0
    STAGE_DECLARE = 1
    STAGE_OKIE = 2
    STAGE_DISCARD = 3
    STAGE_PLAY = 4
    STAGE_OVER = 5

cdef enum Mode:
    MODE_FREE = 0
    MODE_MERI = 1
    MODE_MONCHI = 2

cdef enum YakuKind:
    NO_YAKU = 0
    SUN_UN = 1
    UN_SOTA = 2
    SOTA_ROBAI = 3
    ROBAI_REI = 4
    TWO_ONE = 5
    EIGHT_NINE = 6
    CHASE = 7

# What is constant for a game: its options, and the tables by printed trump suit (0..4 for P I K O G).
ctypedef struct MeriContext:
    uint8_t okie_mandatory
    uint8_t discard_plain
    uint8_t lead_plain
    uint8_t first_trick_meri
    uint8_t stack_revealed
    uint8_t void_must_trump
    uint8_t ichimai_zun
    uint8_t simultaneous
    uint8_t best_opponent
    uint8_t yaku_fresh
    uint8_t pairs_in_meri
    uint8_t transfer
    uint8_t chase
    uint32_t redeal_offer
    uint8_t code_of[5][75]       # by canonical card number
    uint8_t card_of[5][80]       # canonical number, NO_CARD where there is no such code
    uint16_t beaten[5][16]       # by strength of the winning trump: strengths of the trumps that it makes a pair with
    uint16_t captors[5][16]      # the other way round: strengths that make a pair with this one
    uint8_t pair_kind[5][16]     # YakuKind of those pairs
    uint8_t native[5]            # code of the native robai
    uint16_t sun[5]              # strength bit of the sun of trumps
    CardSet deck[5]              # all 75 codes

ctypedef struct MeriState:
    CardSet hand[8]
    CardSet gone                 # what all know to be played (face down until its trick ends excepted) or out of play
    CardSet trick                # the cards of the current trick, face down or not
    uint64_t redeal_seed         # where a world's further deals come from; 0: the caller supplies them
    uint32_t redeals_left
    int16_t points[2]
    uint16_t trumps_of[2]        # trumps of the current trick by team, as strength bits
    uint16_t trumps_before       # trumps of earlier tricks
    uint16_t sun                 # context.sun[trump]
    uint8_t tricks[2]
    uint8_t played[8]            # codes of the current trick by position
    uint8_t trump                # printed suit
    uint8_t dealer
    uint8_t opener               # NO_CARD until fixed
    uint8_t stage
    uint8_t turn
    uint8_t leader
    uint8_t position             # cards played in the current trick
    uint8_t trick_number         # finished tricks
    uint8_t mode
    uint8_t monchi               # a Meri trick has been completed
    uint8_t led                  # lane of the lead
    uint8_t best                 # code of the card that wins so far
    uint8_t best_position
    uint8_t trump_positions      # bit i: the card at position i is a trump
    uint8_t ichimai              # bit of a seat: the sun was its only trump as dealt
    uint8_t robai_hidden         # the native robai is an undeclared one
    uint8_t okie                 # code
    uint8_t okie_taken
    uint8_t discard              # code of the opener's discard, NO_CARD without one
    uint8_t widow[2]             # codes
    uint8_t yaku_kind            # of the trick last finished
    uint8_t yaku_points


cdef inline CardSet plain_first(CardSet hand, bint plain_only) noexcept nogil:
    """A plain card if the hand holds one, else any (discard_rule and first_lead = plain)."""
    if plain_only and hand.lo:
        return make_set(hand.lo, 0)
    return hand


cdef inline CardSet followers(const MeriContext *g, int mode, int led, uint64_t sun, int ichimai, CardSet hand,
                              int seat) noexcept nogil:
    """What a follower may play (section 5)."""
    cdef uint64_t suit
    if mode == MODE_FREE:
        return hand
    if mode == MODE_MERI:
        if hand.hi == 0 or ((ichimai >> seat) & 1 and hand.hi == sun):
            return hand
        return make_set(0, hand.hi)
    suit = hand.lo & (<uint64_t>0xffff << (16 * led))
    if suit:
        return make_set(suit, hand.hi)
    if hand.hi and g.void_must_trump:
        return make_set(0, hand.hi)
    return hand


cdef inline CardSet legal_plays(const MeriContext *g, const MeriState *s) noexcept nogil:
    cdef CardSet hand = s.hand[s.turn]
    if s.position:
        return followers(g, s.mode, s.led, s.sun, s.ichimai, hand, s.turn)
    return plain_first(hand, g.lead_plain and s.trick_number == 0)


cdef inline CardSet legal_set(const MeriContext *g, const MeriState *s) noexcept nogil:
    """Legal codes; empty when the deal is over."""
    if s.stage == STAGE_PLAY:
        return legal_plays(g, s)
    if s.stage == STAGE_DISCARD:
        return plain_first(s.hand[s.turn], g.discard_plain)
    if s.stage == STAGE_OKIE:
        return make_set(0, <uint64_t>3 << (TAKE - 64))
    if s.stage == STAGE_DECLARE:
        return make_set(0, <uint64_t>3 << (DECLARE - 64))
    if s.stage == STAGE_REDEAL:
        return make_set(0, <uint64_t>3 << (ACCEPT - 64))
    return make_set(0, 0)


cdef inline void score_yaku(const MeriContext *g, MeriState *s, int team) noexcept nogil:
    """The bonus of a trick won with a trump (section 6); sets yaku_kind, yaku_points and the points."""
    cdef int strength = s.best - TRUMP
    cdef int native = g.native[s.trump] - TRUMP
    cdef uint32_t theirs = s.trumps_of[1 - team]
    cdef uint32_t pair
    cdef int bonus = 0
    if g.yaku_fresh and (s.trumps_before >> strength) > 1:
        return
    if s.mode == MODE_MERI and not g.pairs_in_meri:
        return
    if theirs == 0:
        return  # every yaku takes an opponent's trump: a chase has one in the middle
    pair = g.beaten[s.trump][strength] & ((<uint32_t>1 << highest_bit(theirs)) if g.best_opponent else theirs)
    if pair:
        s.yaku_kind = g.pair_kind[s.trump][strength]
        bonus = 2
        if s.robai_hidden and (strength == native or (pair >> native) & 1) and (
                s.yaku_kind == SOTA_ROBAI or s.yaku_kind == ROBAI_REI):
            bonus = 5
    elif (g.chase and s.mode != MODE_MERI and s.best_position >= 2
            and (s.trump_positions >> (s.best_position - 2)) & 7 == 7):
        s.yaku_kind = CHASE
        bonus = 2
    if bonus == 0:
        return
    if s.trick_number == TRICKS - 1:
        bonus = 5
    s.yaku_points = bonus
    s.points[team] += bonus
    if g.transfer:
        s.points[1 - team] -= bonus


cdef inline void finish_trick(const MeriContext *g, MeriState *s) noexcept nogil:
    """The eighth card is down: the winner takes the trick and leads the next."""
    cdef int winner = (s.leader + s.best_position) & 7
    cdef int team = winner & 1
    s.points[team] += 1
    s.tricks[team] += 1
    s.yaku_kind = NO_YAKU
    s.yaku_points = 0
    if s.best >= TRUMP:
        score_yaku(g, s, team)
    s.trumps_before |= s.trumps_of[0] | s.trumps_of[1]
    s.gone = union_of(s.gone, s.trick)
    if s.mode == MODE_MERI:
        s.monchi = 1
    s.trick_number += 1
    s.leader = winner
    s.turn = winner
    s.position = 0
    if s.trick_number == TRICKS:
        s.stage = STAGE_OVER


cdef inline void lead_card(const MeriContext *g, MeriState *s, int code) noexcept nogil:
    """The leader's card starts a trick and settles its mode."""
    cdef CardSet card = single(code)
    cdef int seat = s.turn
    remove(&s.hand[seat], code)
    s.trick = card
    s.gone = union_of(s.gone, card)
    s.trumps_of[seat & 1] = <uint16_t>card.hi
    s.trumps_of[1 - (seat & 1)] = 0
    s.trump_positions = code >= TRUMP
    if code >= TRUMP and (s.trick_number > 0 or g.first_trick_meri):
        s.mode = MODE_MERI
    else:
        s.mode = MODE_MONCHI if s.monchi else MODE_FREE
    s.led = code >> 4
    s.best = code
    s.best_position = 0
    s.played[0] = code
    s.position = 1
    s.turn = (seat + 1) & 7
    if s.trick_number == 0 and g.stack_revealed:
        if s.okie_taken:
            add(&s.gone, s.discard)
        add(&s.gone, s.widow[0])
        add(&s.gone, s.widow[1])


cdef inline void follow_card(const MeriContext *g, MeriState *s, int code) noexcept nogil:
    """A follower's card; the eighth one ends the trick."""
    cdef CardSet card = single(code)
    cdef int seat = s.turn
    cdef int position = s.position
    cdef bint wins
    s.hand[seat].lo &= ~card.lo
    s.hand[seat].hi &= ~card.hi
    s.trick = union_of(s.trick, card)
    s.trumps_of[seat & 1] |= <uint16_t>card.hi
    s.trump_positions |= (code >= TRUMP) << position
    # codes order the cards inside a lane, and every trump is above every plain card
    wins = (code > s.best) & ((code >= TRUMP) | ((code >> 4) == (s.best >> 4)))
    s.best = code if wins else s.best
    s.best_position = position if wins else s.best_position
    s.played[position] = code
    s.turn = (seat + 1) & 7
    s.position = position + 1
    if position == 7:
        finish_trick(g, s)


cdef inline void last_trick_at_once(const MeriContext *g, MeriState *s) noexcept nogil:
    """last_trick = simultaneous: the ninth trick is each hand's last card, counted from the leader; never Meri."""
    cdef int position, seat, code, best_key = -1, key
    cdef CardSet card = s.hand[s.dealer]
    cdef int led = TRUMP >> 4 if card.hi else highest_bit(card.lo) >> 4
    s.trick = make_set(0, 0)
    s.trumps_of[0] = s.trumps_of[1] = 0
    s.trump_positions = 0
    for position in range(8):
        seat = (s.leader + position) & 7
        card = s.hand[seat]
        s.hand[seat] = make_set(0, 0)
        code = TRUMP + highest_bit(card.hi) if card.hi else highest_bit(card.lo)
        s.played[position] = code
        s.trick = union_of(s.trick, card)
        s.trumps_of[seat & 1] |= <uint16_t>card.hi
        if code >= TRUMP:
            s.trump_positions |= 1 << position
        key = code if code >= TRUMP or (code >> 4) == led else -1
        if key > best_key:
            best_key = key
            s.best = code
            s.best_position = position
    s.mode = MODE_FREE
    finish_trick(g, s)


cdef inline void play_card(const MeriContext *g, MeriState *s, int code) noexcept nogil:
    if s.position == 0:
        lead_card(g, s, code)
    else:
        follow_card(g, s, code)
        if g.simultaneous and s.position == 0 and s.trick_number == TRICKS - 1:
            last_trick_at_once(g, s)


cdef void fix_opener(const MeriContext *g, MeriState *s, int seat) noexcept nogil
cdef void begin_opening(const MeriContext *g, MeriState *s) noexcept nogil
cdef void apply_code(const MeriContext *g, MeriState *s, int code) noexcept nogil
cdef void load_deal(const MeriContext *g, MeriState *s, const uint8_t *cards, int dealer, uint32_t redeals_left) noexcept nogil
cdef void shuffle_deal(uint8_t *cards, int fixed, Rng *rng) noexcept nogil
