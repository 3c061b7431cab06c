from libc.stdint cimport uint64_t, uint8_t
from meri_ai._core.games.fishing_table cimport CARDS, MOST_PILE, MOST_PLAYERS, Table
from meri_ai._core.rng cimport Rng

# What another seat saw when it played a card, and which one it chose.
ctypedef struct PastPlay:
    uint64_t field
    uint64_t gone                   # captured until then, by anybody
    uint64_t later                  # this card, and what the seat has played since
    uint8_t seat
    uint8_t card

# What determinize starts from.
ctypedef struct FishingRoot:
    Table table                     # as the asking seat sees it: other hands and the unturned pile are empty
    uint8_t known                   # 1: the table is the truth (a clairvoyant's)
    uint8_t unseen_cards
    uint8_t unseen[CARDS]           # the cards of the other hands and of the unturned pile
    uint8_t hand_cards[MOST_PLAYERS]  # of the other hands; 0 for the own one
    uint8_t play_count
    PastPlay plays[MOST_PILE]

cdef int prepare_root(const Table *seen, int seat, int hand_cards, int dealer, FishingRoot *root) noexcept
cdef void determinize(const void *game, const void *root, void *state, Rng *rng) noexcept nogil
