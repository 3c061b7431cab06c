"""Counts with fixed sums by row and column, drawn in proportion to the product of 1 / count! over all cells.

One row after the other is dealt, one column at a time; a table before each decision holds, for all that can be left of
the columns, the sum of the products over all ways to go on. A draw walks through the tables. Their size is the product
of what can be left of each column, so rows come in the order that keeps it small, and rows and columns are exchanged
where that is better.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from meri_ai._core.rng cimport uniform

cdef enum:
    MAX_TABLES = MAX_COLUMNS * MAX_ROWS
    MAX_STATES = 8 * 1024 * 1024 - 8 * 1024

# constants, set once at import: n!, 1 / n!, and 1
cdef double FACTORIAL[MAX_TOTAL + 1]
cdef double INVERSE[MAX_TOTAL + 1]
cdef double ONE[MAX_TOTAL + 1]


cdef void set_constants() noexcept:
    cdef int n
    FACTORIAL[0] = 1.0
    for n in range(1, MAX_TOTAL + 1):
        FACTORIAL[n] = FACTORIAL[n - 1] * n
    for n in range(MAX_TOTAL + 1):
        INVERSE[n] = 1.0 / FACTORIAL[n]
        ONE[n] = 1.0


set_constants()


cdef double factorial(int n) noexcept nogil:
    return FACTORIAL[n]


cdef inline int least(int a, int b) noexcept nogil:
    return a if a < b else b


cdef inline int most(int a, int b) noexcept nogil:
    return a if a > b else b


cdef inline bint allows(const Margins *m, int row, int column) noexcept nogil:
    return (m.allowed[row] >> column) & 1


cdef void exchange(const Margins *m, Margins *exchanged) noexcept nogil:
    """The same counts with rows and columns exchanged; m has at most MAX_COLUMNS rows."""
    cdef int i, j
    exchanged.rows = m.columns
    exchanged.columns = m.rows
    for j in range(m.columns):
        exchanged.row_sum[j] = m.column_sum[j]
        exchanged.allowed[j] = 0
        for i in range(m.rows):
            exchanged.column_sum[i] = m.row_sum[i]
            exchanged.allowed[j] |= (<unsigned int>allows(m, i, j)) << i
            exchanged.cell[j][i] = m.cell[i][j]


cdef inline int states_of(int total, int before, int after) noexcept nogil:
    """How many values the rest of a column can have, by what the rows before and after may take of it; at least 1."""
    return most(1, least(total, after) - most(0, total - before) + 1)


cdef double lay_out(const Margins *m, Table *table, const int *before, const int *after) noexcept nogil:
    """Bounds, strides and size of a table whose rest is bounded already; 0 when no state is possible."""
    cdef int j, widest = 0
    cdef double states = 1.0
    cdef int stride = 1
    for j in range(MAX_COLUMNS):
        table.low[j] = table.high[j] = 0
        if j < m.columns:
            table.low[j] = <short>most(0, m.column_sum[j] - before[j])
            table.high[j] = <short>least(m.column_sum[j], after[j])
            if table.high[j] - table.low[j] > table.high[widest] - table.low[widest]:
                widest = j
    table.implied = <unsigned char>widest
    table.origin = 0
    for j in range(MAX_COLUMNS + 1):
        if table.high[j] < table.low[j]:
            return 0.0
        table.stride[j] = 0
        if j != widest and table.high[j] > table.low[j]:
            states *= table.high[j] - table.low[j] + 1
            if states > MAX_STATES:
                return states
            table.stride[j] = stride
            table.origin -= stride * table.low[j]
            stride = <int>states
    table.size = stride
    return states


cdef int next_row(const Margins *m, unsigned int dealt, const int *before, const int *after) noexcept nogil:
    """The row after which the rests of the columns can have the fewest values."""
    cdef int i, j, states, widest, a, best = -1
    cdef double product, fewest = 0.0
    for i in range(m.rows):
        if (dealt >> i) & 1:
            continue
        product = 1.0
        widest = 1
        for j in range(m.columns):
            a = m.row_sum[i] if allows(m, i, j) else 0
            states = states_of(m.column_sum[j], before[j] + a, after[j] - a)
            widest = most(widest, states)
            product *= states
        if best < 0 or product / widest < fewest:
            best = i
            fewest = product / widest
    return best


cdef int order_columns(const Margins *m, int row, const int *before, const int *after, int *order) noexcept nogil:
    """The columns that a row may take of, in the order in which tables grow least; returns how many."""
    cdef double growth[MAX_COLUMNS]
    cdef double g
    cdef int j, at, a = m.row_sum[row], count = 0
    for j in range(m.columns):
        if not allows(m, row, j):
            continue
        g = (<double>states_of(m.column_sum[j], before[j] + a, after[j] - a)
             / states_of(m.column_sum[j], before[j], after[j]))
        at = count
        while at > 0 and growth[at - 1] > g:
            growth[at] = growth[at - 1]
            order[at] = order[at - 1]
            at -= 1
        growth[at] = g
        order[at] = j
        count += 1
    return count


cdef double arrange(const Margins *m, Table *layout, CountTables *tables) noexcept nogil:
    """The order of decisions and the layout of their tables; returns the states of all, 0 when there is no way."""
    cdef int before[MAX_COLUMNS]
    cdef int after[MAX_COLUMNS]
    cdef int order[MAX_COLUMNS]
    cdef int i = 0, j, k, x, columns, a, rest_low, rest_high, later = 0
    cdef unsigned int dealt = 0
    cdef double states, total = 0.0
    cdef Table *table = layout
    for j in range(m.columns):
        before[j] = after[j] = 0
        for i in range(m.rows):
            after[j] += m.row_sum[i] if allows(m, i, j) else 0
    for i in range(m.rows):
        later += m.row_sum[i]
    for x in range(m.rows):
        i = next_row(m, dealt, before, after)
        dealt |= 1u << i
        a = m.row_sum[i]
        later -= a
        columns = order_columns(m, i, before, after, order)
        for k in range(1 if x == m.rows - 1 else columns - 1):
            rest_low = rest_high = a
            if k:
                rest_high = 0
                for j in range(columns):
                    if j < k:
                        rest_low -= least(m.column_sum[order[j]], after[order[j]] + a)
                    else:
                        rest_high += least(m.column_sum[order[j]], after[order[j]])
            table.low[REST] = <short>most(0, rest_low)
            table.high[REST] = <short>least(a, rest_high)
            table.later = <short>later
            states = lay_out(m, table, before, after)
            total += states
            if states == 0.0 or total > MAX_STATES:
                return 0.0 if states == 0.0 else total
            if x == m.rows - 1:
                break
            table.column = <unsigned char>order[k]
            table.cell = m.cell[i][order[k]]
            table.closes = k == columns - 2
            table.partner = <unsigned char>(order[k + 1] if table.closes else REST)
            table.partner_cell = m.cell[i][order[k + 1]]
            for j in range(k, k + (2 if table.closes else 1)):
                before[order[j]] += a
                after[order[j]] -= a
            table += 1
    tables.steps = <int>(table - layout)
    tables.columns = m.columns
    for j in range(MAX_COLUMNS):
        tables.column_sum[j] = <unsigned char>(m.column_sum[j] if j < m.columns else 0)
        tables.last_cell[j] = m.cell[i][j]
    return total


cdef inline void move(const Table *table, int *left, int j, int by) noexcept nogil:
    """Changes column j or the rest, and the implied column accordingly."""
    left[j] += by
    left[table.implied] += by if j == REST else -by


cdef void first_state(const Table *table, int columns, int *left) noexcept nogil:
    cdef int j, sum = 0
    for j in range(MAX_COLUMNS + 1):
        left[j] = table.low[j]
        if j < columns and j != table.implied:
            sum += left[j]
    left[table.implied] = table.later + left[REST] - sum


cdef inline void next_state(const Table *table, int *left, int j) noexcept nogil:
    """The next state in the order of the table; none of the indexed columns before j has another value to come."""
    while j <= REST:
        if table.stride[j]:
            if left[j] < table.high[j]:
                move(table, left, j, 1)
                return
            move(table, left, j, table.low[j] - left[j])
        j += 1


# A decision takes k of its column; of its partner it takes what is then left of the row, where it closes the row.


cdef inline int most_taken(const Table *here, const Table *next, const int *left, int *fewest) noexcept nogil:
    """The largest k that leads to a state of the next table; fewest[0] is the smallest."""
    cdef int rest = left[REST], column = here.column, partner = here.partner
    cdef int low = most(0, left[column] - next.high[column]), high = left[column] - next.low[column]
    if here.closes:
        fewest[0] = most(low, rest - left[partner] + next.low[partner])
        return least(high, least(rest, rest - left[partner] + next.high[partner]))
    fewest[0] = most(low, rest - next.high[REST])
    return least(high, rest - next.low[REST])


cdef inline int index_after(const Table *here, const Table *next, const int *left) noexcept nogil:
    """Where the next table has the state after taking k = 0, which need not exist; add k * change_of_index."""
    cdef int c, at = next.origin
    for c in range(MAX_COLUMNS):
        at += next.stride[c] * left[c]
    if here.closes:
        return at - next.stride[here.partner] * left[REST]
    return at + next.stride[REST] * left[REST]


cdef inline int change_of_index(const Table *here, const Table *next) noexcept nogil:
    cdef int other = next.stride[here.partner]
    return (other if here.closes else -other) - next.stride[here.column]


cdef inline const double *partner_weights(const Table *here, int rest) noexcept nogil:
    """The factor of the decision's partner after taking k, at index -k."""
    return &INVERSE[rest] if here.closes else &ONE[rest]


