"""Hachihachi's speed on this machine, in one run with the yardstick: `python benchmarks/hachihachi_speed.py [rounds]`.

Playouts are of a whole month after the entering phase, from the first play. Yardstick and core are measured in turn,
round by round, in processor time, because machines are not steady; figures and ratios are medians over the rounds.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from yardstick import LINES, compile_yardstick, yardstick_rates

import meri_ai as ma
from meri_ai._core.games.hachihachi_check import evaluate_hands
from meri_ai.cli.bench import Work, rate, work_of

SECONDS = 0.5  # a figure and round
HANDS_A_CALL = 1 << 20
HANDS = "hand yaku"
WANTED_RATIOS = {"playouts_random": 0.3}
WANTED_RATES = {HANDS: 5e6}


def hands(i: int) -> int:
    """The hand yaku of very many hands."""
    evaluate_hands(HANDS_A_CALL, i)
    return HANDS_A_CALL


def all_work() -> dict[str, Work]:
    """What is measured, by name."""
    return {HANDS: hands, **work_of(ma.load_game("hachihachi"))}


def main(rounds: int) -> None:
    ours = all_work()
    theirs: dict[str, list[float]] = {name: [] for name in LINES}
    found: dict[str, list[float]] = {name: [] for name in ours}
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick(Path(folder))
        for _ in range(rounds):
            for name, speed in yardstick_rates(program, SECONDS).items():
                theirs[name].append(speed)
            for name, work in ours.items():
                found[name].append(rate(work, SECONDS))
    print(f"build: {ma.build_info()}")
    print(f"{'':16}  {'core/s':>13}  {'yardstick/s':>12}  {'ratio':>6}  wanted   (medians of {rounds} rounds)")
    for name, speeds in found.items():
        wanted = f">= {WANTED_RATIOS[name]} of it" if name in WANTED_RATIOS else ""
        wanted = f">= {WANTED_RATES[name]:,.0f}/s" if name in WANTED_RATES else wanted
        if name in theirs:
            ratio = median(core / yardstick for core, yardstick in zip(speeds, theirs[name], strict=True))
            print(f"{name:16}  {median(speeds):13,.0f}  {median(theirs[name]):12,.0f}  {ratio:6.2f}  {wanted}")
        else:
            print(f"{name:16}  {median(speeds):13,.0f}  {'':12}  {'':6}  {wanted}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
