"""Hachinin Meri for Python: MeriGame and MeriState over the compiled rules."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy, memset

from meri_ai._core.cardset cimport CardSet, has, is_empty, lowest, remove
from meri_ai._core.game cimport Game, State
from meri_ai._core.games cimport meri_playout
from meri_ai._core.games.meri_ops cimport meri_ops
from meri_ai._core.games.meri_state cimport (
    ACCEPT, MODE_MERI, NO_CARD, REDEAL, SEATS, STAGE_DECLARE, STAGE_DISCARD, STAGE_OVER, STAGE_PLAY, STAGE_REDEAL,
    TRICKS, HIDE, MeriContext, MeriState as Flat, apply_code, follow_card, last_trick_at_once, lead_card,
    legal_set, load_deal)
from meri_ai._core.games.meri_tables cimport fill_context
from meri_ai._core.games.meri_view cimport ClairvoyantView, MeriView, action_id
from meri_ai._core.games.meri_worlds cimport FACE_DOWN, OKIE_LEFT, OKIE_OPEN, OKIE_TAKEN, MeriSight
from meri_ai._core.rng cimport Rng

from types import MappingProxyType

from meri_ai._core.action import Action
from meri_ai._core.errors import DealError, IllegalActionError

POLICIES = ("random", "rule")
YAKU_NAMES = ("", "sun-un", "un-sota", "sota-robai", "robai-rei", "two-one", "eight-nine", "chase")


# What the flat state does not keep: the whole history that views and records need.
cdef struct Log:
    uint8_t declared
    uint8_t hid              # 1 + the seat that hid the native robai
    uint8_t plays
    uint8_t play[72]
    uint8_t winner[9]
    uint8_t yaku_kind[9]
    uint8_t yaku_points[9]


cdef class MeriGame(Game):
    """Hachinin Meri under one ruleset. Rules is a MeriRules; actions are all 156 Actions by id."""
    cdef MeriContext context
    cdef readonly tuple actions
    cdef readonly tuple card_texts
    cdef dict known
    cdef readonly tuple teams

    def __init__(self, str name, rules, actions):
        self.name = name
        self.rules = rules
        self.actions = tuple(actions)
        self.known = {action.text: action for action in self.actions}
        self.card_texts = tuple(action.text[5:] for action in self.actions[:75])
        self.teams = (0, 1) * 4
        fill_context(&self.context, rules)
        self.ops = meri_ops(&self.context)

    @property
    def by_text(self):
        """Every Action by its text, read-only: bots share it with the referee."""
        return MappingProxyType(self.known)

    def __eq__(self, other):
        return isinstance(other, MeriGame) and self.rules == other.rules

    def __hash__(self):
        return hash(self.rules)


cdef class MeriState(State):
    """A deal of Hachinin Meri, hidden cards included (see MeriGame.new_state).

    deal: the MeriDeal; dealer: a seat; scores: the teams' points in the set before this deal; history: (seat, Action)
    for every step so far.
    """
    cdef Log log
    cdef readonly object deal
    cdef readonly int dealer
    cdef readonly tuple scores
    cdef list steps
    cdef int redeals
    cdef tuple first_packets  # what the seat after the dealer was shown at redeal steps, as card texts

    def __init__(self, game, deal, dealer=0, scores=(0, 0)):
        if type(dealer) is not int or not 0 <= dealer < SEATS:
            raise DealError(f"the dealer is a seat from 0 to 7, not {dealer!r}")
        if not isinstance(scores, (list, tuple)) or [type(score) for score in scores] != [int, int]:
            raise DealError(f"scores are two whole numbers, not {scores!r}")
        if any(abs(score) >= 10**9 for score in scores):
            raise DealError(f"scores lie between -10**9 and 10**9, not {scores!r}")
        if not hasattr(deal, "hands") or not hasattr(deal, "widow"):
            raise DealError(f"a state starts from a deal, not from {deal!r:.60}")
        self.deal = deal
        self.dealer = dealer
        self.scores = tuple(scores)
        self.steps = []
        self.redeals = 0
        self.first_packets = ()
        self.load(deal)

    cdef void load(self, deal):
        cdef uint8_t cards[75]
        cdef int i = 0
        cdef MeriGame game = <MeriGame>self.game
        for hand in deal.hands:
            for card in hand:
                cards[i] = card
                i += 1
        for card in deal.widow:
            cards[i] = card
            i += 1
        memset(&self.log, 0, sizeof(Log))
        load_deal(&game.context, <Flat *>self.data, cards, self.dealer, game.context.redeal_offer - self.redeals)
        if (<Flat *>self.data).stage == STAGE_REDEAL:
            packet = sorted(deal.hands[(self.dealer + 1) & 7][:3])
            self.first_packets += (tuple([game.card_texts[card] for card in packet]),)

    cdef bint beyond_flat(self) noexcept:
        return (<const Flat *>self.data).stage == STAGE_REDEAL

    def clone(self):
        cdef MeriState other = MeriState.__new__(MeriState, self.game)
        memcpy(other.data, self.data, sizeof(Flat))
        other.log = self.log
        other.deal = self.deal
        other.dealer = self.dealer
        other.scores = self.scores
        other.steps = self.steps.copy()
        other.redeals = self.redeals
        other.first_packets = self.first_packets
        return other

    def __reduce__(self):
        return rebuild_state, (self.game, self.deal, self.dealer, self.scores, [str(a) for _, a in self.steps])

    @property
    def history(self):
        """(seat, Action) for every step, in order."""
        return list(self.steps)

    @property
    def dealt(self):
        """The deal in play: `deal` itself or the redeal that followed it."""
        return self.deal.redeal(self.redeals) if self.redeals else self.deal

    def deal_to_json(self):
        """The deal as a record holds it, with every redeal so far."""
        return self.deal.to_json(self.steps)

    cdef const uint8_t *card_of(self):
        return (<MeriGame>self.game).context.card_of[(<Flat *>self.data).trump]

    def legal_actions(self):
        """The legal actions in canonical order; [] when the deal is over."""
        cdef const Flat *s = <const Flat *>self.data
        cdef CardSet left = legal_set(&(<MeriGame>self.game).context, s)
        cdef const uint8_t *card_of = self.card_of()
        cdef tuple actions = (<MeriGame>self.game).actions
        cdef list ids = []
        while not is_empty(left):
            ids.append(action_id(s.stage, lowest(left), card_of))
            remove(&left, lowest(left))
        ids.sort()
        return [actions[i] for i in ids]

    cdef int code_of(self, object action) except -1:
        """The internal code of a legal action, or IllegalActionError."""
        cdef const Flat *s = <const Flat *>self.data
        cdef MeriGame game = <MeriGame>self.game
        cdef int code = -1, number
        known = game.known.get(action if isinstance(action, str) else getattr(action, "text", None))
        if known is None:
            raise self.illegal(str(action), "there is no such action in Meri")
        number = known.id
        if number >= 150:
            code = ACCEPT + number - 150
        elif (number < 75) == (s.stage == STAGE_PLAY) and s.stage >= STAGE_DISCARD:
            code = game.context.code_of[s.trump][number % 75]
        if code < 0 or not has(legal_set(&game.context, s), code):
            raise self.illegal(known.text, self.why_not(known))
        return code

    cdef object illegal(self, str text, str reason):
        return IllegalActionError(self.current_player(), text, [str(a) for a in self.legal_actions()], reason)

    cdef str why_not(self, known):
        """Why a known action is not legal now, in words."""
        cdef const Flat *s = <const Flat *>self.data
        cdef MeriGame game = <MeriGame>self.game
        if s.stage == STAGE_OVER:
            return "the deal is over"
        word, _, card = known.text.partition(" ")
        if s.stage != STAGE_PLAY and s.stage != STAGE_DISCARD:
            wanted = ("'accept' or 'redeal'", "'declare' or 'hide'", "'take' or 'leave'")[s.stage]
            return f"this step is {wanted}"
        if (s.stage == STAGE_PLAY) != (word == "play") or not card:
            return f"this step is to {'play' if s.stage == STAGE_PLAY else 'discard'} a card"
        if not has(s.hand[s.turn], game.context.code_of[s.trump][known.id % 75]):
            return f"{card} is not in the hand"
        if s.stage == STAGE_DISCARD:
            return "discard_rule = plain asks for a plain card while the hand has one"
        if s.position == 0:
            return "first_lead = plain asks for a plain card while the hand has one"
        if s.mode == MODE_MERI:
            return "in Meri a hand with a trump plays a trump"
        if s.hand[s.turn].lo & (<uint64_t>0xffff << (16 * s.led)):
            return "in Monchi a hand with the led suit plays that suit or a trump"
        return "in Monchi a hand that is void in the led suit plays a trump (monchi_void = trump)"

    def apply_action(self, action):
        """Plays a legal action, given as an Action or its text; IllegalActionError else, and nothing is changed."""
        cdef Flat *s = <Flat *>self.data
        cdef const MeriContext *g = &(<MeriGame>self.game).context
        cdef int code = self.code_of(action), seat = s.turn, finished
        next_deal = self.deal.redeal(self.redeals + 1) if code == REDEAL else None
        self.steps.append((seat, (<MeriGame>self.game).actions[action_id(s.stage, code, self.card_of())]))
        if code == REDEAL:
            self.redeals += 1
            self.load(next_deal)
        elif s.stage == STAGE_PLAY:
            self.log.play[self.log.plays] = g.card_of[s.trump][code]
            self.log.plays += 1
            if s.position == 0:
                lead_card(g, s, code)
                return
            follow_card(g, s, code)
            if s.position == 0:
                self.log_trick()
                if g.simultaneous and s.trick_number == TRICKS - 1:
                    last_trick_at_once(g, s)
                    for position in range(SEATS):
                        self.log.play[64 + position] = g.card_of[s.trump][s.played[position]]
                    self.log.plays = 72
                    self.log_trick()
        else:
            if s.stage == STAGE_DECLARE:
                self.log.declared = code != HIDE
                self.log.hid = seat + 1 if code == HIDE else 0
            apply_code(g, s, code)

    cdef void log_trick(self):
        cdef const Flat *s = <const Flat *>self.data
        cdef int trick = s.trick_number - 1
        self.log.winner[trick] = s.leader
        self.log.yaku_kind[trick] = s.yaku_kind
        self.log.yaku_points[trick] = s.yaku_points

    def points(self):
        """The points so far, by team."""
        cdef const Flat *s = <const Flat *>self.data
        return [s.points[0], s.points[1]]

    def result(self):
        """What a record holds of a finished deal: points, tricks, winners, yaku; ValueError while it goes on."""
        cdef const Flat *s = <const Flat *>self.data
        cdef int i
        if s.stage != STAGE_OVER:
            raise ValueError("a deal that is not over has no result yet")
        yaku = [{"trick": i + 1, "seat": self.log.winner[i], "kind": YAKU_NAMES[self.log.yaku_kind[i]],
                 "points": self.log.yaku_points[i]} for i in range(TRICKS) if self.log.yaku_kind[i]]
        return {"points": self.points(), "tricks": [s.tricks[0], s.tricks[1]],
                "winners": [self.log.winner[i] for i in range(TRICKS)], "yaku": yaku}

    def view(self, int seat):
        """What a seat knows; ValueError for a seat that there is not."""
        cdef const Flat *s = <const Flat *>self.data
        cdef const MeriContext *g = &(<MeriGame>self.game).context
        cdef const uint8_t *card_of = self.card_of()
        cdef MeriView view
        cdef MeriSight *v
        cdef CardSet hand
        cdef int i, card, first
        if not 0 <= seat < SEATS:
            raise ValueError(f"a seat is from 0 to 7, not {seat}")
        view = MeriView.__new__(MeriView)
        view.game = self.game
        view.scores = self.scores
        view.packets = self.first_packets if seat == (self.dealer + 1) & 7 else ()
        v = &view.sight
        memset(v, 0, sizeof(MeriSight))
        v.seat = seat
        v.dealer = self.dealer
        v.redeals = self.redeals
        v.opener = v.discard = v.okie = NO_CARD
        v.dealt = s.stage != STAGE_REDEAL
        v.over = s.stage == STAGE_OVER
        if s.turn == seat and not v.over:
            v.asked = 1 + s.stage
            view.legal = legal_set(g, s)
        if not v.dealt:
            for text in view.packets[self.redeals] if view.packets else ():
                card = (<MeriGame>self.game).card_texts.index(text)
                v.hand[card >> 6] |= <uint64_t>1 << (card & 63)
            return view
        hand = s.hand[seat]
        while not is_empty(hand):
            card = card_of[lowest(hand)]
            remove(&hand, lowest(hand))
            v.hand[card >> 6] |= <uint64_t>1 << (card & 63)
        v.okie = card_of[s.okie]
        v.declared = self.log.declared
        v.hid = self.log.hid == seat + 1
        if s.okie_taken:
            v.okie_fate = OKIE_TAKEN
        elif s.stage >= STAGE_PLAY:
            v.okie_fate = OKIE_LEFT
        if v.declared or v.okie_fate != OKIE_OPEN:
            v.opener = s.opener
        v.discarded = s.discard != NO_CARD
        v.stack_shown = g.stack_revealed and self.log.plays > 0
        if v.discarded and (v.stack_shown or seat == s.opener):
            v.discard = card_of[s.discard]
        if v.stack_shown:
            v.stack[0] = v.discard if v.discarded else v.okie
            v.stack[1] = min(card_of[s.widow[0]], card_of[s.widow[1]])
            v.stack[2] = max(card_of[s.widow[0]], card_of[s.widow[1]])
        v.plays = self.log.plays
        memcpy(v.play, self.log.play, 72)
        v.tricks = s.trick_number
        memcpy(v.winner, self.log.winner, s.trick_number)
        if s.position and s.mode != MODE_MERI:
            first = 8 * s.trick_number
            for i in range(1, s.position):
                if (s.trump_positions >> i) & 1 and ((s.leader + i) & 7) != seat:
                    v.play[first + i] = FACE_DOWN
        if v.over:
            v.points[0] = s.points[0]
            v.points[1] = s.points[1]
        return view

    def clairvoyant_view(self, int seat):
        """A seat's view that knows every card, for bots marked as cheating; it never leaves the referee's process."""
        cdef MeriView fair = self.view(seat)
        cdef ClairvoyantView view = ClairvoyantView.__new__(ClairvoyantView)
        view.game = fair.game
        view.scores = fair.scores
        view.packets = fair.packets
        view.sight = fair.sight
        view.truth = (<Flat *>self.data)[0]
        return view

    def policy_probabilities(self, str policy="rule", double noise=0.0):
        """How likely a policy with this noise (0..1) takes each legal action of the mover: Action to probability."""
        if policy not in POLICIES:
            raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
        if not 0.0 <= noise <= 1.0:
            raise ValueError(f"noise must be from 0 to 1, not {noise!r}")
        legal_now = self.legal_actions()
        if not legal_now:
            raise ValueError("the deal is over")
        if policy == "random":
            noise = 1.0
        chances = {action: noise / len(legal_now) for action in legal_now}
        if policy != "random":
            chances[self.policy_choice()] += 1.0 - noise
        return chances

    def policy_choice(self):
        """What the rule policy without noise does for the mover."""
        cdef const Flat *s = <const Flat *>self.data
        cdef const MeriContext *g = &(<MeriGame>self.game).context
        cdef Rng rng
        rng.state = 0
        return (<MeriGame>self.game).actions[action_id(
            s.stage, meri_playout.choose(g, s, legal_set(g, s), 1, 0, &rng), self.card_of())]


def rebuild_state(game, deal, dealer, scores, steps):
    """A state from its deal and its steps, for pickle."""
    state = MeriState(game, deal, dealer, scores)
    for step in steps:
        state.apply_action(step)
    return state
