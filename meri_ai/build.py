"""How the installed package was compiled."""

from __future__ import annotations

from pathlib import Path

try:
    from meri_ai._core.build_flags import FLAGS
except ModuleNotFoundError:
    raise ImportError(
        f"{Path(__file__).parent} holds the sources of meri_ai, not compiled: start Python in another folder, where it "
        "finds the installed package (pip install)"
    ) from None


def build_info() -> dict[str, str]:
    """The C compiler, its machine (-march) and arguments, and the build switches that were on, each as a text."""
    return {
        "compiler": FLAGS["compiler"],
        "march": FLAGS["march"] or "the compiler's default",
        "arguments": " ".join(FLAGS["compile_args"]),
        "switches": " ".join(name for name, on in FLAGS["switches"].items() if on) or "none",
    }
