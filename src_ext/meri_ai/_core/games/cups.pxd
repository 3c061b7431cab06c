"""The pea under the cups, see cups.pyx."""

from meri_ai._core.game cimport Game, State, View

cdef enum:
    CUPS = 3
    PEEK = 3        # codes 0..2 name a cup
    ASK = 4
    SHUFFLE = 5
    REFUSE = 6

cdef enum Stage:
    FIRST = 0       # the guesser: a guess, PEEK, ASK or SHUFFLE
    ANSWER = 1      # the keeper: shows an empty cup, or refuses
    MOVE = 2        # the keeper: moves the pea, unseen
    LAST = 3        # the guesser: a guess
    OVER = 4

ctypedef struct Prizes:
    double right        # what a right guess wins
    double peek         # what peeking costs
    double refuse       # what the guesser gets when the keeper refuses

ctypedef struct Table:
    int pea
    int stage
    int seen            # the guesser knows where the pea is
    int shown           # an empty cup that was shown, -1 without one
    double won          # by the guesser

cdef class CupsGame(Game):
    cdef Prizes prizes

cdef class CupsState(State):
    pass

cdef class CupsView(View):
    cdef Table table
