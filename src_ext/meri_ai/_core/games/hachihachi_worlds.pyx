"""Worlds of Hachihachi, drawn uniformly over all deals that give a seat its view.

Cards shown are where they were shown; what was shown excludes the rest: an active player declares his best yaku, and
shows all plain cards with a category yaku, so that a hand which would have declared something else is refused and
another one drawn. So with the hand of who was pushed out: what his fee counted is all there was to count.
"""

from libc.string cimport memcpy, memset
from meri_ai._core.bits cimport count_bits, deposit, lowest_bit
from meri_ai._core.games.hachihachi_hatto cimport anything_wanted
from meri_ai._core.games.hachihachi_oikomi cimport countable, push_out, show_yaku
from meri_ai._core.games.hachihachi_sight cimport FLIP, Log, keep_year
from meri_ai._core.games.hachihachi_state cimport (
    CARDS, CONTINUE, FIELD_CARDS, HAND_CARDS, HATTO_OFF, MIZUTEN, NO_CARD, NOBODY, STAGE_MIZUTEN, STAGE_PLAY, TAKE,
    apply_code, load_month)
from meri_ai._core.games.hachihachi_yaku cimport (
    AKA, KARASU, NO_CATEGORY, PIKAICHI, TAN_ICHI, TOICHI, HandYaku, hand_yaku)
from meri_ai._core.games.hanafuda_sets cimport ANIMALS, BRIGHTS, RIBBONS, WILLOW
from meri_ai._core.rng cimport below_exactly, seeded, uniform

cdef enum:
    TRIES = 1 << 20     # draws before a view counts as impossible

cdef uint64_t DECK = (<uint64_t>1 << CARDS) - 1


cdef inline uint64_t draw(uint64_t cards, int count, Rng *rng) noexcept nogil:
    """So many of the cards, each choice equally likely; there are enough."""
    cdef uint64_t found = 0, card
    while count:
        card = deposit(<uint64_t>1 << below_exactly(rng, count_bits(cards)), cards)
        found |= card
        cards ^= card
        count -= 1
    return found


cdef inline void shuffle(uint8_t *cards, int count, Rng *rng) noexcept nogil:
    cdef int i, pick
    cdef uint8_t card
    for i in range(count - 1):
        pick = i + <int>below_exactly(rng, count - i)
        card = cards[pick]
        cards[pick] = cards[i]
        cards[i] = card


cdef inline int list_cards(uint64_t cards, uint8_t *out) noexcept nogil:
    cdef int count = 0
    while cards:
        out[count] = <uint8_t>lowest_bit(cards)
        cards &= cards - 1
        count += 1
    return count


cdef inline double ways(int cards, int chosen) noexcept nogil:
    """Binomial coefficient; exact, for the numbers are small."""
    cdef double found = 1.0
    cdef int i
    if chosen > cards:
        return 0.0
    for i in range(chosen):
        found = found * (cards - i) / (i + 1)
    return found


cdef inline uint64_t not_shown(int category, uint64_t otherwise) noexcept nogil:
    """Where a category yaku has shown the plain cards, the hidden ones are of its type."""
    if category == AKA or category == TAN_ICHI:
        return RIBBONS & ~WILLOW
    if category == TOICHI:
        return ANIMALS & ~WILLOW
    if category == PIKAICHI:
        return BRIGHTS & ~WILLOW
    if category == KARASU:
        return 0
    return otherwise


cdef void read_log(const HachiSight *sight, uint64_t *played, uint64_t *turned_up) noexcept nogil:
    """The cards that each seat has played, and those turned up."""
    cdef int i, code
    for i in range(sight.log.count):
        code = sight.log.code[i]
        if code >= FLIP:
            turned_up[0] |= <uint64_t>1 << (code - FLIP)
        elif code < TAKE:
            played[sight.log.seat[i]] |= <uint64_t>1 << code


cdef Hidden *new_hand(HachiRoot *root, int seat, int place, uint64_t known) noexcept nogil:
    cdef Hidden *hidden = &root.hands[root.pile_hands + root.active_hands + root.free_hands]
    hidden.seat = seat
    hidden.place = place
    hidden.known = known
    hidden.count = HAND_CARDS - count_bits(known)
    return hidden


