"""The program `meri-ai`: it ends in one line at Ctrl-C even while it loads.

It imports nothing heavy itself, so that little but the compiled core is loaded before it.
"""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130


def main() -> None:
    # else the signal is ignored, as for a job in the background
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    from meri_ai.cli.main import app

    app()


def interrupt_by_exception() -> None:
    """From now on Ctrl-C is a KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(number: int, frame: object) -> None:
    """At once, since an exception would have to find its way out through half-loaded modules."""
    os.write(2, b"stopped\n")
    os._exit(INTERRUPTED)
