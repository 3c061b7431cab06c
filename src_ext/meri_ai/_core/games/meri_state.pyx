"""Hachinin Meri: the opening of a deal, and the dispatch of an action (docs/meri-rules.md sections 3 and 4)."""

from libc.string cimport memset
from meri_ai._core.cardset cimport has
from meri_ai._core.rng cimport below_exactly, mix64, seeded


cdef void load_deal(const MeriContext *g, MeriState *s, const uint8_t *cards, int dealer, uint32_t redeals_left) noexcept nogil:
    """Starts a deal: cards[9 * seat + i] is seat's i-th card, cards[72] the okie, cards[73], cards[74] the widow's rest."""
    cdef int i
    cdef uint64_t redeal_seed = s.redeal_seed
    cdef const uint8_t *code_of
    memset(s, 0, sizeof(MeriState))
    s.redeal_seed = redeal_seed
    s.trump = cards[72] // 15
    code_of = g.code_of[s.trump]
    for i in range(72):
        add(&s.hand[i // 9], code_of[cards[i]])
    s.okie = code_of[cards[72]]
    s.widow[0] = code_of[cards[73]]
    s.widow[1] = code_of[cards[74]]
    s.sun = g.sun[s.trump]
    s.dealer = dealer
    s.opener = NO_CARD
    s.discard = NO_CARD
    s.redeals_left = redeals_left
    if redeals_left:
        s.stage = STAGE_REDEAL
        s.turn = (dealer + 1) & 7
    else:
        begin_opening(g, s)


cdef void begin_opening(const MeriContext *g, MeriState *s) noexcept nogil:
    """The okie is turned up; the native robai's holder, if a hand holds it, is asked first."""
    cdef int seat, native = g.native[s.trump]
    s.redeals_left = 0
    for seat in range(SEATS):
        if g.ichimai_zun and s.hand[seat].hi == s.sun:
            s.ichimai |= 1 << seat
    for seat in range(SEATS):
        if has(s.hand[seat], native):
            s.stage = STAGE_DECLARE
            s.turn = seat
            return
    fix_opener(g, s, s.dealer)


cdef void fix_opener(const MeriContext *g, MeriState *s, int seat) noexcept nogil:
    s.opener = seat
    s.turn = seat
    s.leader = seat
    s.stage = STAGE_OKIE
    if g.okie_mandatory:
        apply_code(g, s, TAKE)


cdef void apply_code(const MeriContext *g, MeriState *s, int code) noexcept nogil:
    """Applies a legal code."""
    cdef uint8_t cards[75]
    cdef Rng rng
    if s.stage == STAGE_PLAY:
        play_card(g, s, code)
    elif s.stage == STAGE_DISCARD:
        remove(&s.hand[s.turn], code)
        s.discard = code
        s.stage = STAGE_PLAY
    elif code == TAKE:
        add(&s.hand[s.turn], s.okie)
        s.okie_taken = 1
        s.stage = STAGE_DISCARD
    elif code == LEAVE:
        add(&s.gone, s.okie)
        s.stage = STAGE_PLAY
    elif code == DECLARE:
        fix_opener(g, s, s.turn)
    elif code == HIDE:
        s.robai_hidden = 1
        fix_opener(g, s, s.dealer)
    elif code == ACCEPT:
        begin_opening(g, s)
    elif s.redeal_seed:
        # inside a world nobody knows the next deal: it comes from the world's own seed
        rng = seeded(s.redeal_seed)
        s.redeal_seed = mix64(s.redeal_seed) | 1
        for code in range(75):
            cards[code] = code
        shuffle_deal(cards, 0, &rng)
        load_deal(g, s, cards, s.dealer, s.redeals_left - 1)


cdef void shuffle_deal(uint8_t *cards, int fixed, Rng *rng) noexcept nogil:
    """Shuffles cards[fixed:75] uniformly in place."""
    cdef int i, j
    cdef uint8_t card
    for i in range(fixed, 74):
        j = i + below_exactly(rng, 75 - i)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
