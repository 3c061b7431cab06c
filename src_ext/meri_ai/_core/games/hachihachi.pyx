"""Hachihachi for Python: HachihachiGame and HachihachiState over the compiled rules."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy, memset

from meri_ai._core.cardset cimport CardSet, has, is_empty, lowest, remove
from meri_ai._core.game cimport Game, State
from meri_ai._core.games.hachihachi_ops cimport hachihachi_ops
from meri_ai._core.games.hachihachi_playout cimport choose
from meri_ai._core.games.hachihachi_settle cimport (
    MOST_ROWS, FOR_CATEGORY, FOR_COMPLETED, FOR_HALF, FOR_NUKE, FOR_SET, FOR_SPECIAL, FOR_TOBIKOMI, POT, Book, Row,
    settle)
from meri_ai._core.games.hachihachi_sight cimport FLIP, HachiSight, Log, hide, note
from meri_ai._core.games.hachihachi_state cimport (
    CARDS, CONTINUE, END, ENTER, HAND_CARDS, MIZUTEN, NOBODY, PLACES, STAGE_DECIDE, STAGE_END, STAGE_ENTER, STAGE_MIZUTEN,
    STAGE_PLAY, STAGE_RESUME, STAGE_TAKE_FLIPPED, STAGE_TAKE_PLAYED, TAKE, HachiContext, HachiState as Flat,
    apply_code, legal_set, load_month)
from meri_ai._core.games.hachihachi_view cimport ClairvoyantView, HachihachiView
from meri_ai._core.games.hachihachi_yaku cimport COMPLETED, NO_CATEGORY, NO_SET
from meri_ai._core.games.hanafuda_sets cimport points_of
from meri_ai._core.rng cimport Rng

from types import MappingProxyType

from meri_ai._core.action import Action
from meri_ai._core.errors import DealError, IllegalActionError

POLICIES = ("random", "rule")
WORDS = ("mizuten", "look", "enter", "retire", "continue", "cancel", "end", "lower")
CATEGORY_NAMES = ("", "aka", "tan-ichi", "toichi", "pikaichi", "karasu")
SET_NAMES = ("", "sanbon", "tate-sanbon", "kuttsuki", "teshi", "haneken", "ichi-ni-shi", "futa-sanbon", "futa-sanbon",
             "futa-tate-sanbon", "shisou")
COMPLETED_NAMES = ("goko", "shiko", "ino-shika-cho", "akatan", "aotan", "nanatan")
SPECIAL_NAMES = (None, "souhachi", "futahachi", "sujiroku")
REASONS = ("orichin", "oikomi", "", "", "given back", "", "half", "nuke", "tobikomi", "", "points", "mizuten", "pot")


cdef class HachihachiGame(Game):
    """Hachihachi under one ruleset at a table of three to seven: what meri_ai.games.hachihachi.Hachihachi is made of.

    texts: of the 48 cards by canonical number. actions are all 104 Actions by id: play each card, take each card, the
    words. kan: by name, what each yaku is worth under the rules.
    """
    cdef HachiContext context
    cdef readonly tuple actions
    cdef readonly tuple card_texts
    cdef readonly tuple teams
    cdef dict known
    cdef dict kan
    cdef HachihachiGame place_game

    def __init__(self, rules, int players, texts, kan):
        cdef HachiContext *g = &self.context
        cdef int i
        if not 3 <= players <= 7 or len(texts) != CARDS:
            raise ValueError("Hachihachi has three to seven players and 48 cards")
        self.name = "hachihachi"
        self.rules = rules
        self.teams = tuple(range(players))
        self.card_texts = tuple(texts)
        self.kan = dict(kan)
        words = [f"play {text}" for text in texts] + [f"take {text}" for text in texts] + list(WORDS)
        self.actions = tuple([Action(i, text) for i, text in enumerate(words)])
        self.known = {action.text: action for action in self.actions}
        g.seats = players
        g.kan_mon = rules.kan_mon
        g.carry = ("pool", "carried_first", "none").index(rules.carry)
        g.mizuten = rules.mizuten
        g.mizuten_penalty = rules.mizuten_penalty
        g.two_payers = rules.oikomi_payers == "two"
        g.red_blue = rules.oikomi_cards == "red_blue"
        g.ino_shika_cho = rules.ino_shika_cho
        g.exclusive = rules.goko_shiko == "exclusive"
        g.tobikomi_once = rules.tobikomi == "once"
        g.lowered_paid = rules.lowered_paid
        g.ender_wins = rules.month_winner == "ender"
        g.special_cancels_mizuten = rules.special_cancels_mizuten
        g.hatto = ("off", "standing", "next_turn").index(rules.hatto)
        g.hatto_ino_shika_cho = rules.hatto_ino_shika_cho
        for i, name in enumerate(CATEGORY_NAMES):
            g.category_kan[i] = kan[name] if name else 0
        for i, name in enumerate(SET_NAMES):
            g.set_kan[i] = kan[name] if name else 0
        g.set_kan[8] = kan["futa-sanbon with a standing triplet"]
        for i, name in enumerate(COMPLETED_NAMES):
            g.completed_kan[i] = kan[name]
        self.ops = hachihachi_ops(g)

    def for_place(self):
        """The same game, whose returns are places at the end of the year: what a search for places is given."""
        cdef HachihachiGame other
        if self.place_game is None:
            other = HachihachiGame(self.rules, self.context.seats, self.card_texts, self.kan)
            other.context.for_place = True
            self.place_game = other
        return self.place_game

    @property
    def by_text(self):
        """Every Action by its text, read-only: bots share it with the referee."""
        return MappingProxyType(self.known)

    def __eq__(self, other):
        return isinstance(other, HachihachiGame) and self.rules == other.rules and self.seats == other.seats

    def __hash__(self):
        return hash((self.rules, self.seats))


cdef class HachihachiState(State):
    """A month of Hachihachi, hidden cards included (see HachihachiGame.new_state).

    deal: the HachihachiDeal; dealer: a seat; scores: each seat's account in mon before the month; carried: the
    multipliers carried in, highest first; month: which of the year, from 1; history: (seat, Action) for every step so far.
    """
    cdef Log log
    cdef uint64_t first_field
    cdef readonly object deal
    cdef readonly int dealer
    cdef readonly tuple scores
    cdef readonly tuple carried
    cdef readonly int month
    cdef list steps

    def __init__(self, game, deal, dealer=0, scores=None, carried=(), month=1):
        cdef HachihachiGame own = <HachihachiGame?>game
        cdef uint64_t[7] dealt
        cdef uint8_t[CARDS] order
        cdef uint64_t field = 0
        cdef int seat, card, i, blank = NOBODY
        cdef int players = own.context.seats
        if type(dealer) is not int or not 0 <= dealer < players:
            raise DealError(f"the dealer is a seat from 0 to {players - 1}, not {dealer!r}")
        if scores is None:
            scores = (own.rules.start,) * players
        if not isinstance(scores, (list, tuple)) or [type(score) for score in scores] != [int] * players:
            raise DealError(f"scores are {players} whole numbers, not {scores!r}")
        if any(abs(score) >= 10**9 for score in scores):
            raise DealError(f"scores lie between -10**9 and 10**9, not {scores!r}")
        if not isinstance(carried, (list, tuple)) or not all(type(m) is int and m in (2, 4) for m in carried):
            raise DealError(f"carried is a list of multipliers, each 2 or 4, not {carried!r}")
        if len(carried) > 200:
            raise DealError(f"carried has at most 200 multipliers, not {len(carried)}")
        if type(month) is not int or not 1 <= month <= own.rules.months:
            raise DealError(f"the month is one of the year's, from 1 to {own.rules.months}, not {month!r}")
        if not hasattr(deal, "hands") or not hasattr(deal, "field") or not hasattr(deal, "pile_order"):
            raise DealError(f"a state starts from a deal, not from {deal!r:.60}")
        if len(deal.hands) != players:
            raise DealError(f"this is a deal for {len(deal.hands)} players, not for {players}")
        memset(dealt, 0, sizeof(dealt))
        for seat in range(players):
            for card in deal.hands[seat]:
                dealt[seat] |= <uint64_t>1 << card
        for card in deal.field:
            field |= <uint64_t>1 << card
        if deal.blank is not None:
            blank = deal.blank
            field = dealt[blank]
            dealt[blank] = 0
        for i in range(CARDS):
            order[i] = deal.pile_order[i]
        self.deal = deal
        self.dealer = dealer
        self.scores = tuple(scores)
        self.carried = tuple(sorted(carried, reverse=True))
        self.month = month
        self.steps = []
        self.first_field = field
        memset(&self.log, 0, sizeof(Log))
        load_month(&own.context, <Flat *>self.data, dealt, field, order, dealer, blank, carried.count(2), carried.count(4))
        for seat in range(players):
            (<Flat *>self.data).account[seat] = scores[seat]
        (<Flat *>self.data).months_left = own.rules.months - month

    def clone(self):
        cdef HachihachiState other = HachihachiState.__new__(HachihachiState, self.game)
        memcpy(other.data, self.data, sizeof(Flat))
        other.log = self.log
        other.first_field = self.first_field
        other.deal = self.deal
        other.dealer = self.dealer
        other.scores = self.scores
        other.carried = self.carried
        other.month = self.month
        other.steps = self.steps.copy()
        return other

    def __reduce__(self):
        steps = [str(action) for _, action in self.steps]
        return rebuild_state, (self.game, self.deal, self.dealer, self.scores, self.carried, self.month, steps)

    @property
    def history(self):
        """(seat, Action) for every step, in order."""
        return list(self.steps)

    def head(self):
        """What a record of this month says before its dealer: players, multipliers carried in, the month but the first."""
        head = {"players": self.game.seats, "carried": list(self.carried)}
        return head if self.month == 1 else head | {"month": self.month}

    def legal_actions(self):
        """The legal actions in canonical order; [] when the month is over."""
        cdef CardSet left
        cdef list found = []
        if (<const Flat *>self.data).stage == STAGE_END:
            return found
        left = legal_set(<const Flat *>self.data)
        while not is_empty(left):
            found.append((<HachihachiGame>self.game).actions[lowest(left)])
            remove(&left, lowest(left))
        return found

    cdef int code_of(self, object action) except -1:
        """The code of a legal action, or IllegalActionError."""
        cdef HachihachiGame game = <HachihachiGame>self.game
        cdef const Flat *s = <const Flat *>self.data
        known = game.known.get(action if isinstance(action, str) else getattr(action, "text", None))
        if known is None:
            raise self.illegal(str(action), "there is no such action in hachihachi")
        if s.stage == STAGE_END or not has(legal_set(s), known.id):
            raise self.illegal(known.text, self.why_not(known))
        return known.id

    cdef object illegal(self, str text, str reason):
        return IllegalActionError(self.current_player(), text, [str(a) for a in self.legal_actions()], reason)

    cdef str why_not(self, known):
        """Why a known action is not legal now, in words."""
        cdef const Flat *s = <const Flat *>self.data
        word, _, card = known.text.partition(" ")
        if s.stage == STAGE_END:
            return "the month is over"
        if s.stage == STAGE_PLAY:
            return f"{card} is not in the hand" if word == "play" else "this step is to play a card"
        if s.stage == STAGE_TAKE_PLAYED or s.stage == STAGE_TAKE_FLIPPED:
            waiting = (<HachihachiGame>self.game).card_texts[s.table.waiting]
            return f"this step is to take one of the two cards that {waiting} meets"
        if word == "lower" and s.stage == STAGE_DECIDE:
            return "who has no card left cannot lower"
        wanted = " or ".join(f"'{action}'" for action in self.legal_actions())
        return f"this step is {wanted}"

    def apply_action(self, action):
        """Plays a legal action, given as an Action or its text; IllegalActionError else, and nothing is changed."""
        cdef Flat *s = <Flat *>self.data
        cdef int code = self.code_of(action), turned = s.table.turned
        self.steps.append((s.turn, (<HachihachiGame>self.game).actions[code]))
        note(&self.log, s.turn, code)
        apply_code(&(<HachihachiGame>self.game).context, s, code)
        if s.table.turned > turned:
            note(&self.log, self.log.seat[self.log.count - 1], FLIP + s.table.pile[turned])

    # -- the end

    def ledger(self):
        """Who paid whom for what: rows {"from", "to", "mon", "for"} in order, which sum to zero; the pot is "pot".

        A row that somebody pays for others because he broke hatto has "hatto": true. ValueError before the end.
        """
        cdef Row[MOST_ROWS] rows
        cdef Book book
        cdef int i
        if not self.is_terminal():
            raise ValueError("a month that is not over has no ledger yet")
        settle(&(<HachihachiGame>self.game).context, <const Flat *>self.data, &book, rows)
        found = []
        for i in range(book.count):
            row = {"from": side_of(rows[i].payer), "to": side_of(rows[i].payee), "mon": rows[i].mon,
                   "for": reason_of(&rows[i])}
            if rows[i].hatto:
                row["hatto"] = True
            found.append(row)
        return found

    def result(self):
        """What a record holds of a finished month (docs/records.md); ValueError while it goes on."""
        cdef const Flat *s = <const Flat *>self.data
        cdef Book book
        cdef int seat, place, y
        if s.stage != STAGE_END:
            raise ValueError("a month that is not over has no result yet")
        settle(&(<HachihachiGame>self.game).context, s, &book, NULL)
        players = self.game.seats
        hand_yaku = [[] for _ in range(players)]
        completed = [[] for _ in range(players)]
        captured = [0] * players
        for place in range(PLACES):
            seat = s.seat_of[place]
            names = (CATEGORY_NAMES[s.yaku[place].category], SET_NAMES[s.yaku[place].set])
            hand_yaku[seat] = [name for name in names if name]
            completed[seat] = [COMPLETED_NAMES[y] for y in range(COMPLETED) if (s.counted[place] >> y) & 1]
            captured[seat] = points_of(s.table.captured[place])
        return {"points": [book.net[seat] for seat in range(players)], "multiplier": s.multiplier,
                "carried": [4] * s.carried_four + [2] * s.carried_two, "hand_yaku": hand_yaku, "completed": completed,
                "special": SPECIAL_NAMES[book.special], "captured": captured, "winner": book.winner}

    # -- what a seat knows

    def view(self, int seat):
        """What a seat knows; ValueError for a seat that there is not."""
        cdef HachihachiView view = HachihachiView.__new__(HachihachiView)
        self.fill(view, seat)
        return view

    cdef int fill(self, HachihachiView view, int seat) except -1:
        cdef HachiSight *v = &view.sight
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"a seat is from 0 to {self.game.seats - 1}, not {seat}")
        view.game = self.game
        view.scores = self.scores
        memset(v, 0, sizeof(HachiSight))
        v.state = (<const Flat *>self.data)[0]
        hide(&v.state, seat)
        v.dealt = v.state.stage != STAGE_MIZUTEN
        if v.dealt:
            v.first_field = self.first_field
        v.log = self.log
        v.seat = seat
        v.carried_two = self.carried.count(2)
        v.carried_four = self.carried.count(4)
        view.ledger = ()
        if v.state.stage == STAGE_END:
            view.ledger = tuple([(row["from"], row["to"], row["mon"], row["for"], "hatto" in row) for row in self.ledger()])
        return 0

    def clairvoyant_view(self, int seat):
        """A seat's view that knows every card, for bots marked as cheating; it never leaves the referee's process."""
        cdef ClairvoyantView view = ClairvoyantView.__new__(ClairvoyantView)
        self.fill(view, seat)
        view.truth = (<Flat *>self.data)[0]
        return view

    def policy_probabilities(self, str policy="rule", double noise=0.0):
        """How likely a policy with this noise (0..1) takes each legal action of the mover: Action to probability."""
        cdef const Flat *s = <const Flat *>self.data
        cdef Rng rng
        if policy not in POLICIES:
            raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
        if not 0.0 <= noise <= 1.0:
            raise ValueError(f"noise must be from 0 to 1, not {noise!r}")
        legal_now = self.legal_actions()
        if not legal_now:
            raise ValueError("the month is over")
        if policy == "random":
            noise = 1.0
        chances = {action: noise / len(legal_now) for action in legal_now}
        if policy != "random":
            rng.state = 0
            code = choose(self.game.ops.game, s, legal_set(s), 1, 0, &rng)
            chances[(<HachihachiGame>self.game).actions[code]] += 1.0 - noise
        return chances


cdef object side_of(int number):
    return "pot" if number == POT else number


cdef str reason_of(const Row *row):
    """What a row is paid for, in the rules' words."""
    if row.reason == FOR_CATEGORY:
        return CATEGORY_NAMES[row.detail]
    if row.reason == FOR_SET:
        return SET_NAMES[row.detail]
    if row.reason == FOR_COMPLETED:
        return COMPLETED_NAMES[row.detail]
    if row.reason == FOR_HALF:
        return f"half of {COMPLETED_NAMES[row.detail]}"
    if row.reason == FOR_SPECIAL:
        return SPECIAL_NAMES[row.detail]
    if row.reason == FOR_TOBIKOMI:
        return f"tobikomi of {row.detail + 1:02}"
    return REASONS[row.reason]


def rebuild_state(game, deal, dealer, scores, carried, month, steps):
    """A state from its deal and its steps, for pickle."""
    state = HachihachiState(game, deal, dealer, scores, carried, month)
    for step in steps:
        state.apply_action(step)
    return state
