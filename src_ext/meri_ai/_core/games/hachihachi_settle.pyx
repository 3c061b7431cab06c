"""The settlement of a month (docs/hachihachi-rules.md, sections 2, 3 and 5): each rule a function that writes its rows."""

from libc.string cimport memset
from meri_ai._core.bits cimport count_bits, lowest_bit
from meri_ai._core.games.hachihachi_hatto cimport completed_number
from meri_ai._core.games.hachihachi_state cimport (
    ENDING_CANCEL, ENDING_END, ENDING_OUT, HELPED, NOBODY)
from meri_ai._core.games.hachihachi_yaku cimport (
    AKA, COMPLETED, KARASU, NO_CATEGORY, NO_SET, PIKAICHI)
from meri_ai._core.games.hanafuda_sets cimport plain_of, points_of


cdef void pay(Book *book, int payer, int payee, int mon, int reason, int detail, bint hatto) noexcept nogil:
    cdef Row *row
    book.net[payer] -= mon
    book.net[payee] += mon
    if reason == FOR_COMPLETED or reason == FOR_HALF or reason == FOR_SPECIAL or reason == FOR_POINTS:
        book.counted[payer] -= mon
        book.counted[payee] += mon
    if book.rows != NULL and book.count < MOST_ROWS:
        row = &book.rows[book.count]
        row.payer = <uint8_t>payer
        row.payee = <uint8_t>payee
        row.reason = <uint8_t>reason
        row.detail = <uint8_t>detail
        row.hatto = hatto
        row.mon = mon
        book.count += 1


cdef inline int mon_of(const HachiContext *g, const HachiState *s, int kan) noexcept nogil:
    return kan * g.kan_mon * s.multiplier


