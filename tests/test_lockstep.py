"""meri_ai agrees with the plain reference at every step of random deals under random options.

MERI_LOCKSTEP_DEALS sets the number of deals; `python tests/reference/lockstep.py` runs many in parallel.
"""

from __future__ import annotations

import os

from reference.lockstep import compare_deal

DEALS = int(os.environ.get("MERI_LOCKSTEP_DEALS", "150"))


def test_lockstep() -> None:
    for number in range(DEALS):
        assert compare_deal(seed=1, number=number) > 60
