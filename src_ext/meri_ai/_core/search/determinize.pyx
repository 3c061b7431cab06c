"""Worlds drawn exactly uniformly: unseen cards dealt to slots of exact sizes that take only some types of card.

Slots that allow the same types are one group, types allowed in the same groups are merged. A draw first settles how
many cards of each type each group gets, n[g][t], then which. Counts n stand for

    prod_t u_t!  *  prod_gt 1 / n[g][t]!  *  prod_g (c_g! / prod of its slots' capacities !)

assignments (u_t cards of type t, c_g places in group g); only the middle factor depends on n. Where several n are
possible, count_tables draws one by that factor; then Fisher and Yates's shuffle deals each type to the groups and
each group to its slots.
"""

from libc.math cimport floor
from libc.string cimport memcpy, memset
from meri_ai._core.bits cimport count_bits, lowest_bit
from meri_ai._core.cardset cimport add, has, is_empty, lowest, make_set, remove, single, size, union_of
from meri_ai._core.rng cimport below_exactly, seeded
from meri_ai._core.search.count_tables cimport Margins, build_tables, draw_counts, factorial, free_tables

# Groups of like slots, merged types, and what is still open of both.
ctypedef struct Merged:
    int groups
    int types
    CardSet cards[MAX_TYPES]
    int room[MAX_SLOTS]
    int left[MAX_TYPES]
    # bit t of allowed[g]; emptied where nothing is open
    unsigned int allowed[MAX_SLOTS]
    # the same by slot of the caller; -1 for a slot that holds nothing
    int group_of[MAX_SLOTS]


cdef inline unsigned char cell_of(int group, int t) noexcept nogil:
    return <unsigned char>(t * MAX_SLOTS + group)


cdef void merge(const DealPlan *plan, Merged *merged) noexcept nogil:
    """Groups of slots with equal allowed types, types with equal groups; slots and types without cards drop out."""
    cdef unsigned int live = 0, mask
    cdef unsigned int column[MAX_TYPES]
    cdef unsigned int masks[MAX_SLOTS]
    cdef int t, s, g, m
    for t in range(plan.types):
        if not is_empty(plan.cards[t]):
            live |= 1u << t
    merged.groups = merged.types = 0
    for s in range(plan.slots):
        merged.group_of[s] = -1
        if plan.capacity[s] == 0:
            continue
        mask = plan.allowed[s] & live
        g = 0
        while g < merged.groups and masks[g] != mask:
            g += 1
        if g == merged.groups:
            masks[g] = mask
            merged.room[g] = 0
            merged.allowed[g] = 0
            merged.groups += 1
        merged.room[g] += plan.capacity[s]
        merged.group_of[s] = g
    for t in range(plan.types):
        if not (live >> t) & 1:
            continue
        mask = 0
        for g in range(merged.groups):
            mask |= ((masks[g] >> t) & 1) << g
        m = 0
        while m < merged.types and column[m] != mask:
            m += 1
        if m == merged.types:
            column[m] = mask
            merged.cards[m] = make_set(0, 0)
            for g in range(merged.groups):
                merged.allowed[g] |= ((mask >> g) & 1) << m
            merged.types += 1
        merged.cards[m] = union_of(merged.cards[m], plan.cards[t])
    for m in range(merged.types):
        merged.left[m] = size(merged.cards[m])