cdef bint set_bounds(HachiRoot *root) noexcept nogil:
    """For each hidden hand, in the order of drawing, the most ways that there can be to choose its hidden cards.

    Hands in the pile draw from what is unseen and what was turned up, active hands from what is unseen alone. False: it
    cannot be done at all.
    """
    cdef Hidden *hidden
    cdef uint64_t drawable = (root.unseen | root.turned_up) & ~root.own
    cdef int i, j, cards, pile_cards = 0, spared
    for i in range(root.pile_hands):
        drawable &= ~root.hands[i].known
        pile_cards += root.hands[i].count
    # so many of the cards in pile hands are surely none that was turned up
    spared = max(0, pile_cards - count_bits(root.turned_up & drawable))
    for i in range(root.pile_hands + root.active_hands):
        hidden = &root.hands[i]
        if hidden.count < 0:
            return False
        cards = count_bits((drawable if hidden.place < 0 else root.unseen) & hidden.allowed)
        if hidden.place >= 0 and hidden.allowed == DECK:
            cards -= spared
        for j in range(i):
            if (root.hands[j].place < 0) == (hidden.place < 0) and (
                    root.hands[j].allowed == hidden.allowed or hidden.allowed == DECK):
                cards -= root.hands[j].count
        hidden.most = ways(max(cards, 0), hidden.count)
        if hidden.most == 0:
            return False
    return True


cdef int prepare_root(const HachiContext *g, const HachiSight *sight, HachiRoot *root) noexcept nogil:
    cdef const HachiState *s = &sight.state
    cdef uint64_t[MOST_SEATS] played
    cdef uint64_t known, shown = 0
    cdef int seat, place, needed = 0, constrained
    cdef Hidden *hidden
    cdef Rng rng = seeded(0)
    cdef HachiState world
    cdef bint is_active
    memset(played, 0, sizeof(played))
    root.sight = sight[0]
    if s.stage == STAGE_MIZUTEN:
        return 0
    read_log(sight, played, &root.turned_up)
    root.own = s.dealt[sight.seat]
    known = root.own | sight.first_field
    if not s.active:
        root.unseen = DECK & ~known
        return 0
    known |= root.turned_up
    for seat in range(g.seats):
        known |= played[seat]
        if seat != sight.seat and not s.entered[seat]:
            root.in_pile |= s.shown[seat] & ~root.turned_up
    if not s.entered[sight.seat]:
        root.in_pile |= root.own & ~root.turned_up
    root.in_pile &= DECK & ~sight.first_field
    for seat in range(g.seats):
        if s.pushed[seat] and seat != sight.seat:
            hidden = new_hand(root, seat, -1, s.shown[seat])
            hidden.allowed = not_shown(s.pushed_category[seat], DECK & ~countable(g))
            root.pile_hands += 1
    # then active hands, those of a category yaku first
    for constrained in range(1, -1, -1):
        for place in range(PLACES):
            seat = s.seat_of[place]
            if seat != sight.seat and (s.yaku[place].category != NO_CATEGORY) == constrained:
                hidden = new_hand(root, seat, place, played[seat] | s.shown[seat])
                hidden.played = played[seat]
                hidden.allowed = not_shown(s.yaku[place].category, DECK)
                known |= hidden.known
                needed += hidden.count
                root.active_hands += 1
    root.unseen = DECK & ~known & ~root.in_pile
    if count_bits(root.unseen | root.in_pile) != needed + s.table.pile_cards - s.table.turned:
        return -2
    if not set_bounds(root):
        return -2
    for seat in range(g.seats):
        if s.retired[seat] and seat != sight.seat:
            new_hand(root, seat, -1, 0)
            root.free_hands += 1
    open_play(s, sight, &root.opening)
    if not some_world(g, root, &world, &rng):
        return -2
    root.replay = g.hatto != HATTO_OFF and hatto_is_open(g, root, &world)
    return 0


cdef void open_play(const HachiState *s, const HachiSight *sight, HachiState *opening) noexcept nogil:
    """The state as play began, out of a later one: what the turns have changed is taken back."""
    cdef int place
    opening[0] = s[0]
    memset(opening.table.captured, 0, sizeof(opening.table.captured))
    opening.table.field = sight.first_field
    opening.table.turned = 0
    opening.table.turn = 0
    opening.table.waiting = NO_CARD
    memset(opening.wanted, 0, sizeof(opening.wanted))
    memset(opening.earned, 0, sizeof(opening.earned))
    memset(opening.completed, 0, sizeof(opening.completed))
    memset(opening.counted, 0, sizeof(opening.counted))
    memset(opening.lowered, 0, sizeof(opening.lowered))
    memset(opening.first_earned, 0, sizeof(opening.first_earned))
    opening.flipped_gain = 0
    opening.fresh = opening.ending = opening.ender = 0
    opening.stage = STAGE_PLAY
    opening.turn = opening.seat_of[0]
    for place in range(PLACES):
        opening.table.hand[place] = opening.dealt[opening.seat_of[place]]


