"""The rule player of Hachihachi: it knows its own hand and what everybody has seen, no more.

The same functions are the bot `rule` (without noise), the playout policy and the prior of the search. A card is worth
its points and what it brings to the yaku that can still be completed: to the mover's, and to another's, from whom it
is kept. All values are in mon of a month without multiplier, times UNIT.

Whoever reads a state here must not look at another hand, at the pile beyond the cards turned up, nor at who broke hatto.
"""

from libc.stdint cimport uint64_t
from meri_ai._core.bits cimport count_bits, lowest_bit
from meri_ai._core.cardset cimport CardSet
from meri_ai._core.games.fishing_table cimport TAKE, bit_of, month_of
from meri_ai._core.games.hachihachi_hatto cimport all_captured
from meri_ai._core.games.hachihachi_oikomi cimport cards_of
from meri_ai._core.games.hachihachi_state cimport (
    CANCEL, CONTINUE, END, ENTER, LOOK, LOWER, MIZUTEN, NOBODY, PLACES, RETIRE, STAGE_DECIDE, STAGE_ENTER, STAGE_MIZUTEN,
    STAGE_PLAY, STAGE_RESUME, HachiContext, HachiState)
from meri_ai._core.games.hachihachi_yaku cimport (
    AKATAN, AOTAN, COMPLETED, GOKO, INO, NANATAN, NANATAN_RIBBONS, NO_CATEGORY, NO_SET, SHIKO_YAKU, HandYaku, hand_yaku)
from meri_ai._core.games.hanafuda_sets cimport (
    BLUE, BRIGHTS, INO_SHIKA_CHO, POETRY, RIBBONS, SHIKO, WILLOW, months_of, points_of)

cdef enum:
    UNIT = 16           # one mon
    LAID_SHARE = 8      # of 16: how much of a card's worth is lost by laying it where another may take it
    ENTER_FROM = 22     # the least strength of a hand that enters, in mon; less as retiring grows dearer
    LOWER_HAND = 4      # cards in hand with which lowering is thought of

# What a yaku is worth by how many of its cards are still wanting, of 256.
cdef inline int chance(int wanting) noexcept nogil:
    return 140 if wanting <= 1 else 50 if wanting == 2 else 18 if wanting == 3 else 7 if wanting == 4 else 2


cdef inline uint64_t yaku_cards(int y) noexcept nogil:
    return (BRIGHTS if y == GOKO else SHIKO if y == SHIKO_YAKU else INO_SHIKA_CHO if y == INO else POETRY if y == AKATAN
            else BLUE if y == AOTAN else RIBBONS & ~WILLOW)


cdef inline int wanting_of(const HachiState *s, int place, int y) noexcept nogil:
    """How many cards a place still wants of a yaku; 99 when it has it or can no longer complete it."""
    cdef uint64_t cards = yaku_cards(y)
    cdef int own = count_bits(s.table.captured[place] & cards)
    cdef int lost = count_bits(all_captured(s) & cards) - own
    cdef int need = NANATAN_RIBBONS if y == NANATAN else count_bits(cards)
    if (s.completed[place] >> y) & 1 or count_bits(cards) - lost < need:
        return 99
    return need - own


ctypedef struct Worth:
    int bonus[COMPLETED]    # of one card of the yaku, to the mover


cdef inline Worth worth_of(const HachiContext *g, const HachiState *s) noexcept nogil:
    """What the yaku that are still open are worth to the mover, by card."""
    cdef Worth worth
    cdef int y, step, wanting, sum
    for y in range(COMPLETED):
        worth.bonus[y] = 0
        if y == INO and not g.ino_shika_cho:
            continue
        sum = 0
        for step in range(PLACES):
            wanting = wanting_of(s, (s.table.turn + step) % PLACES, y)
            if wanting <= 5:
                sum += chance(wanting) * (2 if step == 0 else 1)
        worth.bonus[y] = sum * g.completed_kan[y] * g.kan_mon * UNIT // 256
    return worth


cdef inline int value_of(const Worth *worth, uint64_t cards) noexcept nogil:
    """Points and yaku of a set of cards."""
    cdef int y, value = points_of(cards) * UNIT
    for y in range(COMPLETED):
        if worth.bonus[y]:
            value += worth.bonus[y] * count_bits(cards & yaku_cards(y))
    return value


cdef inline int best_taken(const Worth *worth, uint64_t met, uint64_t *chosen) noexcept nogil:
    """The better of two cards to take, and what it is worth."""
    cdef uint64_t first = met & (0 - met)
    cdef int a = value_of(worth, first), b = value_of(worth, met ^ first)
    chosen[0] = first if a >= b else met ^ first
    return a if a >= b else b


