"""Loops for measuring: playouts and worlds as the search does them, without the search."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from meri_ai._core.game cimport POLICY_RANDOM, POLICY_RULE, GameOps, State, View
from meri_ai._core.rng cimport Rng, seeded

POLICIES = {"random": POLICY_RANDOM, "rule": POLICY_RULE}


def playouts(State state not None, str policy, double noise, int n, uint64_t seed):
    """n playouts from a state, which stays as it is; returns the sum of seat 0's returns.

    policy: "random" or "rule"; noise: 0..1.
    """
    cdef const GameOps *ops = &state.game.ops
    cdef int policy_number = POLICIES[policy]
    cdef int noise_byte = int(round(noise * 256))
    cdef Rng rng = seeded(seed)
    cdef double by_seat[8]
    cdef double total = 0
    cdef int i
    cdef void *work = malloc(ops.state_bytes)
    if work == NULL:
        raise MemoryError
    with nogil:
        for i in range(n):
            memcpy(work, state.data, ops.state_bytes)
            ops.playout(ops.game, work, policy_number, noise_byte, &rng)
            ops.returns(ops.game, work, by_seat)
            total += by_seat[0]
    free(work)
    return total


def worlds(View view not None, int n, uint64_t seed):
    """n worlds drawn from a view; returns a checksum. ViewError when the view cannot be searched."""
    cdef const GameOps *ops = &view.game.ops
    cdef Rng rng = seeded(seed)
    cdef uint64_t checksum = 0
    cdef int i
    cdef void *root = calloc(1, ops.root_bytes)
    cdef void *world = malloc(ops.state_bytes)
    if root == NULL or world == NULL:
        free(root)
        free(world)
        raise MemoryError
    try:
        view.prepare(root)
        try:
            with nogil:
                for i in range(n):
                    ops.determinize(ops.game, root, world, &rng)
                    checksum = checksum * 31 + (<uint64_t *>world)[0]
        finally:
            view.release(root)
    finally:
        free(root)
        free(world)
    return checksum