cdef bint settle_forced(Merged *merged, unsigned char *counts) noexcept nogil:
    """Counts that have one value: a group that takes one type, a type that goes to one group. False: impossible."""
    cdef unsigned int groups_of, closed
    cdef int g, t
    cdef bint changed = True
    while changed:
        changed = False
        closed = 0
        for t in range(merged.types):
            if merged.left[t] == 0:
                closed |= 1u << t
                continue
            groups_of = 0
            for g in range(merged.groups):
                groups_of |= ((merged.allowed[g] >> t) & 1) << g
            if groups_of == 0:
                return False
            if count_bits(groups_of) == 1:
                g = lowest_bit(groups_of)
                counts[cell_of(g, t)] = <unsigned char>merged.left[t]
                merged.room[g] -= merged.left[t]
                merged.left[t] = 0
                closed |= 1u << t
                changed = True
                if merged.room[g] < 0:
                    return False
        for g in range(merged.groups):
            merged.allowed[g] &= ~closed
            if merged.room[g] == 0:
                changed |= merged.allowed[g] != 0
                merged.allowed[g] = 0
            elif merged.allowed[g] == 0:
                return False
            elif count_bits(merged.allowed[g]) == 1:
                t = lowest_bit(merged.allowed[g])
                counts[cell_of(g, t)] = <unsigned char>merged.room[g]
                merged.left[t] -= merged.room[g]
                merged.room[g] = 0
                merged.allowed[g] = 0
                changed = True
                if merged.left[t] < 0:
                    return False
    return True


cdef bint open_counts(const Merged *merged, Margins *margins) noexcept nogil:
    """The counts still open, groups as rows; False when there are none."""
    cdef int g, t
    margins.rows = margins.columns = 0
    for g in range(merged.groups):
        if merged.room[g] == 0:
            continue
        margins.row_sum[margins.rows] = merged.room[g]
        margins.allowed[margins.rows] = 0
        margins.columns = 0
        for t in range(merged.types):
            if merged.left[t]:
                margins.column_sum[margins.columns] = merged.left[t]
                margins.cell[margins.rows][margins.columns] = cell_of(g, t)
                margins.allowed[margins.rows] |= ((merged.allowed[g] >> t) & 1) << margins.columns
                margins.columns += 1
        margins.rows += 1
    return margins.rows > 0


cdef int add_slot(DealPlan *plan, int slot, int start, int region_end) noexcept nogil:
    """Returns where the next slot starts."""
    cdef int x = plan.filled_slots
    plan.slot[x] = <unsigned char>slot
    plan.slot_start[x] = <unsigned char>start
    plan.region_end[x] = <unsigned char>region_end
    plan.filled_slots += 1
    return start + plan.capacity[slot]


cdef void lay_regions(DealPlan *plan, const Merged *merged) noexcept nogil:
    """A region of the card array for each group, its slots in it, the largest last: that one takes what remains."""
    cdef int g, s, largest, end, at = 0
    plan.filled_slots = 0
    for g in range(merged.groups):
        end = at
        plan.filled[g] = <unsigned char>at
        largest = -1
        for s in range(plan.slots):
            if merged.group_of[s] == g:
                end += plan.capacity[s]
                if largest < 0 or plan.capacity[s] > plan.capacity[largest]:
                    largest = s
        for s in range(plan.slots):
            if merged.group_of[s] == g and s != largest:
                at = add_slot(plan, s, at, end)
        at = add_slot(plan, largest, at, end)


cdef int spread(CardSet cards, CardSet *array) noexcept nogil:
    """Writes each card of a set as a set of its own; returns how many."""
    cdef int count = 0, card
    while not is_empty(cards):
        card = lowest(cards)
        remove(&cards, card)
        array[count] = single(card)
        count += 1
    return count


cdef inline bint may_get(const DealPlan *plan, const Merged *merged, int group, int t) noexcept nogil:
    return plan.counts[cell_of(group, t)] or (merged.allowed[group] >> t) & 1


cdef int add_part(DealPlan *plan, int part, int group, int t) noexcept nogil:
    """Returns the number of the next part."""
    plan.part_group[part] = <unsigned char>group
    plan.part_cell[part] = cell_of(group, t)
    return part + 1


