"""Where every random number of a run comes from: 64-bit hashes of the run's seed and of what the number is for.

A hash is BLAKE2b, 8 bytes long, of the numbers packed as little-endian unsigned 64-bit integers, the first of which
says which stream it belongs to: the same on every machine and in every process, and deals and decisions share none.
"""

from functools import lru_cache
from hashlib import blake2b
from struct import Struct, error

MASK = 2**64 - 1
_DEAL, _DECISION = 1, 2
_MOST = 8  # numbers in a hash
_PACK_ONE = Struct("<Q").pack
_PACK = [Struct(f"<{length}Q").pack for length in range(_MOST + 1)]


def hash64(*numbers: int) -> int:
    """A number in 0 .. 2**64 - 1 from any integers, each taken modulo 2**64."""
    pack = _PACK[len(numbers)]
    try:
        packed = pack(*numbers)
    except error:  # not every number is in range; asking first would cost more than all the rest
        packed = pack(*(number & MASK for number in numbers))
    return int.from_bytes(blake2b(packed, digest_size=8).digest(), "little")


def deal_seed(run_seed: int, board: int, deal: int = 0) -> int:
    """The seed of a board's deal: no bot and no other board changes it. `deal`: its number in a set or match."""
    return hash64(_DEAL, run_seed, board, *((deal,) if deal else ()))


def decision_seed(run_seed: int, board: int, seat: int, decision: int, deal: int = 0) -> int:
    """The seed given to a seat for its own decision number `decision`, from 0, in a deal of a board.

    It counts the seat's own decisions, never steps: a hidden step of another seat must not show in a seed. Bots and
    seating have no part in it, so a bot against itself plays both games of a board alike and scores exactly zero.
    """
    if deal:
        return hash64(_DECISION, run_seed, board, seat, decision, deal)
    # hash64 with its first part remembered, since this is asked for every move
    hashed = _decision_head(run_seed, board, seat).copy()
    hashed.update(_PACK_ONE(decision))
    return int.from_bytes(hashed.digest(), "little")


@lru_cache(maxsize=64)
def _decision_head(run_seed: int, board: int, seat: int) -> blake2b:
    """The hash of a decision's numbers but the last."""
    return blake2b(_PACK[4](_DECISION, run_seed, board, seat), digest_size=8)
