"""The start of a round of the fishing family."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from meri_ai._core.games.fishing_table cimport NO_CARD, STAGE_PLAY, Table, bit_of


cdef void load_round(const FishingContext *g, Table *t, const uint8_t *cards, int dealer) noexcept nogil:
    """cards: the codes of the hands by seat, then the field, then the pile in the order of turning."""
    cdef int seat, i, at = 0
    memset(t, 0, sizeof(Table))
    t.players = g.players
    for seat in range(g.players):
        for i in range(g.hand_cards):
            t.hand[seat] |= bit_of(cards[at])
            at += 1
    for i in range(g.field_cards):
        t.field |= bit_of(cards[at])
        at += 1
    memcpy(t.pile, cards + at, g.pile_cards)
    t.pile_cards = g.pile_cards
    t.turn = <uint8_t>dealer
    t.stage = STAGE_PLAY
    t.waiting = NO_CARD
