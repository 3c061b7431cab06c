"""Random months of Hachihachi, every state checked: `python benchmarks/hachihachi_months.py --months 1000000`.

Presets, options, tables of three to seven, dealers and carried multipliers are drawn at random. Every card is somewhere
once, the payments sum to zero and are the settlement, a month that is played out has 264 points. Exit status 1 at the
first illegal state, which is printed with the call that comes to it again.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from time import perf_counter
from typing import Any

from random_deals import whole_number

import meri_ai as ma
from meri_ai._core.games.hachihachi_check import check_random_months
from meri_ai.games.hachihachi_deal import SEATS
from meri_ai.games.hachihachi_rules import AMOUNTS, BOUNDS, CHOICES, OPTIONS, PRESETS


def random_table(rng: Random) -> dict[str, Any]:
    """A preset, a number of players, and overrides: of some rulesets one, of others every option is drawn."""
    share = rng.choice((0.0, 0.0, 0.2, 0.5, 1.0))
    table: dict[str, Any] = {"rules": rng.choice(list(PRESETS)), "players": rng.choice(SEATS)}
    for option in OPTIONS:
        if rng.random() >= share:
            continue
        if option in BOUNDS:
            table[option] = BOUNDS[option][0] + rng.randrange(8)
        else:
            table[option] = rng.choice(CHOICES.get(option) or AMOUNTS.get(option) or (False, True))
    return table


def run(months: int, seed: int, per_table: int) -> str:
    """Plays the months; what was wrong with the first illegal state and how to come to it again, or ""."""
    rng = Random(seed)
    for first in range(0, months, per_table):
        table = random_table(rng)
        part_seed = rng.getrandbits(64)
        game = ma.load_game("hachihachi", **table)
        played, fault = check_random_months(game, min(per_table, months - first), part_seed)
        if fault:
            given = "".join(f", {name}={value!r}" for name, value in table.items())
            again = f'check_random_months(load_game("hachihachi"{given}), {played + 1}, {part_seed})'
            return f"illegal state in month {first + played + 1}: {fault}\nagain, as the last month of: {again}"
    return ""


def main(arguments: list[str] | None = None) -> int:
    """The command line; the exit status."""
    parser = argparse.ArgumentParser(description="Play random months of Hachihachi and check every state.")
    parser.add_argument("--months", type=whole_number, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-table", type=whole_number, default=1000, help="months under each ruleset and table size")
    given = parser.parse_args(arguments)
    start = perf_counter()
    fault = run(given.months, given.seed, given.per_table)
    if fault:
        print(fault, file=sys.stderr)
        return 1
    seconds = perf_counter() - start
    tables = -(-given.months // given.per_table)
    print(f"{given.months:,} months, {tables:,} tables, {seconds:.1f} seconds: no illegal state")
    return 0


if __name__ == "__main__":
    sys.exit(main())
