"""The yaku of Hachihachi as sets: what a hand of seven is worth as dealt, and what captured cards complete.

docs/hachihachi-rules.md, sections 3 and 4.
"""

from libc.stdint cimport uint32_t, uint64_t, uint8_t
from meri_ai._core.bits cimport count_bits
from meri_ai._core.games.hanafuda_sets cimport (
    ANIMALS, BLUE, BRIGHTS, INO_SHIKA_CHO, POETRY, RIBBONS, SHIKO, WILLOW, plain_of)

cdef enum Category:
    NO_CATEGORY = 0
    AKA = 1
    TAN_ICHI = 2
    TOICHI = 3
    PIKAICHI = 4
    KARASU = 5
    CATEGORIES = 6

cdef enum SetYaku:
    NO_SET = 0
    SANBON = 1
    TATE_SANBON = 2
    KUTTSUKI = 3
    TESHI = 4
    HANEKEN = 5
    ICHI_NI_SHI = 6
    FUTA_SANBON = 7
    FUTA_SANBON_TATE = 8     # futa-sanbon of which one triplet is standing: of another value in some rules
    FUTA_TATE_SANBON = 9
    SHISOU = 10
    SETS = 11

# completed yaku, in the order of the rules page's table
cdef enum Completed:
    GOKO = 0
    SHIKO_YAKU = 1
    INO = 2
    AKATAN = 3
    AOTAN = 4
    NANATAN = 5
    COMPLETED = 6

# No padding: views compare the bytes of a state, and a copy of a struct may fill padding with anything.
ctypedef struct HandYaku:
    uint32_t category
    uint32_t set
    uint64_t set_cards      # the cards of the sets
    uint64_t triplets       # all four cards of the months of which three are held

cdef enum:
    NANATAN_RIBBONS = 7


cdef inline uint8_t category_of(uint64_t hand) noexcept nogil:
    """The category yaku of seven cards."""
    cdef int ribbons = count_bits(hand & RIBBONS & ~WILLOW)
    cdef int animals = count_bits(hand & ANIMALS & ~WILLOW)
    cdef int brights = count_bits(hand & BRIGHTS & ~WILLOW)
    if animals + brights:
        if ribbons or animals + brights > 1:
            return NO_CATEGORY
        return TOICHI if animals else PIKAICHI
    return KARASU if ribbons == 0 else TAN_ICHI if ribbons == 1 else AKA


cdef inline HandYaku hand_yaku(uint64_t hand) noexcept nogil:
    """The best yaku of each group that seven cards hold."""
    cdef HandYaku found
    # how many cards of each month, a digit each
    cdef uint64_t counts = hand - ((hand >> 1) & <uint64_t>0x555555555555)
    cdef uint64_t ones = <uint64_t>0x111111111111
    cdef uint64_t fours, threes, twos, standing
    cdef int pairs, triplets
    counts = (counts & <uint64_t>0x333333333333) + ((counts >> 2) & <uint64_t>0x333333333333)
    fours = (counts >> 2) & ones
    twos = (counts >> 1) & ones
    threes = twos & counts
    twos &= ~counts
    # 04, 05, 07 stand with any three, 12 without its bright
    standing = threes & (<uint64_t>0x100001011000 & ~((hand & <uint64_t>0x100000000000)))
    triplets = count_bits(threes)
    pairs = count_bits(twos)
    found.category = category_of(hand)
    found.triplets = threes * 15
    found.set_cards = 0
    if fours:
        found.set = SHISOU if threes else ICHI_NI_SHI if twos else TESHI
        found.set_cards = hand if found.set != TESHI else fours * 15
    elif triplets == 2:
        found.set = FUTA_TATE_SANBON if count_bits(standing) == 2 else FUTA_SANBON_TATE if standing else FUTA_SANBON
        found.set_cards = hand & (threes * 15)
    elif triplets == 1:
        found.set = HANEKEN if pairs == 2 else TATE_SANBON if standing else SANBON
        found.set_cards = hand if found.set == HANEKEN else hand & (threes * 15)
    elif pairs == 3:
        found.set = KUTTSUKI
        found.set_cards = hand & (twos * 15)
    else:
        found.set = NO_SET
    return found


cdef inline bint has_tobikomi(int set_yaku) noexcept nogil:
    """Whether capturing the whole month of a triplet pays more on this yaku."""
    return (set_yaku == SANBON or set_yaku == TATE_SANBON or set_yaku == HANEKEN
            or FUTA_SANBON <= set_yaku <= FUTA_TATE_SANBON)


cdef inline int completed_of(uint64_t cards, bint ino_shika_cho) noexcept nogil:
    """The completed yaku that cards hold, bit y for yaku y."""
    cdef int found = 0
    if cards & SHIKO == SHIKO:
        found |= 1 << SHIKO_YAKU
        if cards & BRIGHTS == BRIGHTS:
            found |= 1 << GOKO
    if ino_shika_cho and cards & INO_SHIKA_CHO == INO_SHIKA_CHO:
        found |= 1 << INO
    if cards & POETRY == POETRY:
        found |= 1 << AKATAN
    if cards & BLUE == BLUE:
        found |= 1 << AOTAN
    if count_bits(cards & RIBBONS & ~WILLOW) >= NANATAN_RIBBONS:
        found |= 1 << NANATAN
    return found
