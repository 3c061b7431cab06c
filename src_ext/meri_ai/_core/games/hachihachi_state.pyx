"""One month of Hachihachi, step by step (docs/hachihachi-rules.md): entering, the turn, its further steps, the end."""

from libc.stdint cimport uint16_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset
from meri_ai._core.bits cimport count_bits, lowest_bit
from meri_ai._core.games.fishing_table cimport MOST_PILE, bit_of, flip, lay, month_of, take
from meri_ai._core.games.hachihachi_hatto cimport breaches_of, note_captures, resolve_pending
from meri_ai._core.games.hachihachi_yaku cimport (
    GOKO, SHIKO_YAKU, completed_of, hand_yaku, has_tobikomi)
from meri_ai._core.games.hachihachi_oikomi cimport push_out, show_yaku


cdef void set_multiplier(const HachiContext *g, HachiState *s, uint64_t field, int carried_two, int carried_four) noexcept nogil:
    """Section 1: the month's multiplier, and what is carried out. Bits 0, 8, 28: 01a 03a 08a; 40, 44: 11a 12a."""
    cdef int twos = count_bits(field & <uint64_t>0x000010000101)
    cdef int fours = count_bits(field & <uint64_t>0x110000000000)
    cdef bint from_carried = g.carry == CARRY_FIRST and carried_two + carried_four > 0
    cdef int all_twos = carried_two if from_carried else twos
    cdef int all_fours = carried_four if from_carried else fours
    if g.carry == CARRY_POOL:
        all_twos += carried_two
        all_fours += carried_four
    s.multiplier = 4 if all_fours else 2 if all_twos else 1
    if g.carry == CARRY_NONE:
        return
    s.carried_two = <uint8_t>(twos + carried_two - (s.multiplier == 2))
    s.carried_four = <uint8_t>(fours + carried_four - (s.multiplier == 4))


cdef void load_month(const HachiContext *g, HachiState *s, const uint64_t *dealt, uint64_t field, const uint8_t *order,
                     int dealer, int blank, int carried_two, int carried_four) noexcept nogil:
    cdef int seat, players = g.seats - (blank != NOBODY)
    memset(s, 0, sizeof(HachiState))
    memcpy(s.dealt, dealt, g.seats * sizeof(uint64_t))
    memcpy(s.order, order, CARDS)
    s.table.field = field
    s.table.players = PLACES
    s.table.waiting = NO_CARD
    s.dealer = <uint8_t>dealer
    s.blank = <uint8_t>blank
    set_multiplier(g, s, field, carried_two, carried_four)
    if players == PLACES:
        for seat in range(g.seats):
            s.entered[seat] = seat != blank
        begin_play(g, s)
    elif g.mizuten and dealer != blank:
        s.stage = STAGE_MIZUTEN
        s.turn = <uint8_t>dealer
    else:
        s.stage = STAGE_ENTER
        s.turn = <uint8_t>dealer
        ask_next(g, s, dealer)


cdef void ask_next(const HachiContext *g, HachiState *s, int seat) noexcept nogil:
    """The first from `seat` on who has to decide; when nobody has to, the rest enter or are pushed out, and play begins."""
    cdef int inside = 0, undecided = 0, other
    for other in range(g.seats):
        inside += s.entered[other]
        undecided += other != s.blank and not s.entered[other] and not s.retired[other]
    if inside == PLACES or inside + undecided == PLACES:
        for other in range(g.seats):
            if other != s.blank and not s.entered[other] and not s.retired[other]:
                if inside == PLACES:
                    s.pushed[other] = 1
                else:
                    s.entered[other] = 1
        begin_play(g, s)
        return
    while seat == s.blank or s.entered[seat] or s.retired[seat]:
        seat = (seat + 1) % g.seats
    s.stage = STAGE_ENTER
    s.turn = <uint8_t>seat


cdef void begin_play(const HachiContext *g, HachiState *s) noexcept nogil:
    """The active three take their places; the pile; hand yaku and oikomi; the acting dealer's first turn."""
    cdef int place = 0, seat, i, step
    cdef uint64_t held = s.table.field
    for step in range(g.seats):
        seat = (s.dealer + step) % g.seats
        if s.entered[seat]:
            s.seat_of[place] = <uint8_t>seat
            s.table.hand[place] = s.dealt[seat]
            held |= s.dealt[seat]
            place += 1
    s.table.pile_cards = 0
    for i in range(CARDS):
        if not (held >> s.order[i]) & 1 and s.table.pile_cards < MOST_PILE:  # more only where hands are hidden
            s.table.pile[s.table.pile_cards] = s.order[i]
            s.table.pile_cards += 1
    s.active = 1
    for place in range(PLACES):
        s.yaku[place] = hand_yaku(s.table.hand[place])
        s.shown[s.seat_of[place]] = show_yaku(s.dealt[s.seat_of[place]], &s.yaku[place])
        if not has_tobikomi(s.yaku[place].set):
            s.yaku[place].triplets = 0
    for seat in range(g.seats):
        if s.pushed[seat]:
            push_out(g, s, seat)
    s.table.turn = 0
    begin_turn(s)


cdef inline void begin_turn(HachiState *s) noexcept nogil:
    cdef int place = s.table.turn
    s.flipped_gain = 0
    s.fresh = 0
    s.turn = s.seat_of[place]
    s.stage = STAGE_PLAY
    if s.lowered[place]:
        s.stage = STAGE_RESUME


