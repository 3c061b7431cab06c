"""Hachihachi agrees with the plain reference at every step of random months.

MERI_LOCKSTEP_DEALS sets the number of months; `python tests/reference/hachihachi_lockstep.py` runs many in parallel.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from reference.hachihachi_lockstep import Difference, Lockstep, compare_month

MONTHS = int(os.environ.get("MERI_LOCKSTEP_DEALS", "150"))


def test_lockstep() -> None:
    happened: Counter[str] = Counter()
    for number in range(MONTHS):
        happened += compare_month(seed=1, number=number)
    often = ["points", "orichin", "oikomi", "pot", "mizuten", "nuke", "half", "lower", "end", "cancel", "continue"]
    assert not [name for name in often if not happened[name]]


@pytest.mark.parametrize("players", range(3, 8))
def test_lockstep_at_every_table(players: int) -> None:
    rng = Random(players)
    for _ in range(4):
        Lockstep(rng, players).play(rng, every_step=True)


def test_a_difference_names_the_step_and_holds_the_record() -> None:
    rng = Random(4)
    both = Lockstep(rng)
    first = both.month.legal()[0]
    both.month.apply(first)
    both.steps.append({"seat": both.state.current_player(), "action": first})
    with pytest.raises(Difference, match=r"^step 1: (seat to move|legal list): meri_ai has ") as caught:
        both.play(rng)
    assert f'"action": "{first}"' in str(caught.value)
