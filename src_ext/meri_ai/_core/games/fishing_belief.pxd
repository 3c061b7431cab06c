from libc.stdint cimport uint64_t
from meri_ai._core.games.fishing_log cimport Log
from meri_ai._core.games.fishing_worlds cimport FishingRoot
from meri_ai._core.rng cimport Rng

# fills root.plays, of a prepared root
cdef void note_plays(const Log *log, uint64_t first_field, int seat, int dealer, FishingRoot *root) noexcept
cdef void walk(const void *game, const void *root, void *world, double erring, Rng *rng) noexcept nogil
