"""The natural logarithm of a count, the same on every platform: no library's log is used.

Exact to a float for counts below 2048; above, from the top eleven bits of the count, so at most 0.001 too small.
"""

from libc.stdint cimport uint32_t
from meri_ai._core.bits cimport highest_bit

cdef enum:
    LOG_BITS = 10
    LOG_STEPS = 1024    # 2 ** LOG_BITS

ctypedef struct LogTable:
    float of_mantissa[LOG_STEPS]    # log(1 + i / LOG_STEPS)
    float of_power[32]              # log(2 ** i)


cdef inline double series_log(double x) noexcept nogil:
    """log(x) for 1 <= x <= 2, by additions, products and quotients alone: 2 artanh((x - 1) / (x + 1))."""
    cdef double z = (x - 1.0) / (x + 1.0)
    cdef double power = z
    cdef double total = 0.0
    cdef int k
    for k in range(1, 41, 2):
        total += power / k
        power *= z * z
    return 2.0 * total


cdef inline void fill_log_table(LogTable *table) noexcept nogil:
    cdef double log_two = series_log(2.0)
    cdef int i
    for i in range(LOG_STEPS):
        table.of_mantissa[i] = <float>series_log(1.0 + <double>i / LOG_STEPS)
    for i in range(32):
        table.of_power[i] = <float>(i * log_two)


cdef inline float log_of(const LogTable *table, uint32_t n) noexcept nogil:
    """log(n), n >= 1."""
    cdef int power = highest_bit(n)
    # the bits below the highest one, as LOG_BITS bits
    cdef uint32_t mantissa = ((n << (31 - power)) >> (31 - LOG_BITS)) & (LOG_STEPS - 1)
    return table.of_power[power] + table.of_mantissa[mantissa]
