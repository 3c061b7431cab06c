"""The scripts in benchmarks/ load: nobody runs them often enough to see that what they import has moved."""

import importlib.util
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "benchmarks"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_it_loads(path, monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))  # they import each other
    spec = importlib.util.spec_from_file_location(f"benchmark_{path.stem}", path)
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
