"""Sets of hanafuda in one word (card 4 * month + letter, both from 0): the types of card, and what they are worth."""

from libc.stdint cimport uint64_t
from meri_ai._core.bits cimport count_bits

# a hexadecimal digit a month, the twelfth first; bit 0 of a digit is card a, the most valued of its month
cdef extern from * nogil:
    """
    #define MERI_BRIGHTS 0x110010000101ULL
    #define MERI_ANIMALS 0x021121111010ULL
    #define MERI_RIBBONS 0x042202222222ULL
    #define MERI_WILLOW  0x0f0000000000ULL
    #define MERI_POETRY  0x000000000222ULL
    #define MERI_BLUE    0x002200200000ULL
    #define MERI_SHIKO   0x100010000101ULL
    #define MERI_BOAR_DEER_BUTTERFLIES 0x001001100000ULL
    """
    const uint64_t BRIGHTS "MERI_BRIGHTS"
    const uint64_t ANIMALS "MERI_ANIMALS"
    const uint64_t RIBBONS "MERI_RIBBONS"
    const uint64_t WILLOW "MERI_WILLOW"
    const uint64_t POETRY "MERI_POETRY"          # the ribbons of 01 02 03
    const uint64_t BLUE "MERI_BLUE"              # those of 06 09 10
    const uint64_t SHIKO "MERI_SHIKO"            # the brights but for the rain man
    const uint64_t INO_SHIKA_CHO "MERI_BOAR_DEER_BUTTERFLIES"


cdef inline int points_of(uint64_t cards) noexcept nogil:
    """Brights 20, animals 10, ribbons 5, all other cards 1; the deck has 264."""
    return (19 * count_bits(cards & BRIGHTS) + 9 * count_bits(cards & ANIMALS) + 4 * count_bits(cards & RIBBONS)
            + count_bits(cards))


cdef inline uint64_t plain_of(uint64_t cards) noexcept nogil:
    """The chaff, and all four willow cards with it (docs/hachihachi-rules.md)."""
    return cards & (WILLOW | ~(BRIGHTS | ANIMALS | RIBBONS))


cdef inline uint64_t months_of(uint64_t cards) noexcept nogil:
    """Every card of every month of which there is one."""
    cards |= (cards >> 1) & <uint64_t>0x777777777777
    cards |= (cards >> 2) & <uint64_t>0x333333333333
    cards &= <uint64_t>0x111111111111
    return cards * 15
