"""The ledger of a month: who paid whom how much for what (rules page, section 5, last line)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

POT = "pot"
Party = int | str  # a seat or the pot
Row = tuple[Party, Party, int, str]  # payer, payee, mon, reason


def nets(rows: Iterable[Row]) -> Mapping[Party, int]:
    """What each party has gained; the sum is zero."""
    net: Counter[Party] = Counter()
    for payer, payee, mon, _ in rows:
        net[payer] -= mon
        net[payee] += mon
    return net


def pot_of(rows: Iterable[Row]) -> int:
    """The mon in the pot."""
    return nets(rows).get(POT, 0)


def given_back(rows: Iterable[Row]) -> list[Row]:
    """The same payments the other way."""
    return [(payee, payer, mon, f"{reason} given back") for payer, payee, mon, reason in rows]


def points(rows: Iterable[Row], players: int) -> list[int]:
    """The mon of the month by seat."""
    net = nets(rows)
    return [net.get(seat, 0) for seat in range(players)]
