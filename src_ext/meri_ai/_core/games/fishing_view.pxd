from libc.stdint cimport uint64_t, uint8_t
from meri_ai._core.cardset cimport CardSet
from meri_ai._core.game cimport View
from meri_ai._core.games.fishing_log cimport Log
from meri_ai._core.games.fishing_table cimport Table

# All that one seat knows, as flat bytes: unused places are 0, so that equal knowledge is equal bytes.
ctypedef struct FishingSight:
    Table table              # other hands and the unturned pile are empty
    uint64_t first_hand      # as dealt
    uint64_t first_field
    Log log
    uint8_t seat
    uint8_t dealer

cdef class FishingView(View):
    cdef FishingSight sight
    cdef readonly tuple scores

    cdef list actions_of(self, CardSet left)
    cdef list texts_of(self, uint64_t cards)

cdef class ClairvoyantView(FishingView):
    cdef Table truth
