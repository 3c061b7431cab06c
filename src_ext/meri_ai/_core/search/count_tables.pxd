"""Counts with fixed sums by row and column, drawn in proportion to the product of 1 / count! over all cells.

This is how many cards of each type (a column) each group of slots (a row) gets when every deal is equally likely.

    build_tables(&margins, &tables, &ways); any number of draw_counts; free_tables(&tables)
"""

from meri_ai._core.rng cimport Rng

cdef enum:
    MAX_COLUMNS = 8
    MAX_ROWS = 16
    MAX_TOTAL = 80
    # index of `rest` behind the columns
    REST = MAX_COLUMNS

# Bit j of allowed[i]: the count of row i and column j may be more than 0. Every row and every column has at least two
# such cells, all sums are more than 0, and rows and columns have the same total, at most MAX_TOTAL.
ctypedef struct Margins:
    int rows
    int columns
    int row_sum[MAX_ROWS]
    int column_sum[MAX_COLUMNS]
    unsigned int allowed[MAX_ROWS]
    # where draw_counts writes each count
    unsigned char cell[MAX_ROWS][MAX_COLUMNS]

# Before one decision: how much of `column` the row being dealt takes. A state is what is left of each column and
# `rest`, how much the row still wants; its value is the sum over all ways to go on. One column is implied by the
# others and not indexed.
ctypedef struct Table:
    double *values
    int size
    int origin
    int stride[MAX_COLUMNS + 1]
    # bounds, both included, of every state that can occur
    short low[MAX_COLUMNS + 1]
    short high[MAX_COLUMNS + 1]
    # what the rows after this one want
    short later
    unsigned char implied
    unsigned char column
    unsigned char cell
    # the row's last decision: what it does not take of `column` it takes of `partner`
    unsigned char closes
    unsigned char partner
    unsigned char partner_cell

ctypedef struct CountTables:
    # steps + 1 tables, one before each decision and one before the last row, which takes what is left; or NULL
    int steps
    Table *tables
    int columns
    unsigned char column_sum[MAX_COLUMNS]
    unsigned char last_cell[MAX_COLUMNS]


# n! for 0 <= n <= MAX_TOTAL
cdef double factorial(int n) noexcept nogil

# 0: *ways is the sum over all counts of the products, 0 when there are none (tables may be NULL then); -1: no memory,
# or more than 64 MB needed
cdef int build_tables(const Margins *margins, CountTables *tables, double *ways) noexcept nogil

# writes one count to each cell; *ways was not 0
cdef void draw_counts(const CountTables *tables, Rng *rng, unsigned char *counts) noexcept nogil

cdef void free_tables(CountTables *tables) noexcept nogil
