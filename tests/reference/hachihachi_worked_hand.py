"""Worked months of card points, hand yaku and special yaku (rules page, sections 1, 3, 5 and 9)."""

from __future__ import annotations

from .hachihachi_case import Worked

HUNDRED = {0: 100, 1: 90, 2: 74}
SANBON_AND_KARASU = "11a 11b 11c 01c 02c 03c 05d"
AKA = "04b 05b 01d 03d 06c 07c 08c"
TOICHI = "04a 01c 02c 03c 06d 08c 10d"

CARD_POINTS = [
    Worked("1 card points x1", "2 > 0: 12 card points; 2 > 1: 2 card points", [12, 2, -14], captured=HUNDRED),
    Worked(
        "1 card points x2",
        "2 > 0: 24 card points; 2 > 1: 4 card points",
        [24, 4, -28],
        brights="08a",
        captured=HUNDRED,
    ),
    Worked(
        "1 card points x4",
        "2 > 0: 48 card points; 2 > 1: 8 card points",
        [48, 8, -56],
        brights="12a",
        captured=HUNDRED,
    ),
    Worked(
        "carried chain, first month x4",
        "2 > 0: 48 card points; 2 > 1: 8 card points",
        [48, 8, -56],
        brights="11a 01a",
        captured=HUNDRED,
    ),
    Worked(
        "carried chain, second month x2",
        "2 > 0: 24 card points; 2 > 1: 4 card points",
        [24, 4, -28],
        carried=(2,),
        captured=HUNDRED,
    ),
    Worked("carried chain, third month x1", "1 > 0: 2 card points", [2, -2, 0], captured={0: 90, 1: 86, 2: 88}),
]

HAND_YAKU = [
    Worked(
        "2 tate-sanbon x4",
        "1+2 > 0: 144 hand yaku tate-sanbon; 1 > 0: 32 card points; 2 > 0: 96 card points",
        [416, -176, -240],
        brights="12a",
        hands={0: "04b 04c 04d"},
        yaku={0: ["tate-sanbon"]},
        captured={0: 120, 1: 80, 2: 64},
    ),
    Worked(
        "3 toichi with nuke x2",
        "1+2 > 0: 72 hand yaku toichi; 2 > 0: 14 card points; 2 > 1: 26 card points; 1+2 > 0: 24 nuke of toichi",
        [206, -70, -136],
        brights="08a",
        hands={0: TOICHI},
        yaku={0: ["toichi"]},
        captured={0: 95, 1: 101, 2: 68},
    ),
    Worked(
        "3 toichi without nuke x2",
        "1+2 > 0: 72 hand yaku toichi; 2 > 1: 26 card points",
        [144, -46, -98],
        brights="08a",
        hands={0: TOICHI},
        yaku={0: ["toichi"]},
        captured={0: 88, 1: 101, 2: 75},
    ),
    Worked(
        "4 sanbon and karasu against aka with nuke",
        "1+2 > 0: 48 hand yaku karasu; 1+2 > 0: 24 hand yaku sanbon; 0+2 > 1: 36 hand yaku aka;"
        "0 > 1: 16 card points; 0 > 2: 2 card points; 0+2 > 1: 12 nuke of aka",
        [78, 40, -118],
        hands={0: SANBON_AND_KARASU, 1: AKA},
        yaku={0: ["karasu", "sanbon"], 1: ["aka"]},
        captured={0: 70, 1: 104, 2: 90},
    ),
    Worked(
        "5 sanbon with tobikomi",
        "1+2 > 0: 24 hand yaku sanbon; 0 > 1: 4 card points; 0 > 2: 4 card points; 1+2 > 0: 12 tobikomi 02",
        [64, -32, -32],
        hands={0: "02b 02c 02d"},
        not_in_hands="02a",
        yaku={0: ["sanbon"]},
        wants={0: "02a 02b 02c 02d"},
        captured={0: 80, 1: 92, 2: 92},
    ),
    Worked(
        "5 sanbon with tobikomi, hatto broken",
        "1+2 > 0: 24 hand yaku sanbon; 0 > 1: 4 card points; 0 > 2: 4 card points; 1 > 0: 24 tobikomi 02, hatto",
        [64, -44, -20],
        hands={0: "02b 02c 02d", 1: "02a"},
        yaku={0: ["sanbon"]},
        wants={0: "02a 02b 02c 02d"},
        captured={0: 80, 1: 92, 2: 92},
    ),
    Worked(
        "two tobikomi",
        "1+2 > 0: 72 hand yaku futa-sanbon; 1 > 0: 2 card points; 1+2 > 0: 12 tobikomi 02; 1+2 > 0: 12 tobikomi 03",
        [194, -98, -96],
        hands={0: "02b 02c 02d 03b 03c 03d"},
        not_in_hands="02a 03a",
        yaku={0: ["futa-sanbon"]},
        wants={0: "02a 02b 02c 02d 03a 03b 03c 03d"},
        captured={0: 90, 1: 86, 2: 88},
    ),
    Worked(
        "two tobikomi, only the first pays in fudawiki",
        "1+2 > 0: 72 hand yaku futa-sanbon; 1 > 0: 2 card points; 1+2 > 0: 12 tobikomi 03",
        [170, -86, -84],
        rules="fudawiki",
        hands={0: "02b 02c 02d 03b 03c 03d"},
        not_in_hands="02a 03a",
        yaku={0: ["futa-sanbon"]},
        wants={0: "02a 02b 02c 02d 03a 03b 03c 03d"},
        captured={0: 90, 1: 86, 2: 88},
    ),
    Worked(
        "17 shisou and karasu",
        "1+2 > 0: 48 hand yaku karasu; 1+2 > 0: 240 hand yaku shisou",
        [576, -288, -288],
        hands={0: "11a 11b 11c 11d 12b 12c 12d"},
        yaku={0: ["karasu", "shisou"]},
        played_out=False,
    ),
]

