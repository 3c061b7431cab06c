"""Loops over very many hands and months of Hachihachi: counts of hand yaku, random months with every state checked."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memset

from meri_ai._core.bits cimport count_bits, deposit, lowest_bit
from meri_ai._core.cardset cimport CardSet, nth, size
from meri_ai._core.game cimport Game
from meri_ai._core.games.fishing_table cimport TAKE
from meri_ai._core.games.hachihachi_settle cimport MOST_ROWS, POT, Book, Row, settle
from meri_ai._core.games.hachihachi_state cimport (
    CARDS, ENDING_OUT, MOST_SEATS, NOBODY, NO_CARD, PLACES, STAGE_END, STAGE_PLAY, HachiContext, HachiState, apply_code,
    legal_set, load_month)
from meri_ai._core.games.hachihachi_yaku cimport CATEGORIES, SETS, HandYaku, hand_yaku
from meri_ai._core.games.hanafuda_sets cimport points_of
from meri_ai._core.rng cimport Rng, below, below_exactly, next64, seeded

CATEGORY_NAMES = ("", "aka", "tan-ichi", "toichi", "pikaichi", "karasu")
SET_NAMES = ("", "sanbon", "tate-sanbon", "kuttsuki", "teshi", "haneken", "ichi-ni-shi", "futa-sanbon",
             "futa-sanbon with a standing triplet", "futa-tate-sanbon", "shisou")

cdef enum Fault:
    NO_FAULT = 0
    CARD_TWICE = 1
    CARD_LOST = 2
    LEGAL_EMPTY = 3
    LEGAL_NOT_HELD = 4
    MON_LOST = 5
    LEDGER_WRONG = 6
    POINTS_WRONG = 7
    TOO_LONG = 8

FAULTS = ("", "a card is in two places", "a card is lost", "no legal action", "a legal card is not in the hand",
          "the payments do not sum to zero", "the ledger is not the settlement", "captured points do not sum to 264",
          "the month does not end")
cdef enum:
    MOST_STEPS = 200
    ALL_POINTS = 264


def count_hands():
    """How many of all 73,629,072 hands of seven hold which yaku: {(category, set): hands}, "" for none."""
    cdef uint64_t[CATEGORIES][SETS] counts
    cdef uint64_t hand = 0x7f, low, ripple, end = <uint64_t>1 << CARDS
    cdef HandYaku found
    cdef int category, sets
    memset(counts, 0, sizeof(counts))
    with nogil:
        while hand < end:
            found = hand_yaku(hand)
            counts[found.category][found.set] += 1
            # the next larger number with seven bits
            low = hand & (0 - hand)
            ripple = hand + low
            hand = ripple | (((hand ^ ripple) >> 2) >> lowest_bit(low))
    return {(CATEGORY_NAMES[category], SET_NAMES[sets]): counts[category][sets]
            for category in range(CATEGORIES) for sets in range(SETS) if counts[category][sets]}


def evaluate_hands(int n, uint64_t seed):
    """The hand yaku of n random hands, for measuring; returns a checksum."""
    cdef Rng rng = seeded(seed)
    cdef uint64_t[1024] hands
    cdef uint64_t checksum = 0, left
    cdef HandYaku found
    cdef int i, k
    for i in range(1024):
        left = ((<uint64_t>1) << CARDS) - 1
        hands[i] = 0
        for k in range(7):
            hands[i] |= deposit(<uint64_t>1 << below(&rng, CARDS - k), left & ~hands[i])
    with nogil:
        for i in range(n):
            found = hand_yaku(hands[i & 1023])
            checksum += found.category + 8 * found.set + found.set_cards
    return checksum


cdef int check_cards(const HachiState *s) noexcept nogil:
    """All 48 cards are in a hand, on the field, captured, waiting or in the pile, each once."""
    cdef uint64_t found = 0, part
    cdef int i
    if not s.active:
        return NO_FAULT
    for i in range(8):
        if i < PLACES:
            part = s.table.hand[i]
        elif i < 2 * PLACES:
            part = s.table.captured[i - PLACES]
        elif i == 6:
            part = s.table.field
        else:
            part = <uint64_t>1 << s.table.waiting if s.table.waiting != NO_CARD else 0
        if found & part:
            return CARD_TWICE
        found |= part
    for i in range(s.table.turned, s.table.pile_cards):
        part = <uint64_t>1 << s.table.pile[i]
        if found & part:
            return CARD_TWICE
        found |= part
    return NO_FAULT if count_bits(found) == CARDS else CARD_LOST


cdef int check_end(const HachiContext *g, const HachiState *s) noexcept nogil:
    """The settlement sums to zero, its rows are the settlement, and a month that is played out has all the points."""
    cdef Book book, again
    cdef Row[MOST_ROWS] rows
    cdef int i, sum = 0, points = 0
    settle(g, s, &book, rows)
    memset(&again, 0, sizeof(Book))
    for i in range(book.count):
        again.net[rows[i].payer] -= rows[i].mon
        again.net[rows[i].payee] += rows[i].mon
    for i in range(MOST_SEATS + 1):
        sum += book.net[i]
        if again.net[i] != book.net[i]:
            return LEDGER_WRONG
    if sum or book.net[POT]:
        return MON_LOST
    for i in range(PLACES):
        points += points_of(s.table.captured[i])
    if s.ending == ENDING_OUT and points != ALL_POINTS:
        return POINTS_WRONG
    return NO_FAULT


cdef void deal_at_random(const HachiContext *g, HachiState *s, Rng *rng) noexcept nogil:
    """A month at its start: any deal that is no misdeal, any dealer, up to three multipliers carried in."""
    cdef uint64_t[MOST_SEATS] dealt
    cdef uint8_t[CARDS] order
    cdef uint64_t left, field = 0, month
    cdef int i, k, pick, seat, blank = NOBODY
    cdef uint8_t card
    if g.seats == MOST_SEATS:
        blank = below(rng, MOST_SEATS)
    while True:
        for i in range(CARDS):
            order[i] = <uint8_t>i
        for i in range(CARDS - 1):
            pick = i + <int>below_exactly(rng, CARDS - i)
            card = order[pick]
            order[pick] = order[i]
            order[i] = card
        memset(dealt, 0, sizeof(dealt))
        field = 0
        k = 0
        for seat in range(g.seats):
            if seat != blank:
                for i in range(7):
                    dealt[seat] |= <uint64_t>1 << order[k]
                    k += 1
        for i in range(6):
            field |= <uint64_t>1 << order[k]
            k += 1
        month = field & (field >> 1)
        if not (month & (month >> 2) & <uint64_t>0x111111111111):
            break
    load_month(g, s, dealt, field, order, below(rng, g.seats), blank, below(rng, 3), below(rng, 2))


cdef int check_month(const HachiContext *g, HachiState *s, Rng *rng) noexcept nogil:
    cdef int fault, step
    cdef CardSet legal
    deal_at_random(g, s, rng)
    for step in range(MOST_STEPS):
        fault = check_cards(s)
        if fault:
            return fault
        if s.stage == STAGE_END:
            return check_end(g, s)
        legal = legal_set(s)
        if size(legal) == 0:
            return LEGAL_EMPTY
        if s.stage == STAGE_PLAY and legal.lo & ~s.table.hand[s.table.turn]:
            return LEGAL_NOT_HELD
        apply_code(g, s, nth(legal, below(rng, size(legal))))
    return TOO_LONG


def check_random_months(Game game not None, int months, uint64_t seed):
    """Plays so many random months: (months played without a fault, what was wrong with the next one or "")."""
    cdef const HachiContext *g = <const HachiContext *>game.ops.game
    cdef HachiState s
    cdef Rng rng = seeded(seed)
    cdef int i, fault = NO_FAULT
    with nogil:
        for i in range(months):
            fault = check_month(g, &s, &rng)
            if fault:
                break
    return (months, "") if not fault else (i, FAULTS[fault])
