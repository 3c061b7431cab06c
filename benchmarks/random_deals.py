"""Random deals under random options, every state checked: `python benchmarks/random_deals.py --deals 1000000`.

Exit status 1 at the first illegal state, which is printed with the call that comes to it again.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from time import perf_counter
from typing import Any

import meri_ai as ma
from meri_ai._core.games.meri_check import check_random_deals
from meri_ai.games.meri_rules import CHOICES, LEAST, OPTIONS, PRESETS, YAKU_KINDS


def random_options(rng: Random) -> tuple[str, dict[str, Any]]:
    """A preset and overrides. Some rulesets are the preset's but for one option, others have every option drawn."""
    share = rng.choice((0.0, 0.2, 0.5, 1.0))
    chosen = {option for option in OPTIONS if rng.random() < share} or {rng.choice(OPTIONS)}
    options: dict[str, Any] = {}
    for option in OPTIONS:
        if option not in chosen:
            continue
        if option in CHOICES:
            options[option] = rng.choice(CHOICES[option])
        elif option in LEAST:
            options[option] = LEAST[option] + rng.randrange(3)
        elif option == "yaku_kinds":
            options[option] = [kind for kind in YAKU_KINDS if rng.random() < 0.5]
        else:
            options[option] = rng.random() < 0.5
    return rng.choice(list(PRESETS)), options


def run(deals: int, seed: int, per_rules: int) -> str:
    """Plays the deals; what was wrong with the first illegal state and how to come to it again, or ""."""
    rng = Random(seed)
    for first in range(0, deals, per_rules):
        preset, options = random_options(rng)
        game = ma.load_game("meri", rules=preset, **options)
        part_seed = rng.getrandbits(64)
        played, fault = check_random_deals(game, min(per_rules, deals - first), part_seed)
        if fault:
            rules = "".join(f", {name}={value!r}" for name, value in {"rules": preset, **options}.items())
            again = f'check_random_deals(load_game("meri"{rules}), {played + 1}, {part_seed})'
            return f"illegal state in deal {first + played + 1}: {fault}\nagain, as the last deal of: {again}"
    return ""


def whole_number(text: str) -> int:
    """One or more, for argparse."""
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a whole number of at least 1 is wanted, not {text!r}")
    return int(text)


def main(arguments: list[str] | None = None) -> int:
    """The command line; the exit status."""
    parser = argparse.ArgumentParser(description="Play random deals under random options and check every state.")
    parser.add_argument("--deals", type=whole_number, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-rules", type=whole_number, default=1000, help="deals played under each ruleset")
    given = parser.parse_args(arguments)
    start = perf_counter()
    fault = run(given.deals, given.seed, given.per_rules)
    if fault:
        print(fault, file=sys.stderr)
        return 1
    seconds = perf_counter() - start
    rulesets = -(-given.deals // given.per_rules)
    print(f"{given.deals:,} deals, {rulesets:,} rulesets, {seconds:.1f} seconds: no illegal state")
    return 0


if __name__ == "__main__":
    sys.exit(main())
