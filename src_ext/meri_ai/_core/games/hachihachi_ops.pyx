"""Hachihachi as GameOps: the functions by which the search meets the game (game.pxd says what each must do)."""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t
from meri_ai._core.cardset cimport CardSet, make_set
from meri_ai._core.game cimport GameOps
from meri_ai._core.games cimport hachihachi_playout, hachihachi_worlds
from meri_ai._core.games.hachihachi_settle cimport Book, settle
from meri_ai._core.games.hachihachi_state cimport (
    MOST_SEATS, STAGE_END, STAGE_MIZUTEN, HachiContext, HachiState, apply_code, legal_set)
from meri_ai._core.games.hachihachi_worlds cimport HachiRoot
from meri_ai._core.rng cimport mix64

cdef double REACH = 250.0  # mon: a month with one completed yaku stays within it
cdef double MONTH_MON = 180.0  # how far a month moves an account (root mean square), measured in play of the rule player
cdef double HALF_PI = 1.5707963267948966


cdef int to_move(const void *game, const void *state) noexcept nogil:
    cdef const HachiState *s = <const HachiState *>state
    return -1 if s.stage == STAGE_END else s.turn


cdef CardSet legal(const void *game, const void *state) noexcept nogil:
    return legal_set(<const HachiState *>state)


cdef void apply(const void *game, void *state, int action) noexcept nogil:
    apply_code(<const HachiContext *>game, <HachiState *>state, action)


cdef void returns(const void *game, const void *state, double *by_seat) noexcept nogil:
    """The mon of the month, the pot paid out; or what they make of the year's end."""
    cdef const HachiContext *g = <const HachiContext *>game
    cdef const HachiState *s = <const HachiState *>state
    cdef Book book
    cdef int seat
    settle(g, s, &book, NULL)
    for seat in range(g.seats):
        by_seat[seat] = book.net[seat] + (s.account[seat] if g.for_place else 0)
    if g.for_place:
        to_places(by_seat, g.seats, s.months_left)


cdef void to_places(double *by_seat, int seats, int months_left) noexcept nogil:
    """Accounts become how many places above the middle each seat may expect to end the year.

    Two accounts change places with a chance that falls with their distance, measured in what the months left will
    move them. Its bell is x / sqrt(x^2 + pi / 2), a curve with heavy tails, as months have.
    """
    cdef double[MOST_SEATS] accounts
    cdef double spread = 2.0 * MONTH_MON * MONTH_MON * months_left * HALF_PI
    cdef double lead
    cdef int seat, other
    for seat in range(seats):
        accounts[seat] = by_seat[seat]
        by_seat[seat] = 0.0
    for seat in range(seats):
        for other in range(seats):
            lead = accounts[seat] - accounts[other]
            if lead != 0.0:
                by_seat[seat] += 0.5 * lead / sqrt(lead * lead + spread)


cdef double reach(const void *game, const void *state) noexcept nogil:
    """All places; or REACH mon, times the multiplier as all payments are; before the deal it is unknown."""
    cdef const HachiContext *g = <const HachiContext *>game
    cdef const HachiState *s = <const HachiState *>state
    if g.for_place:
        return (g.seats - 1) / 2.0
    return REACH if s.stage == STAGE_MIZUTEN else REACH * s.multiplier


cdef CardSet unseen(const void *game, const void *state, int observer) noexcept nogil:
    """Every action is seen by all."""
    return make_set(0, 0)


cdef uint64_t reveal(const void *game, const void *before, int action, const void *after, int observer) noexcept nogil:
    """The card turned up; the own hand and the field after mizuten is decided; what is shown when play begins."""
    cdef const HachiState *s = <const HachiState *>before
    cdef const HachiState *t = <const HachiState *>after
    cdef uint64_t key = 0
    cdef int seat
    if t.table.turned != s.table.turned:
        return 1 + <uint64_t>t.table.pile[t.table.turned - 1]
    if s.stage == STAGE_MIZUTEN:
        key = mix64(t.dealt[observer] + mix64(t.table.field))
    if t.active and not s.active:
        for seat in range((<const HachiContext *>game).seats):
            if t.shown[seat] or t.fee[seat]:
                key = mix64(key + t.shown[seat] + mix64(t.fee[seat] + 1000 * seat + 1))
    return key


cdef GameOps hachihachi_ops(const HachiContext *g):
    """The table of these functions for one ruleset."""
    return GameOps(
        game=g, state_bytes=sizeof(HachiState), root_bytes=sizeof(HachiRoot), seats=g.seats,
        to_move=to_move, legal=legal, apply=apply, returns=returns, reach=reach, unseen=unseen, reveal=reveal,
        choose=hachihachi_playout.choose, playout=hachihachi_playout.playout, determinize=hachihachi_worlds.determinize, walk=NULL)
