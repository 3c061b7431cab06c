"""Where and with what a run was played, for its report."""

from __future__ import annotations

import os
import platform
from typing import Any

import meri_ai
from meri_ai.build import build_info


def manifest() -> dict[str, Any]:
    """Package, Python, machine and build of this process."""
    return {
        "meri_ai": meri_ai.__version__,
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
        "cpus": os.cpu_count(),
        "build": build_info(),
    }
