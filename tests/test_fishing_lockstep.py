"""The fishing games agree with the plain reference at every step of random rounds.

MERI_LOCKSTEP_DEALS sets the number of rounds; `python tests/reference/fishing_lockstep.py` runs many in parallel.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from reference.fishing_lockstep import Difference, Lockstep, compare_deal
from reference.fishing_random import random_start

DEALS = int(os.environ.get("MERI_LOCKSTEP_DEALS", "150"))


def test_lockstep() -> None:
    for number in range(DEALS):
        assert compare_deal(seed=1, number=number) >= 20


def test_a_difference_names_the_step_and_holds_the_record() -> None:
    rng = Random(4)
    both = Lockstep(random_start(rng))
    first = both.round.legal()[0]
    both.round.apply(first)
    with pytest.raises(Difference, match=r"^step 1: seat to move: meri_ai has ") as caught:
        both.play(rng)
    assert f'"action": "{first}"' in str(caught.value)
