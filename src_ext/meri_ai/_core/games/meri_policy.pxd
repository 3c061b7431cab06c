"""The rule player of Hachinin Meri: a short, sound policy that knows its own hand and what lies face up, no more.

The same function is the bot `rule` (without noise), the playout policy and the prior of the search. Whoever reads
a state here must not look at another seat's hand, at the widow, at a hidden discard, nor at the identity of a
trump that lies face down: s.best, s.trumps_of and s.trick.hi are used only where all trumps of the trick lie open.

Positions count from 0, the leader's. The numbers below were found by duels of variants, one number changed at a time,
over 6,000 to 30,000 boards of both presets; not every combination was tried. GUARD_FROM is a choice: guarding from
position 1 won a little more (0.02 to 0.07 points a deal), but beats partners who may well hold.
"""

from libc.stdint cimport uint32_t, uint64_t
from meri_ai._core.bits cimport count_bits, highest_bit, lowest_bit
from meri_ai._core.cardset cimport CardSet, lowest
from meri_ai._core.games.meri_state cimport (
    MODE_MERI, MODE_MONCHI, STAGE_DISCARD, STAGE_PLAY, TRUMP, MeriContext, MeriState)

cdef enum:
    GUARD_FROM = 4        # a partner's plain card is guarded with a trump
    TRUMP_FROM = 4        # an opponent's plain card is trumped
    PLAIN_WINS_FROM = 5   # a plain card is spent to win: earlier ones get trumped
    BLIND_FROM = 5        # face-down trumps are overtrumped on a guess, outside Monchi


cdef inline int weakest_plain(uint64_t plain) noexcept nogil:
    """The plain card of the lowest strength over all suits; plain is not 0."""
    cdef uint64_t folded = plain | (plain >> 32)
    folded = (folded | (folded >> 16)) & 0xffff
    return lowest_bit(plain & (<uint64_t>0x0001000100010001 << lowest_bit(folded)))


cdef inline int weakest(CardSet cards) noexcept nogil:
    """A card to throw away: the weakest plain one, else the weakest trump."""
    return weakest_plain(cards.lo) if cards.lo else TRUMP + lowest_bit(cards.hi)


cdef inline uint32_t trumps_at_large(const MeriContext *g, const MeriState *s, CardSet hand) noexcept nogil:
    """The trumps that the mover has not seen: in other hands, face down in this trick, or hidden out of play."""
    cdef uint64_t known = s.gone.hi | hand.hi
    if s.mode == MODE_MERI and s.position:
        known |= s.trick.hi
    return <uint32_t>(g.deck[s.trump].hi & ~known)


cdef inline uint32_t above(uint64_t trumps, uint32_t strength_mask) noexcept nogil:
    """Those trumps that are stronger than every one of strength_mask."""
    if strength_mask == 0:
        return <uint32_t>trumps
    return <uint32_t>(trumps & ~((<uint64_t>2 << highest_bit(strength_mask)) - 1))


cdef inline int weakest_trump(const MeriContext *g, const MeriState *s, uint64_t trumps) noexcept nogil:
    """The weakest trump that no trump at large makes a pair yaku with, else the weakest; trumps is not 0."""
    cdef uint64_t left = trumps
    cdef uint32_t at_large
    if trumps & (trumps - 1):
        at_large = trumps_at_large(g, s, s.hand[s.turn])
        while left:
            if (g.captors[s.trump][lowest_bit(left)] & at_large) == 0:
                return TRUMP + lowest_bit(left)
            left &= left - 1
    return TRUMP + lowest_bit(trumps)


cdef inline int rule_lead(const MeriContext *g, const MeriState *s, CardSet legal) noexcept nogil:
    """A weak plain card; a sure trump once Monchi is on, where it costs the others their trumps or their suits."""
    cdef uint32_t sure
    if legal.hi and s.monchi:
        sure = above(legal.hi, trumps_at_large(g, s, s.hand[s.turn]))
        if sure:
            return TRUMP + highest_bit(sure)
    if legal.lo:
        return weakest_plain(legal.lo)
    return TRUMP + highest_bit(legal.hi)


cdef inline int rule_throw(const MeriContext *g, const MeriState *s, CardSet legal, bint enemy_wins) noexcept nogil:
    """The weakest card, but no trump that would give an opponent's open winning trump a pair yaku."""
    cdef uint64_t safe
    if legal.lo:
        return weakest_plain(legal.lo)
    if enemy_wins and s.best >= TRUMP:
        safe = legal.hi & ~<uint64_t>g.beaten[s.trump][s.best - TRUMP]
        if safe:
            return TRUMP + lowest_bit(safe)
    return TRUMP + lowest_bit(legal.hi)


