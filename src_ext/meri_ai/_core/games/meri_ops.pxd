from meri_ai._core.game cimport GameOps
from meri_ai._core.games.meri_state cimport MeriContext

cdef GameOps meri_ops(const MeriContext *g)