cdef void pay_entering(const HachiContext *g, const HachiState *s, Book *book) noexcept nogil:
    """Orichin into the pot, in the order of retiring: 1, 3/2, 2 .. kan. Oikomi to who was pushed out."""
    cdef int seat, place, number
    for number in range(1, s.retirements + 1):
        for seat in range(g.seats):
            if s.retired[seat] == number:
                pay(book, seat, POT, (number + 1) * g.kan_mon * s.multiplier // 2, FOR_ORICHIN, number, False)
    for seat in range(g.seats):
        if s.pushed[seat] and s.fee[seat]:
            for place in range(1 if g.two_payers else 0, PLACES):
                pay(book, s.seat_of[place], seat, s.fee[seat], FOR_OIKOMI, 0, False)


cdef void from_both(const HachiState *s, Book *book, int place, int mon, int reason, int detail) noexcept nogil:
    """The two other active players each pay this one."""
    cdef int step
    for step in range(1, PLACES):
        pay(book, s.seat_of[(place + step) % PLACES], s.seat_of[place], mon, reason, detail, False)


cdef void to_both(const HachiState *s, Book *book, int place, int mon, int reason, int detail) noexcept nogil:
    cdef int step
    for step in range(1, PLACES):
        pay(book, s.seat_of[place], s.seat_of[(place + step) % PLACES], mon, reason, detail, False)


cdef void pay_hand_yaku(const HachiContext *g, const HachiState *s, Book *book, bint given_back) noexcept nogil:
    """Section 3: paid as the play begins; a special yaku gives it back."""
    cdef int place, category, sets
    for place in range(PLACES):
        category = s.yaku[place].category
        sets = s.yaku[place].set
        if category != NO_CATEGORY:
            from_both(s, book, place, mon_of(g, s, g.category_kan[category]), FOR_CATEGORY, category)
        if sets != NO_SET:
            from_both(s, book, place, mon_of(g, s, g.set_kan[sets]), FOR_SET, sets)
        if given_back and (category != NO_CATEGORY or sets != NO_SET):
            to_both(s, book, place, mon_of(g, s, g.category_kan[category] + g.set_kan[sets]), FOR_RETURN, 0)


cdef int breaker_of(const HachiState *s, int place, int yaku) noexcept nogil:
    """1 + the place that pays for this yaku of `place` because it broke hatto; 0 without one."""
    cdef int y
    for y in range(HELPED):
        if completed_number(y) == yaku:
            return s.breach[place][y]
    return 0


cdef void pay_completed(const HachiContext *g, const HachiState *s, Book *book, int place, bint half,
                        int payer) noexcept nogil:
    """Every yaku of V: by who broke hatto for it, else by `payer` alone (a place), else (-1) by each of the others."""
    cdef int yaku, mon, breaker, step, other
    cdef int reason = FOR_HALF if half else FOR_COMPLETED
    for yaku in range(COMPLETED):
        if not (s.counted[place] >> yaku) & 1:
            continue
        mon = mon_of(g, s, g.completed_kan[yaku])
        mon = mon // 2 if half else mon
        breaker = breaker_of(s, place, yaku) - 1
        if breaker >= 0:
            pay(book, s.seat_of[breaker], s.seat_of[place], 2 * mon, reason, yaku, True)
        elif payer >= 0:
            pay(book, s.seat_of[payer], s.seat_of[place], 2 * mon, reason, yaku, False)
        else:
            for step in range(1, PLACES):
                other = (place + step) % PLACES
                pay(book, s.seat_of[other], s.seat_of[place], mon, reason, yaku, False)


cdef void pay_ended(const HachiContext *g, const HachiState *s, Book *book) noexcept nogil:
    """Section 5's first four rows: somebody has said `end` or `cancel`."""
    cdef int ender = s.ender, step, other, lowered = 0, alone = -1
    if s.ending == ENDING_CANCEL:
        pay_completed(g, s, book, ender, True, -1)
        return
    for step in range(1, PLACES):
        other = (ender + step) % PLACES
        if s.lowered[other]:
            lowered += 1
            alone = other
    if g.lowered_paid:
        for step in range(1, PLACES):
            other = (ender + step) % PLACES
            if s.lowered[other]:
                pay_completed(g, s, book, other, True, -1)
    pay_completed(g, s, book, ender, False, alone if lowered == 1 else -1)


cdef int special_of(const HachiState *s, const int *points, int *place, int *kan) noexcept nogil:
    """The special yaku of a month that ran out, whose it is and what it is worth; the first in the page's order."""
    cdef int i, plain
    if points[0] == PAR and points[1] == PAR and points[2] == PAR:
        place[0] = 0
        kan[0] = 10
        return SOUHACHI
    for i in range(PLACES):
        if points[i] >= FUTAHACHI_FROM:
            place[0] = i
            kan[0] = 10 + points[i] - FUTAHACHI_FROM
            return FUTAHACHI
    for i in range(PLACES):
        plain = count_bits(plain_of(s.table.captured[i]))
        if plain >= SUJIROKU_FROM:
            place[0] = i
            kan[0] = 12 + 2 * (plain - SUJIROKU_FROM)
            return SUJIROKU
    return NO_SPECIAL


cdef void pay_points(const HachiState *s, Book *book, const int *points) noexcept nogil:
    """Captured points beyond 88, as payments: who is below pays who is above."""
    cdef int above = 0, i, j, over
    cdef int left[PLACES]
    for i in range(PLACES):
        left[i] = (points[i] - PAR) * s.multiplier
    for i in range(PLACES):
        for j in range(PLACES):
            if left[i] < 0 and left[j] > 0:
                over = min(-left[i], left[j])
                pay(book, s.seat_of[i], s.seat_of[j], over, FOR_POINTS, 0, False)
                left[i] += over
                left[j] -= over


cdef void pay_nuke(const HachiContext *g, const HachiState *s, Book *book, const int *points) noexcept nogil:
    cdef int place, category
    for place in range(PLACES):
        category = s.yaku[place].category
        if category != NO_CATEGORY and category != PIKAICHI and points[place] >= NUKE_FROM:
            from_both(s, book, place, mon_of(g, s, 1), FOR_NUKE, category)


cdef void pay_tobikomi(const HachiContext *g, const HachiState *s, Book *book) noexcept nogil:
    cdef int place, month, breaker
    for place in range(PLACES):
        for month in range(12):
            if not (s.earned[place] >> month) & 1 or (g.tobikomi_once and s.first_earned[place] != month + 1):
                continue
            breaker = s.breach_month[place][month] - 1
            if breaker >= 0:
                pay(book, s.seat_of[breaker], s.seat_of[place], 2 * mon_of(g, s, 1), FOR_TOBIKOMI, month, True)
            else:
                from_both(s, book, place, mon_of(g, s, 1), FOR_TOBIKOMI, month)


cdef void pay_mizuten(const HachiContext *g, const HachiState *s, Book *book, const int *points) noexcept nogil:
    """The dealer is place 0. At 89 everybody at the table but the blank's holder pays him."""
    cdef int seat
    if not s.in_mizuten:
        return
    if points[0] >= NUKE_FROM:
        for seat in range(g.seats):
            if seat != s.dealer and seat != s.blank:
                pay(book, seat, s.dealer, mon_of(g, s, 1), FOR_MIZUTEN, 0, False)
    elif g.mizuten_penalty:
        to_both(s, book, 0, mon_of(g, s, 1), FOR_MIZUTEN, 0)


cdef int winner_of(const HachiContext *g, const HachiState *s, const Book *book, const int *points, int special,
                   int special_place) noexcept nogil:
    """The place that takes the pot and deals next."""
    cdef int i, best = 0, first = 0
    if not g.ender_wins:
        for i in range(1, PLACES):
            if book.counted[s.seat_of[i]] > book.counted[s.seat_of[best]]:
                best = i
        return best
    if s.ending != ENDING_OUT:
        return s.ender
    for i in range(PLACES):
        if s.lowered[i] == 1:
            return i
    if special:
        return special_place
    for i in range(1, PLACES):
        if points[i] > points[best]:
            best = i
    return best


cdef void settle(const HachiContext *g, const HachiState *s, Book *book, Row *rows) noexcept nogil:
    cdef int points[PLACES]
    cdef int place, special_place = 0, kan = 0
    memset(book, 0, sizeof(Book))
    book.rows = rows
    for place in range(PLACES):
        points[place] = points_of(s.table.captured[place])
    if s.ending == ENDING_OUT and not (s.lowered[0] | s.lowered[1] | s.lowered[2]):
        book.special = special_of(s, points, &special_place, &kan)
    pay_entering(g, s, book)
    pay_hand_yaku(g, s, book, book.special != NO_SPECIAL)
    if s.ending != ENDING_OUT:
        pay_ended(g, s, book)
    elif book.special:
        from_both(s, book, special_place, mon_of(g, s, kan), FOR_SPECIAL, book.special)
    elif s.lowered[0] | s.lowered[1] | s.lowered[2]:
        for place in range(PLACES):
            if s.lowered[place]:
                pay_completed(g, s, book, place, True, -1)
    else:
        pay_points(s, book, points)
    if not book.special:
        pay_nuke(g, s, book, points)
        pay_tobikomi(g, s, book)
    if not (book.special and g.special_cancels_mizuten):
        pay_mizuten(g, s, book, points)
    place = winner_of(g, s, book, points, book.special, special_place)
    book.winner = s.seat_of[place]
    if book.net[POT]:
        pay(book, POT, book.winner, book.net[POT], FOR_POT, 0, False)
