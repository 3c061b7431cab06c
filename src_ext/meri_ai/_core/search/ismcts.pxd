"""Single-observer information-set Monte Carlo tree search, see ismcts.pyx."""

from meri_ai._core.search.job cimport Job
from meri_ai._core.search.node cimport Edge, Node, Pool

cdef enum:
    UNSEEN = 127            # the one edge of all actions that the observer cannot tell apart; no game's own code
    MAX_DEPTH = 512         # edges on one path; a longer game is played out from there
    ROOT_RESERVE = 8192     # bytes kept for the root's edges: blocks of 1 + 2 + .. + 128
    MIN_TREE_BYTES = 16384

ctypedef struct Step:
    Edge *edge
    int mover

ctypedef struct Tree:
    Pool pool
    Node *root
    double c                # how much is explored, for normalised returns
    double prior            # 0: UCB; otherwise the part of PUCT's prior that is spread evenly, see meri_ai.search
    Step path[MAX_DEPTH]
    int depth
    double reach            # the returns from -reach to reach are 0 to 1
    double scale            # 1 / (2 * reach)

cdef void grow_root(Job *job, Tree *tree, char *memory, size_t tree_bytes, double c, double prior) noexcept nogil
cdef void search_tree(Job *job, Tree *tree) noexcept nogil
