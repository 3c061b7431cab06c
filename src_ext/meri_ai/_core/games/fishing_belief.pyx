"""What the others' plays tell of their hands: worlds in proportion to how likely these plays are in them.

A Metropolis chain (Metropolis and others 1953): two hidden cards change places, and the step is kept with a chance of
the ratio of the likelihoods. The likelihood looks at plays alone; a take tells next to nothing of a hand.
"""

from libc.stdint cimport uint8_t

from meri_ai._core.bits cimport count_bits, deposit, lowest_bit
from meri_ai._core.games.fishing_policy cimport rule_play
from meri_ai._core.games.fishing_state cimport FishingContext
from meri_ai._core.games.fishing_table cimport MOST_PLAYERS, Table, bit_of, month_of
from meri_ai._core.games.fishing_worlds cimport PastPlay
from meri_ai._core.rng cimport below_exactly, uniform

cdef enum:
    STEPS = 3       # from one world to the next: neighbours in the chain are much alike


cdef void note_plays(const Log *log, uint64_t first_field, int seat, int dealer, FishingRoot *root) noexcept:
    """The plays of the others so far, each with what lay open."""
    cdef uint64_t field = first_field, gone = 0, met, gain
    cdef int i, j, card, player, players = root.table.players
    cdef PastPlay *play
    for i in range(log.lays):
        card = log.card[i]
        player = (dealer + i // 2) % players
        if i % 2 == 0 and player != seat:
            play = &root.plays[root.play_count]
            root.play_count += 1
            play.field = field
            play.gone = gone
            play.seat = <uint8_t>player
            play.card = <uint8_t>card
            play.later = 0
            for j in range(root.play_count):
                if root.plays[j].seat == player:
                    root.plays[j].later |= bit_of(card)
        met = field & month_of(card)
        gain = met | (bit_of(card) if met else 0)
        if count_bits(met) == 2:
            gain = bit_of(card) | (bit_of(log.took[i] - 1) if log.took[i] else 0)
        gone |= gain
        field = (field | bit_of(card)) & ~gain


cdef double likelihood(const FishingContext *g, const FishingRoot *r, const Table *t, double erring) noexcept nogil:
    """The chance that rule players who err so often play from these hands what was played."""
    cdef const PastPlay *play
    cdef Table seen
    cdef double found = 1.0
    cdef uint64_t hand
    cdef int i
    seen.captured[1] = seen.captured[2] = seen.captured[3] = 0
    seen.turn = 0
    for i in range(r.play_count):
        play = &r.plays[i]
        hand = t.hand[play.seat] | play.later
        seen.hand[0] = hand
        seen.captured[0] = play.gone
        seen.field = play.field
        found *= erring / count_bits(hand) + (1.0 - erring if rule_play(g, &seen, hand) == play.card else 0.0)
    return found


cdef inline int place_of(const FishingRoot *r, const Table *t, int i, uint64_t *card) noexcept nogil:
    """Where the i-th hidden card lies: the seat that holds it, or MOST_PLAYERS + its place in the pile."""
    cdef int seat
    for seat in range(t.players):
        if i < r.hand_cards[seat]:
            card[0] = deposit(<uint64_t>1 << i, t.hand[seat])
            return seat
        i -= r.hand_cards[seat]
    card[0] = bit_of(t.pile[t.turned + i])
    return MOST_PLAYERS + t.turned + i


cdef inline void exchange(Table *t, int seat, int place, uint64_t first, uint64_t second) noexcept nogil:
    """A card of a hand and one of another hand or of the pile change places."""
    t.hand[seat] ^= first | second
    if place < MOST_PLAYERS:
        t.hand[place] ^= first | second
    else:
        t.pile[place - MOST_PLAYERS] = <uint8_t>lowest_bit(first)


cdef void walk(const void *game, const void *root, void *world, double erring, Rng *rng) noexcept nogil:
    cdef const FishingContext *g = <const FishingContext *>game
    cdef const FishingRoot *r = <const FishingRoot *>root
    cdef Table *t = <Table *>world
    cdef int held = r.unseen_cards - (t.pile_cards - t.turned), step, seat, place, i, j
    cdef uint64_t first, second
    cdef double here, there
    cdef uint8_t card
    if r.known or held == 0:
        return
    here = likelihood(g, r, t, erring)
    for step in range(STEPS):
        seat = place_of(r, t, <int>below_exactly(rng, held), &first)
        place = place_of(r, t, <int>below_exactly(rng, r.unseen_cards), &second)
        if seat == place:
            continue
        exchange(t, seat, place, first, second)
        there = likelihood(g, r, t, erring)
        if uniform(rng) * here < there:
            here = there
        else:
            exchange(t, seat, place, second, first)
    # no play tells anything of the order of the pile
    for i in range(t.turned, t.pile_cards - 1):
        j = i + <int>below_exactly(rng, t.pile_cards - i)
        card = t.pile[i]
        t.pile[i] = t.pile[j]
        t.pile[j] = card
