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
    with pytest.raises(AttributeError, match="module 'meri_ai' has no attribute 'version'"):
        meri_ai.version  # noqa: B018


def test_the_version_is_looked_up_only_when_asked_for(tmp_path: Path) -> None:
    """The look-up takes long, and Ctrl-C before the program itself begins ends in a traceback."""
    program = "import sys, meri_ai; print('importlib.metadata' in sys.modules, meri_ai.__version__)"
    run = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout == f"False {version('meri_ai')}\n"
