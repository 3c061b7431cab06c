"""The tree of one search: nodes and edges in one block of memory that never grows past its limit.

A node is one thing that the observer may have seen. Its edges, one an action code, lie side by side in the order of
their codes; which codes there are is a set, so an edge is found by counting bits. An edge leads to one node for each
thing that the observer may see because of the action (a 64-bit key, 0 for nothing more than the action itself);
these nodes form a digital search tree: each holds a key, and bit d of a key says where to go on below depth d.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset
from meri_ai._core.bits cimport count_bits
from meri_ai._core.cardset cimport CardSet, add, size
from meri_ai._core.rng cimport mix64

cdef enum:
    BLOCK_SIZES = 8     # blocks of 1, 2, 4 .. 128 edges

ctypedef struct Edge:
    double total                # of the mover's normalised returns
    uint32_t visits
    uint32_t available          # visits of its node in which the action was legal
    Node *child                 # root of the search tree of the nodes behind it; in a spare block the next spare one

ctypedef struct Node:
    CardSet codes
    Edge *edges
    uint64_t key
    Node *next[2]

ctypedef struct Pool:
    char *memory
    size_t used
    size_t limit
    Edge *spare[BLOCK_SIZES]    # blocks that were outgrown
    uint64_t nodes              # edges made, and nodes behind a key other than 0
    bint full


cdef inline void *take(Pool *pool, size_t size, size_t reserve) noexcept nogil:
    """Fresh memory, not zeroed; NULL when it would leave less than `reserve`."""
    cdef void *piece = pool.memory + pool.used
    if pool.used + size + reserve > pool.limit:
        pool.full = True
        return NULL
    pool.used += size
    return piece


cdef inline Node *new_node(Pool *pool, uint64_t key, size_t reserve) noexcept nogil:
    cdef Node *node = <Node *>take(pool, sizeof(Node), reserve)
    if node != NULL:
        memset(node, 0, sizeof(Node))
        node.key = key
    return node


cdef inline Node *node_behind(Pool *pool, Edge *edge, uint64_t key, size_t reserve, bint *is_new) noexcept nogil:
    """The node behind an edge for this key, made when there is none; NULL when the pool is full."""
    cdef Node **place = &edge.child
    cdef uint64_t bits = key
    while place[0] != NULL:
        if place[0].key == key:
            is_new[0] = False
            return place[0]
        if place == &edge.child:
            bits = mix64(key)   # a game's keys need not be well mixed
        place = &place[0].next[bits & 1]
        bits >>= 1
    is_new[0] = True
    place[0] = new_node(pool, key, reserve)
    return place[0]


cdef inline int rank(CardSet codes, int code) noexcept nogil:
    """How many members of codes are smaller than code."""
    if code < 64:
        return count_bits(codes.lo & ((<uint64_t>1 << code) - 1))
    return count_bits(codes.lo) + count_bits(codes.hi & ((<uint64_t>1 << (code - 64)) - 1))


cdef inline Edge *add_edge(Pool *pool, Node *node, int code, size_t reserve) noexcept nogil:
    """A new edge of a node, available once; NULL when the pool is full. Pointers to the node's other edges go stale."""
    cdef int count = size(node.codes)
    cdef int place = rank(node.codes, code)
    cdef Edge *edges = node.edges
    cdef int size_class
    if (count & (count - 1)) == 0:      # the block is full (or there is none): move to one of twice the size
        size_class = count_bits(count - 1) + 1 if count else 0
        edges = pool.spare[size_class]
        if edges != NULL:
            pool.spare[size_class] = <Edge *>edges.child
        else:
            edges = <Edge *>take(pool, sizeof(Edge) << size_class, reserve)
            if edges == NULL:
                return NULL
        if count:
            memcpy(edges, node.edges, place * sizeof(Edge))
            memcpy(edges + place + 1, node.edges + place, (count - place) * sizeof(Edge))
            node.edges.child = <Node *>pool.spare[size_class - 1]
            pool.spare[size_class - 1] = node.edges
        node.edges = edges
    else:
        memmove(edges + place + 1, edges + place, (count - place) * sizeof(Edge))
    add(&node.codes, code)
    edges += place
    edges.total = 0.0
    edges.visits = 0
    edges.available = 1
    edges.child = NULL
    pool.nodes += 1
    return edges
