from meri_ai._core.games.hachihachi_sight cimport HachiSight

cdef list events_of(const HachiSight *v, int seats, tuple texts, tuple actions, tuple ledger)
