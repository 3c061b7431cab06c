"""Game, State and View: thin Python classes over GameOps. A game subclasses them and adds what only it knows."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from meri_ai._core.cardset cimport CardSet, is_empty, lowest, remove, size

from meri_ai._core.errors import ConfigError, RecordError, SearchError, ViewError
from meri_ai._core.log import Log
from meri_ai._core.unit import Unit
from meri_ai.names import suggestion


cdef class Game:
    """A game under one ruleset. Constant once made, so threads may share it.

    A subclass fills `ops` (all of it, before any State or View is made), `name` and `rules`, and supplies what raises
    NotImplementedError here. The rest has a default, which fits a game that is played by the deal.
    """

    # what a forfeited deal costs, in points, where a tournament does not say
    forfeit = 1.0
    # what a search may be for, by name, the usual first: the returns of the deal
    goals = ("points",)
    # what record_facts tells, by name, in words that follow "margin by"
    facts = {}

    @property
    def teams(self):
        """The team of each seat; here everybody plays for himself."""
        return tuple(range(self.seats))

    def random_deal(self, seed):
        """The deal of a seed (0 to 2**64 - 1), the same for ever."""
        raise NotImplementedError

    def deal_from_json(self, data):
        """A deal as a record holds it (docs/records.md); DealError says what is wrong with it."""
        raise NotImplementedError

    def new_state(self, deal, dealer=0, scores=None):
        """The start of a deal. dealer: a seat; scores: what the deals before it brought, nothing by default."""
        raise NotImplementedError

    def view_from_json(self, data):
        """The view that View.to_json wrote; ViewError says which field is wrong."""
        raise NotImplementedError

    def sample_world(self, view, seed):
        """A State drawn uniformly from those that give this very view, its history replayed."""
        raise NotImplementedError

    @property
    def seats(self):
        """How many players there are."""
        return self.ops.seats

    @property
    def units(self):
        """The units of play by name, the shortest first, which is always "deal"."""
        return ("deal",)

    def new_unit(self, unit, dealer=0):
        """One game of a unit (meri_ai._core.unit), with its first dealer; ConfigError for one that there is not."""
        self.check_unit(unit)
        return Unit(self, dealer)

    def check_unit(self, unit):
        """ConfigError for a unit that this game does not have."""
        if unit not in self.units:
            names = ", ".join(self.units)
            hint = suggestion(unit, self.units)
            raise ConfigError(f"unknown unit {unit!r}{hint}; the units of {self.name} are: {names}")

    def most_deals(self, unit):
        """The most deals that one game of this unit can take; None where there is no bound."""
        self.check_unit(unit)
        return 1

    def forfeit_points(self, unit, points):
        """What the others get for a forfeited game of this unit, at so many points a deal."""
        return points * (self.most_deals(unit) or 1)

    def record_facts(self, record):
        """What to split a bot's results by, read from the record of one deal: an int is a seat, a str is a label."""
        return {}

    def deal_to_json(self, deal):
        """A deal with all that the rules may ask for beyond it, for files of deals; DealError where that is missing."""
        return deal.to_json()

    def state_of_record(self, record):
        """The state before a record's first step; DealError or RecordError say what is wrong with it."""
        deal = self.deal_from_json(record["deal"])
        if record["dealer"] not in range(self.seats):
            raise RecordError(f"'dealer' is a seat from 0 to {self.seats - 1}, not {record['dealer']}")
        return self.new_state(deal, dealer=record["dealer"])

    def new_log(self, state):
        """What writes a game from this state on as text (meri_ai._core.log)."""
        return Log()


cdef class State:
    """A whole deal at one moment, hidden cards included: the referee's side. Bots never get one, see View.

    A subclass supplies what raises NotImplementedError here, and whatever Python objects its state carries.
    """

    # keys of result() whose lists of cards are sets: a record may have them in any order
    result_sets = ()

    def __cinit__(self, Game game not None, *args, **kwargs):
        self.game = game
        self.data = calloc(1, game.ops.state_bytes)
        if self.data == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.data)

    cdef bint beyond_flat(self) noexcept:
        return False

    @property
    def deal(self):
        """The deal, as new_state got it."""
        raise NotImplementedError

    @property
    def dealer(self):
        """The dealer's seat."""
        raise NotImplementedError

    @property
    def history(self):
        """(seat, Action) for every step so far."""
        raise NotImplementedError

    def legal_actions(self):
        """The legal Actions in canonical order; [] when the deal is over."""
        raise NotImplementedError

    def apply_action(self, action):
        """Plays a legal action, given as an Action or its text; IllegalActionError else, and nothing is changed."""
        raise NotImplementedError

    def result(self):
        """What a record holds of a finished deal; ValueError while it goes on."""
        raise NotImplementedError

    def head(self):
        """What a record says of this game beyond its name and rules, as the number of players where that is open."""
        return {}

    def deal_to_json(self):
        """The deal as a record holds it, with all that was asked for beyond it so far."""
        return self.deal.to_json()

    def view(self, seat):
        """What a seat knows; ValueError for a seat that there is not."""
        raise NotImplementedError

    def clairvoyant_view(self, seat):
        """A view that knows every card, for bots marked as cheating."""
        raise NotImplementedError

    def policy_probabilities(self, policy="rule", noise=0.0):
        """How likely a policy with this noise (0..1) takes each legal action of the mover: Action to probability."""
        raise NotImplementedError

    def clone(self):
        """An independent copy. A subclass with fields of its own calls this and then copies those."""
        cdef State other = type(self).__new__(type(self), self.game)
        memcpy(other.data, self.data, self.game.ops.state_bytes)
        return other

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def current_player(self):
        """The seat to move; -1 when the deal is over."""
        return self.game.ops.to_move(self.game.ops.game, self.data)

    def is_terminal(self):
        """True when the deal is over."""
        return self.game.ops.to_move(self.game.ops.game, self.data) < 0

    def legal_codes(self):
        """The game's internal codes of the legal actions, ascending; empty when the deal is over."""
        cdef CardSet left = legal_or_none(&self.game.ops, self.data)
        cdef int code
        codes = []
        while not is_empty(left):
            code = lowest(left)
            remove(&left, code)
            codes.append(code)
        return codes

    def returns(self):
        """What each seat has won, in points, one float a seat; ValueError while the deal goes on."""
        cdef double[MAX_SEATS] by_seat
        cdef int seat
        if not self.is_terminal():
            raise ValueError("a deal that is not over has no returns yet")
        self.game.ops.returns(self.game.ops.game, self.data, by_seat)
        return [by_seat[seat] for seat in range(self.game.ops.seats)]


