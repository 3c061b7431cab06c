"""The border between a game and everything that plays it.

GameOps is the C struct of function pointers that a game supplies; Game, State and View are the thin Python
classes over it. The search knows nothing else of a game.
"""

from libc.stdint cimport uint32_t, uint64_t
from meri_ai._core.cardset cimport CardSet
from meri_ai._core.rng cimport Rng

cdef enum:
    MAX_SEATS = 8

cdef enum Policy:
    POLICY_RANDOM = 0
    POLICY_RULE = 1

# A state is flat, without pointers or Python objects: memcpy of state_bytes copies it. Actions are the game's
# internal codes 0..126 (127 is the search's own), so that a set of actions is two words. `game` is GameOps.game,
# constant and shared by threads; it is the first argument of every call.
ctypedef struct GameOps:
    const void *game
    size_t state_bytes
    size_t root_bytes
    int seats
    # the seat to move, -1 when the deal is over
    int (*to_move)(const void *game, const void *state) noexcept nogil
    # the legal actions, never empty unless the deal is over
    CardSet (*legal)(const void *game, const void *state) noexcept nogil
    # action must be legal
    void (*apply)(const void *game, void *state, int action) noexcept nogil
    # by_seat[0..seats-1]; the deal is over
    void (*returns)(const void *game, const void *state, double *by_seat) noexcept nogil
    # the return that is 1 to the search of this state's deal, as its negative is 0: most should lie between
    double (*reach)(const void *game, const void *state) noexcept nogil
    # those legal actions that this observer would see as one and the same ("a trump, face down"): one edge of his tree
    CardSet (*unseen)(const void *game, const void *state, int observer) noexcept nogil
    # a key of what this observer saw because of the action beyond the action's own edge (cards turned up, a card
    # flipped, a new hand); 0 when there was nothing
    uint64_t (*reveal)(const void *game, const void *before, int action, const void *after, int observer) noexcept nogil
    # the policy's action among a non-empty part of the legal ones; with noise/256 probability a random one
    int (*choose)(const void *game, const void *state, CardSet among, int policy, uint32_t noise, Rng *rng) noexcept nogil
    # plays the state to its end
    void (*playout)(const void *game, void *state, int policy, uint32_t noise, Rng *rng) noexcept nogil
    # draws a world uniformly from those consistent with the prepared root
    void (*determinize)(const void *game, const void *root, void *state, Rng *rng) noexcept nogil
    # NULL, or goes on from one world to the next of a chain in which a world comes as often as the others' moves so far
    # are likely in it, if each is the rule player's but for a part `erring` of random ones
    void (*walk)(const void *game, const void *root, void *world, double erring, Rng *rng) noexcept nogil


cdef class Game:
    cdef GameOps ops
    cdef readonly str name
    cdef readonly object rules

cdef class State:
    cdef readonly Game game
    cdef void *data
    # whether the next action needs what the flat state does not hold (a further deal), so that only apply_action will do
    cdef bint beyond_flat(self) noexcept

cdef class View:
    cdef readonly Game game
    # fills `root` (ops.root_bytes, zeroed by the caller) with what determinize needs; raises ViewError when it is not this seat's turn
    cdef int prepare(self, void *root) except -1
    # frees what prepare allocated
    cdef void release(self, void *root) noexcept
    # the public Action for an internal code at this view
    cdef object action_of(self, int code)
