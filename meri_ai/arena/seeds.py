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
    return hash64(_DECISION, run_seed, board, seat, decision, *((deal,) if deal else ()))


class SeatSeeds(dict[int, int]):
    """The decision seeds of a seat in one deal, by number of the decision; each is worked out when first asked for."""

    def __init__(self, run_seed: int, board: int, seat: int, deal: int) -> None:
        # the hash of all that comes before the decision, which there are many of
        self._head = blake2b(_PACK[4](_DECISION, run_seed, board, seat), digest_size=8)
        self._tail = _PACK[1](deal) if deal else b""

    def __missing__(self, decision: int) -> int:
        hashed = self._head.copy()
        hashed.update(_PACK[1](decision) + self._tail)
        seed = self[decision] = int.from_bytes(hashed.digest(), "little")
        return seed


@lru_cache(maxsize=4)
def decision_seeds(run_seed: int, board: int, seats: int, deal: int = 0) -> tuple[SeatSeeds, ...]:
    """The decision seeds of all seats in a deal. Remembered, because every game of a board uses the same."""
    return tuple(SeatSeeds(run_seed, board, seat, deal) for seat in range(seats))