cdef class View:
    """All that one seat may know. A subclass makes it comparable, hashable and picklable, and supplies the rest."""

    @property
    def seat(self):
        """The seat whose view this is."""
        raise NotImplementedError

    @property
    def my_turn(self):
        """Whether this seat is to move."""
        raise NotImplementedError

    @property
    def decisions(self):
        """How many decisions this seat has made in this deal."""
        raise NotImplementedError

    @property
    def events(self):
        """What this seat saw happen, in order (meri_ai.events); a later view's events begin with these."""
        raise NotImplementedError

    def legal_actions(self):
        """The legal Actions in canonical order when it is this seat's turn, else []."""
        raise NotImplementedError

    def policy_action(self, policy="rule", seed=0):
        """What a policy ("rule" or "random") does here; it is given this view alone."""
        raise NotImplementedError

    def to_json(self):
        """The view in one piece, for Game.view_from_json."""
        raise NotImplementedError

    def with_goal(self, goal):
        """This view for a search with one of the game's goals; SearchError for one that there is not."""
        if goal not in self.game.goals:
            raise SearchError(f"the goals in {self.game.name} are {', '.join(self.game.goals)}, not {goal!r}")
        return self

    cdef int prepare(self, void *root) except -1:
        raise ViewError("this view cannot be searched")

    cdef void release(self, void *root) noexcept:
        pass

    cdef object action_of(self, int code):
        raise NotImplementedError


cdef CardSet legal_or_none(const GameOps *ops, const void *state) noexcept nogil:
    """ops.legal, made safe to ask when the deal is over."""
    cdef CardSet none
    if ops.to_move(ops.game, state) < 0:
        none.lo = none.hi = 0
        return none
    return ops.legal(ops.game, state)


cdef uint64_t count_leaves(const GameOps *ops, const void *state, int depth, char *spare) noexcept nogil:
    """Action sequences of `depth` steps, or fewer where the deal ends; `spare` has room for depth - 1 states."""
    cdef CardSet left = legal_or_none(ops, state)
    cdef uint64_t leaves = 0
    cdef int code
    if depth == 0 or is_empty(left):
        return 1
    if depth == 1:
        return size(left)
    while not is_empty(left):
        code = lowest(left)
        remove(&left, code)
        memcpy(spare, state, ops.state_bytes)
        ops.apply(ops.game, spare, code)
        leaves += count_leaves(ops, spare, depth - 1, spare + ops.state_bytes)
    return leaves


def perft(State state not None, int depth):
    """How many action sequences of `depth` steps, or fewer where the deal ends, start at this state.

    ValueError for a negative depth. The state is not changed. Ctrl-C is heard between the state's own actions.
    """
    cdef const GameOps *ops = &state.game.ops
    cdef CardSet left = legal_or_none(ops, state.data)
    cdef uint64_t leaves = 0
    cdef int code
    cdef char *spare
    if depth < 0:
        raise ValueError(f"depth must be 0 or more, not {depth}")
    if depth > 0 and state.beyond_flat():
        return sum(perft_divide(state, depth).values())
    if depth < 2 or is_empty(left):
        return count_leaves(ops, state.data, depth, NULL)
    spare = <char *>malloc((depth - 1) * ops.state_bytes)
    if spare == NULL:
        raise MemoryError
    try:
        while not is_empty(left):
            code = lowest(left)
            remove(&left, code)
            with nogil:
                memcpy(spare, state.data, ops.state_bytes)
                ops.apply(ops.game, spare, code)
                leaves += count_leaves(ops, spare, depth - 1, spare + ops.state_bytes)
            PyErr_CheckSignals()
    finally:
        free(spare)
    return leaves


def perft_divide(State state not None, int depth):
    """perft by first action: a dict from each legal Action to the count below it; depth must be 1 or more."""
    if depth < 1:
        raise ValueError(f"depth must be 1 or more, not {depth}")
    counts = {}
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        counts[action] = perft(after, depth - 1)
    return counts
