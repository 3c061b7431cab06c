"""All worked months: the amounts of section 9 of the rules page, and their kin. A name that begins with a number is of
that item of section 9.
"""

from __future__ import annotations

from .hachihachi_case import Worked, parse_rows
from .hachihachi_worked_completed import COMPLETED, LOWERED
from .hachihachi_worked_hand import CARD_POINTS, HAND_YAKU, SPECIAL
from .hachihachi_worked_table import TABLE

CASES = CARD_POINTS + HAND_YAKU + COMPLETED + LOWERED + SPECIAL + TABLE

__all__ = ["CASES", "Worked", "parse_rows"]
