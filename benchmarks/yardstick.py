"""Compiles and runs yardstick.c, and reads its lines."""

import re
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("yardstick.c")

# our figure (as in `meri-ai bench`) and the head of the line that it is held against
LINES = {
    "playouts_random": "random playout  follow=0 pdep",
    "playouts_rule": "rule+10% random follow=0",
    "worlds": "determinization (66 unseen cards)",
    "ismcts_10k": "SO-ISMCTS root first lead follow=0 policy=rule+eps sims= 10000",
}


def compile_yardstick(folder: Path) -> Path:
    """The program, compiled into the folder; CalledProcessError where there is no fitting compiler or machine."""
    program = folder / "yardstick"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, SOURCE, "-lm"], check=True)
    return program


def yardstick_rates(program: Path, seconds: float) -> dict[str, float]:
    """Each figure of LINES by name, a second; every line is measured for so many seconds."""
    done = subprocess.run([program, str(seconds), "few"], check=True, capture_output=True, text=True)
    rates = {}
    for line in done.stdout.splitlines():
        for name, head in LINES.items():
            if line.startswith(head):
                rates[name] = float(re.search(r": +(\d+) ", line[len(head) :]).group(1))
    return rates
