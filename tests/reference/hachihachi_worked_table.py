"""Worked months of four to seven at the table: fees, mizuten, the blank (rules page, sections 2, 5 and 9)."""

from __future__ import annotations

from dataclasses import replace

from .hachihachi_case import Worked

HUNDRED = {0: 100, 1: 90, 2: 74}
SANBON_AND_BRIGHTS = "02a 02c 02d 01a 03a 04c 09d"  # a sanbon, two brights, no ribbon
HELD_AKATAN = "01b 02b 03b 04a 05c 06c 07c"
SIX_STEPS = ("look", "enter", "retire", "enter", "retire", "enter")
SIX = Worked(
    "",
    "",
    [],
    players=6,
    brights="08a",
    hands={5: SANBON_AND_BRIGHTS},
    entering=SIX_STEPS,
    captured={0: 80, 2: 110, 4: 74},
)

TABLE = [
    replace(
        SIX,
        name="12 six at the table, one pushed out",
        rows="1 > pot: 24 orichin; 3 > pot: 36 orichin; 0+2+4 > 5: 36 oikomi; 0 > 2: 16 card points;"
        "4 > 2: 28 card points; pot > 2: 60 pot",
        points=[-52, -24, 68, -36, -64, 108],
    ),
    replace(
        SIX,
        name="12 six at the table, two payers",
        rows="1 > pot: 24 orichin; 3 > pot: 36 orichin; 2+4 > 5: 36 oikomi; 0 > 2: 16 card points;"
        "4 > 2: 28 card points; pot > 2: 60 pot",
        points=[-16, -24, 68, -36, -64, 72],
        options={"oikomi_payers": "two"},
    ),
    Worked(
        "13 mizuten won",
        "1 > pot: 12 orichin; 2 > pot: 18 orichin; 4 > 0: 7 card points; 4 > 3: 2 card points;"
        "1+2+3+4 > 0: 12 mizuten; pot > 0: 30 pot",
        [85, -24, -30, -10, -21],
        players=5,
        entering=("mizuten", "retire", "retire"),
        captured={0: 95, 3: 90, 4: 79},
    ),
    Worked(
        "mizuten lost, standard",
        "1 > pot: 12 orichin; 0 > 2: 10 card points; 0 > 3: 3 card points; pot > 2: 12 pot",
        [-13, -12, 22, 3],
        players=4,
        entering=("mizuten", "retire"),
        captured={0: 75, 2: 98, 3: 91},
    ),
    Worked(
        "mizuten lost, fudawiki",
        "1 > pot: 12 orichin; 0 > 2: 10 card points; 0 > 3: 3 card points; 0 > 2: 12 mizuten lost;"
        "0 > 3: 12 mizuten lost; pot > 2: 12 pot",
        [-37, -12, 34, 15],
        rules="fudawiki",
        players=4,
        entering=("mizuten", "retire"),
        captured={0: 75, 2: 98, 3: 91},
    ),
    Worked(
        "mizuten and a special yaku, standard",
        "1 > pot: 12 orichin; 2+3 > 0: 120 futahachi; 1+2+3 > 0: 12 mizuten; pot > 0: 12 pot",
        [288, -24, -132, -132],
        players=4,
        entering=("mizuten", "retire"),
        captured={0: 168},
    ),
    Worked(
        "mizuten and a special yaku, fudawiki",
        "1 > pot: 12 orichin; 2+3 > 0: 120 futahachi; pot > 0: 12 pot",
        [252, -12, -120, -120],
        rules="fudawiki",
        players=4,
        entering=("mizuten", "retire"),
        captured={0: 168},
    ),
    Worked(
        "three retire",
        "0 > pot: 12 orichin; 1 > pot: 18 orichin; 2 > pot: 24 orichin; 5 > 3: 12 card points; 5 > 4: 2 card points;"
        "pot > 3: 54 pot",
        [-12, -18, -24, 66, 2, -14],
        players=6,
        entering=("look", "retire", "retire", "retire"),
        captured={3: 100, 4: 90, 5: 74},
    ),
    Worked(
        "oikomi with a held yaku, standard",
        "0+1+2 > 3: 51 oikomi; 2 > 0: 12 card points; 2 > 1: 2 card points",
        [-39, -49, -65, 153],
        players=4,
        hands={3: HELD_AKATAN},
        entering=("look", "enter", "enter", "enter"),
        captured=HUNDRED,
    ),
    Worked(
        "oikomi with a held yaku, fudawiki",
        "1+2 > 3: 42 oikomi; 2 > 0: 12 card points; 2 > 1: 2 card points",
        [12, -40, -56, 84],
        rules="fudawiki",
        players=4,
        hands={3: HELD_AKATAN},
        entering=("look", "enter", "enter", "enter"),
        captured=HUNDRED,
    ),
    Worked(
        "seven at the table, mizuten, the blank pays nothing",
        "2 > pot: 12 orichin; 4 > pot: 18 orichin; 5 > pot: 24 orichin; 6 > 0: 9 card points; 6 > 1: 3 card points;"
        "1+2+4+5+6 > 0: 12 mizuten; pot > 0: 54 pot",
        [123, -9, -24, 0, -30, -36, -24],
        players=7,
        hands={3: "blank"},
        entering=("mizuten", "enter", "retire", "retire", "retire"),
        captured={0: 97, 1: 91, 6: 76},
    ),
    Worked(
        "seven at the table, the dealer holds the blank",
        "1 > pot: 12 orichin; 2 > pot: 18 orichin; 3 > pot: 24 orichin; 6 > 4: 12 card points; 6 > 5: 2 card points;"
        "pot > 4: 54 pot",
        [0, -12, -18, -24, 66, 2, -14],
        players=7,
        hands={0: "blank"},
        entering=("retire", "retire", "retire"),
        captured={4: 100, 5: 90, 6: 74},
    ),
]
