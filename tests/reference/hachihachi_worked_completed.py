"""Worked months of completed yaku, lowering and hatto (rules page, sections 4 to 6 and 9)."""

from __future__ import annotations

from .hachihachi_case import Worked

SHIKO, RAIN_MAN, AKATAN, AOTAN = "01a 03a 08a 12a", "11a", "01b 02b 03b", "06b 09b 10b"
GOKO = f"{SHIKO} {RAIN_MAN}"

COMPLETED = [
    Worked("6 goko x2", "1+2 > 0: 288 goko", [576, -288, -288], brights="08a", wants={0: GOKO}, said=("end",)),
    Worked(
        "6 shiko lowered, then goko x2",
        "1+2 > 0: 288 goko; 1+2 > 0: 240 shiko",
        [1056, -528, -528],
        brights="08a",
        wants={0: GOKO},
        said=("lower", "end"),
    ),
    Worked(
        "6 shiko lowered, then goko x2, exclusive",
        "1+2 > 0: 288 goko",
        [576, -288, -288],
        options={"goko_shiko": "exclusive"},
        brights="08a",
        wants={0: GOKO},
        said=("lower", "end"),
    ),
    Worked(
        "7 shiko x4, hatto broken",
        "1 > 0: 960 shiko, hatto",
        [960, -960, 0],
        brights="12a",
        wants={0: SHIKO},
        said=("end",),
    ),
    Worked(
        "akatan, hatto broken the turn before",
        "1 > 0: 168 akatan, hatto",
        [168, -168, 0],
        rules="fudawiki",
        wants={0: AKATAN},
        said=("end",),
    ),
    Worked("shiko", "1+2 > 0: 120 shiko", [240, -120, -120], wants={0: SHIKO}, said=("end",)),
    Worked("akatan", "1+2 > 0: 84 akatan", [168, -84, -84], wants={0: AKATAN}, said=("end",)),
    Worked("aotan", "0+1 > 2: 84 aotan", [-84, -84, 168], wants={2: AOTAN}, said=("end",)),
    Worked("ino-shika-cho", "0+2 > 1: 84 ino-shika-cho", [-84, 168, -84], wants={1: "06a 07a 10a"}, said=("end",)),
    Worked(
        "nanatan",
        "1+2 > 0: 120 nanatan",
        [240, -120, -120],
        wants={0: "01b 02b 04b 05b 06b 07b 09b"},
        said=("end",),
    ),
    Worked(
        "11 akatan lowered, then aotan",
        "1+2 > 0: 84 akatan; 1+2 > 0: 84 aotan",
        [336, -168, -168],
        wants={0: f"{AKATAN} {AOTAN}"},
        said=("lower", "end"),
    ),
]

LOWERED = [
    Worked(
        "8 akatan lowered, hands run out", "1+2 > 0: 42 half akatan", [84, -42, -42], wants={0: AKATAN}, said=("lower",)
    ),
    Worked(
        "8 akatan lowered, hands run out x4",
        "1+2 > 0: 168 half akatan",
        [336, -168, -168],
        brights="12a",
        wants={0: AKATAN},
        said=("lower",),
    ),
    Worked("cancel", "1+2 > 0: 42 half akatan", [84, -42, -42], wants={0: AKATAN}, said=("lower", "cancel")),
    Worked(
        "cancel while another has lowered",
        "0+2 > 1: 42 half aotan",
        [-42, 84, -42],
        wants={0: AKATAN, 1: AOTAN},
        said=("lower", "lower", "cancel"),
    ),
    Worked(
        "two lowered, hands run out",
        "1+2 > 0: 42 half akatan; 0+2 > 1: 42 half aotan",
        [42, 42, -84],
        wants={0: AKATAN, 1: AOTAN},
        said=("lower", "lower"),
    ),
    Worked(
        "akatan lowered, hands run out, hatto broken",
        "2 > 0: 84 half akatan, hatto",
        [84, 0, -84],
        wants={0: AKATAN},
        said=("lower",),
    ),
    Worked(
        "9 aotan lowered, another ends with shiko",
        "1+2 > 0: 42 half aotan; 0 > 1: 240 shiko, for both",
        [-156, 198, -42],
        wants={0: AOTAN, 1: SHIKO},
        said=("lower", "end"),
    ),
    Worked(
        "9 aotan lowered, another ends with shiko, fudawiki",
        "0 > 1: 240 shiko, for both",
        [-240, 240, 0],
        rules="fudawiki",
        wants={0: AOTAN, 1: SHIKO},
        said=("lower", "end"),
    ),
    Worked(
        "9 aotan lowered, another ends with shiko x2",
        "1+2 > 0: 84 half aotan; 0 > 1: 480 shiko, for both",
        [-312, 396, -84],
        brights="08a",
        wants={0: AOTAN, 1: SHIKO},
        said=("lower", "end"),
    ),
    Worked(
        "hatto before the lowered player's rule",
        "1+2 > 0: 42 half aotan; 2 > 1: 240 shiko, hatto",
        [84, 198, -282],
        wants={0: AOTAN, 1: SHIKO},
        said=("lower", "end"),
    ),
    Worked(
        "10 two lowered, the third ends",
        "1+2 > 0: 42 half aotan; 0+2 > 1: 60 half shiko; 0+1 > 2: 84 akatan",
        [-60, -6, 66],
        wants={0: AOTAN, 1: SHIKO, 2: AKATAN},
        said=("lower", "lower", "end"),
    ),
    Worked(
        "10 two lowered, the third ends, fudawiki",
        "0+1 > 2: 84 akatan",
        [-84, -84, 168],
        rules="fudawiki",
        wants={0: AOTAN, 1: SHIKO, 2: AKATAN},
        said=("lower", "lower", "end"),
    ),
]
