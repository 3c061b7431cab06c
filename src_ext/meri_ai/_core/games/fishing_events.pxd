from meri_ai._core.games.fishing_state cimport FishingContext
from meri_ai._core.games.fishing_view cimport FishingSight

cdef list events_of(const FishingContext *g, const FishingSight *v, tuple texts)
