"""The history of a round of the fishing family."""

from libc.stdint cimport uint8_t
from meri_ai._core.games.fishing_table cimport CARDS

# Every card laid so far, in order: a play, the flip of that turn, the next play, ...
ctypedef struct Log:
    uint8_t lays
    uint8_t card[CARDS]
    uint8_t took[CARDS]      # 1 + the card chosen where it met two; 0 where there was no choice, or not yet
