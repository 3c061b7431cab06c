"""Flat Monte Carlo over common worlds with sequential halving.

Every candidate action is played out in the same worlds with the same random stream, so that what differs is the
action. Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits" (2013): the budget is spread
evenly over log2(n) rounds, each of which drops the worse half. One iteration is one playout.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from meri_ai._core.cardset cimport CardSet, is_empty, lowest, remove, size
from meri_ai._core.game cimport MAX_SEATS, GameOps
from meri_ai._core.rng cimport Rng, next64
from meri_ai._core.search.clock cimport monotonic
from meri_ai._core.search.job cimport Job, count_visit, draw_world


cdef void begin_halving(Job *job, Halving *halving) noexcept nogil:
    """job.world holds a drawn world: the policy's choice is the first candidate, which wins ties."""
    cdef CardSet left = job.legal
    cdef int choice = job.ops.choose(job.ops.game, job.world, job.legal, job.policy, 0, &job.rng)
    halving.candidates[0] = choice
    halving.count = 1
    halving.rounds_left = 1
    halving.over = False
    # a budget that cannot compare the actions once goes to the policy's choice
    if job.iterations_limit >= <uint64_t>size(job.legal):
        remove(&left, choice)
        while not is_empty(left):
            halving.candidates[halving.count] = lowest(left)
            remove(&left, halving.candidates[halving.count])
            halving.count += 1
        while 1 << halving.rounds_left < halving.count:
            halving.rounds_left += 1
    begin_round(job, halving)


cdef void begin_round(Job *job, Halving *halving) noexcept nogil:
    """Gives the round its share of what is left of the budget and of the time."""
    cdef uint64_t left = job.iterations_limit - job.iterations
    cdef double now = monotonic()
    halving.over = left < <uint64_t>halving.count
    halving.worlds_left = max(left // (<uint64_t>halving.rounds_left * halving.count), <uint64_t>1)
    halving.round_end = now + (job.deadline - now) / halving.rounds_left


cdef void end_round(Job *job, Halving *halving, double now) noexcept nogil:
    """Sorts the candidates by their means (they have equal visits) and keeps the better half."""
    cdef int i, j, code
    for i in range(1, halving.count):
        code = halving.candidates[i]
        j = i
        while j > 0 and job.stats[halving.candidates[j - 1]].total < job.stats[code].total:
            halving.candidates[j] = halving.candidates[j - 1]
            j -= 1
        halving.candidates[j] = code
    halving.count = (halving.count + 1) // 2
    halving.rounds_left -= 1
    if halving.rounds_left == 0 or now >= job.deadline:
        halving.over = True
    else:
        begin_round(job, halving)


cdef void search_flat(Job *job, Halving *halving) noexcept nogil:
    """Goes on until the search is over or its slice of time ends."""
    cdef const GameOps *ops = job.ops
    cdef double[MAX_SEATS] by_seat
    cdef uint64_t stream
    cdef Rng rng
    cdef double now
    cdef int i, code
    while not halving.over:
        draw_world(job)
        stream = next64(&job.rng)
        for i in range(halving.count):
            code = halving.candidates[i]
            rng.state = stream
            memcpy(job.scratch, job.world, ops.state_bytes)
            ops.apply(ops.game, job.scratch, code)
            if ops.to_move(ops.game, job.scratch) >= 0:
                ops.playout(ops.game, job.scratch, job.policy, job.noise, &rng)
            ops.returns(ops.game, job.scratch, by_seat)
            count_visit(job, code, by_seat[job.seat])
        halving.worlds_left -= 1
        now = monotonic()
        if halving.worlds_left == 0 or now >= halving.round_end:
            end_round(job, halving, now)
        if now >= job.slice_end:
            return
