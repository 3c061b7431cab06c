"""Events of Hachihachi as one seat gets them, decoded from its snapshot (meri_ai.events has the vocabulary)."""

from libc.stdint cimport uint64_t
from meri_ai._core.bits cimport count_bits
from meri_ai._core.games.fishing_table cimport bit_of, month_of
from meri_ai._core.games.hachihachi_sight cimport FLIP, HachiSight
from meri_ai._core.games.hachihachi_state cimport ENTER, LOOK, MIZUTEN, NOBODY, PLACES, RETIRE, TAKE, HachiState

CATEGORIES = ("", "aka", "tan-ichi", "toichi", "pikaichi", "karasu")
SETS = ("", "sanbon", "tate-sanbon", "kuttsuki", "teshi", "haneken", "ichi-ni-shi", "futa-sanbon", "futa-sanbon",
        "futa-tate-sanbon", "shisou")


cdef list texts_of(uint64_t cards, tuple texts):
    """In canonical order."""
    return [texts[card] for card in range(48) if (cards >> card) & 1]


cdef dict dealt_to(const HachiSight *v, tuple texts):
    """The own hand and the field, and who holds the blank."""
    event = {"type": "deal", "hand": texts_of(v.state.dealt[v.seat], texts), "field": texts_of(v.first_field, texts)}
    if v.state.blank != NOBODY:
        event["blank"] = v.state.blank
    return event


cdef list opening_of(const HachiState *s, int seats, tuple texts):
    """The month, and the cards shown: hand yaku in turn order, then who was pushed out, by seat."""
    cdef int place, seat
    active = [s.seat_of[place] for place in range(PLACES)]
    events = [{"type": "month", "multiplier": s.multiplier, "active": active}]
    for place in range(PLACES):
        names = [name for name in (CATEGORIES[s.yaku[place].category], SETS[s.yaku[place].set]) if name]
        if names:   # an aka of seven ribbons shows no card
            events.append({"type": "shown", "seat": s.seat_of[place], "cards": texts_of(s.shown[s.seat_of[place]], texts),
                           "yaku": names})
    for seat in range(seats):
        if s.pushed[seat] and s.fee[seat]:
            names = [name for name in (CATEGORIES[s.pushed_category[seat]], SETS[s.pushed_set[seat]]) if name]
            events.append({"type": "shown", "seat": seat, "cards": texts_of(s.shown[seat], texts), "yaku": names,
                           "fee": s.fee[seat]})
    return events


cdef list events_of(const HachiSight *v, int seats, tuple texts, tuple actions, tuple ledger):
    """What the seat saw happen, in order. texts: of the cards; actions: all by code; ledger: (from, to, mon, for, hatto)."""
    cdef const HachiState *s = &v.state
    cdef uint64_t field = v.first_field, met
    cdef int i, code, waiting = -1
    events = []
    if not v.dealt:
        return events
    i = 0
    if v.log.count and (v.log.code[0] == MIZUTEN or v.log.code[0] == LOOK):
        events.append({"type": "action", "seat": v.log.seat[0], "action": str(actions[v.log.code[0]])})
        i = 1
    events.append(dealt_to(v, texts))
    while i < v.log.count and (v.log.code[i] == ENTER or v.log.code[i] == RETIRE):
        events.append({"type": "action", "seat": v.log.seat[i], "action": str(actions[v.log.code[i]])})
        i += 1
    if s.active:
        events += opening_of(s, seats, texts)
    while i < v.log.count:
        code = v.log.code[i]
        if code >= FLIP or code < TAKE:
            code &= FLIP - 1
            met = field & month_of(code)
            if v.log.code[i] < FLIP:
                events.append({"type": "action", "seat": v.log.seat[i], "action": str(actions[code])})
            elif met and count_bits(met) != 2:
                events.append({"type": "flip", "card": texts[code], "captured": texts_of(met, texts)})
            else:
                events.append({"type": "flip", "card": texts[code]})
            if count_bits(met) == 2:
                waiting = code
            elif met:
                field &= ~met
            else:
                field |= bit_of(code)
        else:
            events.append({"type": "action", "seat": v.log.seat[i], "action": str(actions[code])})
            if code < 2 * TAKE:
                field &= ~bit_of(code - TAKE)
        i += 1
    if ledger:
        points = [0] * seats
        rows = []
        for payer, payee, mon, reason, hatto in ledger:
            row = {"from": payer, "to": payee, "mon": mon, "for": reason}
            rows.append(row | {"hatto": True} if hatto else row)
            if payer != "pot":
                points[payer] -= mon
            if payee != "pot":
                points[payee] += mon
        events.append({"type": "settle", "ledger": rows, "points": points})
    return events
