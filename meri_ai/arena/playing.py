"""What this process is playing right now, in memory that the coordinator can read after the process has died."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from meri_ai.arena.result import Key

if TYPE_CHECKING:
    from collections.abc import Iterator

FIELDS = 5  # numbers a process: whether it plays; meeting, board and seating of the game; the seat that is asked
NOBODY = -1

_shared: Any = None  # of this worker process: an array of integers, and where its own part begins
_start = 0


class Playing(NamedTuple):
    """A game that a process was at, and the seat whose bot had the word (-1 for none yet)."""

    key: Key
    seat: int


def attach(shared: Any, part: int) -> None:
    """Notes go to this part of the shared array from now on."""
    global _shared, _start
    _shared, _start = shared, part * FIELDS


def note_game(key: Key | None) -> None:
    """This process now plays this game, or none."""
    if _shared is not None:
        _shared[_start] = 0
        if key is not None:
            _shared[_start + 1 : _start + FIELDS] = [*key, NOBODY]
            _shared[_start] = 1


def note_seat(seat: int) -> None:
    """The bot of this seat is asked now."""
    if _shared is not None:
        _shared[_start + FIELDS - 1] = seat


def read(shared: Any) -> Iterator[Playing]:
    """The games that the processes were at."""
    for start in range(0, len(shared), FIELDS):
        plays, meeting, board, seating, seat = shared[start : start + FIELDS]
        if plays:
            yield Playing(Key(meeting, board, seating), seat)
