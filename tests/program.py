"""The program `meri-ai` for tests: a process of its own, or a call within this one, which is faster."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

PROGRAM = Path(sys.executable).with_name("meri-ai")


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


def run_program(*arguments, cwd=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, timeout=120)


def call_program(*arguments):
    from meri_ai.cli.main import app

    result = CliRunner().invoke(app, [*map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Done(result.exit_code, result.stdout, result.stderr)
