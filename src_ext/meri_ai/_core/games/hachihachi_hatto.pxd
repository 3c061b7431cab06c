"""Hatto, the duty not to help an opponent to a yaku (docs/hachihachi-rules.md, section 6): who has broken it, and when.

A danger is (X, yaku, card): X lacks this one card of the yaku, and nobody has captured it. `wanted[X][y]` holds that
card; the dangers of a triplet (tobikomi) follow from X's hand. A breach is noted as 1 + the place that broke it.
"""

from libc.stdint cimport uint64_t, uint8_t
from meri_ai._core.bits cimport count_bits, lowest_bit
from meri_ai._core.games.fishing_table cimport bit_of, month_of
from meri_ai._core.games.hachihachi_state cimport (
    HATTO_NEXT_TURN, HATTO_STANDING, HELPED, PLACES, HachiContext, HachiState)
from meri_ai._core.games.hachihachi_yaku cimport AKATAN, AOTAN, INO, SHIKO_YAKU
from meri_ai._core.games.hanafuda_sets cimport BLUE, INO_SHIKA_CHO, POETRY, SHIKO, months_of

cdef enum:
    MOST_BROKEN = 12    # the dangers that one play can break: two opponents, four yaku and two triplets each

ctypedef struct Broken:
    uint8_t place       # X
    uint8_t yaku        # 0..3 a yaku that hatto knows, HELPED for a triplet
    uint64_t card
    bint beside         # by a card laid beside the wanted one


cdef inline uint64_t helped_cards(int y) noexcept nogil:
    """The cards of the yaku that hatto knows: shiko, akatan, aotan, ino-shika-cho."""
    return SHIKO if y == 0 else POETRY if y == 1 else BLUE if y == 2 else INO_SHIKA_CHO


cdef inline int completed_number(int y) noexcept nogil:
    """The number of that yaku among the completed ones."""
    return SHIKO_YAKU if y == 0 else AKATAN if y == 1 else AOTAN if y == 2 else INO


cdef inline int helped_yaku(const HachiContext *g) noexcept nogil:
    return HELPED if g.hatto_ino_shika_cho and g.ino_shika_cho else HELPED - 1


cdef inline uint64_t all_captured(const HachiState *s) noexcept nogil:
    return s.table.captured[0] | s.table.captured[1] | s.table.captured[2]


cdef inline void note_captures(const HachiContext *g, HachiState *s, uint64_t gain) noexcept nogil:
    """What everybody wants after the mover's capture of `gain`."""
    cdef int place, y, mover = s.table.turn
    cdef uint64_t lacking, captured = all_captured(s)
    for y in range(helped_yaku(g)):
        if gain & helped_cards(y):
            for place in range(PLACES):
                s.wanted[place][y] &= ~gain
            lacking = helped_cards(y) & ~s.table.captured[mover]
            s.wanted[mover][y] = lacking & ~captured if count_bits(lacking) == 1 else 0


cdef inline uint64_t triplet_wants(const HachiState *s, int place) noexcept nogil:
    """The fourth cards, not captured, of the triplets of its yaku that this place still holds whole."""
    cdef uint64_t left = s.yaku[place].triplets, month, wants = 0
    while left:
        month = <uint64_t>15 << (lowest_bit(left) & 60)
        left &= ~month
        if count_bits(s.table.hand[place] & month) == 3:
            wants |= month & ~s.table.hand[place]
    return wants & ~all_captured(s)


cdef inline bint breaks(const HachiContext *g, uint64_t held, int card, uint64_t before, uint64_t after, uint64_t wanted,
                        bint triplet) noexcept nogil:
    """Whether playing `card` out of `held` breaks the danger of `wanted`; before, after: the field."""
    cdef uint64_t played = bit_of(card)
    cdef uint64_t month = months_of(wanted)
    if played & after:
        if played == wanted or (not triplet and played & month):
            return True
    return g.hatto == HATTO_STANDING and (wanted & before & after) != 0 and (held & month) != 0