cdef inline int cheapest_winner(const MeriContext *g, const MeriState *s, uint64_t suit, uint64_t trumps) noexcept nogil:
    """Last to play: a plain winner, else a trump that makes a pair yaku, else the weakest trump; one of both is not 0."""
    cdef uint64_t left = trumps
    if suit:
        return lowest_bit(suit)
    while left:
        if g.beaten[s.trump][lowest_bit(left)] & s.trumps_of[1 - (s.turn & 1)]:
            return TRUMP + lowest_bit(left)
        left &= left - 1
    return TRUMP + lowest_bit(trumps)


cdef inline int rule_follow_open(const MeriContext *g, const MeriState *s, CardSet legal) noexcept nogil:
    """All cards of the trick lie open: the winner so far is known."""
    cdef int position = s.position
    cdef uint64_t suit = 0, trumps
    cdef uint32_t sure
    if ((s.best_position ^ position) & 1) == 0:
        # the partner's: guarded with a weak trump only when it is a plain card and opponents are still to play
        if s.best < TRUMP and legal.hi and GUARD_FROM <= position < 7:
            return weakest_trump(g, s, legal.hi)
        return rule_throw(g, s, legal, False)
    if s.best < TRUMP:
        suit = legal.lo & (<uint64_t>0xffff << (16 * s.led)) & ~((<uint64_t>2 << s.best) - 1)
        trumps = legal.hi
    else:
        trumps = above(legal.hi, <uint32_t>1 << (s.best - TRUMP))
    if (suit | trumps) == 0:
        return rule_throw(g, s, legal, True)
    if position == 7:
        return cheapest_winner(g, s, suit, trumps)
    if suit and position >= PLAIN_WINS_FROM:
        return highest_bit(suit)
    if trumps:
        if s.mode == MODE_MERI:
            sure = above(trumps, trumps_at_large(g, s, s.hand[s.turn]))
            return TRUMP + (lowest_bit(sure) if sure else highest_bit(trumps))
        if position >= TRUMP_FROM:
            return weakest_trump(g, s, trumps)
    return rule_throw(g, s, legal, True)


cdef inline int rule_follow_blind(const MeriContext *g, const MeriState *s, CardSet legal) noexcept nogil:
    """Trumps lie face down: only who played them is known."""
    cdef int position = s.position
    cdef uint32_t own = 0x55 << (position & 1)  # positions of the own side
    cdef int enemies = count_bits(s.trump_positions & ~own)
    cdef uint32_t at_large, sure
    cdef uint64_t left
    cdef int total, below_it, chance, all_chances, i
    if enemies == 0 or legal.hi == 0:
        return weakest(legal)
    at_large = trumps_at_large(g, s, s.hand[s.turn])
    sure = above(legal.hi, at_large)
    if sure:
        return TRUMP + lowest_bit(sure)
    if s.trump_positions & own or (s.mode != MODE_MONCHI and position < BLIND_FROM):
        return weakest(legal)
    # the weakest trump that beats all the opponents' with one chance in four
    total = count_bits(at_large)
    left = legal.hi
    while left:
        below_it = count_bits(at_large & ((<uint32_t>1 << lowest_bit(left)) - 1))
        chance = all_chances = 1
        for i in range(enemies):
            chance *= below_it
            all_chances *= total
        if 4 * chance >= all_chances:
            return TRUMP + lowest_bit(left)
        left &= left - 1
    return weakest(legal)


cdef inline int rule_play(const MeriContext *g, const MeriState *s, CardSet legal) noexcept nogil:
    if s.position == 0:
        return rule_lead(g, s, legal)
    if s.mode == MODE_MERI or (s.trump_positions >> 1) == 0:
        return rule_follow_open(g, s, legal)
    return rule_follow_blind(g, s, legal)


cdef inline int rule_choice(const MeriContext *g, const MeriState *s, CardSet legal) noexcept nogil:
    """What the rule player does among `legal`, which is not empty."""
    if s.stage == STAGE_PLAY:
        return rule_play(g, s, legal)
    if s.stage == STAGE_DISCARD:
        return weakest(legal)
    return lowest(legal)  # accept, declare, take