cdef inline void note_tobikomi(HachiState *s, int place) noexcept nogil:
    """Triplets whose month this place has now wholly captured."""
    cdef uint64_t left = s.yaku[place].triplets
    cdef int month
    while left:
        month = lowest_bit(left) >> 2
        left &= ~(<uint64_t>15 << (4 * month))
        if not (s.earned[place] >> month) & 1 and (s.table.captured[place] >> (4 * month)) & 15 == 15:
            s.earned[place] |= <uint16_t>(1 << month)
            if not s.first_earned[place]:
                s.first_earned[place] = <uint8_t>(month + 1)


cdef inline void note_gain(const HachiContext *g, HachiState *s, uint64_t before) noexcept nogil:
    """After a capture of the mover, who had captured `before`."""
    cdef uint64_t gain = s.table.captured[s.table.turn] & ~before
    if gain:
        s.flipped_gain |= gain
        if s.yaku[s.table.turn].triplets:
            note_tobikomi(s, s.table.turn)
        if g.hatto:
            note_captures(g, s, gain)


cdef inline void end_turn(HachiState *s) noexcept nogil:
    """The next place's turn, or the end of the month when its hand is empty."""
    s.table.turn = 0 if s.table.turn == PLACES - 1 else s.table.turn + 1
    if s.table.hand[s.table.turn]:
        begin_turn(s)
    else:
        s.ending = ENDING_OUT
        s.stage = STAGE_END


cdef inline void after_flip(const HachiContext *g, HachiState *s) noexcept nogil:
    """What the turn has completed; who has completed something is asked."""
    cdef int place = s.table.turn
    cdef int held
    cdef int fresh = 0
    if s.flipped_gain:
        held = completed_of(s.table.captured[place], g.ino_shika_cho)
        fresh = held & ~s.completed[place]
    if g.hatto == HATTO_NEXT_TURN:
        resolve_pending(s, fresh)
    if not fresh:
        end_turn(s)
        return
    s.completed[place] |= <uint8_t>fresh
    s.counted[place] |= <uint8_t>fresh
    # a shiko of the same turn is part of the goko; an earlier one is where goko is exclusive
    if (fresh >> GOKO) & 1 and (g.exclusive or (fresh >> SHIKO_YAKU) & 1):
        s.counted[place] &= <uint8_t>~(1 << SHIKO_YAKU)
    s.fresh = <uint8_t>fresh
    s.stage = STAGE_DECIDE


cdef inline void turn_up(const HachiContext *g, HachiState *s) noexcept nogil:
    cdef uint64_t before = s.table.captured[s.table.turn]
    if lay(&s.table, flip(&s.table)):
        s.stage = STAGE_TAKE_FLIPPED
        return
    note_gain(g, s, before)
    after_flip(g, s)


cdef inline void play(const HachiContext *g, HachiState *s, int card) noexcept nogil:
    cdef int place = s.table.turn
    cdef uint64_t before = s.table.captured[place]
    cdef uint64_t held = s.table.hand[place]
    cdef uint64_t field = s.table.field
    s.table.hand[place] = held ^ bit_of(card)
    if lay(&s.table, card):
        s.stage = STAGE_TAKE_PLAYED
        return
    if g.hatto:
        breaches_of(g, s, held, card, field, s.table.field)
    note_gain(g, s, before)
    turn_up(g, s)


cdef inline void choose_taken(const HachiContext *g, HachiState *s, int chosen) noexcept nogil:
    cdef int place = s.table.turn
    cdef int card = s.table.waiting
    cdef uint64_t before = s.table.captured[place]
    cdef uint64_t field = s.table.field
    take(&s.table, chosen)
    if s.stage == STAGE_TAKE_PLAYED:
        if g.hatto:
            breaches_of(g, s, s.table.hand[place] | bit_of(card), card, field, s.table.field)
        note_gain(g, s, before)
        turn_up(g, s)
    else:
        note_gain(g, s, before)
        after_flip(g, s)


cdef void apply_word(const HachiContext *g, HachiState *s, int code) noexcept nogil:
    cdef int place, count = 1
    if code == MIZUTEN or code == LOOK:
        s.in_mizuten = code == MIZUTEN
        s.entered[s.turn] = s.in_mizuten
        ask_next(g, s, s.turn)
    elif code == ENTER or code == RETIRE:
        if code == ENTER:
            s.entered[s.turn] = 1
        else:
            s.retirements += 1
            s.retired[s.turn] = s.retirements
        ask_next(g, s, (s.turn + 1) % g.seats)
    elif code == CONTINUE:
        s.stage = STAGE_PLAY
    elif code == LOWER:
        if not s.lowered[s.table.turn]:
            for place in range(PLACES):
                count += s.lowered[place] != 0
            s.lowered[s.table.turn] = <uint8_t>count
        end_turn(s)
    else:
        s.ending = ENDING_END if code == END else ENDING_CANCEL
        s.ender = s.table.turn
        s.stage = STAGE_END


cdef void apply_code(const HachiContext *g, HachiState *s, int code) noexcept nogil:
    if code < TAKE:
        play(g, s, code)
    elif code < MIZUTEN:
        choose_taken(g, s, code - TAKE)
    else:
        apply_word(g, s, code)
