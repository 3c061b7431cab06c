from meri_ai._core.games.meri_state cimport MeriContext
from meri_ai._core.games.meri_worlds cimport MeriSight

cdef str text_of(tuple texts, int card)
cdef list events_of(const MeriContext *g, const MeriSight *v, tuple texts, tuple packets)
