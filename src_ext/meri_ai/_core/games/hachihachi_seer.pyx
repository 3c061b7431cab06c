"""Builds a view of Hachihachi from what its seat saw, step by step: what reading a view from JSON needs."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memset

from meri_ai._core.bits cimport count_bits
from meri_ai._core.cardset cimport has
from meri_ai._core.games.fishing_table cimport bit_of, month_of
from meri_ai._core.games.hachihachi_oikomi cimport show_yaku
from meri_ai._core.games.hachihachi_sight cimport FLIP, HachiSight, hide, keep_year, note
from meri_ai._core.games.hachihachi_state cimport (
    CARDS, FIELD_CARDS, HAND_CARDS, MOST_SEATS, NOBODY, PLACES, STAGE_END, STAGE_MIZUTEN, STAGE_PLAY, STAGE_TAKE_PLAYED, TAKE,
    HachiContext, HachiState, apply_code, legal_set, load_month)
from meri_ai._core.games.hachihachi_view cimport HachihachiView
from meri_ai._core.games.hachihachi_worlds cimport HachiRoot, prepare_root
from meri_ai._core.games.hachihachi_yaku cimport NO_SET, HandYaku, hand_yaku, has_tobikomi
from libc.stdlib cimport calloc, free

from meri_ai._core.errors import ViewError

cdef enum:
    HIDDEN_CARD = 50    # bits from here on stand for cards of others that are not known


cdef class Seer:
    """What a seat has seen so far. Every method raises ViewError, without the place, for what cannot be.

    month: its number in the year, from 1; flips: the cards that will be turned up, in order; shown: by seat (cards, category number, fee) of what will be
    shown as play begins. Cards are numbers.
    """
    cdef HachihachiView result
    cdef HachiState state
    cdef HachiSight *sight
    cdef uint64_t seen
    cdef object game
    cdef list flips
    cdef dict shown
    cdef int carried_two
    cdef int carried_four

    def __init__(self, game, int seat, int dealer, scores, carried, int month, flips, shown):
        cdef int i
        self.game = game
        self.result = HachihachiView.__new__(HachihachiView)
        self.result.game = game
        self.result.scores = tuple(scores)
        self.result.ledger = ()
        self.sight = &self.result.sight
        memset(self.sight, 0, sizeof(HachiSight))
        self.sight.seat = seat
        self.sight.carried_two = self.carried_two = list(carried).count(2)
        self.sight.carried_four = self.carried_four = list(carried).count(4)
        self.flips = list(flips)
        self.shown = dict(shown)
        memset(&self.state, 0, sizeof(HachiState))
        self.state.stage = STAGE_MIZUTEN
        self.state.turn = self.state.dealer = dealer
        for i, score in enumerate(scores):
            self.state.account[i] = score
        self.state.months_left = game.rules.months - month

    def deal(self, hand, field, blank, mizuten):
        """The deal; mizuten: the dealer's word before it, as a code, or None."""
        cdef uint64_t[MOST_SEATS] dealt
        cdef uint64_t table = 0
        cdef uint8_t order[CARDS]
        cdef const HachiContext *g = self.context()
        cdef HachiState before = self.state
        cdef int card
        memset(dealt, 0, sizeof(dealt))
        for card in range(CARDS):
            order[card] = card
        for card in hand:
            dealt[self.sight.seat] |= bit_of(card)
        for card in field:
            table |= bit_of(card)
        self.seen = dealt[self.sight.seat] | table
        load_month(g, &self.state, dealt, table, order, self.state.dealer, NOBODY if blank is None else blank,
                   self.carried_two, self.carried_four)
        keep_year(&before, &self.state)
        if (self.state.stage == STAGE_MIZUTEN) != (mizuten is not None):
            raise ViewError("the dealer has no choice of mizuten here" if mizuten is not None else
                            "before the deal the dealer chooses mizuten or look")
        self.sight.first_field = table
        self.sight.dealt = 1
        if mizuten is not None:
            self.act(self.state.dealer, mizuten)
        elif self.state.active:
            self.begin()

    cdef const HachiContext *context(self):
        return <const HachiContext *>self.result.game.ops.game

    cdef int begin(self) except -1:
        """Play has begun: what was shown of the others takes the place of what their hands would tell."""
        cdef int place, seat
        cdef HachiState *s = &self.state
        cdef HandYaku yaku
        for place in range(PLACES):
            seat = s.seat_of[place]
            cards, category, _ = self.shown.get(seat, ((), 0, 0))
            if seat != self.sight.seat:
                yaku = hand_yaku(mask_of(cards))
                yaku.category = category
                if not has_tobikomi(yaku.set):
                    yaku.triplets = 0
                s.yaku[place] = yaku
                s.shown[seat] = mask_of(cards)
                s.table.hand[place] = <uint64_t>0x7f << HIDDEN_CARD
        for seat in range(self.game.seats):
            if s.pushed[seat] and seat != self.sight.seat:
                cards, category, fee = self.shown.get(seat, ((), 0, 0))
                s.shown[seat] = mask_of(cards)
                s.fee[seat] = fee
                s.pushed_category[seat] = category
                s.pushed_set[seat] = hand_yaku(mask_of(cards)).set
        for place, card in enumerate(self.flips[:sizeof(s.table.pile)]):
            s.table.pile[place] = card
        s.table.pile_cards = CARDS - PLACES * HAND_CARDS - FIELD_CARDS
        return 0

    def act(self, int seat, int code):
        """A step of a seat."""
        cdef HachiState *s = &self.state
        cdef int place = s.table.turn, turned = s.table.turned
        cdef bint was_active = s.active, hidden
        if not self.sight.dealt:
            raise ViewError("nothing can be done before the deal")
        if s.stage == STAGE_END:
            raise ViewError("the month is over")
        if seat != s.turn:
            raise ViewError(f"it is seat {s.turn}'s turn, not seat {seat}'s")
        hidden = s.stage == STAGE_PLAY and code < TAKE and seat != self.sight.seat
        if hidden:
            self.see(code, s.shown[seat])
            s.table.hand[place] = (s.table.hand[place] & (s.table.hand[place] - 1)) | bit_of(code)
        elif not has(legal_set(s), code):
            raise ViewError(f"this is not legal; legal: {', '.join(map(str, self.legal()))}")
        if self.turns_up(code):
            if turned == len(self.flips):
                raise ViewError("the card that is turned up then is missing")
            self.see(s.table.pile[turned], self.in_pile())
        note(&self.sight.log, seat, code)
        apply_code(self.context(), s, code)
        if s.table.turned > turned:
            note(&self.sight.log, seat, FLIP + s.table.pile[turned])
        if s.active and not was_active:
            self.begin()

    cdef list legal(self):
        return [action for action in self.game.actions if has(legal_set(&self.state), action.id)]

    cdef bint turns_up(self, int code):
        if code < TAKE:
            return count_bits(self.state.table.field & month_of(code)) != 2
        return self.state.stage == STAGE_TAKE_PLAYED

    cdef uint64_t in_pile(self):
        """Known cards that may be in the pile: of who does not play."""
        cdef uint64_t cards = 0
        cdef int seat
        for seat in range(self.game.seats):
            if not self.state.entered[seat]:
                cards |= self.state.shown[seat] | self.state.dealt[seat]
        return cards

    cdef int see(self, int card, uint64_t may_be) except -1:
        """A card comes to light: none that is known to be elsewhere."""
        cdef uint64_t shown = 0
        cdef int seat
        if self.state.active:
            for seat in range(self.game.seats):
                shown |= self.state.shown[seat]
        if bit_of(card) & (self.seen | shown) & ~may_be or self.was_laid(card):
            raise ViewError(f"{self.game.card_texts[card]} is known to be elsewhere")
        self.seen |= bit_of(card)
        return 0

    cdef bint was_laid(self, int card):
        cdef int i
        for i in range(self.sight.log.count):
            if self.sight.log.code[i] == card or self.sight.log.code[i] == FLIP + card:
                return True
        return False

    def view(self, ledger):
        """The view; ledger: (from, to, mon, for, hatto) of a month that is over, else nothing."""
        cdef HachiRoot *root
        cdef int wrong
        self.sight.state = self.state
        hide(&self.sight.state, self.sight.seat)
        self.result.ledger = tuple(ledger)
        root = <HachiRoot *>calloc(1, sizeof(HachiRoot))
        if root == NULL:
            raise MemoryError
        wrong = prepare_root(self.context(), self.sight, root)
        free(root)
        if wrong:
            raise ViewError("no deal explains what was shown and played")
        return self.result


cdef uint64_t mask_of(cards):
    cdef uint64_t mask = 0
    for card in cards:
        mask |= bit_of(card)
    return mask
