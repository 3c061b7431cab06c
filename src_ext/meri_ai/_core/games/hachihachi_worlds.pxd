"""Worlds of Hachihachi: whole states that one seat cannot tell from the true one (docs/hachihachi-rules.md, section 8)."""

from libc.stdint cimport uint64_t, uint8_t
from meri_ai._core.games.hachihachi_sight cimport HachiSight
from meri_ai._core.games.hachihachi_state cimport MOST_SEATS, PLACES, HachiContext, HachiState
from meri_ai._core.rng cimport Rng

# A hand of which some cards are hidden: `known` of it are known, `count` more come out of `allowed`.
ctypedef struct Hidden:
    uint64_t known
    uint64_t allowed
    int count
    int seat
    int place               # -1 for one who is not active: his hand is in the pile
    uint64_t played         # of an active hand
    double most             # the most ways that there can be to choose the hidden cards

# What determinize starts from.
ctypedef struct HachiRoot:
    HachiSight sight
    HachiState opening      # the state as play began, as the seat sees it
    uint8_t known           # 1: sight.state is the truth (a clairvoyant's)
    uint8_t replay          # somebody may have broken hatto: worlds play the history again
    uint64_t unseen         # cards of other active hands or of the pile
    uint64_t in_pile        # not turned up yet, but surely in the pile
    uint64_t turned_up
    uint64_t own
    int pile_hands          # of `hands`: hidden hands of who was pushed out, which are in the pile
    int active_hands        # after them: hidden hands of active players
    int free_hands          # after them: hands in the pile of which nothing is known
    Hidden hands[MOST_SEATS]

# 0: done; -2: no deal is consistent with the sight
cdef int prepare_root(const HachiContext *g, const HachiSight *sight, HachiRoot *root) noexcept nogil
# a world; pile_hands (by seat) is filled with the hands of who is not active, where it is not NULL
cdef void draw_world(const HachiContext *g, const HachiRoot *root, HachiState *s, Rng *rng, uint64_t *pile_hands) noexcept nogil
cdef void determinize(const void *game, const void *root, void *state, Rng *rng) noexcept nogil