SPECIAL = [
    Worked(
        "14 souhachi x4, a hand yaku given back",
        "1+0 > 2: 96 hand yaku sanbon; 2 > 1: 96 hand yaku sanbon given back; 2 > 0: 96 hand yaku sanbon given back;"
        "2+0 > 1: 480 souhachi",
        [-480, 960, -480],
        dealer=1,
        brights="12a",
        hands={2: "02b 02c 02d"},
        yaku={2: ["sanbon"]},
        captured={0: 88, 1: 88, 2: 88},
    ),
    Worked("souhachi missed by a point", "2 > 1: 1 card points", [0, 1, -1], captured={0: 88, 1: 89, 2: 87}),
    Worked("futahachi at its bound", "1+2 > 0: 120 futahachi", [240, -120, -120], captured={0: 168}),
    Worked("15 futahachi with 172", "1+2 > 0: 168 futahachi", [336, -168, -168], captured={0: 172}),
    Worked(
        "futahachi missed by a point",
        "1 > 0: 38 card points; 2 > 0: 41 card points",
        [79, -38, -41],
        captured={0: 167, 1: 50, 2: 47},
    ),
    Worked("sujiroku at its bound x2", "1+2 > 0: 288 sujiroku", [576, -288, -288], brights="08a", plain={0: 16}),
    Worked("16 sujiroku with 18 x2", "1+2 > 0: 384 sujiroku", [768, -384, -384], brights="08a", plain={0: 18}),
    Worked(
        "futahachi goes before sujiroku",
        "1+2 > 0: 144 futahachi",
        [288, -144, -144],
        captured={0: 170},
        plain={0: 18},
    ),
    Worked(
        "sujiroku takes the pot with few points, fudawiki",
        "2 > pot: 12 orichin; 1+3 > 0: 144 sujiroku; pot > 0: 12 pot",
        [300, -144, -12, -144],
        rules="fudawiki",
        players=4,
        entering=("look", "enter", "enter", "retire"),
        captured={0: 66, 1: 110, 3: 88},
        plain={0: 16},
    ),
    Worked(
        "sujiroku missed by a card",
        "0 > 1: 12 card points; 0 > 2: 16 card points",
        [-28, 12, 16],
        plain={0: 15},
        captured={0: 60, 1: 100, 2: 104},
    ),
]
