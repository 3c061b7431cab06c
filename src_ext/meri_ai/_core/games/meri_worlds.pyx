"""Worlds of Hachinin Meri: which deals (and which hidden discard) are consistent with what a seat knows.

A world is an assignment of the unseen cards to slots: the other hands, the trumps face down in this trick, a hidden
discard, the widow. What the past proves (docs/meri-rules.md sections 4 and 5) is a set of card types that a slot
cannot take, so that the draw is exactly uniform (search/determinize.pyx). Two facts tie the hidden discard to the
opener's hand; they split the worlds into those with a plain discard and those with a trump.
"""

from libc.string cimport memset
from meri_ai._core.bits cimport highest_bit
from meri_ai._core.cardset cimport add, both, has, is_empty, lowest, make_set, remove, single, union_of, without
from meri_ai._core.games.meri_state cimport (
    MODE_MERI, MODE_MONCHI, NO_CARD, SEATS, STAGE_DECLARE, STAGE_OVER, STAGE_PLAY, STAGE_REDEAL, TRICKS, TRUMP,
    follow_card, lead_card, load_deal, shuffle_deal)
from meri_ai._core.rng cimport next64, uniform
from meri_ai._core.search.determinize cimport draw_deal, free_plan, plan_deals

cdef enum:
    PLAINS = 0x0f            # types 0..3: the plain lanes
    TRUMPS = 0x10            # type 4: the trumps that are not a type of their own
    OKIE = 0x20              # type 5: a taken okie that has not been seen since
    ROBAI = 0x40             # type 6: a declared robai that has not been seen since
    SUN = 0x80               # type 7: the sun of trumps, where some hand may hold it by ichimai-zun alone
    ANY_TRUMP = 0xf0

# What the past proves of one seat.
ctypedef struct Proof:
    uint8_t void_lanes       # plain lanes that it cannot hold
    uint8_t no_trump
    uint8_t sun_alone        # ... but for the sun, by ichimai-zun


cdef void read_follow(const MeriContext *g, const MeriSight *v, const MeriRoot *root, int seat, int code, Proof *proof,
                      bint *needs_plain_discard) noexcept nogil:
    """What a follower's plain card proves; root.base is the state before it."""
    cdef const MeriState *s = &root.base
    cdef uint32_t dealt
    if code >= TRUMP:
        return
    if s.mode == MODE_MONCHI and (code >> 4) != s.led:
        proof.void_lanes |= 1 << s.led
        if g.void_must_trump:
            proof.no_trump = 1
            proof.sun_alone = 0
    elif s.mode == MODE_MERI:
        # either no trump, or the sun alone, which was then the only trump as dealt
        dealt = root.trumps_dealt[seat]
        if not proof.no_trump:
            proof.sun_alone = g.ichimai_zun and dealt == 0 and s.okie != TRUMP + highest_bit(s.sun)
            if v.declared and seat == v.opener:
                proof.sun_alone = 0
            if seat == v.opener and v.okie_fate == OKIE_TAKEN and v.discard == NO_CARD and has(s.gone, s.okie):
                # the okie was played: had a trump been discarded it would have been a second one as dealt
                needs_plain_discard[0] = proof.sun_alone
            if seat == v.opener and v.discarded and v.discard != NO_CARD and v.discard != v.okie:
                if g.code_of[s.trump][v.discard] >= TRUMP:
                    proof.sun_alone = 0
        proof.no_trump = 1