cdef void fill_last(Table *table, int columns) noexcept nogil:
    """The values of the last table, whose states are all that its one row can take."""
    cdef int left[MAX_COLUMNS + 1]
    cdef int i, j
    cdef double product
    first_state(table, columns, left)
    for i in range(table.size):
        product = 1.0
        for j in range(columns):
            if table.low[j] <= left[j] <= table.high[j]:
                product *= INVERSE[left[j]]
            else:
                product = 0.0
        table.values[i] = product
        next_state(table, left, 0)


cdef void fill(Table *here, const Table *next, int columns) noexcept nogil:
    """The values of a table from those of the next one."""
    cdef int left[MAX_COLUMNS + 1]
    cdef int i, k, low, high, at, step, implied = here.implied, fastest = 0
    cdef int change = change_of_index(here, next)
    cdef const double *weights
    cdef double total
    while fastest < REST and here.stride[fastest] != 1:
        fastest += 1
    # what the state after next in the table adds to the index, as long as only `fastest` counts up
    first_state(here, columns, left)
    at = index_after(here, next, left)
    move(here, left, fastest, 1)
    step = index_after(here, next, left) - at
    move(here, left, fastest, -1)
    for i in range(here.size):
        total = 0.0
        if here.low[implied] <= left[implied] <= here.high[implied]:
            high = most_taken(here, next, left, &low)
            weights = partner_weights(here, left[REST])
            for k in range(low, high + 1):
                total += INVERSE[k] * weights[-k] * next.values[at + k * change]
        here.values[i] = total
        if left[fastest] < here.high[fastest]:
            move(here, left, fastest, 1)
            at += step
        else:
            next_state(here, left, fastest)
            at = index_after(here, next, left)


