"""What one seat knows of a month of Hachihachi (docs/hachihachi-rules.md, section 8)."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset

from meri_ai._core.cardset cimport CardSet, is_empty, lowest, remove
from meri_ai._core.games.hachihachi_events cimport events_of
from meri_ai._core.games.hachihachi_playout cimport choose
from meri_ai._core.games.hachihachi_sight cimport FLIP
from meri_ai._core.games.hachihachi_state cimport (
    MOST_SEATS, NO_CARD, NOBODY, STAGE_END, STAGE_MIZUTEN, STAGE_TAKE_FLIPPED, STAGE_TAKE_PLAYED, HachiContext,
    legal_set)
from meri_ai._core.games.hachihachi_worlds cimport HachiRoot, draw_world, prepare_root
from meri_ai._core.rng cimport Rng, seeded

from meri_ai._core.errors import ViewError

POLICIES = {"random": 0, "rule": 1}


cdef class HachihachiView(View):
    """All that one seat knows: equal and of equal hash exactly when the knowledge is equal. Immutable.

    Made by HachihachiState.view. scores: each seat's account in mon before the month.
    """

    def __init__(self):
        raise TypeError("a view is made by a state's view(seat) or a game's view_from_json")

    def __reduce__(self):
        return rebuild_view, (self.game, self.to_json())

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        cdef HachihachiView view = other
        return (memcmp(&self.sight, &view.sight, sizeof(HachiSight)) == 0 and self.scores == view.scores
                and self.ledger == view.ledger and self.game == view.game)

    def __hash__(self):
        cdef const unsigned char *data = <const unsigned char *>&self.sight
        cdef uint64_t h = <uint64_t>0xcbf29ce484222325
        cdef size_t i
        for i in range(sizeof(HachiSight)):
            h = (h ^ data[i]) * <uint64_t>0x100000001b3  # FNV-1a: the same in every process
        return <Py_ssize_t>(h ^ (h >> 32))

    def __repr__(self):
        return f"<HachihachiView seat {self.sight.seat}, hand {' '.join(self.hand)}, {self.sight.log.count} log entries>"

    cdef list texts_of(self, uint64_t cards):
        """In canonical order."""
        texts = (<object>self.game).card_texts
        return [texts[card] for card in range(48) if (cards >> card) & 1]

    # -- facts

    @property
    def seat(self):
        return self.sight.seat

    @property
    def dealer(self):
        return self.sight.state.dealer

    @property
    def carried(self):
        """The multipliers carried into the month, highest first."""
        return (4,) * self.sight.carried_four + (2,) * self.sight.carried_two

    @property
    def month(self):
        """Which month of the year it is, from 1."""
        return self.game.rules.months - self.sight.state.months_left

    @property
    def multiplier(self):
        """The month's multiplier; None while nothing is dealt."""
        return self.sight.state.multiplier if self.sight.dealt else None

    @property
    def active(self):
        """The three seats that play, the acting dealer first; None until they are known."""
        cdef int place
        return tuple([self.sight.state.seat_of[place] for place in range(3)]) if self.sight.state.active else None

    cdef int place(self):
        """This seat's place among the three; -1 without one."""
        cdef int place
        for place in range(3):
            if self.sight.state.active and self.sight.state.seat_of[place] == self.sight.seat:
                return place
        return -1

    @property
    def hand(self):
        """The own cards now, in canonical order; as dealt for one who does not play; nothing before the deal."""
        cdef int place = self.place()
        return self.texts_of(self.sight.state.dealt[self.sight.seat] if place < 0 else self.sight.state.table.hand[place])

    @property
    def field(self):
        """The cards on the field, in canonical order; one that waits for its take is not yet among them."""
        return self.texts_of(self.sight.state.table.field)

    @property
    def captured(self):
        """The captured cards by seat, in canonical order."""
        cdef int place
        found = [[] for _ in range(self.game.seats)]
        for place in range(3):
            if self.sight.state.active:
                found[self.sight.state.seat_of[place]] = self.texts_of(self.sight.state.table.captured[place])
        return found

    @property
    def shown(self):
        """The cards by seat that everybody has been shown, in canonical order."""
        cdef int seat
        return [self.texts_of(self.sight.state.shown[seat]) for seat in range(self.game.seats)]

    @property
    def waiting(self):
        """The card that waits for its mover to take one of two; None without one."""
        if self.sight.state.stage not in (STAGE_TAKE_PLAYED, STAGE_TAKE_FLIPPED):
            return None
        return (<object>self.game).card_texts[self.sight.state.table.waiting]

    @property
    def pile(self):
        """How many cards of the pile are still face down; None until it is made up."""
        return self.sight.state.table.pile_cards - self.sight.state.table.turned if self.sight.state.active else None

    @property
    def my_turn(self):
        return self.sight.state.stage != STAGE_END and self.sight.state.turn == self.sight.seat

    @property
    def over(self):
        return self.sight.state.stage == STAGE_END

    @property
    def decisions(self):
        """How many decisions this seat has made in this month."""
        cdef int i, count = 0
        for i in range(self.sight.log.count):
            count += self.sight.log.seat[i] == self.sight.seat and self.sight.log.code[i] < FLIP
        return count

    @property
    def events(self):
        """What this seat saw happen, in order (meri_ai.events); a later view's events begin with these."""
        game = <object>self.game
        return events_of(&self.sight, game.seats, game.card_texts, game.actions, self.ledger)

    def to_json(self):
        """The view in one piece: what Game.view_from_json reads again."""
        rules = self.game.rules
        return {"game": self.game.name, "rules": rules.preset, "options": rules.options, "players": self.game.seats,
                "seat": self.sight.seat, "dealer": self.dealer, "carried": list(self.carried),
                "month": self.month, "scores": list(self.scores), "events": self.events, "my_turn": self.my_turn}

    # -- decisions

    def with_goal(self, goal):
        """This view for a search with this goal; SearchError for one that there is not."""
        cdef HachihachiView view
        if goal != "place":
            return View.with_goal(self, goal)
        view = HachihachiView.__new__(HachihachiView)
        self.copy_for_place(view)
        return view

    cdef void copy_for_place(self, HachihachiView view):
        view.game = (<object>self.game).for_place()
        view.sight = self.sight
        view.scores = self.scores
        view.ledger = self.ledger

    cdef int prepare(self, void *root) except -1:
        if not self.my_turn:
            raise ViewError(f"seat {self.sight.seat} is not to move")
        if prepare_root(<const HachiContext *>self.game.ops.game, &self.sight, <HachiRoot *>root):
            raise ViewError(f"no deal is consistent with the view of seat {self.sight.seat}")
        return 0

    cdef object action_of(self, int code):
        return (<object>self.game).actions[code]

    def legal_actions(self):
        """The legal actions in canonical order when it is this seat's turn, else nothing."""
        return self.actions_of(legal_set(&self.sight.state)) if self.my_turn else []

    cdef list actions_of(self, CardSet left):
        found = []
        while not is_empty(left):
            found.append(self.action_of(lowest(left)))
            remove(&left, lowest(left))
        return found

    def policy_action(self, str policy="rule", uint64_t seed=0):
        """What a policy ("rule" or "random") does here; it is given this view alone."""
        cdef Rng rng = seeded(seed)
        if policy not in POLICIES:
            raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
        if not self.my_turn:
            raise ViewError(f"seat {self.sight.seat} is not to move")
        return self.action_of(choose(self.game.ops.game, &self.sight.state, legal_set(&self.sight.state),
                                     POLICIES[policy], 0, &rng))

    def draw_deals(self, int n, uint64_t seed):
        """n uniform draws of the cards: per draw (hands by seat as dealt, the pile or its order, field, blank's seat).

        Lists of card numbers; the hand of the blank's holder is empty and the seat None without a blank; while the
        three are not known the third is the order of all cards. ViewError when no deal is consistent with the view.
        """
        cdef HachiRoot *root = <HachiRoot *>calloc(1, sizeof(HachiRoot))
        cdef const HachiContext *g = <const HachiContext *>self.game.ops.game
        cdef HachiState world
        cdef uint64_t[MOST_SEATS] hands
        cdef Rng rng = seeded(seed)
        cdef int i, seat, place, blank
        cdef uint64_t field
        if root == NULL:
            raise MemoryError
        try:
            if prepare_root(g, &self.sight, root):
                raise ViewError(f"no deal is consistent with the view of seat {self.sight.seat}")
            draws = []
            for i in range(n):
                memset(hands, 0, sizeof(hands))
                draw_world(g, root, &world, &rng, hands)
                for seat in range(g.seats):
                    if world.dealt[seat]:
                        hands[seat] = world.dealt[seat]
                field = self.sight.first_field if self.sight.dealt else world.table.field
                if world.active:
                    pile = [world.table.pile[seat] for seat in range(world.table.pile_cards)]
                else:
                    pile = [world.order[seat] for seat in range(48)]
                draws.append(([numbers_of(hands[seat]) for seat in range(g.seats)], pile, numbers_of(field),
                              None if world.blank == NOBODY else world.blank))
            return draws
        finally:
            free(root)


cdef list numbers_of(uint64_t cards):
    return [card for card in range(48) if (cards >> card) & 1]


cdef class ClairvoyantView(HachihachiView):
    """A view for measuring only: the search from it knows every hidden card. Made by a state's clairvoyant_view."""

    def __reduce__(self):
        raise TypeError("a clairvoyant view cannot be pickled: it is for the process that referees")

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)

    def with_goal(self, goal):
        """As for any view; this one goes on knowing every card."""
        cdef ClairvoyantView view
        if goal != "place":
            return View.with_goal(self, goal)
        view = ClairvoyantView.__new__(ClairvoyantView)
        self.copy_for_place(view)
        view.truth = self.truth
        return view

    cdef int prepare(self, void *root) except -1:
        if not self.my_turn:
            raise ViewError(f"seat {self.sight.seat} is not to move")
        (<HachiRoot *>root).known = 1
        (<HachiRoot *>root).sight.state = self.truth
        return 0


def rebuild_view(game, data):
    """The view that to_json wrote, for pickle: read with every check."""
    return game.view_from_json(data)
