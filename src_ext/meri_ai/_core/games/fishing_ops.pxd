from meri_ai._core.game cimport GameOps
from meri_ai._core.games.fishing_state cimport FishingContext

cdef GameOps fishing_ops(const FishingContext *g)
