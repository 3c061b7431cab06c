"""All 73,629,072 hands of Hachihachi by their yaku, against exact counts: `python benchmarks/hachihachi_hands.py`.

Prints the table and the time; exit status 1 where a count is wrong. The expected counts follow from the definitions in
docs/hachihachi-rules.md, section 3; `python benchmarks/hachihachi_speed.py` measures hands a second.
"""

from __future__ import annotations

import sys
from math import comb
from time import perf_counter

from meri_ai._core.games.hachihachi_check import CATEGORY_NAMES, SET_NAMES, count_hands

HANDS = comb(48, 7)
# Counts of both groups together, which no product of the counts of one group gives.
JOINT = {
    ("", ""): 54_461_388,
    ("", "sanbon"): 4_025_772,
    ("", "kuttsuki"): 1_473_048,
    ("", "teshi"): 118_632,
    ("", "haneken"): 84_804,
    ("", "ichi-ni-shi"): 29_776,
    ("karasu", "shisou"): 1,
}


def expected_categories() -> dict[str, int]:
    """By the kinds of cards: 9 ribbons, 8 animals and 4 brights that are no willow, 27 plain."""
    six_plain = comb(27, 6)
    return {
        "aka": comb(9 + 27, 7) - 9 * six_plain - comb(27, 7),
        "tan-ichi": 9 * six_plain,
        "toichi": 8 * six_plain,
        "pikaichi": 4 * six_plain,
        "karasu": comb(27, 7),
    }


def expected_sets() -> dict[str, int]:
    """By how many cards of each month. Of the 48 triplets 13 are standing: four each of 04 05 07, and 12b 12c 12d."""
    singles = [comb(11, 4) * 4**4, 11 * 6 * comb(10, 2) * 4**2]  # beside a triplet: no pair, one pair
    two_standing = (comb(3, 2) * 4 * 4 + 3 * 4) * 40  # the seventh card is any of ten months
    mixed = (13 * 35 - 3) * 40  # not the one standing and the three ordinary triplets of 12 together
    two_triplets = comb(12, 2) * 4 * 4 * 40
    return {
        "sanbon": 35 * sum(singles),
        "tate-sanbon": 13 * sum(singles),
        "kuttsuki": comb(12, 3) * 6**3 * 9 * 4,
        "teshi": 12 * comb(11, 3) * 4**3,
        "haneken": 48 * comb(11, 2) * 6**2,
        "ichi-ni-shi": 12 * 11 * 6 * 10 * 4,
        "futa-sanbon": two_triplets - two_standing - mixed,
        "futa-sanbon with a standing triplet": mixed,
        "futa-tate-sanbon": two_standing,
        "shisou": 12 * 11 * 4,
    }


def faults(counts: dict[tuple[str, str], int]) -> list[str]:
    """What is wrong with the counts."""
    found = []
    if sum(counts.values()) != HANDS:
        found.append(f"{sum(counts.values()):,} hands, not {HANDS:,}")
    for place, expected in ((0, expected_categories()), (1, expected_sets())):
        for name, hands in expected.items():
            count = sum(number for key, number in counts.items() if key[place] == name)
            if count != hands:
                found.append(f"{name} in all: {count:,}, not {hands:,}")
    for key, hands in JOINT.items():
        if counts.get(key, 0) != hands:
            found.append(f"{' with '.join(name or 'none' for name in key)}: {counts.get(key, 0):,}, not {hands:,}")
    return found


def table(counts: dict[tuple[str, str], int]) -> str:
    """A row for each yaku of the set group, a column for each of the category group."""
    width = max(map(len, SET_NAMES))
    lines = [" " * width + "".join(f"{name or 'none':>12}" for name in CATEGORY_NAMES) + f"{'in all':>12}"]
    for sets in SET_NAMES:
        row = [counts.get((category, sets), 0) for category in CATEGORY_NAMES]
        lines.append(f"{sets or 'none':{width}}" + "".join(f"{count:12,}" for count in (*row, sum(row))))
    sums = [sum(counts.get((category, sets), 0) for sets in SET_NAMES) for category in CATEGORY_NAMES]
    return "\n".join([*lines, f"{'in all':{width}}" + "".join(f"{count:12,}" for count in (*sums, sum(sums)))])


def main() -> int:
    """The command line; the exit status."""
    start = perf_counter()
    counts = count_hands()
    seconds = perf_counter() - start
    print(table(counts))
    wrong = faults(counts)
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{HANDS:,} hands, {seconds:.1f} seconds: {'wrong' if wrong else 'as expected'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
