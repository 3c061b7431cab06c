"""Where every random number of a run comes from: 64-bit hashes of the run's seed and of what the number is for.

A hash is BLAKE2b, 8 bytes long, of the numbers packed as little-endian unsigned 64-bit integers, the first of which
says which stream it belongs to: the same on every machine and in every process, and deals and decisions share none.
"""

from hashlib import blake2b
from struct import pack

MASK = 2**64 - 1
_DEAL, _DECISION = 1, 2


def hash64(*numbers: int) -> int:
    """A number in 0 .. 2**64 - 1 from any integers, each taken modulo 2**64."""
    packed = pack(f"<{len(numbers)}Q", *(number & MASK for number in numbers))
    return int.from_bytes(blake2b(packed, digest_size=8).digest(), "little")


def deal_seed(run_seed: int, board: int) -> int:
    """The seed of a board's deal: no bot and no other board changes it."""
    return hash64(_DEAL, run_seed, board)


def decision_seed(run_seed: int, board: int, seat: int, decision: int) -> int:
    """The seed given to a seat for its own decision number `decision`, from 0, on a board.

    It counts the seat's own decisions, never steps: a hidden step of another seat must not show in a seed. Bots and
    seating have no part in it, so a bot against itself plays both games of a board alike and scores exactly zero.
    """
    return hash64(_DECISION, run_seed, board, seat, decision)