cdef inline int hatto_cost(const HachiContext *g, const HachiState *s, int card, uint64_t after) noexcept nogil:
    """What helping another to a yaku may cost: by this card laid, or by a wanted one left on the field; in mon * UNIT."""
    cdef int step, place, y, cost = 0
    cdef uint64_t wanted, hand = s.table.hand[s.table.turn]
    if hand & (hand - 1) == 0:
        return 0
    for step in range(1, PLACES):
        place = (s.table.turn + step) % PLACES
        for y in range(4):
            wanted = s.wanted[place][y]
            if wanted == 0:
                continue
            if (bit_of(card) & after and months_of(wanted) & bit_of(card)) or (
                    wanted & after and months_of(wanted) & hand):
                cost += 10 * g.kan_mon * UNIT
    return cost


cdef inline int rule_play(const HachiContext *g, const HachiState *s, uint64_t among) noexcept nogil:
    cdef Worth worth = worth_of(g, s)
    cdef uint64_t field = s.table.field, hand = s.table.hand[s.table.turn], gone = all_captured(s), met, chosen, month, after
    cdef int card, score, outside, best = -1, best_score = -0x7fffffff
    while among:
        card = lowest_bit(among)
        among &= among - 1
        month = month_of(card)
        met = field & month
        if met:
            chosen = met
            score = value_of(&worth, bit_of(card))
            score += best_taken(&worth, met, &chosen) if count_bits(met) == 2 else value_of(&worth, met)
            after = field & ~chosen
            if count_bits(met) == 3:
                score += 2 * UNIT
        else:
            after = field | bit_of(card)
            outside = count_bits(month & ~(hand | gone | field))
            score = -(value_of(&worth, bit_of(card)) * LAID_SHARE * min(outside, 2) // 32)
            if count_bits(month & hand) >= 2:
                score += 3 * UNIT
        if g.hatto:
            score -= hatto_cost(g, s, card, after)
        if score > best_score:
            best_score = score
            best = card
    return best


cdef inline int rule_take(const HachiContext *g, const HachiState *s, uint64_t among) noexcept nogil:
    cdef Worth worth = worth_of(g, s)
    cdef uint64_t chosen = among
    if among & (among - 1):
        best_taken(&worth, among, &chosen)
    return lowest_bit(chosen)


cdef inline int strength(const HachiContext *g, const HachiState *s, uint64_t hand) noexcept nogil:
    """About what a hand will win, in mon of a month without multiplier."""
    cdef HandYaku yaku = hand_yaku(hand)
    cdef uint64_t matching = hand & months_of(s.table.field)
    cdef int kan = g.category_kan[yaku.category] + g.set_kan[yaku.set]
    return 2 * kan * g.kan_mon + points_of(hand) // 2 + 3 * count_bits(matching) + 4 * count_bits(hand & BRIGHTS) - 28


cdef inline bint danger(const HachiState *s, bint ino) noexcept nogil:
    """Whether another place wants but one card of a yaku."""
    cdef int step, place, y
    for step in range(1, PLACES):
        place = (s.table.turn + step) % PLACES
        for y in range(COMPLETED):
            if (y != INO or ino) and wanting_of(s, place, y) == 1:
                return True
    return False


cdef inline bint hope(const HachiState *s, bint ino) noexcept nogil:
    """Whether the mover wants but one card of a further yaku."""
    cdef int y
    for y in range(COMPLETED):
        if (y != INO or ino) and wanting_of(s, s.table.turn, y) == 1:
            return True
    return False


cdef inline int rule_word(const HachiContext *g, const HachiState *s, CardSet among) noexcept nogil:
    """The decisions that are no cards."""
    cdef int code
    if s.stage == STAGE_MIZUTEN:
        code = LOOK     # being bound to enter costs more than mizuten wins
    elif s.stage == STAGE_ENTER:
        code = ENTER if strength(g, s, s.dealt[s.turn]) >= ENTER_FROM - 6 * s.retirements else RETIRE
    elif s.stage == STAGE_RESUME:
        code = CANCEL if danger(s, g.ino_shika_cho) else CONTINUE
    else:
        code = END
        if count_bits(s.table.hand[s.table.turn]) >= LOWER_HAND and hope(s, g.ino_shika_cho) and not danger(
                s, g.ino_shika_cho):
            code = LOWER
    if not (among.hi >> (code - 64)) & 1:
        code = 64 + lowest_bit(among.hi)
    return code


cdef inline int rule_choice(const HachiContext *g, const HachiState *s, CardSet among) noexcept nogil:
    """The rule player's action among legal ones."""
    if s.stage == STAGE_PLAY:
        return rule_play(g, s, among.lo)
    if s.stage < STAGE_MIZUTEN:
        return TAKE + rule_take(g, s, among.lo >> TAKE | among.hi << (64 - TAKE))
    return rule_word(g, s, among)
