"""What the package tells of its own build."""

from importlib.metadata import version

import meri_ai


def test_build_info_is_text_and_keeps_results_equal_everywhere() -> None:
    info = meri_ai.build_info()
    assert list(info) == ["compiler", "march", "arguments", "switches"]
    assert all(isinstance(value, str) and value for value in info.values())
    assert "-ffp-contract=off" in info["arguments"] and "fast-math" not in info["arguments"]


def test_version() -> None:
    assert meri_ai.__version__ == version("meri_ai")
