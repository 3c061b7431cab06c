from meri_ai._core.cardset cimport CardSet
from meri_ai._core.game cimport View
from meri_ai._core.games.meri_state cimport MeriState
from meri_ai._core.games.meri_worlds cimport MeriSight

cdef class MeriView(View):
    cdef MeriSight sight
    cdef readonly tuple scores
    cdef readonly tuple packets
    cdef CardSet legal  # internal codes, where a State made the view of the seat to move; else empty

    cdef str text_of(self, int card)
    cdef CardSet legal_now(self)
    cdef list actions_of(self, CardSet left)
    cdef object texts_of(self, CardSet cards)

cdef class ClairvoyantView(MeriView):
    cdef MeriState truth

cdef int action_id(int stage, int code, const unsigned char *card_of) noexcept
