"""Worlds of the fishing family: nothing is known of the unseen cards but their number, so they are shuffled."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy

from meri_ai._core.bits cimport count_bits, lowest_bit
from meri_ai._core.games.fishing_table cimport (
    CARDS, NO_CARD, STAGE_TAKE_PLAYED, Table, bit_of)
from meri_ai._core.rng cimport Rng, below_exactly


cdef int prepare_root(const Table *seen, int seat, int hand_cards, int dealer, FishingRoot *root) noexcept:
    """Fills a root from a table as `seat` sees it; hand_cards: of a hand as dealt. False: the numbers do not add up."""
    cdef uint64_t known = seen.hand[seat] | seen.field
    cdef int i, turns, wanted
    root.table = seen[0]
    for i in range(seen.players):
        known |= seen.captured[i]
    if seen.waiting != NO_CARD:
        known |= bit_of(seen.waiting)
    known = ~known & (bit_of(CARDS) - 1)
    root.unseen_cards = <uint8_t>count_bits(known)
    for i in range(root.unseen_cards):
        root.unseen[i] = <uint8_t>lowest_bit(known)
        known &= known - 1
    # turns begun so far, each with one card played; the mover's own flip is still to come in STAGE_TAKE_PLAYED
    turns = seen.turned + (seen.stage == STAGE_TAKE_PLAYED)
    wanted = seen.pile_cards - seen.turned
    for i in range(seen.players):
        if i != seat:
            root.hand_cards[i] = <uint8_t>(hand_cards - turns_of(i, turns, dealer, seen.players))
            wanted += root.hand_cards[i]
    return wanted == root.unseen_cards


cdef int turns_of(int seat, int turns, int dealer, int players) noexcept:
    """How many of the first so many turns of a round were this seat's."""
    return (turns + players - 1 - (seat + players - dealer) % players) // players


cdef void determinize(const void *game, const void *root, void *state, Rng *rng) noexcept nogil:
    cdef const FishingRoot *r = <const FishingRoot *>root
    cdef Table *t = <Table *>state
    cdef uint8_t cards[CARDS]
    cdef Rng stream = rng[0]  # a copy that can stay in a register
    cdef int i, seat, pick, at = 0, end, n = r.unseen_cards
    cdef uint8_t card
    cdef uint64_t hand
    t[0] = r.table
    if r.known:
        return
    memcpy(cards, r.unseen, CARDS)
    for i in range(n - 1):
        pick = i + <int>below_exactly(&stream, n - i)
        card = cards[pick]
        cards[pick] = cards[i]
        cards[i] = card
    for seat in range(t.players):
        end = at + r.hand_cards[seat]
        hand = 0
        while at < end:
            hand |= bit_of(cards[at])
            at += 1
        t.hand[seat] |= hand
    memcpy(t.pile + t.turned, cards + at, t.pile_cards - t.turned)
    rng[0] = stream
