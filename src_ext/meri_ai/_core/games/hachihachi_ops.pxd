from meri_ai._core.game cimport GameOps
from meri_ai._core.games.hachihachi_state cimport HachiContext

cdef GameOps hachihachi_ops(const HachiContext *g)
