"""Counts with fixed sums by row and column: C functions alone, nothing for Python."""