cdef int build_tables(const Margins *margins, CountTables *tables, double *ways) noexcept nogil:
    cdef Margins exchanged
    cdef Table layout[MAX_TABLES]
    cdef double states, states_exchanged
    cdef int x
    cdef double *values
    ways[0] = 0.0
    tables.tables = NULL
    states = arrange(margins, layout, tables)
    if states > 0.0 and margins.rows <= MAX_COLUMNS:
        exchange(margins, &exchanged)
        states_exchanged = arrange(&exchanged, layout, tables)
        if states_exchanged < states:
            states = states_exchanged
        else:
            arrange(margins, layout, tables)
    if states == 0.0:
        return 0
    if states > MAX_STATES:
        return -1
    tables.tables = <Table *>malloc((tables.steps + 1) * sizeof(Table) + <size_t>states * sizeof(double))
    if tables.tables == NULL:
        return -1
    memcpy(tables.tables, layout, (tables.steps + 1) * sizeof(Table))
    values = <double *>(tables.tables + tables.steps + 1)
    for x in range(tables.steps + 1):
        tables.tables[x].values = values
        values += tables.tables[x].size
    fill_last(&tables.tables[tables.steps], tables.columns)
    for x in range(tables.steps - 1, -1, -1):
        fill(&tables.tables[x], &tables.tables[x + 1], tables.columns)
    ways[0] = tables.tables[0].values[0]
    return 0


cdef void draw_counts(const CountTables *tables, Rng *rng, unsigned char *counts) noexcept nogil:
    cdef int left[MAX_COLUMNS + 1]
    cdef int s, k, low, high, change, index
    cdef const double *weights
    cdef const Table *here = tables.tables
    cdef const Table *next
    cdef double value = here.values[0], weight, x
    for k in range(MAX_COLUMNS):
        left[k] = tables.column_sum[k]
    left[REST] = here.low[REST]
    for s in range(tables.steps):
        next = here + 1
        high = most_taken(here, next, left, &low)
        index = index_after(here, next, left)
        weights = partner_weights(here, left[REST])
        change = change_of_index(here, next)
        # each count with the probability of all ways to go on after it
        x = uniform(rng) * value
        k = low
        while k <= high:
            weight = INVERSE[k] * weights[-k] * next.values[index + k * change]
            if x < weight:
                break
            x -= weight
            k += 1
        if k > high:
            # rounding took x past the end: the last way there is
            k = high
            while next.values[index + k * change] == 0.0:
                k -= 1
        value = next.values[index + k * change]
        counts[here.cell] = <unsigned char>k
        left[here.column] -= k
        if here.closes:
            counts[here.partner_cell] = <unsigned char>(left[REST] - k)
            left[here.partner] -= left[REST] - k
            left[REST] = next.low[REST]
        else:
            left[REST] -= k
        here = next
    for k in range(tables.columns):
        counts[tables.last_cell[k]] = <unsigned char>left[k]


cdef void free_tables(CountTables *tables) noexcept nogil:
    free(tables.tables)
    tables.tables = NULL
