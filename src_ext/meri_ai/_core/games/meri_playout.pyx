"""Playouts of Hachinin Meri: the deal played to its end by a policy, in one loop."""

from libc.stdint cimport uint16_t, uint64_t
from meri_ai._core.cardset cimport CardSet, lowest, nth, single, size
from meri_ai._core.game cimport POLICY_RANDOM
from meri_ai._core.games.meri_policy cimport rule_choice, rule_play
from meri_ai._core.games.meri_state cimport (
    MODE_FREE, MODE_MERI, MODE_MONCHI, STAGE_OVER, STAGE_PLAY, TRICKS, TRUMP, MeriContext, MeriState, apply_code, finish_trick,
    followers, last_trick_at_once, lead_card, legal_plays, legal_set, play_card)
from meri_ai._core.rng cimport below, next64


cdef inline int pick(const MeriContext *g, const MeriState *s, CardSet among, int policy, uint32_t noise, Rng *rng) noexcept nogil:
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
    return rule_play(g, s, among) if s.stage == STAGE_PLAY else rule_choice(g, s, among)


cdef int choose(const void *game, const void *state, CardSet among, int policy, uint32_t noise, Rng *rng) noexcept nogil:
    return pick(<const MeriContext *>game, <const MeriState *>state, among, policy, noise, rng)


cdef inline void play_followers(const MeriContext *g, MeriState *s, int mode, int policy, uint32_t noise, Rng *rng) noexcept nogil:
    """The seven followers of a trick, and its end: the same as seven times follow_card.

    `mode` (s.mode) and `policy` are constant at the call, so that each pair has a loop of its own; what no policy
    reads during the trick stays in registers.
    """
    cdef int position, seat = s.leader, code, best = s.best, best_position = 0, trump_positions = s.trump_positions
    cdef uint64_t[2] sides
    cdef uint64_t plain = s.trick.lo
    cdef CardSet card
    cdef bint wins
    sides[0] = s.trick.hi  # the leader's side
    sides[1] = 0
    for position in range(1, 8):
        seat = (seat + 1) & 7
        if policy != POLICY_RANDOM:
            s.turn = seat
            s.position = position
            s.best = best
            s.best_position = best_position
            s.trump_positions = trump_positions
            if mode == MODE_MERI:
                s.trick.hi = sides[0] | sides[1]
                s.trumps_of[s.leader & 1] = <uint16_t>sides[0]
                s.trumps_of[1 - (s.leader & 1)] = <uint16_t>sides[1]
        code = pick(g, s, followers(g, mode, s.led, s.sun, s.ichimai, s.hand[seat], seat), policy, noise, rng)
        card = single(code)
        s.hand[seat].lo ^= card.lo
        s.hand[seat].hi ^= card.hi
        plain |= card.lo
        sides[position & 1] |= card.hi
        trump_positions |= (code >= TRUMP) << position
        wins = (code > best) & ((code >= TRUMP) | ((code >> 4) == (best >> 4)))
        best = code if wins else best
        best_position = position if wins else best_position
    s.best = best
    s.best_position = best_position
    s.trump_positions = trump_positions
    s.trick.lo = plain
    s.trick.hi = sides[0] | sides[1]
    s.trumps_of[s.leader & 1] = <uint16_t>sides[0]
    s.trumps_of[1 - (s.leader & 1)] = <uint16_t>sides[1]
    finish_trick(g, s)


cdef inline void play_out(const MeriContext *g, MeriState *s, int policy, uint32_t noise, Rng *rng) noexcept nogil:
    cdef int until = TRICKS - 1 if g.simultaneous else TRICKS
    while s.position:
        play_card(g, s, pick(g, s, legal_plays(g, s), policy, noise, rng))
    while s.trick_number < until:
        lead_card(g, s, pick(g, s, legal_plays(g, s), policy, noise, rng))
        if s.mode == MODE_FREE:
            play_followers(g, s, MODE_FREE, policy, noise, rng)
        elif s.mode == MODE_MERI:
            play_followers(g, s, MODE_MERI, policy, noise, rng)
        else:
            play_followers(g, s, MODE_MONCHI, policy, noise, rng)
    if s.stage != STAGE_OVER:
        last_trick_at_once(g, s)


cdef void playout(const void *game, void *state, int policy, uint32_t noise, Rng *rng) noexcept nogil:
    cdef const MeriContext *g = <const MeriContext *>game
    cdef MeriState *s = <MeriState *>state
    while s.stage < STAGE_PLAY:
        apply_code(g, s, pick(g, s, legal_set(g, s), policy, noise, rng))
    if policy == POLICY_RANDOM:
        play_out(g, s, POLICY_RANDOM, 0, rng)
    else:
        play_out(g, s, policy, noise, rng)
