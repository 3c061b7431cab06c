"""The settlement at the end of a month as ledger rows (rules page, section 5, with hatto from section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .hachihachi_cards import PLAIN, points_of
from .hachihachi_completed import KAN
from .hachihachi_hand import NUKE, hand_yaku
from .hachihachi_ledger import Row, nets
from .hachihachi_options import Options

PAR = 88
ABOVE_PAR = 89
FUTAHACHI = 168
SUJIROKU = 16


@dataclass(frozen=True)
class Ended:
    """A month as it stands at its end. Mappings are by active seat; `active` begins with the acting dealer."""

    options: Options
    m: int
    active: list[int]
    dealt: Mapping[int, frozenset[int]]
    captured: Mapping[int, frozenset[int]]
    yaku: Mapping[int, list[str]]  # those that count in V
    lowered: list[int]  # in order of time
    ending: str  # "end", "cancel" or "out"
    ender: int | None
    breakers: Mapping[tuple[int, str], int]  # by (holder, yaku): the last who broke its hatto
    tobikomi: Mapping[int, list[int]]  # months earned by each, in order of time

    def mon(self, kan: int) -> int:
        """Kan in mon, times the multiplier."""
        return kan * self.options.kan_mon * self.m

    def others(self, seat: int) -> list[int]:
        """The two other active players."""
        return [other for other in self.active if other != seat]

    def points(self, seat: int) -> int:
        """Captured points."""
        return points_of(self.captured[seat])


def pay(ended: Ended, seat: int, hatto_key: str, share: int, reason: str, sole: int | None = None) -> list[Row]:
    """Two shares to `seat`: who broke the hatto pays both; else `sole`, if there is one; else each pays his own."""
    breaker = ended.breakers.get((seat, hatto_key))
    if breaker is not None:
        return [(breaker, seat, 2 * share, f"{reason}, hatto")]
    if sole is not None:
        return [(sole, seat, 2 * share, f"{reason}, for both")]
    return [(other, seat, share, reason) for other in ended.others(seat)]


def pay_whole(ended: Ended, seat: int, sole: int | None = None) -> list[Row]:
    """V(seat) from each other, yaku by yaku."""
    return [row for name in ended.yaku[seat] for row in pay(ended, seat, name, ended.mon(KAN[name]), name, sole)]


def pay_half(ended: Ended, seat: int) -> list[Row]:
    """Half of V(seat) from each other, yaku by yaku."""
    rows: list[Row] = []
    for name in ended.yaku[seat]:
        rows += pay(ended, seat, name, ended.mon(KAN[name]) // 2, f"half {name}")
    return rows


def said_end(ended: Ended, ender: int) -> list[Row]:
    """X says `end`: none, one or both others had lowered."""
    lowered = [seat for seat in ended.others(ender) if seat in ended.lowered]
    rows = []
    if ended.options.lowered_paid:
        rows = [row for seat in lowered for row in pay_half(ended, seat)]
    return rows + pay_whole(ended, ender, lowered[0] if len(lowered) == 1 else None)


def special(ended: Ended) -> tuple[str, int, int] | None:
    """The special yaku as (name, its holder, kan), or None."""
    if all(ended.points(seat) == PAR for seat in ended.active):
        return "souhachi", ended.active[0], 10
    for seat in ended.active:
        over = ended.points(seat) - FUTAHACHI
        if over >= 0:
            return "futahachi", seat, 10 + over
    for seat in ended.active:
        over = len(ended.captured[seat] & PLAIN) - SUJIROKU
        if over >= 0:
            return "sujiroku", seat, 12 + 2 * over
    return None


def card_points(ended: Ended) -> list[Row]:
    """Captured - 88 mon each, times m. Three sums that make zero leave no choice of who pays whom."""
    over = {seat: (ended.points(seat) - PAR) * ended.m for seat in ended.active}
    gains = [seat for seat in ended.active if over[seat] > 0]
    losses = [seat for seat in ended.active if over[seat] < 0]
    return [(low, high, min(over[high], -over[low]), "card points") for low in losses for high in gains]


def nuke(ended: Ended) -> list[Row]:
    """1 kan more from each for a category yaku of its list with 89 or more (section 3)."""
    rows: list[Row] = []
    for seat in ended.active:
        for name in hand_yaku(ended.dealt[seat]):
            if name in NUKE and ended.points(seat) >= ABOVE_PAR:
                rows += [(other, seat, ended.mon(1), f"nuke of {name}") for other in ended.others(seat)]
    return rows


def tobikomi(ended: Ended) -> list[Row]:
    """1 kan more from each for each triplet's month captured whole, or for the first alone (section 3)."""
    rows: list[Row] = []
    for seat in ended.active:
        months = ended.tobikomi[seat]
        for month in months[:1] if ended.options.tobikomi == "once" else months:
            name = f"tobikomi {month:02}"
            rows += pay(ended, seat, name, ended.mon(1), name)
    return rows


def mizuten(ended: Ended, dealer: int, table: list[int]) -> list[Row]:
    """The dealer's gain from everyone of `table` (all but the blank's holder), or the penalty."""
    if ended.points(dealer) >= ABOVE_PAR:
        return [(seat, dealer, ended.mon(1), "mizuten") for seat in table if seat != dealer]
    if ended.options.mizuten_penalty:
        return [(dealer, seat, ended.mon(1), "mizuten lost") for seat in ended.others(dealer)]
    return []


def main_settlement(ended: Ended) -> tuple[list[Row], tuple[str, int, int] | None]:
    """The table of section 5: the rows of yaku, special yaku or card points, and the special yaku."""
    if ended.ending == "end" and ended.ender is not None:
        return said_end(ended, ended.ender), None
    if ended.ending == "cancel" and ended.ender is not None:
        return pay_half(ended, ended.ender), None
    if ended.lowered:
        return [row for seat in ended.lowered for row in pay_half(ended, seat)], None
    found = special(ended)
    if found:
        name, holder, kan = found
        return [(other, holder, ended.mon(kan), name) for other in ended.others(holder)], found
    return card_points(ended), None


def month_winner(ended: Ended, rows: list[Row], found: tuple[str, int, int] | None) -> int:
    """Who takes the pot and deals next; `rows` are those of the main settlement."""
    if ended.options.month_winner == "net":
        net = nets(rows)
        return max(ended.active, key=lambda seat: net.get(seat, 0))
    if ended.ender is not None:
        return ended.ender
    if ended.lowered:
        return ended.lowered[0]
    if found:
        return found[1]
    return max(ended.active, key=ended.points)
