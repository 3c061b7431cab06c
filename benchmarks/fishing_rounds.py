"""Random rounds of every fishing game, every state checked: `python benchmarks/fishing_rounds.py --rounds 1000000`.

The rounds are spread evenly over the games, their numbers of players and the options that matter to a round. Exit
status 1 at the first illegal state, which is printed with the call that comes to it again.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from time import perf_counter
from typing import Any

from random_deals import whole_number

import meri_ai as ma
from meri_ai._core.games.fishing_check import check_random_rounds
from meri_ai.games.fishing_rules import CHAFF, DECKS, PLAYERS

CHOICES: dict[str, tuple[dict[str, Any], ...]] = {
    "subeta-mekuri": tuple({"deck": deck} for deck in DECKS),
    "bakappana": tuple({"chaff": chaff} for chaff in CHAFF),
    "sanuki-mekuri": ({},),
}
VARIANTS = [
    (name, {"players": players, **options})
    for name, choices in CHOICES.items()
    for players in PLAYERS[name]
    for options in choices
]


def run(rounds: int, seed: int) -> str:
    """Plays the rounds; what was wrong with the first illegal state and how to come to it again, or ""."""
    rng = Random(seed)
    for number, (name, options) in enumerate(VARIANTS):
        part = rounds * (number + 1) // len(VARIANTS) - rounds * number // len(VARIANTS)
        part_seed = rng.getrandbits(64)
        played, fault = check_random_rounds(ma.load_game(name, **options), part, part_seed)
        if fault:
            given = "".join(f", {option}={value!r}" for option, value in options.items())
            again = f'check_random_rounds(load_game("{name}"{given}), {played + 1}, {part_seed})'
            return f"illegal state in a round of {name}: {fault}\nagain, as the last round of: {again}"
    return ""


def main(arguments: list[str] | None = None) -> int:
    """The command line; the exit status."""
    parser = argparse.ArgumentParser(description="Play random rounds of every fishing game and check every state.")
    parser.add_argument("--rounds", type=whole_number, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    start = perf_counter()
    fault = run(given.rounds, given.seed)
    if fault:
        print(fault, file=sys.stderr)
        return 1
    seconds = perf_counter() - start
    print(f"{given.rounds:,} rounds, {len(VARIANTS)} variants, {seconds:.1f} seconds: no illegal state")
    return 0


if __name__ == "__main__":
    sys.exit(main())
