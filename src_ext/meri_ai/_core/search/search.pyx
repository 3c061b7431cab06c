"""One call of a search: from a view and its limits to a SearchResult.

The work is done without the GIL, in slices of a few milliseconds between which Python looks for signals.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport sqrt
from libc.stdint cimport UINT64_MAX, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from meri_ai._core.cardset cimport CardSet, is_empty, lowest, remove, size
from meri_ai._core.game cimport POLICY_RANDOM, POLICY_RULE, GameOps, View
from meri_ai._core.rng cimport seeded
from meri_ai._core.search.clock cimport monotonic
from meri_ai._core.search.ismcts cimport MIN_TREE_BYTES, Tree, grow_root, search_tree
from meri_ai._core.search.job cimport ActionStats, Job
from meri_ai._core.search.montecarlo cimport Halving, begin_halving, search_flat

from meri_ai._core.search.result import SearchResult, SearchRow

cdef enum:
    WARM_UP = 100           # worlds of the chain that are not used: it begins with one drawn uniformly
    TREE_BYTES_EACH = 256   # more than an iteration takes: a node, and an edge's share of outgrown blocks

cdef double SLICE_SECONDS = 0.005
cdef double NEVER = 1e300

POLICIES = {"random": POLICY_RANDOM, "rule": POLICY_RULE}
METHODS = ("ismcts", "montecarlo")
LEAST_TREE_BYTES = MIN_TREE_BYTES


cdef class _Buffers:
    """The memory of one search: its root, three states, and the tree's block; freed with it."""

    cdef View view
    cdef char *root
    cdef char *states
    cdef char *tree
    cdef bint prepared

    def __cinit__(self, View view not None):
        cdef const GameOps *ops = &view.game.ops
        self.view = view
        self.root = <char *>calloc(1, ops.root_bytes)
        self.states = <char *>calloc(3, padded(ops.state_bytes))
        if self.root == NULL or self.states == NULL:
            raise MemoryError
        view.prepare(self.root)
        self.prepared = True

    def __dealloc__(self):
        if self.prepared:
            self.view.release(self.root)
        free(self.root)
        free(self.states)
        free(self.tree)


cdef size_t padded(size_t bytes) noexcept nogil:
    """Rounded up to whole cache lines."""
    return (bytes + 63) & ~<size_t>63


cdef object row_of(View view, Job *job, int code):
    """The table's row of one action, in points."""
    cdef ActionStats *stats = &job.stats[code]
    cdef double n = stats.visits
    cdef double mean, variance
    if stats.visits == 0:
        return SearchRow(view.action_of(code), 0, None, None)
    mean = stats.total / n
    if stats.visits == 1:
        return SearchRow(view.action_of(code), 1, mean, None)
    variance = max(stats.squares / n - mean * mean, 0.0) / (n - 1)
    return SearchRow(view.action_of(code), stats.visits, mean, sqrt(variance))


cdef bint is_better(const ActionStats *a, const ActionStats *b) noexcept nogil:
    """More visits, and among equals the higher mean."""
    if a.visits != b.visits:
        return a.visits > b.visits
    return a.total > b.total


cdef list table_of(View view, Job *job, int best):
    """One row an action: `best` first (-1: none is given), then by is_better, then by code."""
    cdef int[128] codes
    cdef CardSet left = job.legal
    cdef int count = 0, code, i
    while not is_empty(left):
        code = lowest(left)
        remove(&left, code)
        i = count
        while i > 0 and codes[i - 1] != best and (
                code == best or is_better(&job.stats[code], &job.stats[codes[i - 1]])):
            codes[i] = codes[i - 1]
            i -= 1
        codes[i] = code
        count += 1
    return [row_of(view, job, codes[i]) for i in range(count)]


def run_search(View view not None, str method, iterations, time_limit, uint64_t seed, str policy, double noise,
               double c, double prior, double belief, size_t tree_bytes):
    """meri_ai.search without its argument checks; iterations and time_limit are None where there is no such limit."""
    cdef double start = monotonic()
    cdef _Buffers buffers = _Buffers(view)
    cdef Job job
    cdef Tree tree
    cdef Halving halving
    cdef bint flat = method == "montecarlo"
    cdef int best = -1
    cdef double seconds

    memset(&job, 0, sizeof(Job))
    job.ops = &view.game.ops
    job.root = buffers.root
    job.world = buffers.states
    job.scratch = buffers.states + padded(job.ops.state_bytes)
    job.believed = buffers.states + 2 * padded(job.ops.state_bytes)
    job.belief = belief
    job.policy = POLICIES[policy]
    job.noise = <uint32_t>(noise * 256.0 + 0.5)
    job.rng = seeded(seed)
    job.iterations_limit = UINT64_MAX if iterations is None else iterations
    job.start = start
    job.deadline = NEVER if time_limit is None else start + <double>time_limit
    tree.pool.nodes = 0
    tree.pool.full = False

    # any world tells whose turn it is and what is legal: the view's own seat knows both
    job.ops.determinize(job.ops.game, job.root, job.world, &job.rng)
    job.seat = job.ops.to_move(job.ops.game, job.world)
    job.legal = job.ops.legal(job.ops.game, job.world)

    if job.belief > 0.0 and job.ops.walk != NULL and size(job.legal) > 1:
        memcpy(job.believed, job.world, job.ops.state_bytes)
        for _ in range(WARM_UP):
            job.ops.walk(job.ops.game, job.root, job.believed, 1.0 - job.belief, &job.rng)

    if size(job.legal) == 1:
        pass
    elif flat:
        begin_halving(&job, &halving)
        while not halving.over:
            job.slice_end = monotonic() + SLICE_SECONDS
            with nogil:
                search_flat(&job, &halving)
            PyErr_CheckSignals()
        best = halving.candidates[0]
    else:
        tree_bytes = min(tree_bytes, MIN_TREE_BYTES + min(job.iterations_limit, tree_bytes) * TREE_BYTES_EACH)
        buffers.tree = <char *>malloc(tree_bytes)   # not cleared: only what is used costs anything
        if buffers.tree == NULL:
            raise MemoryError
        grow_root(&job, &tree, buffers.tree, tree_bytes, c, prior)
        while job.iterations < job.iterations_limit:
            job.slice_end = min(monotonic() + SLICE_SECONDS, job.deadline)
            with nogil:
                search_tree(&job, &tree)
            PyErr_CheckSignals()
            if monotonic() >= job.deadline:
                break

    table = table_of(view, &job, best)
    seconds = monotonic() - start
    stats = {
        "iterations": job.iterations,
        "seconds": seconds,
        "time_limit": time_limit,
        "overrun": 0.0 if time_limit is None else max(seconds - <double>time_limit, 0.0),
        "nodes": tree.pool.nodes,
        "tree_full": bool(tree.pool.full),
        "worlds": job.worlds,
        "seed": seed,
    }
    return SearchResult(table[0].action, table, stats)