cdef void place_types(DealPlan *plan, const Merged *merged, const int *places) noexcept nogil:
    """Types of one group go into its region for good; of several groups the one with most places takes what remains."""
    cdef int t, g, groups, widest, parts = 0
    plan.shared_cards = plan.shared_types = 0
    for t in range(merged.types):
        groups = 0
        widest = -1
        for g in range(merged.groups):
            if may_get(plan, merged, g, t):
                groups += 1
                if widest < 0 or places[g] > places[widest]:
                    widest = g
        if groups == 1:
            plan.filled[widest] += <unsigned char>spread(merged.cards[t], &plan.placed[plan.filled[widest]])
            continue
        plan.shared_cards += spread(merged.cards[t], &plan.shared[plan.shared_cards])
        for g in range(merged.groups):
            if g != widest and may_get(plan, merged, g, t):
                parts = add_part(plan, parts, g, t)
        parts = add_part(plan, parts, widest, t)
        plan.type_end[plan.shared_types] = <unsigned char>plan.shared_cards
        plan.part_end[plan.shared_types] = <unsigned char>parts
        plan.shared_types += 1


cdef int plan_deals(DealPlan *plan) noexcept nogil:
    cdef Merged merged
    cdef Margins margins
    cdef int places[MAX_SLOTS]
    cdef int s, t, g, total = 0
    cdef double worlds = 1.0, ways
    plan.tables.tables = NULL
    plan.unseen = 0
    plan.worlds = 0.0
    if not (0 <= plan.types <= MAX_TYPES and 0 <= plan.slots <= MAX_SLOTS):
        return -2
    for s in range(plan.slots):
        total += plan.capacity[s]
    for t in range(plan.types):
        plan.unseen += size(plan.cards[t])
    if plan.unseen != total or total > MAX_UNSEEN:
        return -2
    memset(plan.counts, 0, sizeof(plan.counts))
    merge(plan, &merged)
    for t in range(merged.types):
        worlds *= factorial(merged.left[t])
    for g in range(merged.groups):
        places[g] = merged.room[g]
        worlds *= factorial(places[g])
    lay_regions(plan, &merged)
    if not settle_forced(&merged, plan.counts):
        return 0
    place_types(plan, &merged, places)
    for s in range(plan.filled_slots):
        worlds /= factorial(plan.capacity[plan.slot[s]])
    for t in range(merged.types):
        for g in range(merged.groups):
            worlds /= factorial(plan.counts[cell_of(g, t)])
    if open_counts(&merged, &margins):
        if build_tables(&margins, &plan.tables, &ways) < 0:
            return -1
        worlds *= ways
    plan.worlds = floor(worlds + 0.5) if worlds < 1e12 else worlds
    return 0


cdef void draw_deal(const DealPlan *plan, Rng *rng, CardSet *by_slot) noexcept nogil:
    cdef CardSet cards[MAX_UNSEEN]
    cdef CardSet shared[MAX_UNSEEN]
    cdef unsigned char filled[MAX_SLOTS]
    cdef unsigned char counts[MAX_TYPES * MAX_SLOTS]
    cdef CardSet content
    cdef Rng stream = rng[0]  # a copy that can stay in a register
    cdef int t, s, g, part = 0, last, at = 0, end, stop, pick
    memcpy(cards, plan.placed, plan.unseen * sizeof(CardSet))
    if plan.shared_types:
        memcpy(shared, plan.shared, plan.shared_cards * sizeof(CardSet))
        memcpy(filled, plan.filled, sizeof(filled))
        memcpy(counts, plan.counts, sizeof(counts))
        if plan.tables.tables != NULL:
            draw_counts(&plan.tables, &stream, counts)
        for t in range(plan.shared_types):
            end = plan.type_end[t]
            last = plan.part_end[t] - 1
            while part < last:
                g = plan.part_group[part]
                stop = at + counts[plan.part_cell[part]]
                while at < stop:
                    pick = at + <int>below_exactly(&stream, end - at)
                    cards[filled[g]] = shared[pick]
                    shared[pick] = shared[at]
                    filled[g] += 1
                    at += 1
                part += 1
            g = plan.part_group[last]
            memcpy(&cards[filled[g]], &shared[at], (end - at) * sizeof(CardSet))
            filled[g] += <unsigned char>(end - at)
            at = end
            part += 1
    memset(by_slot, 0, plan.slots * sizeof(CardSet))
    for s in range(plan.filled_slots):
        content = make_set(0, 0)
        at = plan.slot_start[s]
        end = plan.region_end[s]
        stop = at + plan.capacity[plan.slot[s]]
        if stop < end:
            while at < stop:
                pick = at + <int>below_exactly(&stream, end - at)
                content = union_of(content, cards[pick])
                cards[pick] = cards[at]
                at += 1
        else:
            while at < end:
                content = union_of(content, cards[at])
                at += 1
        by_slot[plan.slot[s]] = content
    rng[0] = stream


