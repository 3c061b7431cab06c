"""Random rounds of the fishing family with every state checked: the run behind `benchmarks/fishing_rounds.py`."""

from libc.stdint cimport uint64_t, uint8_t

from meri_ai._core.bits cimport count_bits
from meri_ai._core.cardset cimport CardSet, is_empty, nth, size
from meri_ai._core.game cimport Game
from meri_ai._core.games.fishing_state cimport MONTHS, FishingContext, apply_code, legal_set, load_round, points_of
from meri_ai._core.games.fishing_table cimport (
    CARDS, NO_CARD, STAGE_OVER, STAGE_PLAY, TAKE, Table, bit_of, month_of)
from meri_ai._core.rng cimport Rng, below_exactly, seeded

from meri_ai._core.games.fishing import FishingGame

cdef enum Fault:
    NO_FAULT = 0
    CARD_TWICE = 1
    CARD_LOST = 2
    LEGAL_EMPTY = 3
    LEGAL_NOT_HELD = 4
    TAKE_NOT_OF_TWO = 5
    SCORES_WRONG = 6
    NOT_ALL_CAPTURED = 7
    ODD_MONTH = 8
    TOO_LONG = 9

FAULTS = ("", "a card is in two places", "a card is lost", "no legal action", "a legal card is not in the hand",
          "a take is not of one of two cards", "the scores do not sum to 0", "a card is not captured at the end",
          "a player does not hold 0, 2 or 4 cards of a month at the end", "the round does not end")


cdef inline int put(uint64_t *found, uint64_t cards) noexcept nogil:
    cdef bint twice = (found[0] & cards) != 0
    found[0] |= cards
    return twice


cdef int check_cards(const Table *t) noexcept nogil:
    """All 48 cards are somewhere, each once."""
    cdef uint64_t found = t.field
    cdef int seat, i
    cdef bint twice = False
    for seat in range(t.players):
        twice |= put(&found, t.hand[seat])
        twice |= put(&found, t.captured[seat])
    for i in range(t.turned, t.pile_cards):
        twice |= put(&found, bit_of(t.pile[i]))
    if t.waiting != NO_CARD:
        twice |= put(&found, bit_of(t.waiting))
    if twice:
        return CARD_TWICE
    return NO_FAULT if found == bit_of(CARDS) - 1 else CARD_LOST


cdef int check_end(const FishingContext *g, const Table *t) noexcept nogil:
    cdef int seat, month, held, total = 0
    cdef uint64_t captured = 0
    for seat in range(t.players):
        captured |= t.captured[seat]
        total += points_of(g, t.captured[seat]) - g.par
        for month in range(MONTHS):
            held = count_bits(t.captured[seat] & month_of(4 * month))
            if held & 1:
                return ODD_MONTH
    if captured != bit_of(CARDS) - 1:
        return NOT_ALL_CAPTURED
    return SCORES_WRONG if total else NO_FAULT


cdef int check_round(const FishingContext *g, Table *t, Rng *rng) noexcept nogil:
    """Plays a round at random; the first fault found."""
    cdef CardSet legal
    cdef int fault, steps = 0
    while t.stage != STAGE_OVER:
        steps += 1
        if steps > 2 * CARDS:
            return TOO_LONG
        fault = check_cards(t)
        if fault:
            return fault
        legal = legal_set(t)
        if is_empty(legal):
            return LEGAL_EMPTY
        if t.stage == STAGE_PLAY:
            if legal.hi or legal.lo & ~t.hand[t.turn]:
                return LEGAL_NOT_HELD
        elif size(legal) != 2 or legal.lo & (bit_of(TAKE) - 1):
            return TAKE_NOT_OF_TWO
        apply_code(t, nth(legal, below_exactly(rng, size(legal))))
    fault = check_cards(t)
    return fault if fault else check_end(g, t)


cdef bint shuffle_round(const FishingContext *g, uint8_t *cards, Rng *rng) noexcept nogil:
    """Shuffles the deck in place; False for a misdeal."""
    cdef int i, j, first = g.players * g.hand_cards
    cdef uint8_t card
    cdef uint64_t field = 0
    for i in range(CARDS - 1):
        j = i + below_exactly(rng, CARDS - i)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    for i in range(first, first + g.field_cards):
        field |= bit_of(cards[i])
    for i in range(MONTHS):
        if field & month_of(4 * i) == month_of(4 * i):
            return False
    return True


def check_random_rounds(Game game not None, int rounds, uint64_t seed):
    """Plays random rounds with random legal actions and checks every state on the way.

    Returns (rounds played, what was wrong with the last one or ""): it stops at the first illegal state.
    """
    cdef const FishingContext *g = <const FishingContext *>game.ops.game
    cdef Table table
    cdef uint8_t cards[CARDS]
    cdef Rng rng = seeded(seed)
    cdef int i, k, fault = NO_FAULT, done = 0
    if not isinstance(game, FishingGame):
        raise ValueError(f"these checks are of the fishing family, not of {game.name}")
    for k in range(CARDS):
        cards[k] = k
    with nogil:
        for i in range(rounds):
            while not shuffle_round(g, cards, &rng):
                pass
            load_round(g, &table, cards, i % g.players)
            fault = check_round(g, &table, &rng)
            if fault:
                break
            done += 1
    return done, FAULTS[fault]
