"""One small random stream: 64 bits of state, the same numbers on every platform.

The output function is the multiply-and-fold of Wang Yi's wyrand (public domain): one 128-bit product a number.
"""

from libc.stdint cimport uint32_t, uint64_t
from meri_ai._core.bits cimport mul_high

ctypedef struct Rng:
    uint64_t state


cdef inline uint64_t mix64(uint64_t x) noexcept nogil:
    """A 64-bit finaliser (Stafford's variant 13): near keys give unrelated numbers."""
    x = (x ^ (x >> 30)) * <uint64_t>0xbf58476d1ce4e5b9
    x = (x ^ (x >> 27)) * <uint64_t>0x94d049bb133111eb
    return x ^ (x >> 31)


cdef inline Rng seeded(uint64_t seed) noexcept nogil:
    cdef Rng rng
    rng.state = mix64(seed + <uint64_t>0x9e3779b97f4a7c15)
    return rng


cdef inline uint64_t next64(Rng *rng) noexcept nogil:
    cdef uint64_t low, high
    rng.state += <uint64_t>0xa0761d6478bd642f
    high = mul_high(rng.state, rng.state ^ <uint64_t>0xe7037ed1a0b428db, &low)
    return high ^ low


cdef inline uint32_t below(Rng *rng, uint32_t n) noexcept nogil:
    """A number in 0..n-1, off uniform by at most n / 2**32: good enough for a playout."""
    return <uint32_t>((<uint64_t><uint32_t>next64(rng) * n) >> 32)


cdef inline uint32_t below_exactly(Rng *rng, uint32_t n) noexcept nogil:
    """A number in 0..n-1, exactly uniform (Lemire 2019, "Fast random integer generation in an interval")."""
    cdef uint64_t product = <uint64_t><uint32_t>next64(rng) * n
    cdef uint32_t floor
    if <uint32_t>product < n:
        floor = (0 - n) % n
        while <uint32_t>product < floor:
            product = <uint64_t><uint32_t>next64(rng) * n
    return <uint32_t>(product >> 32)


cdef inline double uniform(Rng *rng) noexcept nogil:
    """A double in [0, 1) with 53 random bits."""
    return <double>(next64(rng) >> 11) * (1.0 / 9007199254740992.0)
