"""Playouts of Hachihachi: the month played to its end by a policy, in one loop."""

from libc.stdint cimport uint64_t
from meri_ai._core.cardset cimport lowest, nth, size
from meri_ai._core.game cimport POLICY_RANDOM
from meri_ai._core.games.hachihachi_policy cimport rule_choice
from meri_ai._core.games.hachihachi_state cimport STAGE_END, HachiContext, HachiState, apply_code, legal_set
from meri_ai._core.rng cimport below, next64


cdef inline int pick(const HachiContext *g, const HachiState *s, CardSet among, int policy, uint32_t noise,
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
    return rule_choice(g, s, among)


cdef int choose(const void *game, const void *state, CardSet among, int policy, uint32_t noise, Rng *rng) noexcept nogil:
    return pick(<const HachiContext *>game, <const HachiState *>state, among, policy, noise, rng)


cdef void playout(const void *game, void *state, int policy, uint32_t noise, Rng *rng) noexcept nogil:
    cdef const HachiContext *g = <const HachiContext *>game
    cdef HachiState *s = <HachiState *>state
    while s.stage != STAGE_END:
        apply_code(g, s, pick(g, s, legal_set(s), policy, noise, rng))