cdef bint hatto_is_open(const HachiContext *g, const HachiRoot *root, const HachiState *world) noexcept nogil:
    """Whether at any time so far a card was wanted, so that hidden cards decide who broke hatto."""
    cdef HachiState s = root.opening
    cdef const Log *log = &root.sight.log
    cdef int i, place
    fill_opening(root, world, &s)
    if anything_wanted(&s):
        return True
    for i in range(log.count):
        if log.code[i] < FLIP and not is_entering(log.code[i]):
            apply_code(g, &s, log.code[i])
            if anything_wanted(&s):
                return True
    return False


cdef inline bint is_entering(int code) noexcept nogil:
    """One of the steps before play: mizuten, look, enter, retire."""
    return MIZUTEN <= code < CONTINUE


cdef inline void fill_opening(const HachiRoot *root, const HachiState *world, HachiState *s) noexcept nogil:
    """The hands as dealt, and the pile, of a world whose current state is known."""
    cdef int i
    cdef Hidden *hidden
    for i in range(root.pile_hands, root.pile_hands + root.active_hands):
        hidden = &(<HachiRoot *>root).hands[i]
        s.dealt[hidden.seat] = world.dealt[hidden.seat]
        s.table.hand[hidden.place] = world.dealt[hidden.seat]
    memcpy(s.table.pile, world.table.pile, sizeof(s.table.pile))


cdef bint some_world(const HachiContext *g, const HachiRoot *root, HachiState *s, Rng *rng) noexcept nogil:
    """A world, unless none is found in very many draws."""
    cdef int tries
    for tries in range(TRIES):
        if try_world(g, root, s, rng, NULL):
            return True
    return False


cdef inline bint is_declared(const HachiState *s, int place, uint64_t hand) noexcept nogil:
    """Whether these seven cards would have declared and shown what this place has."""
    cdef HandYaku found = hand_yaku(hand)
    return (found.category == s.yaku[place].category and found.set == s.yaku[place].set
            and found.set_cards == s.yaku[place].set_cards and show_yaku(hand, &found) == s.shown[s.seat_of[place]])


cdef inline bint is_fee_right(const HachiContext *g, const HachiState *seen, int seat, uint64_t hand) noexcept nogil:
    """Whether who was pushed out with this hand would have shown and got what this seat has."""
    cdef HachiState probe
    probe.multiplier = seen.multiplier
    probe.dealt[seat] = hand
    push_out(g, &probe, seat)
    return (probe.shown[seat] == seen.shown[seat] and probe.fee[seat] == seen.fee[seat]
            and probe.pushed_category[seat] == seen.pushed_category[seat]
            and probe.pushed_set[seat] == seen.pushed_set[seat])


