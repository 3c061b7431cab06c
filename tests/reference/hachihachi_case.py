"""What a worked month is: what is dealt and captured, and what the ledger must then hold.

Rows read "1+2 > 0: 144 hand yaku aka": seats 1 and 2 pay seat 0 144 mon each. `hachihachi_find` seeks deals and steps
that lead there; those found are the records of tests/data/hachihachi-worked.jsonl.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .hachihachi_ledger import POT, Party, Row


@dataclass(frozen=True)
class Worked:
    """One month. Seats are numbers; the first three at the table play where nothing else is said."""

    name: str
    rows: str  # the ledger, rows separated by ";"
    points: list[int]  # of the month by seat, as the page has them
    rules: str = "standard"
    options: dict[str, object] = field(default_factory=dict)
    players: int = 3
    dealer: int = 0
    carried: tuple[int, ...] = ()
    brights: str = ""  # the brights on the field, no other one lies there
    hands: dict[int, str] = field(default_factory=dict)  # cards that a hand must hold
    not_in_hands: str = ""  # cards that no hand may hold
    yaku: dict[int, list[str]] = field(default_factory=dict)  # hand yaku of the active; the others have none
    entering: tuple[str, ...] = ()  # the steps before the first play
    said: tuple[str, ...] = ()  # what is said of end, lower and cancel, in order; else "continue"
    wants: dict[int, str] = field(default_factory=dict)  # cards that a seat has captured at the end
    captured: dict[int, int] = field(default_factory=dict)  # captured points at the end
    plain: dict[int, int] = field(default_factory=dict)  # plain cards captured at the end
    played_out: bool = True  # False: the ledger stands before the first play


def parse_rows(text: str) -> list[Row]:
    """The ledger rows that a case writes as text."""
    rows: list[Row] = []
    for line in filter(None, (part.strip() for part in text.split(";"))):
        parties, _, rest = line.partition(":")
        payers, _, payee = (part.strip() for part in parties.partition(">"))
        mon, _, reason = rest.strip().partition(" ")
        rows += [(party(payer), party(payee), int(mon), reason) for payer in payers.split("+")]
    return rows


def party(text: str) -> Party:
    """A seat or the pot."""
    return POT if text == POT else int(text)
