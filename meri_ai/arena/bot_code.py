"""A hash of the code of a bot, so that a run is not gone on with after the code has changed."""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Any

import meri_ai
from meri_ai.arena.entries import seat_specs
from meri_ai.bots.registry import BUILTIN, bot_class
from meri_ai.bots.spec import parse_spec


def code_of(entry: str) -> str:
    """Built-in bots: the package's version. Others: a hash of the class's file, or of a program's files."""
    codes = [_code_of_spec(text) for text in seat_specs(entry)]
    return codes[0] if len(codes) == 1 else " + ".join(codes)


def _code_of_spec(text: str) -> str:
    spec = parse_spec(text)
    if spec.command:
        program = shutil.which(spec.command[0]) or spec.command[0]
        return _hash([file for file in map(Path, (program, *spec.command[1:])) if file.is_file()])
    if spec.target in BUILTIN:
        return f"meri_ai {meri_ai.__version__}"
    if spec.is_name:
        return _hash_of_class(bot_class(spec))
    place = spec.target.rpartition(":")[0]
    if place.endswith(".py"):
        return _hash([Path(place)])
    found = importlib.util.find_spec(place)
    return _hash([Path(found.origin)] if found is not None and found.origin else [])


def _hash_of_class(found: type[Any]) -> str:
    """For the class of an entry point: of the file that it is in."""
    module = sys.modules.get(found.__module__)
    file = getattr(module, "__file__", None)
    return _hash([Path(file)] if file else [])


def _hash(files: list[Path]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for file in files:
        digest.update(file.read_bytes() if file.is_file() else b"")
    return digest.hexdigest()
