"""A run's folder and its records: appended as games end, in any order, and sorted by key when the run is over."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EISDIR
from pathlib import Path
from typing import Self

from meri_ai._core.errors import ConfigError, RecordError
from meri_ai.arena.run import Run
from meri_ai.arena.runner import GameResult, Key


def claim_folder(folder: Path, run: Run) -> None:
    """Makes the folder for this run's files and notes there, in run.json, what run it is.

    The same run again may replace its files. ConfigError when the folder holds another run, with what differs;
    RecordError when it cannot be written.
    """
    note = folder / "run.json"
    plan = run.as_json()
    with _write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if note.exists():
            before = json.loads(note.read_text(encoding="utf-8"))
            for key in plan:
                if before.get(key) != plan[key]:
                    difference = f"whose {key} is {before.get(key)}, not {plan[key]}"
                    raise ConfigError(f"{folder} holds another run, {difference}; give another --out")
        note.write_text(json.dumps(plan, indent=2) + "\n", encoding="utf-8")


@contextmanager
def _write_errors(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RecordError(f"cannot write to {place}: {error.strerror}") from None


class RecordStore:
    """Writes `path` (JSON Lines). Until it is closed, `path` with ".part" added holds the games so far, one a line.

    RecordError, before anything is played, when the place cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._part = path.with_name(path.name + ".part")
        self._places: list[tuple[Key, int, int]] = []  # key, offset, length
        self._end = 0
        with _write_errors(self.path):
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
            self._file = self._part.open("w+b")

    def add(self, result: GameResult) -> None:
        """Appends one game; it is in the file when this returns."""
        line = result.record.encode() + b"\n"
        with _write_errors(self.path):
            self._file.write(line)
            self._file.flush()
        self._places.append((result.key, self._end, len(line)))
        self._end += len(line)

    def close(self) -> None:
        """Puts the sorted file in its place and removes the part file. An earlier file at `path` gives way."""
        if self._file.closed:
            return
        with _write_errors(self.path):
            sorted_file = self.path.with_name(self.path.name + ".sorted")
            with sorted_file.open("wb") as out:
                for _, offset, length in sorted(self._places):
                    self._file.seek(offset)
                    out.write(self._file.read(length))
            self._file.close()
            os.replace(sorted_file, self.path)
            self._part.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
