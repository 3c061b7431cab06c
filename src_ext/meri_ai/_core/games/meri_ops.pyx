"""Hachinin Meri as GameOps: the functions by which the search meets the game (game.pxd says what each must do)."""

from libc.stdint cimport uint64_t
from meri_ai._core.cardset cimport CardSet, make_set
from meri_ai._core.game cimport GameOps
from meri_ai._core.games cimport meri_playout, meri_worlds
from meri_ai._core.games.meri_state cimport (
    HIDE, MODE_MERI, SEATS, STAGE_DECLARE, STAGE_DISCARD, STAGE_OVER, STAGE_PLAY, STAGE_REDEAL, TRUMP, MeriContext,
    MeriState, apply_code, legal_set)
from meri_ai._core.games.meri_worlds cimport MeriRoot
from meri_ai._core.rng cimport mix64

cdef int to_move(const void *game, const void *state) noexcept nogil:
    cdef const MeriState *s = <const MeriState *>state
    return -1 if s.stage == STAGE_OVER else s.turn


cdef CardSet legal(const void *game, const void *state) noexcept nogil:
    return legal_set(<const MeriContext *>game, <const MeriState *>state)


cdef void apply(const void *game, void *state, int action) noexcept nogil:
    apply_code(<const MeriContext *>game, <MeriState *>state, action)


cdef void returns(const void *game, const void *state, double *by_seat) noexcept nogil:
    """The own team's points minus the other's."""
    cdef const MeriState *s = <const MeriState *>state
    cdef int seat
    cdef double margin = s.points[0] - s.points[1]
    for seat in range(SEATS):
        by_seat[seat] = -margin if seat & 1 else margin


cdef double reach(const void *game, const void *state) noexcept nogil:
    """All the tricks; bonuses go a little beyond."""
    return 9


cdef CardSet unseen(const void *game, const void *state, int observer) noexcept nogil:
    """Face-down trumps, another's discard, another's hiding. The eighth card is turned up as it is played."""
    cdef const MeriState *s = <const MeriState *>state
    if s.turn == observer:
        return make_set(0, 0)
    if s.stage == STAGE_PLAY:
        if s.position == 0 or s.position == 7 or s.mode == MODE_MERI:
            return make_set(0, 0)
        return make_set(0, legal_set(<const MeriContext *>game, s).hi)
    if s.stage == STAGE_DISCARD:
        return legal_set(<const MeriContext *>game, s)
    if s.stage == STAGE_DECLARE:
        return make_set(0, <uint64_t>1 << (HIDE - 64))
    return make_set(0, 0)


cdef uint64_t reveal(const void *game, const void *before, int action, const void *after, int observer) noexcept nogil:
    """The trumps of others turned up at the end of a trick; a new packet or hand after a redeal step.

    A shown stack is left out on purpose: it would split the tree by two cards that hardly matter.
    """
    cdef const MeriState *s = <const MeriState *>before
    cdef const MeriState *t = <const MeriState *>after
    cdef uint64_t key = 0
    cdef int position, down
    if s.stage == STAGE_REDEAL:
        # the whole hand, of which a second packet shows but three: no such node is met twice, so nothing rests on it
        key = mix64(t.hand[observer].lo + mix64(t.hand[observer].hi + mix64(t.okie + 1)))
        return key | 1
    if s.position != 7 or s.mode == MODE_MERI:
        return 0
    down = s.trump_positions & 0x7e
    if down == 0:
        return 0
    for position in range(1, 7):
        if (down >> position) & 1 and ((s.leader + position) & 7) != observer:
            key = key * 17 + (s.played[position] - TRUMP + 1)
    return key


cdef GameOps meri_ops(const MeriContext *g):
    """The table of these functions for one ruleset."""
    return GameOps(
        game=g, state_bytes=sizeof(MeriState), root_bytes=sizeof(MeriRoot), seats=SEATS,
        to_move=to_move, legal=legal, apply=apply, returns=returns, reach=reach, unseen=unseen, reveal=reveal,
        choose=meri_playout.choose, playout=meri_playout.playout, determinize=meri_worlds.determinize, walk=NULL)
