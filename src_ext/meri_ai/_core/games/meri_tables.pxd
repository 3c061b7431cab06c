from meri_ai._core.games.meri_state cimport MeriContext

cdef int fill_context(MeriContext *g, object rules) except -1
