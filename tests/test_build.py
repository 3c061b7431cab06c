"""What the package tells of its own build."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import meri_ai

ROOT = Path(__file__).parents[1]


def test_build_info_is_text_and_keeps_results_equal_everywhere() -> None:
    info = meri_ai.build_info()
    assert list(info) == ["compiler", "march", "arguments", "switches"]
    assert all(isinstance(value, str) and value for value in info.values())
    assert "-ffp-contract=off" in info["arguments"] and "fast-math" not in info["arguments"]


def test_the_sources_say_that_they_are_not_the_package() -> None:
    if list((ROOT / "meri_ai/_core").glob("build_flags.*.so")):
        pytest.skip("the sources are compiled in place")
    run = subprocess.run([sys.executable, "-c", "import meri_ai"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].startswith(f"ImportError: {ROOT / 'meri_ai'} holds the sources of meri_ai")
    assert "build_flags'" not in run.stderr


def test_version() -> None:
    assert meri_ai.__version__ == version("meri_ai")
