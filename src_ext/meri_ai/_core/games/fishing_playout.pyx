"""Playouts of the fishing family: the round played to its end by a policy, in one loop."""

from libc.stdint cimport uint32_t, uint64_t, uint8_t
from meri_ai._core.bits cimport count_bits, deposit, lowest_bit
from meri_ai._core.cardset cimport CardSet, lowest, nth, size
from meri_ai._core.game cimport POLICY_RANDOM
from meri_ai._core.games.fishing_policy cimport rule_choice
from meri_ai._core.games.fishing_state cimport FishingContext, apply_code, legal_set
from meri_ai._core.games.fishing_table cimport STAGE_OVER, STAGE_PLAY, Table
from meri_ai._core.rng cimport Rng, below, next64

cdef uint64_t nibbles(list sixteen):
    """Sixteen nibbles in a word, the first one lowest."""
    word = 0
    for nibble in reversed(sixteen):
        word = word << 4 | nibble
    return word


# Which of a month's cards on the field (a nibble) a card of that month captures, where the choice of two falls on the
# lower and on the higher one. Seen as two words, so that laying a card takes no branch.
cdef uint64_t TAKES_LOWER = nibbles([n & -n if n.bit_count() == 2 else n for n in range(16)])
cdef uint64_t TAKES_HIGHER = nibbles([n & (n - 1) if n.bit_count() == 2 else n for n in range(16)])


cdef inline int pick(const FishingContext *g, const Table *t, CardSet among, int policy, uint32_t noise,
                     Rng *rng) noexcept nogil:
    """A policy's action; for the rule player one random number decides whether it errs and how."""
    cdef int n = size(among)
    cdef uint64_t r
    if n == 1:
        return lowest(among)
    if policy == POLICY_RANDOM:
        return nth(among, below(rng, n))
    r = next64(rng)
    if (r & 255) < noise:
        return nth(among, <int>(((r >> 32) * n) >> 32))
    return rule_choice(g, t, among)


cdef int choose(const void *game, const void *state, CardSet among, int policy, uint32_t noise,
                Rng *rng) noexcept nogil:
    return pick(<const FishingContext *>game, <const Table *>state, among, policy, noise, rng)


cdef inline uint64_t captures(uint64_t field, int card, uint64_t table) noexcept nogil:
    """What a card captures, itself included; nothing when it stays on the field."""
    cdef int at = card & 60
    cdef uint64_t met = ((table >> (((field >> at) & 15) << 2)) & 15) << at
    return met | <uint64_t>(met != 0) << card


cdef inline void play_at_random(Table *t, Rng *rng) noexcept nogil:
    """Whole turns of random players to the end; one random number a turn: the high half picks the card."""
    cdef uint64_t field = t.field, hand, gain, r, lower = TAKES_LOWER, higher = TAKES_HIGHER
    cdef int turn = t.turn, turned = t.turned, pile_cards = t.pile_cards, card
    while turned < pile_cards:
        r = next64(rng)
        hand = t.hand[turn]
        card = lowest_bit(deposit(<uint64_t>1 << (((r >> 32) * <uint32_t>count_bits(hand)) >> 32), hand))
        t.hand[turn] = hand ^ (<uint64_t>1 << card)
        gain = captures(field, card, higher if r & 1 else lower)
        field = (field | <uint64_t>1 << card) & ~gain
        card = t.pile[turned]
        turned += 1
        t.captured[turn] |= gain
        gain = captures(field, card, higher if r & 2 else lower)
        field = (field | <uint64_t>1 << card) & ~gain
        t.captured[turn] |= gain
        turn += 1
        turn = 0 if turn == t.players else turn
    t.field = field
    t.turn = <uint8_t>turn
    t.turned = <uint8_t>turned
    t.stage = STAGE_OVER


cdef void playout(const void *game, void *state, int policy, uint32_t noise, Rng *rng) noexcept nogil:
    cdef const FishingContext *g = <const FishingContext *>game
    cdef Table *t = <Table *>state
    if policy == POLICY_RANDOM:
        while t.stage != STAGE_PLAY and t.stage != STAGE_OVER:
            apply_code(t, pick(g, t, legal_set(t), policy, noise, rng))
        if t.stage == STAGE_PLAY:
            play_at_random(t, rng)
        return
    while t.stage != STAGE_OVER:
        apply_code(t, pick(g, t, legal_set(t), policy, noise, rng))