cdef inline int broken_by(const HachiContext *g, const HachiState *s, uint64_t held, int card, uint64_t before,
                          uint64_t after, Broken *found, int *kan) noexcept nogil:
    """The dangers that a play breaks; their number, and in kan what they are worth in sum."""
    cdef int mover = s.table.turn, step, place, y, count = 0
    cdef uint64_t wants, wanted
    kan[0] = 0
    for step in range(1, PLACES):
        place = (mover + step) % PLACES
        for y in range(HELPED):
            wanted = s.wanted[place][y]
            if wanted and breaks(g, held, card, before, after, wanted, False):
                found[count] = Broken(place, y, wanted, bit_of(card) != wanted and (bit_of(card) & after) != 0)
                count += 1
                kan[0] += g.completed_kan[completed_number(y)]
        wants = triplet_wants(s, place) if s.yaku[place].triplets else 0
        while wants:
            wanted = wants & (0 - wants)
            wants ^= wanted
            if breaks(g, held, card, before, after, wanted, True):
                found[count] = Broken(place, HELPED, wanted, False)
                count += 1
                kan[0] += 1
    return count


cdef inline int least_kan(const HachiContext *g, const HachiState *s, uint64_t held, int card, uint64_t field) noexcept nogil:
    """What playing this card breaks at least, whichever card it takes where there is a choice."""
    cdef uint64_t met = field & month_of(card)
    cdef Broken found[MOST_BROKEN]
    cdef int kan, least = 1 << 30
    cdef uint64_t one
    if count_bits(met) != 2:
        broken_by(g, s, held, card, field, (field & ~met) if met else field | bit_of(card), found, &kan)
        return kan
    while met:
        one = met & (0 - met)
        met ^= one
        broken_by(g, s, held, card, field, field & ~one, found, &kan)
        least = min(least, kan)
    return least


cdef inline bint anything_wanted(const HachiState *s) noexcept nogil:
    cdef int place
    for place in range(PLACES):
        if s.wanted[place][0] | s.wanted[place][1] | s.wanted[place][2] | s.wanted[place][3] | s.yaku[place].triplets:
            return True
    return False


cdef inline void breaches_of(const HachiContext *g, HachiState *s, uint64_t held, int card, uint64_t before,
                             uint64_t after) noexcept nogil:
    """Notes what the mover's play of `card` out of `held` broke; before, after: the field, before the flip.

    Called before the captures of this play are noted, for the dangers are those that stood before it.
    """
    cdef Broken found[MOST_BROKEN]
    cdef int count, kan, i, mover = s.table.turn, mine, others
    cdef uint64_t other
    cdef Broken *b
    if held & (held - 1) == 0 or not anything_wanted(s):
        return
    count = broken_by(g, s, held, card, before, after, found, &kan)
    if count == 0:
        return
    other = held & ~bit_of(card)
    if other & (other - 1) == 0:    # two cards
        mine = least_kan(g, s, held, card, before)
        others = least_kan(g, s, held, lowest_bit(other), before)
        if 0 < mine <= others:
            return
    for i in range(count):
        b = &found[i]
        if b.yaku == HELPED:
            if g.hatto == HATTO_STANDING:
                s.breach_month[b.place][lowest_bit(b.card) >> 2] = <uint8_t>(mover + 1)
            else:
                s.pending_month[b.place][lowest_bit(b.card) >> 2] = <uint8_t>(mover + 1)
        elif g.hatto == HATTO_STANDING:
            s.breach[b.place][b.yaku] = <uint8_t>(mover + 1)
        else:
            s.pending[b.place][b.yaku] = <uint8_t>(mover + 1)
            s.pending_card[b.place][b.yaku] = bit_of(card) | b.card


cdef inline void resolve_pending(HachiState *s, int fresh) noexcept nogil:
    """next_turn: at the end of the turn of X, what broke hatto before it counts if X has made use of it."""
    cdef int mover = s.table.turn, y, month
    for y in range(HELPED):
        if s.pending[mover][y]:
            if (fresh >> completed_number(y)) & 1 and s.pending_card[mover][y] & ~s.flipped_gain == 0:
                s.breach[mover][y] = s.pending[mover][y]
            s.pending[mover][y] = 0
            s.pending_card[mover][y] = 0
    if s.yaku[mover].triplets:
        for month in range(12):
            if s.pending_month[mover][month]:
                if (s.flipped_gain >> (4 * month)) & 15:
                    s.breach_month[mover][month] = s.pending_month[mover][month]
                s.pending_month[mover][month] = 0
