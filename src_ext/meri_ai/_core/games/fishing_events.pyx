"""Events of the fishing family as one seat gets them, decoded from its snapshot (meri_ai.events has the vocabulary)."""

from libc.stdint cimport uint64_t
from meri_ai._core.bits cimport count_bits
from meri_ai._core.games.fishing_state cimport FishingContext, points_of
from meri_ai._core.games.fishing_table cimport STAGE_OVER, bit_of, month_of
from meri_ai._core.games.fishing_view cimport FishingSight


cdef list texts_of(const FishingContext *g, uint64_t cards, tuple texts):
    """In canonical order."""
    cdef int card
    return [texts[card] for card in range(48) if (cards >> g.code_of[card]) & 1]


cdef list events_of(const FishingContext *g, const FishingSight *v, tuple texts):
    """What the seat saw happen, in order. texts: of the cards by canonical number."""
    cdef uint64_t field = v.first_field, met, gain
    cdef int i, seat, card
    events = [{"type": "deal", "hand": texts_of(g, v.first_hand, texts), "field": texts_of(g, v.first_field, texts)}]
    for i in range(v.log.lays):
        seat = (v.dealer + i // 2) % v.table.players
        card = v.log.card[i]
        text = texts[g.card_of[card]]
        met = field & month_of(card)
        gain = met | (bit_of(card) if met else 0)
        if i % 2 == 0:
            events.append({"type": "action", "seat": seat, "action": "play " + text})
        elif met and count_bits(met) != 2:
            events.append({"type": "flip", "card": text, "captured": texts_of(g, met, texts)})
        else:
            events.append({"type": "flip", "card": text})
        if count_bits(met) == 2:
            if not v.log.took[i]:
                break  # the choice is still to come
            gain = bit_of(card) | bit_of(v.log.took[i] - 1)
            events.append({"type": "action", "seat": seat, "action": "take " + texts[g.card_of[v.log.took[i] - 1]]})
        field = (field | bit_of(card)) & ~gain
    if v.table.stage == STAGE_OVER:
        points = [points_of(g, v.table.captured[seat]) - g.par for seat in range(v.table.players)]
        events.append({"type": "settle", "points": points})
    return events
