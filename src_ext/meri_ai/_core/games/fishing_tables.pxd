from meri_ai._core.games.fishing_state cimport FishingContext

cdef int fill_context(FishingContext *g, players, sizes, values, code_of) except -1
