"""Bit tricks on 64-bit words: the machine's instructions where it has them, plain C elsewhere."""

from libc.stdint cimport uint64_t

cdef extern from * nogil:
    """
    #include <stdint.h>
    #if defined(__BMI2__)
    #include <immintrin.h>
    #define MERI_HAS_PDEP 1
    static inline uint64_t meri_deposit(uint64_t low_bits, uint64_t mask) { return _pdep_u64(low_bits, mask); }
    #else
    #define MERI_HAS_PDEP 0
    /* bit i of low_bits goes to the i-th set bit of mask */
    static inline uint64_t meri_deposit(uint64_t low_bits, uint64_t mask) {
        uint64_t out = 0;
        while (low_bits && mask) {
            uint64_t lowest = mask & (0 - mask);
            if (low_bits & 1) out |= lowest;
            low_bits >>= 1;
            mask ^= lowest;
        }
        return out;
    }
    #endif
    static inline int meri_count(uint64_t x) { return __builtin_popcountll(x); }
    /* index of the lowest and of the highest set bit; x is not 0 */
    static inline int meri_lowest(uint64_t x) { return __builtin_ctzll(x); }
    static inline int meri_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
    static inline uint64_t meri_mul_high(uint64_t a, uint64_t b, uint64_t *low) {
        unsigned __int128 product = (unsigned __int128)a * b;
        *low = (uint64_t)product;
        return (uint64_t)(product >> 64);
    }
    """
    const int HAS_PDEP "MERI_HAS_PDEP"
    uint64_t deposit "meri_deposit"(uint64_t low_bits, uint64_t mask) noexcept
    int count_bits "meri_count"(uint64_t x) noexcept
    int lowest_bit "meri_lowest"(uint64_t x) noexcept
    int highest_bit "meri_highest"(uint64_t x) noexcept
    uint64_t mul_high "meri_mul_high"(uint64_t a, uint64_t b, uint64_t *low) noexcept
