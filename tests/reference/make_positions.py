"""Writes tests/data/world-positions.jsonl; see --help."""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent


def main() -> None:
    sys.path.insert(0, str(TESTS))
    from reference.positions import CATEGORIES, find_position

    parser = argparse.ArgumentParser(description="Find positions whose worlds can be listed.")
    parser.add_argument("--each", type=int, default=3, help="positions of each category")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=TESTS / "data" / "world-positions.jsonl")
    args = parser.parse_args()
    with args.out.open("w", encoding="utf-8") as out:
        for category in CATEGORIES:
            for number in range(args.each):
                record = find_position(category, random.Random(f"{args.seed} {category} {number}"))
                out.write(json.dumps(record, separators=(",", ":")) + "\n")
                out.flush()
                print(category, number, len(record["steps"]), "steps,", record["worlds"], "worlds", flush=True)


if __name__ == "__main__":
    main()
