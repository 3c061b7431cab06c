"""Single-observer information-set Monte Carlo tree search with partially observable moves.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), sections IV.B and IV.C. Each
iteration draws a world consistent with the asking seat's view, descends through the actions that are legal in it,
makes one edge, plays out by the policy, and adds each mover's own return to the edges on the way. An action counts as
available when it was legal, taken or not. Actions that the observer cannot tell apart share one edge, inside which
the policy chooses; what an action shows to the observer afterwards decides to which node its edge leads.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from meri_ai._core.bits cimport count_bits, lowest_bit
from meri_ai._core.cardset cimport CardSet, add, both, has, is_empty, nth, size, without
from meri_ai._core.game cimport MAX_SEATS, POLICY_RANDOM, GameOps
from meri_ai._core.rng cimport below
from meri_ai._core.search.clock cimport monotonic
from meri_ai._core.search.job cimport CLOCK_EVERY, Job, count_visit, draw_world
from meri_ai._core.search.logtable cimport LogTable, fill_log_table, log_of
from meri_ai._core.search.node cimport Edge, Node, Pool, add_edge, new_node, node_behind

cdef double SLOW_SECONDS = 0.001

cdef LogTable LOGS
fill_log_table(&LOGS)   # once, at import; never changed after


cdef void grow_root(Job *job, Tree *tree, char *memory, size_t tree_bytes, double c, double prior) noexcept nogil:
    """An empty tree in `memory`, which holds tree_bytes >= MIN_TREE_BYTES; job.world is a world of the root."""
    memset(&tree.pool, 0, sizeof(Pool))
    tree.pool.memory = memory
    tree.pool.limit = tree_bytes
    tree.root = new_node(&tree.pool, 0, 0)
    tree.c = c
    tree.prior = prior
    tree.depth = 0
    tree.reach = job.ops.reach(job.ops.game, job.world)
    tree.scale = 1.0 / (2.0 * tree.reach)


# What a node offers in one world: the edges that are open in it.
ctypedef struct Offer:
    CardSet legal
    CardSet unseen      # the legal actions behind the edge UNSEEN
    CardSet codes       # the codes of all open edges
    CardSet known       # those that the node has already

# The best edge so far. Statistics of the open edges are gathered on the way.
ctypedef struct Pick:
    int code
    Edge *edge
    double score
    double total
    double visits


cdef inline void try_ucb(Edge *edge, int code, bint only_count, double c, Pick *pick) noexcept nogil:
    """UCB1 with the logarithm of the availability count."""
    cdef double visits = edge.visits
    cdef double score
    edge.available += 1
    if only_count:
        return
    score = (edge.total + c * sqrt(log_of(&LOGS, edge.available) * visits)) / visits
    if score > pick.score:
        pick.score = score
        pick.code = code
        pick.edge = edge


cdef inline void try_puct(Edge *edge, int code, double weight, Pick *pick) noexcept nogil:
    """PUCT; weight is c times the prior of the action."""
    cdef double visits = edge.visits
    cdef double score
    edge.available += 1
    score = edge.total / visits + weight * sqrt(<double>edge.available) / (1.0 + visits)
    pick.total += edge.total
    pick.visits += visits
    if score > pick.score:
        pick.score = score
        pick.code = code
        pick.edge = edge


cdef inline void pick_ucb(Job *job, Tree *tree, Node *node, const Offer *offer, Pick *pick) noexcept nogil:
    """Any open edge that is not there yet, else the best by UCB1."""
    cdef CardSet fresh = without(offer.codes, node.codes)
    cdef uint64_t left
    cdef int in_low = count_bits(node.codes.lo)
    cdef int n = size(fresh)
    left = offer.known.lo
    while left:
        try_ucb(node.edges + count_bits(node.codes.lo & ((left & (0 - left)) - 1)), lowest_bit(left), n, tree.c, pick)
        left &= left - 1
    left = offer.known.hi
    while left:
        try_ucb(node.edges + in_low + count_bits(node.codes.hi & ((left & (0 - left)) - 1)), 64 + lowest_bit(left),
                n, tree.c, pick)
        left &= left - 1
    if n:
        pick.code = nth(fresh, below(&job.rng, n))


cdef inline void pick_puct(Job *job, Tree *tree, const void *state, Node *node, const Offer *offer,
                           Pick *pick) noexcept nogil:
    """The best open edge by PUCT; one that is not there yet has the mean of those that are."""
    cdef CardSet fresh = without(offer.codes, node.codes)
    cdef uint64_t left
    cdef int in_low = count_bits(node.codes.lo)
    cdef int n = size(fresh)
    cdef int choice = -1
    cdef int code
    cdef double even = tree.c / size(offer.legal)
    cdef double unseen, favour = 0.0, score, weight
    if job.policy != POLICY_RANDOM:
        choice = job.ops.choose(job.ops.game, state, offer.legal, job.policy, 0, &job.rng)
        if has(offer.unseen, choice):
            choice = UNSEEN
        even *= tree.prior
        favour = tree.c * (1.0 - tree.prior)
    unseen = even * size(offer.unseen)
    left = offer.known.lo
    while left:
        code = lowest_bit(left)
        try_puct(node.edges + count_bits(node.codes.lo & ((left & (0 - left)) - 1)), code,
                 even + favour if code == choice else even, pick)
        left &= left - 1
    left = offer.known.hi
    while left:
        code = 64 + lowest_bit(left)
        weight = unseen if code == UNSEEN else even
        try_puct(node.edges + in_low + count_bits(node.codes.hi & ((left & (0 - left)) - 1)), code,
                 weight + favour if code == choice else weight, pick)
        left &= left - 1
    if n == 0:
        return
    code = choice if choice >= 0 and has(fresh, choice) else nth(fresh, below(&job.rng, n))
    weight = unseen if code == UNSEEN else even
    if code == choice:
        weight += favour
    score = weight * sqrt(1.0 + pick.visits)
    if pick.visits > 0:
        score += pick.total / pick.visits
    if score > pick.score:
        pick.edge = NULL
        pick.code = code


cdef inline bint descend(Job *job, Tree *tree, void *state) noexcept nogil:
    """Plays from the root down to the first new edge, the end of the deal, or where the pool is full.

    Fills tree.path; the return is the root's action.
    """
    cdef const GameOps *ops = job.ops
    cdef Pool *pool = &tree.pool
    cdef Node *node = tree.root
    cdef Offer offer
    cdef Pick pick
    cdef bint is_new = False
    cdef int mover, action, first = -1
    cdef size_t reserve = 0
    cdef uint64_t key
    tree.depth = 0
    while tree.depth < MAX_DEPTH:
        mover = ops.to_move(ops.game, state)
        if mover < 0:
            break
        offer.legal = ops.legal(ops.game, state)
        offer.codes = offer.legal
        offer.unseen.lo = offer.unseen.hi = 0
        if mover != job.seat:
            offer.unseen = ops.unseen(ops.game, state, job.seat)
            if not is_empty(offer.unseen):
                offer.codes = without(offer.legal, offer.unseen)
                add(&offer.codes, UNSEEN)
        offer.known = both(offer.codes, node.codes)
        pick.edge = NULL
        pick.code = -1
        pick.score = -1e300
        pick.total = pick.visits = 0.0
        if tree.prior > 0:
            pick_puct(job, tree, state, node, &offer, &pick)
        else:
            pick_ucb(job, tree, node, &offer, &pick)
        action = pick.code
        if action == UNSEEN:
            action = ops.choose(ops.game, state, offer.unseen, job.policy, job.noise, &job.rng)
        if first < 0:
            first = action
        is_new = pick.edge == NULL
        if is_new:
            pick.edge = add_edge(pool, node, pick.code, reserve)
            if pick.edge == NULL:
                break   # the pool is full: the playout goes on from here
        tree.path[tree.depth].edge = pick.edge
        tree.path[tree.depth].mover = mover
        tree.depth += 1
        if is_new:
            ops.apply(ops.game, state, action)
            break
        memcpy(job.scratch, state, ops.state_bytes)
        ops.apply(ops.game, state, action)
        key = ops.reveal(ops.game, job.scratch, action, state, job.seat)
        reserve = ROOT_RESERVE
        node = node_behind(pool, pick.edge, key, reserve, &is_new)
        if node == NULL:
            break
        if is_new and key:
            pool.nodes += 1
            break
    return first


cdef void search_tree(Job *job, Tree *tree) noexcept nogil:
    """Iterates until a limit of the job or the end of its slice of time."""
    cdef const GameOps *ops = job.ops
    cdef double[MAX_SEATS] by_seat
    cdef double now
    cdef int i, first
    cdef Edge *edge
    while job.iterations < job.iterations_limit:
        draw_world(job)
        first = descend(job, tree, job.world)
        if ops.to_move(ops.game, job.world) >= 0:
            ops.playout(ops.game, job.world, job.policy, job.noise, &job.rng)
        ops.returns(ops.game, job.world, by_seat)
        for i in range(tree.depth):
            edge = tree.path[i].edge
            edge.visits += 1
            edge.total += (by_seat[tree.path[i].mover] + tree.reach) * tree.scale
        count_visit(job, first, by_seat[job.seat])
        if job.iterations >= job.next_look:
            now = monotonic()
            # in a rare position it takes long to draw a world: then every iteration is timed
            job.next_look = job.iterations + (CLOCK_EVERY if now - job.last_look < SLOW_SECONDS else 1)
            job.last_look = now
            if now >= job.deadline or now >= job.slice_end:
                return
