"""The fishing family as GameOps: the functions by which the search meets the game (game.pxd says what each must do)."""

from libc.stdint cimport uint64_t
from meri_ai._core.cardset cimport CardSet, make_set
from meri_ai._core.game cimport GameOps
from meri_ai._core.games cimport fishing_belief, fishing_playout, fishing_worlds
from meri_ai._core.games.fishing_state cimport FishingContext, apply_code, legal_set, points_of
from meri_ai._core.games.fishing_table cimport STAGE_OVER, Table
from meri_ai._core.games.fishing_worlds cimport FishingRoot


cdef int to_move(const void *game, const void *state) noexcept nogil:
    cdef const Table *t = <const Table *>state
    return -1 if t.stage == STAGE_OVER else t.turn


cdef CardSet legal(const void *game, const void *state) noexcept nogil:
    return legal_set(<const Table *>state)


cdef void apply(const void *game, void *state, int action) noexcept nogil:
    apply_code(<Table *>state, action)


cdef void returns(const void *game, const void *state, double *by_seat) noexcept nogil:
    """The scores of the round: captured points less par."""
    cdef const FishingContext *g = <const FishingContext *>game
    cdef const Table *t = <const Table *>state
    cdef int seat
    for seat in range(t.players):
        by_seat[seat] = points_of(g, t.captured[seat]) - g.par


cdef double reach(const void *game, const void *state) noexcept nogil:
    """An eighth of all points: most rounds stay within it."""
    cdef const FishingContext *g = <const FishingContext *>game
    return g.par * g.players / 8.0


cdef CardSet unseen(const void *game, const void *state, int observer) noexcept nogil:
    """Every action is seen by all."""
    return make_set(0, 0)


cdef uint64_t reveal(const void *game, const void *before, int action, const void *after, int observer) noexcept nogil:
    """The card that was turned up because of the action, to everybody."""
    cdef const Table *t = <const Table *>after
    if t.turned == (<const Table *>before).turned:
        return 0
    return 1 + <uint64_t>t.pile[t.turned - 1]


cdef GameOps fishing_ops(const FishingContext *g):
    """The table of these functions for one ruleset."""
    return GameOps(
        game=g, state_bytes=sizeof(Table), root_bytes=sizeof(FishingRoot), seats=g.players,
        to_move=to_move, legal=legal, apply=apply, returns=returns, reach=reach, unseen=unseen, reveal=reveal,
        choose=fishing_playout.choose, playout=fishing_playout.playout, determinize=fishing_worlds.determinize,
        walk=fishing_belief.walk)
