"""The fishing family for Python: FishingGame and FishingState over the compiled rules."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy, memset

from meri_ai._core.cardset cimport CardSet, has, is_empty, lowest, remove
from meri_ai._core.game cimport Game, State
from meri_ai._core.games.fishing_ops cimport fishing_ops
from meri_ai._core.games.fishing_playout cimport choose
from meri_ai._core.games.fishing_state cimport FishingContext, apply_code, legal_set, load_round, points_of
from meri_ai._core.games.fishing_table cimport CARDS, STAGE_OVER, STAGE_PLAY, TAKE, Table
from meri_ai._core.games.fishing_tables cimport fill_context
from meri_ai._core.games.fishing_log cimport Log
from meri_ai._core.games.fishing_view cimport ClairvoyantView, FishingSight, FishingView
from meri_ai._core.rng cimport Rng

from types import MappingProxyType

from meri_ai._core.action import Action
from meri_ai._core.errors import DealError, IllegalActionError

POLICIES = ("random", "rule")


cdef class FishingGame(Game):
    """A game of the fishing family under one ruleset: what meri_ai.games.fishing.Fishing is made of.

    players: 2 to 4; sizes: cards of a hand, of the field, of the pile; texts and values of the 48 cards by canonical
    number; codes: 4 * month + k of each. actions are all 96 Actions by id: play each card, take each card.
    """
    cdef FishingContext context
    cdef readonly tuple actions
    cdef readonly tuple card_texts
    cdef readonly tuple teams
    cdef dict known

    def __init__(self, str name, rules, int players, sizes, texts, values, codes):
        if not 2 <= players <= 4 or not len(texts) == len(values) == CARDS or sorted(codes) != list(range(CARDS)):
            raise ValueError("a fishing game has 2 to 4 players and 48 cards, each with a text, a value and a code")
        if players * sizes[0] + sizes[1] + sizes[2] != CARDS or players * sizes[0] != sizes[2]:
            raise ValueError(f"hands, field and pile of {sizes} are no 48 cards of {players} players")
        self.name = name
        self.rules = rules
        self.teams = tuple(range(players))
        self.card_texts = tuple(texts)
        self.actions = tuple([Action(i, f"{word} {text}") for i, (word, text) in enumerate(
            [("play", text) for text in texts] + [("take", text) for text in texts])])
        self.known = {action.text: action for action in self.actions}
        fill_context(&self.context, players, sizes, values, codes)
        self.ops = fishing_ops(&self.context)

    @property
    def by_text(self):
        """Every Action by its text, read-only: bots share it with the referee."""
        return MappingProxyType(self.known)

    @property
    def par(self):
        """The captured points that make a score of 0."""
        return self.context.par

    def __eq__(self, other):
        return (isinstance(other, FishingGame) and self.name == other.name and self.rules == other.rules
                and self.seats == other.seats)

    def __hash__(self):
        return hash((self.rules, self.seats))


cdef class FishingState(State):
    """A round of the fishing family, hidden cards included (see FishingGame.new_state).

    deal: the FishingDeal; dealer: a seat; scores: each seat's total before the round (zeros when None); history:
    (seat, Action) for every step so far.
    """
    result_sets = ("captured",)
    cdef Log log
    cdef uint64_t first_hand[4]
    cdef uint64_t first_field
    cdef readonly object deal
    cdef readonly int dealer
    cdef readonly tuple scores
    cdef list steps

    def __init__(self, game, deal, dealer=0, scores=None):
        cdef FishingGame own = <FishingGame?>game
        cdef const FishingContext *g = &own.context
        cdef Table *t = <Table *>self.data
        cdef uint8_t cards[CARDS]
        cdef int i
        if type(dealer) is not int or not 0 <= dealer < g.players:
            raise DealError(f"the dealer is a seat from 0 to {g.players - 1}, not {dealer!r}")
        if scores is None:
            scores = (0,) * g.players
        if not isinstance(scores, (list, tuple)) or [type(score) for score in scores] != [int] * g.players:
            raise DealError(f"scores are {g.players} whole numbers, not {scores!r}")
        if any(abs(score) >= 10**9 for score in scores):
            raise DealError(f"scores lie between -10**9 and 10**9, not {scores!r}")
        if not hasattr(deal, "hands") or not hasattr(deal, "field") or not hasattr(deal, "pile"):
            raise DealError(f"a state starts from a deal, not from {deal!r:.60}")
        sizes = [len(hand) for hand in deal.hands], len(deal.field), len(deal.pile)
        if sizes != ([g.hand_cards] * g.players, g.field_cards, g.pile_cards):
            raise DealError(f"a deal of {own.name} for {g.players} has hands of {g.hand_cards}, a field of "
                            f"{g.field_cards} and a pile of {g.pile_cards} cards")
        dealt = [card for hand in deal.hands for card in hand] + [*deal.field, *deal.pile]
        if sorted(dealt) != list(range(CARDS)):
            raise DealError("a deal has each of the 48 cards once")
        for i in range(CARDS):
            cards[i] = g.code_of[<int>dealt[i]]
        self.deal = deal
        self.dealer = dealer
        self.scores = tuple(scores)
        self.steps = []
        load_round(g, t, cards, dealer)
        memset(&self.log, 0, sizeof(Log))
        memcpy(self.first_hand, t.hand, sizeof(t.hand))
        self.first_field = t.field

    def clone(self):
        cdef FishingState other = FishingState.__new__(FishingState, self.game)
        memcpy(other.data, self.data, sizeof(Table))
        other.log = self.log
        memcpy(other.first_hand, self.first_hand, sizeof(self.first_hand))
        other.first_field = self.first_field
        other.deal = self.deal
        other.dealer = self.dealer
        other.scores = self.scores
        other.steps = self.steps.copy()
        return other

    def __reduce__(self):
        return rebuild_state, (self.game, self.deal, self.dealer, self.scores, [str(a) for _, a in self.steps])

    @property
    def history(self):
        """(seat, Action) for every step, in order."""
        return list(self.steps)

    def head(self):
        """What a record of this round says before its dealer: the number of players."""
        return {"players": self.game.seats}

    cdef object action_of(self, int code):
        cdef FishingGame game = <FishingGame>self.game
        return game.actions[game.context.card_of[code] if code < TAKE else TAKE + game.context.card_of[code - TAKE]]

    def legal_actions(self):
        """The legal actions in canonical order; [] when the round is over."""
        cdef CardSet left = legal_set(<const Table *>self.data)
        cdef list found = []
        while not is_empty(left):
            found.append(self.action_of(lowest(left)))
            remove(&left, lowest(left))
        found.sort()
        return found

    cdef int code_of(self, object action) except -1:
        """The internal code of a legal action, or IllegalActionError."""
        cdef FishingGame game = <FishingGame>self.game
        cdef int code
        known = game.known.get(action if isinstance(action, str) else getattr(action, "text", None))
        if known is None:
            raise self.illegal(str(action), f"there is no such action in {game.name}")
        code = known.id
        code = game.context.code_of[code] if code < TAKE else TAKE + game.context.code_of[code - TAKE]
        if not has(legal_set(<const Table *>self.data), code):
            raise self.illegal(known.text, self.why_not(known))
        return code

    cdef object illegal(self, str text, str reason):
        return IllegalActionError(self.current_player(), text, [str(a) for a in self.legal_actions()], reason)

    cdef str why_not(self, known):
        """Why a known action is not legal now, in words."""
        cdef const Table *t = <const Table *>self.data
        word, _, card = known.text.partition(" ")
        if t.stage == STAGE_OVER:
            return "the round is over"
        if t.stage != STAGE_PLAY:
            waiting = str(self.action_of(t.waiting)).partition(" ")[2]
            return f"this step is to take one of the two cards that {waiting} meets"
        return f"{card} is not in the hand" if word == "play" else "this step is to play a card"

    def apply_action(self, action):
        """Plays a legal action, given as an Action or its text; IllegalActionError else, and nothing is changed."""
        cdef Table *t = <Table *>self.data
        cdef int code = self.code_of(action), turned = t.turned
        self.steps.append((t.turn, self.action_of(code)))
        if code < TAKE:
            self.log.card[self.log.lays] = code
            self.log.lays += 1
        else:
            self.log.took[self.log.lays - 1] = 1 + code - TAKE
        apply_code(t, code)
        if t.turned > turned:
            self.log.card[self.log.lays] = t.pile[turned]
            self.log.lays += 1

    cdef list texts_of(self, uint64_t cards):
        """In canonical order."""
        cdef FishingGame game = <FishingGame>self.game
        cdef int card
        return [game.card_texts[card] for card in range(CARDS) if (cards >> game.context.code_of[card]) & 1]

    def points(self):
        """Captured points less par so far, by seat: at the end the scores of the round."""
        cdef const FishingContext *g = &(<FishingGame>self.game).context
        cdef const Table *t = <const Table *>self.data
        cdef int seat
        return [points_of(g, t.captured[seat]) - g.par for seat in range(g.players)]

    def next_dealer(self):
        """Who deals next: the highest score, of equal ones the first in this round's order; ValueError if not over."""
        if not self.is_terminal():
            raise ValueError("a round that is not over has no next dealer yet")
        points = self.points()
        seats = self.game.seats
        return max([(self.dealer + i) % seats for i in range(seats)], key=points.__getitem__)

    def result(self):
        """What a record holds of a finished round: points, captured, next_dealer; ValueError while it goes on."""
        cdef const Table *t = <const Table *>self.data
        cdef int seat
        if t.stage != STAGE_OVER:
            raise ValueError("a round that is not over has no result yet")
        return {"points": self.points(), "captured": [self.texts_of(t.captured[seat]) for seat in range(t.players)],
                "next_dealer": self.next_dealer()}

    def view(self, int seat):
        """What a seat knows; ValueError for a seat that there is not."""
        cdef FishingView view = FishingView.__new__(FishingView)
        self.fill(view, seat)
        return view

    cdef int fill(self, FishingView view, int seat) except -1:
        cdef FishingSight *v = &view.sight
        cdef Table *t = &v.table
        cdef int i
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"a seat is from 0 to {self.game.seats - 1}, not {seat}")
        view.game = self.game
        view.scores = self.scores
        memset(v, 0, sizeof(FishingSight))
        memcpy(t, self.data, sizeof(Table))
        for i in range(t.players):
            if i != seat:
                t.hand[i] = 0
        memset(t.pile + t.turned, 0, sizeof(t.pile) - t.turned)
        v.first_hand = self.first_hand[seat]
        v.first_field = self.first_field
        memcpy(&v.log, &self.log, sizeof(Log))
        v.seat = seat
        v.dealer = self.dealer
        return 0

    def clairvoyant_view(self, int seat):
        """A seat's view that knows every card, for bots marked as cheating; it never leaves the referee's process."""
        cdef ClairvoyantView view = ClairvoyantView.__new__(ClairvoyantView)
        self.fill(view, seat)
        view.truth = (<Table *>self.data)[0]
        return view

    def policy_probabilities(self, str policy="rule", double noise=0.0):
        """How likely a policy with this noise (0..1) takes each legal action of the mover: Action to probability."""
        cdef const Table *t = <const Table *>self.data
        cdef Rng rng
        if policy not in POLICIES:
            raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
        if not 0.0 <= noise <= 1.0:
            raise ValueError(f"noise must be from 0 to 1, not {noise!r}")
        legal_now = self.legal_actions()
        if not legal_now:
            raise ValueError("the round is over")
        if policy == "random":
            noise = 1.0
        chances = {action: noise / len(legal_now) for action in legal_now}
        if policy != "random":
            rng.state = 0
            chances[self.action_of(choose(self.game.ops.game, t, legal_set(t), 1, 0, &rng))] += 1.0 - noise
        return chances


def rebuild_state(game, deal, dealer, scores, steps):
    """A state from its deal and its steps, for pickle."""
    state = FishingState(game, deal, dealer, scores)
    for step in steps:
        state.apply_action(step)
    return state
