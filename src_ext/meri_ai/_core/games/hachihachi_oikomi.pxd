"""What is shown of a hand yaku, and the fee of who is pushed out (docs/hachihachi-rules.md, sections 2 and 3)."""

from libc.stdint cimport int32_t, uint64_t
from meri_ai._core.bits cimport count_bits, lowest_bit
from meri_ai._core.games.hachihachi_state cimport HachiContext, HachiState
from meri_ai._core.games.hachihachi_yaku cimport (
    AKATAN, AOTAN, COMPLETED, GOKO, INO, NANATAN, NO_CATEGORY, NO_SET, SHIKO_YAKU, HandYaku, completed_of, hand_yaku)
from meri_ai._core.games.hanafuda_sets cimport (
    BLUE, BRIGHTS, INO_SHIKA_CHO, POETRY, RIBBONS, SHIKO, WILLOW, plain_of)

cdef enum:
    CARD_FEE = 3    # mon a card counted


cdef inline uint64_t show_yaku(uint64_t hand, const HandYaku *yaku) noexcept nogil:
    """The cards that a hand yaku shows to all."""
    return yaku.set_cards | (plain_of(hand) if yaku.category != NO_CATEGORY else 0)


cdef inline uint64_t cards_of(uint64_t hand, int completed) noexcept nogil:
    """The cards that make up the completed yaku which a hand holds."""
    cdef uint64_t cards = 0
    if (completed >> GOKO) & 1:
        cards |= BRIGHTS
    if (completed >> SHIKO_YAKU) & 1:
        cards |= SHIKO
    if (completed >> INO) & 1:
        cards |= INO_SHIKA_CHO
    if (completed >> AKATAN) & 1:
        cards |= POETRY
    if (completed >> AOTAN) & 1:
        cards |= BLUE
    if (completed >> NANATAN) & 1:
        cards |= hand & RIBBONS & ~WILLOW
    return cards & hand


cdef inline uint64_t countable(const HachiContext *g) noexcept nogil:
    """The cards that oikomi may count."""
    if g.red_blue:
        return BRIGHTS | POETRY | BLUE | (INO_SHIKA_CHO if g.ino_shika_cho else 0)
    return BRIGHTS | (RIBBONS & ~WILLOW)


cdef inline void push_out(const HachiContext *g, HachiState *s, int seat) noexcept nogil:
    """The fee that each payer owes this seat, and the cards that it shows for it."""
    cdef uint64_t hand = s.dealt[seat]
    cdef HandYaku yaku = hand_yaku(hand)
    cdef int completed = completed_of(hand, g.ino_shika_cho)
    cdef int kan = g.category_kan[yaku.category] + g.set_kan[yaku.set]
    cdef int y
    cdef uint64_t counted, used
    if (completed >> GOKO) & 1:
        completed &= ~(1 << SHIKO_YAKU)
    for y in range(COMPLETED):
        if (completed >> y) & 1:
            kan += g.completed_kan[y]
    used = cards_of(hand, completed)
    counted = hand & countable(g)
    if g.red_blue:
        counted = 0 if yaku.category != NO_CATEGORY else counted & ~(used | yaku.set_cards)
    s.fee[seat] = s.multiplier * (kan * g.kan_mon // 2 + CARD_FEE * count_bits(counted))
    s.shown[seat] = counted | used | show_yaku(hand, &yaku)
    s.pushed_category[seat] = yaku.category
    s.pushed_set[seat] = yaku.set