cdef void replay_sight(const MeriContext *g, const MeriSight *v, MeriRoot *root, Proof *proofs, bint *opener_plain,
                       bint *needs_plain_discard, bint *sun_was_alone) noexcept nogil:
    """Plays the seen plays into root.base and reads what they prove."""
    cdef MeriState *s = &root.base
    cdef int i, seat, code
    for i in range(v.plays):
        if g.simultaneous and i >= 64:
            break  # all last cards at once: the deal is over, and nothing is proved
        seat = s.turn
        if v.play[i] == FACE_DOWN:
            s.played[s.position] = NO_CARD
            s.trump_positions |= 1 << s.position
            s.position += 1
            s.turn = (seat + 1) & 7
            continue
        code = g.code_of[s.trump][v.play[i]]
        if code == TRUMP + highest_bit(s.sun) and seat == v.opener and needs_plain_discard[0]:
            # he held it when he threw a plain card in Meri: that was ichimai-zun, so the discard was no trump
            sun_was_alone[0] = 1
        if seat == v.opener and code < TRUMP:
            opener_plain[0] = 1
        if s.position:
            read_follow(g, v, root, seat, code, &proofs[seat], needs_plain_discard)
            if code >= TRUMP and not (code == s.okie and seat == v.opener and s.okie_taken):
                root.trumps_dealt[seat] |= 1 << (code - TRUMP)
            follow_card(g, s, code)
            if s.position == 0 and s.leader != v.winner[i // 8] and not root.wrong_trick:
                root.wrong_trick = 1 + i // 8
                root.right_winner = s.leader
        else:
            if i == 0 and g.lead_plain and code >= TRUMP:
                proofs[seat].void_lanes = PLAINS  # a plain card would have had to be led
            if code >= TRUMP and not (code == s.okie and seat == v.opener and s.okie_taken):
                root.trumps_dealt[seat] |= 1 << (code - TRUMP)
            lead_card(g, s, code)


cdef bint is_sane(const MeriContext *g, const MeriSight *v, int packets) noexcept nogil:
    cdef int i
    cdef int shown = v.redeals + (v.redeals < g.redeal_offer) if v.seat == (v.dealer + 1) & 7 else 0
    if v.seat >= SEATS or v.dealer >= SEATS or v.redeals > g.redeal_offer or packets != shown:
        return False
    if not v.dealt:
        return v.redeals < g.redeal_offer and v.plays == 0 and not v.over
    if v.okie >= 75 or v.plays > 72 or v.tricks != v.plays // 8 or (v.over and v.plays != 72):
        return False
    if v.opener >= SEATS and (v.opener != NO_CARD or v.declared or v.okie_fate or v.discarded or v.plays):
        return False
    if (v.discarded and v.okie_fate != OKIE_TAKEN) or (v.plays and v.okie_fate == OKIE_OPEN):
        return False
    if v.plays and ((v.okie_fate == OKIE_TAKEN and not v.discarded) or g.stack_revealed != v.stack_shown):
        return False
    if (v.stack_shown and (v.stack[0] >= 75 or v.stack[1] >= 75 or v.stack[2] >= 75)) or (v.stack_shown and not v.plays):
        return False
    if (v.discard >= 75 and v.discard != NO_CARD) or (v.discarded and v.stack_shown and v.discard == NO_CARD):
        return False
    if v.discarded and v.seat == v.opener and v.discard == NO_CARD:
        return False
    for i in range(v.tricks):
        if v.winner[i] >= SEATS:
            return False
    for i in range(v.plays):
        if v.play[i] >= 75 and (v.play[i] != FACE_DOWN or i // 8 != v.tricks or i % 8 == 0):
            return False
    return True


cdef void fill_base(const MeriContext *g, const MeriSight *v, MeriRoot *root) noexcept nogil:
    """The public facts of the opening, and the own hand."""
    cdef MeriState *s = &root.base
    cdef int card
    s.trump = v.okie // 15
    s.sun = g.sun[s.trump]
    s.okie = g.code_of[s.trump][v.okie]
    s.dealer = v.dealer
    s.discard = NO_CARD
    s.widow[0] = s.widow[1] = NO_CARD
    s.okie_taken = v.okie_fate == OKIE_TAKEN
    s.opener = v.opener if v.opener != NO_CARD else v.dealer
    root.declared = v.declared
    root.okie_is_robai = s.okie == g.native[s.trump]
    s.robai_hidden = not root.declared and not root.okie_is_robai
    if v.discard != NO_CARD:
        s.discard = g.code_of[s.trump][v.discard]
    if v.stack_shown:
        root.widow_shown = 1
        s.widow[0] = g.code_of[s.trump][v.stack[1]]
        s.widow[1] = g.code_of[s.trump][v.stack[2]]
    if v.okie_fate == OKIE_LEFT:
        add(&s.gone, s.okie)
    s.stage = STAGE_PLAY
    s.turn = s.leader = s.opener


cdef int hand_left(const MeriSight *v, const MeriState *s, int seat) noexcept nogil:
    """How many cards a seat holds now."""
    cdef int left = TRICKS - s.trick_number
    if s.position and ((seat - s.leader) & 7) < s.position:
        left -= 1
    if v.over:
        return 0
    if seat == v.opener and v.okie_fate == OKIE_TAKEN and not v.discarded:
        left += 1
    return left


cdef void add_slot(MeriRoot *root, int kind, int seat, int position, int capacity, int allowed) noexcept nogil:
    cdef DealPlan *plan = &root.plan[0]
    cdef int i = root.slots
    root.slot_kind[i] = kind
    root.slot_seat[i] = seat
    root.slot_position[i] = position
    plan.capacity[i] = capacity
    plan.allowed[i] = allowed
    root.slots = i + 1
    plan.slots = i + 1


cdef int holdable(const MeriSight *v, const Proof *proof, int seat) noexcept nogil:
    """The card types that a seat's hand may hold."""
    cdef int types = PLAINS & ~proof.void_lanes
    if not proof.no_trump:
        types |= TRUMPS | SUN
        if seat == v.opener:
            types |= OKIE | ROBAI
    elif proof.sun_alone:
        types |= SUN
    return types


cdef int prepare_root(const MeriContext *g, const MeriSight *v, MeriRoot *root, bint worlds) noexcept nogil:
    """Fills a zeroed root."""
    cdef MeriState *s = &root.base
    cdef DealPlan *plan = &root.plan[0]
    cdef Proof proofs[8]
    cdef bint opener_plain = 0, needs_plain_discard = 0, sun_was_alone = 0, split = 0, hidden_discard
    cdef int seat, card, position, i, code, result, discard_types, sun_code
    cdef CardSet unseen, own, special
    memset(proofs, 0, sizeof(proofs))
    own = make_set(0, 0)
    if not v.dealt:
        root.fresh = 1
        s.dealer = v.dealer
        s.redeals_left = g.redeal_offer - v.redeals
        for card in range(75):
            if (v.hand[card >> 6] >> (card & 63)) & 1:
                root.packet[root.packet_size] = card
                root.packet_size += 1
        s.stage = STAGE_REDEAL
        s.turn = (v.dealer + 1) & 7
        return 0
    fill_base(g, v, root)
    for card in range(75):
        if (v.hand[card >> 6] >> (card & 63)) & 1:
            add(&own, g.code_of[s.trump][card])
    replay_sight(g, v, root, proofs, &opener_plain, &needs_plain_discard, &sun_was_alone)
    s.hand[v.seat] = own
    if v.over:
        s.stage = STAGE_OVER
    elif v.asked:
        s.stage = v.asked - 1
        s.turn = v.seat
        if s.stage == STAGE_DECLARE:
            s.robai_hidden = 0  # not yet
    if g.discard_plain and s.discard != NO_CARD and s.discard >= TRUMP:
        proofs[s.opener].void_lanes = PLAINS  # a plain card would have had to be discarded

    if g.ichimai_zun:
        mark_ichimai(s, root, v.seat, 0)  # the own legal actions depend on it
    if not worlds:
        return 0

    # the unseen cards by type
    unseen = without(without(g.deck[s.trump], own), union_of(s.gone, s.trick))
    if v.over and g.simultaneous:
        for i in range(64, v.plays):
            remove(&unseen, g.code_of[s.trump][v.play[i]])
    if v.discard != NO_CARD:
        remove(&unseen, s.discard)
    if v.okie_fate != OKIE_TAKEN:
        remove(&unseen, s.okie)
    plan.types = 8
    special = make_set(0, 0)
    if has(unseen, s.okie):
        plan.cards[5] = single(s.okie)
        special = union_of(special, plan.cards[5])
    if v.declared and has(unseen, g.native[s.trump]):
        plan.cards[6] = single(g.native[s.trump])
        special = union_of(special, plan.cards[6])
    sun_code = TRUMP + highest_bit(s.sun)
    for seat in range(SEATS):
        if seat != v.seat and proofs[seat].sun_alone and has(unseen, sun_code):
            plan.cards[7] = single(sun_code)
    special = union_of(special, plan.cards[7])
    for i in range(4):
        plan.cards[i] = both(unseen, make_set(<uint64_t>0xffff << (16 * i), 0))
    plan.cards[4] = without(make_set(0, unseen.hi), special)

    # the slots
    for seat in range(SEATS):
        if seat != v.seat:
            add_slot(root, SLOT_HAND, seat, 0, hand_left(v, s, seat), holdable(v, &proofs[seat], seat))
    for position in range(1, s.position):
        if s.played[position] == NO_CARD:
            seat = (s.leader + position) & 7
            add_slot(root, SLOT_PENDING, seat, position, 1, holdable(v, &proofs[seat], seat) & ANY_TRUMP)
    hidden_discard = v.discarded and v.discard == NO_CARD
    if hidden_discard:
        discard_types = PLAINS if (g.discard_plain and opener_plain) or sun_was_alone else PLAINS | ANY_TRUMP
        split = discard_types != PLAINS and (g.discard_plain or (needs_plain_discard and not is_empty(plan.cards[7])))
        add_slot(root, SLOT_DISCARD, v.opener, 0, 1, PLAINS if split else discard_types)
    if not root.widow_shown:
        add_slot(root, SLOT_WIDOW, 0, 0, 2, PLAINS | TRUMPS | SUN)
    root.plans = 1
    root.first_share = 1
    if split:
        root.plans = 2
        root.plan[1] = root.plan[0]
        for i in range(root.slots):
            if root.slot_kind[i] == SLOT_DISCARD:
                root.plan[1].allowed[i] = ANY_TRUMP
            elif root.slot_seat[i] == v.opener and root.slot_kind[i] != SLOT_WIDOW:
                if needs_plain_discard:
                    root.plan[1].allowed[i] &= ~SUN
                if g.discard_plain:
                    root.plan[1].allowed[i] &= ANY_TRUMP
    for i in range(root.plans):
        result = plan_deals(&root.plan[i])
        if result:
            root.plans = i + 1
            release_root(root)
            return result
    if root.plans == 2:
        root.first_share = root.plan[0].worlds / (root.plan[0].worlds + root.plan[1].worlds)
    if root.plan[0].worlds <= 0 and (root.plans == 1 or root.plan[1].worlds <= 0):
        release_root(root)
        return -2
    return 0


cdef void release_root(MeriRoot *root) noexcept nogil:
    cdef int i
    for i in range(root.plans):
        free_plan(&root.plan[i])
    root.plans = 0


cdef void draw_slots(const MeriRoot *root, Rng *rng, CardSet *by_slot) noexcept nogil:
    """One assignment of the unseen cards to root's slots, uniformly."""
    cdef int which = 0
    if root.plans == 2 and uniform(rng) >= root.first_share:
        which = 1
    draw_deal(&root.plan[which], rng, by_slot)


cdef void draw_fresh(const MeriContext *g, const MeriRoot *root, MeriState *s, Rng *rng) noexcept nogil:
    """A redeal step: any deal in which the seat after the dealer has its packet."""
    cdef uint8_t cards[75]
    cdef uint8_t swap
    cdef int i, own = 9 * ((root.base.dealer + 1) & 7)
    for i in range(75):
        cards[i] = i
    for i in range(root.packet_size):
        # the packet's cards go to the front in ascending order, so that none has been moved yet
        swap = cards[i]
        cards[i] = root.packet[i]
        cards[root.packet[i]] = swap
    shuffle_deal(cards, root.packet_size, rng)
    for i in range(root.packet_size):
        swap = cards[i]
        cards[i] = cards[own + i]
        cards[own + i] = swap
    s.redeal_seed = next64(rng) | 1
    load_deal(g, s, cards, root.base.dealer, root.base.redeals_left)


cdef void place_pending(MeriState *s, int position, CardSet card) noexcept nogil:
    """A face-down trump becomes the card that it is in this world."""
    cdef int code = lowest(card)
    s.played[position] = code
    s.trick = union_of(s.trick, card)
    s.trumps_of[(s.leader + position) & 1] |= <uint16_t>card.hi
    if code > s.best:
        s.best = code
        s.best_position = position


cdef void mark_ichimai(MeriState *s, const MeriRoot *root, int seat, uint64_t pending) noexcept nogil:
    """Sets a seat's ichimai-zun bit where it matters: it still holds the sun, and that was its only trump as dealt."""
    cdef uint64_t dealt = s.hand[seat].hi | root.trumps_dealt[seat] | pending
    if (s.hand[seat].hi & s.sun) == 0:
        return
    if seat == s.opener and s.okie_taken:
        dealt &= ~(<uint64_t>1 << (s.okie - TRUMP))
        if s.discard != NO_CARD and s.discard >= TRUMP and s.discard != s.okie:
            dealt |= <uint64_t>1 << (s.discard - TRUMP)
    if dealt == s.sun:
        s.ichimai |= 1 << seat


cdef void determinize(const void *game, const void *prepared, void *state, Rng *rng) noexcept nogil:
    cdef const MeriContext *g = <const MeriContext *>game
    cdef const MeriRoot *root = <const MeriRoot *>prepared
    cdef MeriState *s = <MeriState *>state
    cdef CardSet by_slot[16]
    cdef CardSet card
    cdef uint16_t[8] pending
    cdef int i, seat
    if root.known:
        s[0] = root.base
        s.redeal_seed = next64(rng) | 1
        return
    if root.fresh:
        draw_fresh(g, root, s, rng)
        return
    draw_slots(root, rng, by_slot)
    memset(pending, 0, sizeof(pending))
    s[0] = root.base
    for i in range(root.slots):
        if root.slot_kind[i] == SLOT_HAND:
            s.hand[root.slot_seat[i]] = by_slot[i]
        elif root.slot_kind[i] == SLOT_PENDING:
            place_pending(s, root.slot_position[i], by_slot[i])
            pending[root.slot_seat[i]] = <uint16_t>by_slot[i].hi
        elif root.slot_kind[i] == SLOT_DISCARD:
            s.discard = lowest(by_slot[i])
        else:
            card = by_slot[i]
            s.widow[0] = lowest(card)
            remove(&card, s.widow[0])
            s.widow[1] = lowest(card)
    if s.robai_hidden and (s.widow[0] == g.native[s.trump] or s.widow[1] == g.native[s.trump]):
        s.robai_hidden = 0
    if g.ichimai_zun:
        for seat in range(SEATS):
            mark_ichimai(s, root, seat, pending[seat])
