from libc.stdint cimport uint32_t
from meri_ai._core.cardset cimport CardSet
from meri_ai._core.rng cimport Rng

cdef int choose(const void *game, const void *state, CardSet among, int policy, uint32_t noise, Rng *rng) noexcept nogil
cdef void playout(const void *game, void *state, int policy, uint32_t noise, Rng *rng) noexcept nogil
