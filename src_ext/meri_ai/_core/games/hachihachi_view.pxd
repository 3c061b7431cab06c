from libc.stdint cimport uint64_t
from meri_ai._core.cardset cimport CardSet
from meri_ai._core.game cimport View
from meri_ai._core.games.hachihachi_sight cimport HachiSight
from meri_ai._core.games.hachihachi_state cimport HachiState

cdef class HachihachiView(View):
    cdef HachiSight sight
    cdef readonly tuple scores
    cdef tuple ledger       # rows (from, to, mon, for, hatto) of a month that is over, else nothing

    cdef list actions_of(self, CardSet left)
    cdef list texts_of(self, uint64_t cards)
    cdef int place(self)
    cdef void copy_for_place(self, HachihachiView view)

cdef class ClairvoyantView(HachihachiView):
    cdef HachiState truth
