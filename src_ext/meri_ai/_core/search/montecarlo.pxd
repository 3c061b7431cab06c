"""Flat Monte Carlo over common worlds with sequential halving, see montecarlo.pyx."""

from meri_ai._core.search.job cimport ACTION_CODES, Job

ctypedef struct Halving:
    int candidates[ACTION_CODES]    # best first, as far as known
    int count
    int rounds_left
    unsigned long long worlds_left  # of this round
    double round_end
    bint over

cdef void begin_halving(Job *job, Halving *halving) noexcept nogil
cdef void search_flat(Job *job, Halving *halving) noexcept nogil
