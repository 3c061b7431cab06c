"""What one seat of the fishing family knows: everything but the other hands and the order of the pile."""

from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memset

from meri_ai._core.cardset cimport CardSet, is_empty, lowest, remove
from meri_ai._core.games.fishing_belief cimport note_plays, walk
from meri_ai._core.games.fishing_events cimport events_of
from meri_ai._core.games.fishing_playout cimport choose
from meri_ai._core.games.fishing_state cimport FishingContext, legal_set
from meri_ai._core.games.fishing_table cimport STAGE_OVER, STAGE_TAKE_FLIPPED, STAGE_TAKE_PLAYED, TAKE, Table
from meri_ai._core.games.fishing_worlds cimport FishingRoot, determinize, prepare_root
from meri_ai._core.rng cimport Rng, seeded

from meri_ai._core.errors import ViewError

POLICIES = {"random": 0, "rule": 1}


cdef class FishingView(View):
    """All that one seat knows: equal and of equal hash exactly when the knowledge is equal. Immutable.

    Made by FishingState.view. scores: each seat's total before the round.
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
        cdef FishingView view = other
        return (memcmp(&self.sight, &view.sight, sizeof(FishingSight)) == 0 and self.scores == view.scores
                and self.game == view.game)

    def __hash__(self):
        cdef const unsigned char *data = <const unsigned char *>&self.sight
        cdef uint64_t h = <uint64_t>0xcbf29ce484222325
        cdef size_t i
        for i in range(sizeof(FishingSight)):
            h = (h ^ data[i]) * <uint64_t>0x100000001b3  # FNV-1a: the same in every process
        return <Py_ssize_t>(h ^ (h >> 32))

    def __repr__(self):
        return f"<FishingView seat {self.sight.seat}, hand {' '.join(self.hand)}, {self.sight.log.lays} cards laid>"

    cdef list texts_of(self, uint64_t cards):
        """In canonical order."""
        cdef const FishingContext *g = <const FishingContext *>self.game.ops.game
        cdef int card
        texts = (<object>self.game).card_texts
        return [texts[card] for card in range(48) if (cards >> g.code_of[card]) & 1]

    # -- facts

    @property
    def seat(self):
        return self.sight.seat

    @property
    def dealer(self):
        return self.sight.dealer

    @property
    def hand(self):
        """The own cards now, in canonical order."""
        return self.texts_of(self.sight.table.hand[self.sight.seat])

    @property
    def field(self):
        """The cards on the field, in canonical order; one that waits for its take is not yet among them."""
        return self.texts_of(self.sight.table.field)

    @property
    def captured(self):
        """The captured cards by seat, in canonical order."""
        cdef int seat
        return [self.texts_of(self.sight.table.captured[seat]) for seat in range(self.sight.table.players)]

    @property
    def waiting(self):
        """The card that waits for its mover to take one of two; None without one."""
        if self.sight.table.stage not in (STAGE_TAKE_PLAYED, STAGE_TAKE_FLIPPED):
            return None
        return self.texts_of(<uint64_t>1 << self.sight.table.waiting)[0]

    @property
    def pile(self):
        """How many cards of the pile are still face down."""
        return self.sight.table.pile_cards - self.sight.table.turned

    @property
    def my_turn(self):
        return self.sight.table.stage != STAGE_OVER and self.sight.table.turn == self.sight.seat

    @property
    def over(self):
        return self.sight.table.stage == STAGE_OVER

    @property
    def decisions(self):
        """How many decisions this seat has made in this round."""
        cdef int i, count = 0
        for i in range(self.sight.log.lays):
            if (self.sight.dealer + i // 2) % self.sight.table.players == self.sight.seat:
                count += (i % 2 == 0) + (self.sight.log.took[i] != 0)
        return count

    @property
    def events(self):
        """What this seat saw happen, in order (meri_ai.events); a later view's events begin with these."""
        return events_of(<const FishingContext *>self.game.ops.game, &self.sight, (<object>self.game).card_texts)

    def to_json(self):
        """The view in one piece: what Game.view_from_json reads again."""
        rules = self.game.rules
        return {"game": self.game.name, "rules": rules.preset, "options": rules.options,
                "players": self.sight.table.players, "seat": self.sight.seat, "dealer": self.sight.dealer,
                "scores": list(self.scores), "events": self.events, "my_turn": self.my_turn}

    # -- decisions

    cdef int prepare(self, void *root) except -1:
        cdef FishingRoot *r = <FishingRoot *>root
        cdef const FishingContext *g = <const FishingContext *>self.game.ops.game
        if not self.my_turn:
            raise ViewError(f"seat {self.sight.seat} is not to move")
        if not prepare_root(&self.sight.table, self.sight.seat, g.hand_cards, self.sight.dealer, r):
            raise ViewError(f"no deal is consistent with the view of seat {self.sight.seat}")
        note_plays(&self.sight.log, self.sight.first_field, self.sight.seat, self.sight.dealer, r)
        return 0

    cdef object action_of(self, int code):
        cdef const FishingContext *g = <const FishingContext *>self.game.ops.game
        return (<object>self.game).actions[g.card_of[code] if code < TAKE else TAKE + g.card_of[code - TAKE]]

    def legal_actions(self):
        """The legal actions in canonical order when it is this seat's turn, else nothing."""
        return self.actions_of(legal_set(&self.sight.table)) if self.my_turn else []

    cdef list actions_of(self, CardSet left):
        found = []
        while not is_empty(left):
            found.append(self.action_of(lowest(left)))
            remove(&left, lowest(left))
        return sorted(found)

    def policy_action(self, str policy="rule", uint64_t seed=0):
        """What a policy ("rule" or "random") does here; it is given this view alone."""
        cdef Rng rng = seeded(seed)
        if policy not in POLICIES:
            raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
        if not self.my_turn:
            raise ViewError(f"seat {self.sight.seat} is not to move")
        return self.action_of(choose(self.game.ops.game, &self.sight.table, legal_set(&self.sight.table),
                                     POLICIES[policy], 0, &rng))

    def draw_worlds(self, int n, uint64_t seed, double belief=0.0):
        """n worlds as the search draws them: per draw the hands by seat, as sets, and the pile, top first.

        belief: as in meri_ai.search, 0 for worlds drawn apart from each other, each equally likely.
        """
        cdef FishingRoot root
        cdef Table table
        cdef Rng rng = seeded(seed)
        cdef const FishingContext *g = <const FishingContext *>self.game.ops.game
        cdef int i, k
        memset(&root, 0, sizeof(root))
        if not prepare_root(&self.sight.table, self.sight.seat, g.hand_cards, self.sight.dealer, &root):
            raise ViewError(f"no deal is consistent with the view of seat {self.sight.seat}")
        texts = (<object>self.game).card_texts
        draws = []
        if belief:
            note_plays(&self.sight.log, self.sight.first_field, self.sight.seat, self.sight.dealer, &root)
            determinize(g, &root, &table, &rng)
        for i in range(n):
            if belief:
                walk(g, &root, &table, 1.0 - belief, &rng)
            else:
                determinize(g, &root, &table, &rng)
            hands = tuple([frozenset(self.texts_of(table.hand[k])) for k in range(table.players)])
            pile = tuple([texts[g.card_of[table.pile[k]]] for k in range(table.turned, table.pile_cards)])
            draws.append((hands, pile))
        return draws


cdef class ClairvoyantView(FishingView):
    """A view for measuring only: the search from it knows every hidden card. Made by FishingState.clairvoyant_view."""

    def __reduce__(self):
        raise TypeError("a clairvoyant view cannot be pickled: it is for the process that referees")

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)

    cdef int prepare(self, void *root) except -1:
        if not self.my_turn:
            raise ViewError(f"seat {self.sight.seat} is not to move")
        (<FishingRoot *>root).known = 1
        (<FishingRoot *>root).table = self.truth
        return 0


def rebuild_view(game, data):
    """The view that to_json wrote, for pickle: read with every check."""
    return game.view_from_json(data)