cdef bint try_world(const HachiContext *g, const HachiRoot *root, HachiState *s, Rng *rng, uint64_t *pile_hands) noexcept nogil:
    """Draws the hidden cards of a month that is being played; False when this draw is to be refused.

    Hand after hand takes any of the cards that are left for it. How many ways there are may depend on the hands before
    it: a draw is kept with a chance in proportion to them, and so all deals are equally likely.
    """
    cdef const HachiState *seen = &root.sight.state
    cdef uint64_t active = root.unseen  # what active hands may draw
    cdef uint64_t rest = (root.unseen | root.turned_up) & ~root.own, drawn, taken = 0, open_cards
    cdef uint64_t[MOST_SEATS] hands
    cdef const Hidden *hidden
    cdef int i, count, drawn_hands = root.pile_hands + root.active_hands
    for i in range(root.pile_hands):
        rest &= ~root.hands[i].known
    for i in range(drawn_hands):
        hidden = &root.hands[i]
        open_cards = (rest if hidden.place < 0 else active) & hidden.allowed
        count = count_bits(open_cards)
        if count < hidden.count:
            return False
        if not (hidden.most == ways(count, hidden.count)) and uniform(rng) * hidden.most >= ways(count, hidden.count):
            return False
        drawn = draw(open_cards, hidden.count, rng)
        rest &= ~drawn
        active &= ~drawn
        hands[hidden.seat] = hidden.known | drawn
        if hidden.place < 0:
            if not is_fee_right(g, seen, hidden.seat, hands[hidden.seat]):
                return False
        elif not is_declared(seen, hidden.place, hands[hidden.seat]):
            return False
        else:
            taken |= drawn
    if pile_hands != NULL:
        for i in range(root.pile_hands):
            pile_hands[root.hands[i].seat] = hands[root.hands[i].seat]
        for i in range(drawn_hands, drawn_hands + root.free_hands):
            drawn = draw(rest, HAND_CARDS, rng)
            rest ^= drawn
            pile_hands[root.hands[i].seat] = drawn
    s[0] = seen[0]
    for i in range(root.pile_hands, drawn_hands):
        hidden = &root.hands[i]
        s.dealt[hidden.seat] = hands[hidden.seat]
        s.table.hand[hidden.place] = hands[hidden.seat] & ~hidden.played
    count = list_cards((root.unseen & ~taken) | root.in_pile, s.table.pile + seen.table.turned)
    shuffle(s.table.pile + seen.table.turned, count, rng)
    return True


cdef void draw_entering(const HachiContext *g, const HachiRoot *root, HachiState *s, Rng *rng) noexcept nogil:
    """Before the three are known: all unseen cards are dealt at random, and so is the order of the pile."""
    cdef const HachiState *seen = &root.sight.state
    cdef uint64_t left = root.unseen, drawn
    cdef int seat
    s[0] = seen[0]
    for seat in range(g.seats):
        if seat != root.sight.seat and seat != seen.blank:
            drawn = draw(left, HAND_CARDS, rng)
            left ^= drawn
            s.dealt[seat] = drawn
    list_cards(DECK, s.order)
    shuffle(s.order, CARDS, rng)


cdef void draw_deal(const HachiContext *g, const HachiRoot *root, HachiState *s, Rng *rng) noexcept nogil:
    """Before anything is seen: any deal that is no misdeal; with seven the dealer does not hold the blank."""
    cdef uint64_t[MOST_SEATS] dealt
    cdef uint8_t order[CARDS]
    cdef uint64_t left, field, month
    cdef int seat, blank = NOBODY, dealer = root.sight.state.dealer
    while True:
        left = DECK
        memset(dealt, 0, sizeof(dealt))
        if g.seats == MOST_SEATS:
            blank = (dealer + 1 + <int>below_exactly(rng, MOST_SEATS - 1)) % MOST_SEATS
        for seat in range(g.seats):
            if seat != blank:
                dealt[seat] = draw(left, HAND_CARDS, rng)
                left ^= dealt[seat]
        field = draw(left, FIELD_CARDS, rng)
        month = field & (field >> 1)
        if not (month & (month >> 2) & <uint64_t>0x111111111111):
            break
    list_cards(DECK, order)
    shuffle(order, CARDS, rng)
    load_month(g, s, dealt, field, order, dealer, blank, root.sight.carried_two, root.sight.carried_four)
    keep_year(&root.sight.state, s)


cdef void draw_world(const HachiContext *g, const HachiRoot *root, HachiState *s, Rng *rng, uint64_t *pile_hands) noexcept nogil:
    cdef const Log *log = &root.sight.log
    cdef HachiState opening
    cdef int i
    if root.known:
        s[0] = root.sight.state
    elif root.sight.state.stage == STAGE_MIZUTEN:
        draw_deal(g, root, s, rng)
    elif not root.sight.state.active:
        draw_entering(g, root, s, rng)
    else:
        while not try_world(g, root, s, rng, pile_hands):
            pass
        if root.replay:
            opening = root.opening
            fill_opening(root, s, &opening)
            for i in range(log.count):
                if log.code[i] < FLIP and not is_entering(log.code[i]):
                    apply_code(g, &opening, log.code[i])
            s[0] = opening


cdef void determinize(const void *game, const void *root, void *state, Rng *rng) noexcept nogil:
    draw_world(<const HachiContext *>game, <const HachiRoot *>root, <HachiState *>state, rng, NULL)
