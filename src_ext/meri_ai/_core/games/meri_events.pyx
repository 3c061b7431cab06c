"""Events of Hachinin Meri as one seat gets them, decoded from its snapshot (meri_ai.events has the vocabulary)."""

from meri_ai._core.games.meri_state cimport NO_CARD, TRUMP, MeriContext
from meri_ai._core.games.meri_worlds cimport FACE_DOWN, OKIE_TAKEN, MeriSight


cdef str text_of(tuple texts, int card):
    return "?" if card == FACE_DOWN or card == NO_CARD else texts[card]


cdef list events_of(const MeriContext *g, const MeriSight *v, tuple texts, tuple packets):
    """What the seat saw happen, in order (meri_ai.events). texts: of the cards by canonical number."""
    cdef int after_dealer = (v.dealer + 1) & 7, seat, i, position, turn
    events = []

    def act(seat, action):
        events.append({"type": "action", "seat": seat, "action": action})

    for i in range(<int>v.redeals):
        if v.seat == after_dealer:
            events.append({"type": "deal", "hand": list(packets[i])})
        act(after_dealer, "redeal")
    if v.redeals < g.redeal_offer:
        if v.seat == after_dealer:
            events.append({"type": "deal", "hand": list(packets[v.redeals])})
        if v.dealt:
            act(after_dealer, "accept")
    if not v.dealt:
        return events
    events.append({"type": "deal", "hand": dealt_hand(v, texts), "okie": text_of(texts, v.okie)})
    if v.hid:
        act(v.seat, "hide")
    if v.declared:
        act(v.opener, "declare")
    if v.okie_fate:
        act(v.opener, "take" if v.okie_fate == OKIE_TAKEN else "leave")
    if v.discarded:
        act(v.opener, "discard " + (text_of(texts, v.discard) if v.seat == v.opener else "?"))
    turn = v.opener
    for i in range(v.plays):
        position = i % 8
        if i < 64 or not g.simultaneous:
            # whoever turned a trump up later saw it lie face down first, unless it was his own
            hidden = position and hidden_at_first(g, v, i) and turn != v.seat
            act(turn, "play ?" if hidden else "play " + text_of(texts, v.play[i]))
        if i == 0 and v.stack_shown:
            events.append({"type": "stack", "cards": [text_of(texts, v.stack[k]) for k in range(3)]})
        turn = (turn + 1) & 7
        if position == 7:
            turn = v.winner[i // 8]
            events.append({"type": "trick", "winner": turn,
                           "cards": [text_of(texts, v.play[k]) for k in range(i - 7, i + 1)]})
    if v.over:
        events.append({"type": "settle", "points": [v.points[0], v.points[1]]})
    return events


cdef bint hidden_at_first(const MeriContext *g, const MeriSight *v, int play) noexcept:
    """Whether a follower's card was put face down: a trump, in a trick that is not Meri."""
    cdef const unsigned char *code_of = g.code_of[v.okie // 15]
    cdef int lead = play - play % 8
    if v.play[play] == FACE_DOWN:
        return True
    if code_of[v.play[play]] < TRUMP:
        return False
    return code_of[v.play[lead]] < TRUMP or (lead == 0 and not g.first_trick_meri)


cdef list dealt_hand(const MeriSight *v, tuple texts):
    """The own nine cards as dealt, in canonical order: those left, those played, the discard, without a taken okie."""
    cdef int card, i, turn = v.opener
    cards = {card for card in range(75) if (v.hand[card >> 6] >> (card & 63)) & 1}
    for i in range(v.plays):
        if turn == v.seat:
            cards.add(v.play[i])
        turn = v.winner[i // 8] if i % 8 == 7 else (turn + 1) & 7
    if v.opener == v.seat and v.okie_fate == OKIE_TAKEN:
        if v.discard != NO_CARD:
            cards.add(v.discard)
        cards.discard(v.okie)
    return [text_of(texts, card) for card in sorted(cards)]
