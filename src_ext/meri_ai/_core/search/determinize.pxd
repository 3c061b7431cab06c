"""Worlds drawn exactly uniformly: unseen cards dealt to slots of exact sizes that take only some types of card.

Knows no game: a type is a set of cards that are alike for every constraint (a suit, one special card), a slot is
whatever holds unseen cards (a hand, a face-down play, a discard, the widow). A slot's content is a set.

    fill types, cards, slots, capacity, allowed; plan_deals(&plan); any number of draw_deal; free_plan(&plan)
"""

from meri_ai._core.cardset cimport CardSet
from meri_ai._core.rng cimport Rng
from meri_ai._core.search.count_tables cimport CountTables

cdef enum:
    MAX_TYPES = 8
    MAX_SLOTS = 16
    MAX_UNSEEN = 80

ctypedef struct DealPlan:
    # filled by the caller; bit t of allowed[s]: slot s may hold cards of type t; card sets are disjoint
    int types
    CardSet cards[MAX_TYPES]
    int slots
    unsigned char capacity[MAX_SLOTS]
    unsigned char allowed[MAX_SLOTS]
    # filled by plan_deals: the number of assignments, exact below 1e12; 0 when there is none
    double worlds
    # how many cards of each merged type go to each group of like slots, where that is fixed; the tables draw the others
    unsigned char counts[MAX_TYPES * MAX_SLOTS]
    CountTables tables
    # all cards in regions by group: those that surely go there are in place, `filled` says how many
    int unseen
    CardSet placed[MAX_UNSEEN]
    unsigned char filled[MAX_SLOTS]
    # the merged types that several groups share, one after the other, and the groups ("parts") that share each
    int shared_cards
    CardSet shared[MAX_UNSEEN]
    int shared_types
    unsigned char type_end[MAX_TYPES]
    unsigned char part_end[MAX_TYPES]
    unsigned char part_group[MAX_TYPES * MAX_SLOTS]
    unsigned char part_cell[MAX_TYPES * MAX_SLOTS]
    # the slots that hold cards, by group: first card in its group's region, end of that region
    int filled_slots
    unsigned char slot[MAX_SLOTS]
    unsigned char slot_start[MAX_SLOTS]
    unsigned char region_end[MAX_SLOTS]


# 0: done, also when there is no assignment; -1: no memory, or tables of more than 64 MB; -2: the capacities and the
# unseen cards don't add up, or there are too many of something
cdef int plan_deals(DealPlan *plan) noexcept nogil

# by_slot[0..slots-1] becomes one of the assignments, each equally likely; worlds is not 0
cdef void draw_deal(const DealPlan *plan, Rng *rng, CardSet *by_slot) noexcept nogil

# after any plan_deals, once; nothing else may be done with the plan then
cdef void free_plan(DealPlan *plan) noexcept nogil
