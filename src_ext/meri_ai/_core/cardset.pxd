"""Sets of up to 128 small numbers (cards or actions) in two 64-bit words."""

from libc.stdint cimport uint64_t
from meri_ai._core.bits cimport count_bits, deposit, highest_bit, lowest_bit

ctypedef struct CardSet:
    uint64_t lo
    uint64_t hi


cdef inline CardSet make_set(uint64_t lo, uint64_t hi) noexcept nogil:
    cdef CardSet s
    s.lo = lo
    s.hi = hi
    return s


cdef inline CardSet single(int n) noexcept nogil:
    """The set of the one number n, 0 <= n < 128."""
    return make_set(<uint64_t>1 << n, 0) if n < 64 else make_set(0, <uint64_t>1 << (n - 64))


cdef inline bint is_empty(CardSet s) noexcept nogil:
    return (s.lo | s.hi) == 0


cdef inline int size(CardSet s) noexcept nogil:
    return count_bits(s.lo) + count_bits(s.hi)


cdef inline bint has(CardSet s, int n) noexcept nogil:
    return ((s.lo >> n) if n < 64 else (s.hi >> (n - 64))) & 1


cdef inline void add(CardSet *s, int n) noexcept nogil:
    if n < 64:
        s.lo |= <uint64_t>1 << n
    else:
        s.hi |= <uint64_t>1 << (n - 64)


cdef inline void remove(CardSet *s, int n) noexcept nogil:
    if n < 64:
        s.lo &= ~(<uint64_t>1 << n)
    else:
        s.hi &= ~(<uint64_t>1 << (n - 64))


cdef inline CardSet union_of(CardSet a, CardSet b) noexcept nogil:
    return make_set(a.lo | b.lo, a.hi | b.hi)


cdef inline CardSet both(CardSet a, CardSet b) noexcept nogil:
    """The intersection."""
    return make_set(a.lo & b.lo, a.hi & b.hi)


cdef inline CardSet without(CardSet a, CardSet b) noexcept nogil:
    """The members of a that are not in b."""
    return make_set(a.lo & ~b.lo, a.hi & ~b.hi)


cdef inline CardSet nth_bit(CardSet s, int k) noexcept nogil:
    """The set of the k-th member alone, counted from 0 upward; k < size(s) < 64. No branch: one of the words is 0."""
    cdef int low_count = count_bits(s.lo)
    return make_set(deposit(<uint64_t>1 << k, s.lo), deposit((<uint64_t>1 << k) >> low_count, s.hi))


cdef inline int lowest(CardSet s) noexcept nogil:
    """The smallest member of a set that is not empty."""
    return lowest_bit(s.lo) if s.lo else 64 + lowest_bit(s.hi)


cdef inline int highest(CardSet s) noexcept nogil:
    """The largest member of a set that is not empty."""
    return 64 + highest_bit(s.hi) if s.hi else highest_bit(s.lo)


cdef inline int nth(CardSet s, int k) noexcept nogil:
    """The k-th member, counted from 0 upward; k < size(s) < 64."""
    return lowest(nth_bit(s, k))
