"""What a game of the fishing family computes once: card values by code, and the rule player's scores by month state."""

from libc.string cimport memset

from meri_ai._core.games.fishing_policy cimport POINT
from meri_ai._core.games.fishing_state cimport MONTH_STATES, MONTHS, VALUE_BITS, FishingContext
from meri_ai._core.games.fishing_table cimport bit_of

from functools import lru_cache

# How likely a card of a month ends among the mover's captured ones, in percent, by where the month's cards are when he
# has played and before he flips: (in his hand, on the field, unseen) to the chances of a card of (his hand, the field,
# the unseen). The missing ones are captured. Measured in rounds of three such players among themselves who err half of
# the time; measured with two or four players the numbers differ but play no better there.
CHANCES = {
    (0, 0, 4): (0, 0, 16), (1, 0, 3): (71, 0, 33), (2, 0, 2): (74, 0, 51), (3, 0, 1): (87, 0, 60),
    (4, 0, 0): (100, 0, 0),
    (0, 1, 3): (0, 23, 21), (1, 1, 2): (77, 44, 36), (2, 1, 1): (91, 69, 50), (3, 1, 0): (100, 100, 0),
    (0, 2, 2): (0, 23, 23), (1, 2, 1): (100, 62, 23), (2, 2, 0): (100, 100, 0),
    (0, 3, 1): (0, 24, 24), (1, 3, 0): (100, 100, 0),
    (0, 0, 2): (0, 0, 18), (1, 0, 1): (70, 0, 70), (2, 0, 0): (100, 0, 0),
    (0, 1, 1): (0, 26, 26), (1, 1, 0): (100, 100, 0),
}


cdef int fill_context(FishingContext *g, players, sizes, values, code_of) except -1:
    """sizes: cards of a hand, of the field, of the pile; values and code_of: by canonical card number."""
    memset(g, 0, sizeof(FishingContext))
    g.players = players
    g.hand_cards, g.field_cards, g.pile_cards = sizes
    g.par = sum(values) // players
    for card, code in enumerate(code_of):
        g.value[code] = values[card]
        g.code_of[card] = code
        g.card_of[code] = card
        for bit in range(VALUE_BITS):
            if values[card] >> bit & 1:
                g.value_bit[bit] |= bit_of(code)
    for month in range(MONTHS):
        hopes, plays = month_scores(tuple([g.value[4 * month + k] for k in range(4)]))
        for state in range(MONTH_STATES):
            g.hope[month][state] = hopes[state]
            for k in range(4):
                g.play_score[month][state][k] = plays[state][k]
    return 0


@lru_cache(maxsize=64)
def month_scores(value):
    """hope by state and play_score by state and card, in POINTs, of a month with these four values.

    Remembered: few months differ, and a file of records makes a game for each.
    """
    hopes = [hope(value, places(state)) for state in range(MONTH_STATES)]
    plays = [[round(POINT * play_score(value, hopes, state, k)) if places(state)[k] == IN_HAND else 0 for k in range(4)]
             for state in range(MONTH_STATES)]
    return [round(POINT * points) for points in hopes], plays


UNSEEN, IN_HAND, ON_FIELD, GONE = range(4)


def places(state):
    """The place of each of the month's four cards."""
    return [state >> 2 * k & 3 for k in range(4)]


def hope(value, place):
    """The points that the mover may expect from the month's cards that are not captured yet."""
    counts = tuple(place.count(where) for where in (IN_HAND, ON_FIELD, UNSEEN))
    chances = CHANCES.get(counts, (0, 0, 0))
    by_place = {IN_HAND: chances[0], ON_FIELD: chances[1], UNSEEN: chances[2], GONE: 0}
    return sum(v * by_place[where] for v, where in zip(value, place)) / 100


def play_score(value, hopes, state, card):
    """What playing this card is worth beyond leaving the month alone."""
    met = [k for k, where in enumerate(places(state)) if where == ON_FIELD]
    if not met:
        return hopes[moved(state, [card], ON_FIELD)] - hopes[state]
    captures = [met] if len(met) != 2 else [[k] for k in met]
    best = max(sum(value[k] for k in taken) + hopes[moved(state, [*taken, card], GONE)] for taken in captures)
    return value[card] + best - hopes[state]


def moved(state, cards, place):
    """The month's state once these cards have come to that place."""
    for k in cards:
        state = state & ~(3 << 2 * k) | place << 2 * k
    return state
