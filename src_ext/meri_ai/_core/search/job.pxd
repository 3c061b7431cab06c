"""What both searches share: the question, the limits, the buffers, and the statistics of the root's actions."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy
from meri_ai._core.cardset cimport CardSet
from meri_ai._core.game cimport GameOps
from meri_ai._core.rng cimport Rng

cdef enum:
    ACTION_CODES = 128
    CLOCK_EVERY = 8     # iterations between two looks at the clock, unless they are slow

ctypedef struct ActionStats:
    uint64_t visits
    double total        # of the asking seat's returns, in points
    double squares

ctypedef struct Job:
    const GameOps *ops
    const void *root            # ops.root_bytes, prepared
    void *world                 # ops.state_bytes each
    void *scratch
    void *believed              # with belief, the last world of the chain
    double belief               # 0: worlds as they are drawn; else the part of moves taken for a rule player's
    int policy
    uint32_t noise
    Rng rng
    int seat                    # the one that asks
    CardSet legal               # its legal actions
    uint64_t iterations         # done
    uint64_t iterations_limit
    uint64_t worlds             # drawn
    double start                # on the monotonic clock
    double deadline
    double slice_end            # when the search lets Python look for signals
    double last_look            # at the clock
    uint64_t next_look          # after so many iterations
    ActionStats stats[ACTION_CODES]


cdef inline void count_visit(Job *job, int code, double points) noexcept nogil:
    """One playout of the root's action ended with this return for the asking seat."""
    cdef ActionStats *stats = &job.stats[code]
    stats.visits += 1
    stats.total += points
    stats.squares += points * points
    job.iterations += 1


cdef inline void draw_world(Job *job) noexcept nogil:
    """The next world, into job.world: drawn uniformly, or with belief the next one of the game's chain."""
    cdef const GameOps *ops = job.ops
    job.worlds += 1
    if job.belief == 0.0 or ops.walk == NULL:
        ops.determinize(ops.game, job.root, job.world, &job.rng)
    else:
        ops.walk(ops.game, job.root, job.believed, 1.0 - job.belief, &job.rng)
        memcpy(job.world, job.believed, ops.state_bytes)
