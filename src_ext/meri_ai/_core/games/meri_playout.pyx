"""Playouts of Hachinin Meri: the deal played to its end by a policy, in one loop."""

from libc.stdint cimport uint64_t
from meri_ai._core.cardset cimport nth, size
from meri_ai._core.game cimport POLICY_RANDOM
from meri_ai._core.games.meri_policy cimport rule_choice, rule_play
from meri_ai._core.games.meri_state cimport (
    STAGE_OVER, STAGE_PLAY, MeriContext, MeriState, apply_code, legal_plays, legal_set, play_card)
from meri_ai._core.rng cimport below, next64


cdef inline int noisy(const MeriContext *g, const MeriState *s, CardSet among, uint32_t noise, Rng *rng) noexcept nogil:
    """The rule player's choice, or with noise/256 probability a random one: one random number decides both."""
    cdef uint64_t r
    cdef int n = size(among)
    if n == 1:
        return nth(among, 0)
    r = next64(rng)
    if (r & 255) < noise:
        return nth(among, <int>(((r >> 32) * n) >> 32))
    return rule_choice(g, s, among)


cdef int choose(const void *game, const void *state, CardSet among, int policy, uint32_t noise, Rng *rng) noexcept nogil:
    cdef int n
    if policy == POLICY_RANDOM:
        n = size(among)
        return nth(among, below(rng, n) if n > 1 else 0)
    return noisy(<const MeriContext *>game, <const MeriState *>state, among, noise, rng)


cdef void random_plays(const MeriContext *g, MeriState *s, Rng *rng) noexcept nogil:
    cdef CardSet legal
    cdef int n
    while s.stage == STAGE_PLAY:
        legal = legal_plays(g, s)
        n = size(legal)
        play_card(g, s, nth(legal, below(rng, n) if n > 1 else 0))


cdef void rule_plays(const MeriContext *g, MeriState *s, uint32_t noise, Rng *rng) noexcept nogil:
    cdef CardSet legal
    cdef uint64_t r
    cdef int n, code
    while s.stage == STAGE_PLAY:
        legal = legal_plays(g, s)
        n = size(legal)
        if n == 1:
            code = nth(legal, 0)
        else:
            r = next64(rng)
            if (r & 255) < noise:
                code = nth(legal, <int>(((r >> 32) * n) >> 32))
            else:
                code = rule_play(g, s, legal)
        play_card(g, s, code)


cdef void playout(const void *game, void *state, int policy, uint32_t noise, Rng *rng) noexcept nogil:
    cdef const MeriContext *g = <const MeriContext *>game
    cdef MeriState *s = <MeriState *>state
    while s.stage < STAGE_PLAY:
        apply_code(g, s, choose(g, s, legal_set(g, s), policy, noise, rng))
    if policy == POLICY_RANDOM:
        random_plays(g, s, rng)
    else:
        rule_plays(g, s, noise, rng)