cdef void free_plan(DealPlan *plan) noexcept nogil:
    free_tables(&plan.tables)


cdef class Dealer:
    """Draws assignments of cards to slots, each equally likely: the plan above for Python, made for tests.

    cards[t] are the cards of type t (numbers 0..127), slot s takes exactly capacity[s] cards, of those types t whose
    bit 1 << t is in allowed[s]. Raises ValueError when these don't fit together and MemoryError when the tables would
    need more than 64 MB.
    """

    cdef DealPlan plan

    def __cinit__(self):
        self.plan.tables.tables = NULL

    def __dealloc__(self):
        free_plan(&self.plan)

    def __init__(self, cards, capacity, allowed):
        cdef object most_types = MAX_TYPES, most_slots = MAX_SLOTS, most_cards = MAX_UNSEEN
        free_plan(&self.plan)
        if len(cards) > most_types:
            raise ValueError(f"{len(cards)} types of cards, at most {most_types} are possible")
        if len(capacity) > most_slots:
            raise ValueError(f"{len(capacity)} slots, at most {most_slots} are possible")
        if len(allowed) != len(capacity):
            raise ValueError(f"{len(capacity)} capacities but {len(allowed)} masks of allowed types")
        seen = set()
        self.plan.types = len(cards)
        for t, members in enumerate(cards):
            self.plan.cards[t] = make_set(0, 0)
            for card in members:
                if not 0 <= card < 128:
                    raise ValueError(f"card {card} is not one of 0..127")
                if card in seen:
                    raise ValueError(f"card {card} is there twice")
                seen.add(card)
                add(&self.plan.cards[t], card)
        if len(seen) > most_cards:
            raise ValueError(f"{len(seen)} cards, at most {most_cards} are possible")
        self.plan.slots = len(capacity)
        for s, (places, mask) in enumerate(zip(capacity, allowed)):
            if places < 0:
                raise ValueError(f"slot {s} has the negative capacity {places}")
            if not 0 <= mask < 256:
                raise ValueError(f"slot {s} has the mask {mask} of allowed types, not one of 0..255")
            self.plan.capacity[s] = min(places, most_cards)
            self.plan.allowed[s] = mask
        if sum(capacity) != len(seen):
            raise ValueError(f"the capacities add up to {sum(capacity)} but there are {len(seen)} cards")
        if plan_deals(&self.plan) < 0:
            raise MemoryError("the tables for these slots would need too much memory")

    @property
    def worlds(self):
        """The number of assignments, 0.0 when there is none."""
        return self.plan.worlds

    def draw(self, n, seed):
        """n independent draws, each a set of cards by slot; ValueError when there is no assignment or n is negative."""
        cdef CardSet by_slot[MAX_SLOTS]
        cdef Rng rng = seeded(seed & 0xFFFFFFFFFFFFFFFF)
        if n < 0:
            raise ValueError(f"cannot draw {n} times")
        if n and self.plan.worlds == 0.0:
            raise ValueError("there is no way to deal these cards to these slots")
        draws = []
        for _ in range(n):
            draw_deal(&self.plan, &rng, by_slot)
            draws.append(tuple([as_frozenset(by_slot[s]) for s in range(self.plan.slots)]))
        return draws


cdef object as_frozenset(CardSet cards):
    return frozenset([card for card in range(128) if has(cards, card)])
