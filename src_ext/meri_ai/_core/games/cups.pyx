"""The smallest game with everything that the search must get right, and the shortest example of a GameOps.

The keeper (seat 1) has put a pea under one of three cups; the guesser (seat 0) cannot see which. The guesser names a
cup, or first pays to peek (a reveal), or asks the keeper to show an empty cup (an action that is legal in some worlds
only) which the keeper may refuse at a price, or has the keeper move the pea under another cup (an unseen action). What
each of these is worth can be worked out by hand: right / 3, right - peek, min(right / 2, refuse), right / 3.
"""

from libc.stdint cimport uint32_t, uint64_t

from meri_ai._core.cardset cimport CardSet, make_set, nth, remove, size
from meri_ai._core.game cimport Game, GameOps, State, View
from meri_ai._core.rng cimport Rng, below

from meri_ai._core.action import Action
from meri_ai._core.errors import ViewError

ACTIONS = [Action(i, text) for i, text in enumerate(("cup 0", "cup 1", "cup 2", "peek", "ask", "shuffle", "refuse"))]


cdef int to_move(const void *game, const void *state) noexcept nogil:
    cdef const Table *table = <const Table *>state
    if table.stage == OVER:
        return -1
    return 1 if table.stage == ANSWER or table.stage == MOVE else 0


cdef CardSet legal(const void *game, const void *state) noexcept nogil:
    cdef const Table *table = <const Table *>state
    cdef CardSet codes = make_set((1 << CUPS) - 1, 0)
    if table.stage == FIRST:
        codes.lo |= 1 << PEEK | 1 << ASK | 1 << SHUFFLE
    elif table.stage == ANSWER:
        codes.lo |= 1 << REFUSE
        remove(&codes, table.pea)
    elif table.stage == MOVE:
        remove(&codes, table.pea)
    return codes


cdef void apply(const void *game, void *state, int action) noexcept nogil:
    cdef const Prizes *prizes = <const Prizes *>game
    cdef Table *table = <Table *>state
    if action == PEEK:
        table.won -= prizes.peek
        table.seen = 1
        table.stage = LAST
    elif action == ASK:
        table.stage = ANSWER
    elif action == SHUFFLE:
        table.stage = MOVE
    elif action == REFUSE:
        table.won += prizes.refuse
        table.stage = OVER
    elif table.stage == ANSWER:
        table.shown = action
        table.stage = LAST
    elif table.stage == MOVE:
        table.pea = action
        table.stage = LAST
    else:
        table.won += prizes.right if action == table.pea else 0.0
        table.stage = OVER


cdef void returns(const void *game, const void *state, double *by_seat) noexcept nogil:
    by_seat[0] = (<const Table *>state).won
    by_seat[1] = -by_seat[0]


cdef double reach(const void *game, const void *state) noexcept nogil:
    return (<const Prizes *>game).right


cdef CardSet unseen(const void *game, const void *state, int observer) noexcept nogil:
    if observer == 0 and (<const Table *>state).stage == MOVE:
        return legal(game, state)
    return make_set(0, 0)


cdef uint64_t reveal(const void *game, const void *before, int action, const void *after, int observer) noexcept nogil:
    """Where the pea lies, to a guesser who peeks."""
    return 1 + (<const Table *>after).pea if observer == 0 and action == PEEK else 0


cdef int choose(const void *game, const void *state, CardSet among, int policy, uint32_t noise,
                Rng *rng) noexcept nogil:
    """Every policy is a random one here."""
    return nth(among, below(rng, size(among)))


cdef void playout(const void *game, void *state, int policy, uint32_t noise, Rng *rng) noexcept nogil:
    while to_move(game, state) >= 0:
        apply(game, state, choose(game, state, legal(game, state), policy, noise, rng))


cdef void determinize(const void *game, const void *root, void *state, Rng *rng) noexcept nogil:
    """root is a Table: its pea counts only for one who may know it."""
    cdef Table *table = <Table *>state
    table[0] = (<const Table *>root)[0]
    if table.seen or to_move(game, state) == 1:
        return
    table.pea = below(rng, CUPS)
    while table.pea == table.shown:
        table.pea = below(rng, CUPS)


cdef class CupsGame(Game):
    """CupsGame(right, peek, refuse): the prizes, see the module."""

    def __init__(self, double right=3.0, double peek=1.0, double refuse=1.2):
        self.name = "cups"
        self.rules = (right, peek, refuse)
        self.prizes.right = right
        self.prizes.peek = peek
        self.prizes.refuse = refuse
        self.ops = GameOps(
            game=&self.prizes, state_bytes=sizeof(Table), root_bytes=sizeof(Table), seats=2,
            to_move=to_move, legal=legal, apply=apply, returns=returns, reach=reach, unseen=unseen, reveal=reveal, choose=choose,
            playout=playout, determinize=determinize, walk=NULL,
        )

    def new_state(self, deal, dealer=0, scores=None):
        """The start; the deal is the cup that the pea is under: 0, 1 or 2."""
        cdef int pea = deal
        cdef CupsState state = CupsState(self)
        cdef Table *table = <Table *>state.data
        if not 0 <= pea < CUPS:
            raise ValueError(f"the pea is under cup 0, 1 or 2, not {pea}")
        table.pea = pea
        table.shown = -1
        return state


cdef class CupsState(State):
    def legal_actions(self):
        return [ACTIONS[code] for code in self.legal_codes()]

    def apply_action(self, action):
        for legal_action in self.legal_actions():
            if str(action) == legal_action.text:
                apply(self.game.ops.game, self.data, legal_action.id)
                return
        raise ValueError(f"{action} is not legal now")

    def view(self, seat=None):
        """The view of the seat to move, the only one that there is."""
        cdef CupsView view = CupsView.__new__(CupsView)
        view.game = self.game
        view.table = (<const Table *>self.data)[0]
        return view


cdef class CupsView(View):
    cdef int prepare(self, void *root) except -1:
        if self.table.stage == OVER:
            raise ViewError("nobody is to move")
        (<Table *>root)[0] = self.table
        return 0

    cdef object action_of(self, int code):
        return ACTIONS[code]
