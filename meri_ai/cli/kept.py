"""Playing a run whose records or store a command may be asked to keep."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from meri_ai._core.errors import ConfigError
from meri_ai.arena.boards_file import BoardDeals
from meri_ai.arena.run import Run
from meri_ai.arena.session import Finished, Where, play
from meri_ai.arena.store import RECORDS, RunStore, check_writable


def play_kept(
    run: Run,
    where: Where,
    deals: Sequence[BoardDeals],
    records: Path | None,
    out: Path | None,
    show: Callable[[Finished], None],
    quiet: bool = False,
) -> Finished:
    """Plays a checked run. records: a file for its records; out: a folder for the run, which may go on there.

    show: prints what came of it, before the records are written: the disk may be full.
    """
    with ExitStack() as stack:
        store = None
        if records is not None:
            check_writable(records)
        if out is not None or records is not None:
            folder = out or Path(stack.enter_context(tempfile.TemporaryDirectory()))
            store = stack.enter_context(RunStore.create(folder, run, deals))
            if store.run.bots != run.bots:
                raise ConfigError(f"{folder} holds a run that was extended; `meri-ai tournament report` shows it")
            stack.enter_context(store.lock())
        finished = play(run, where, store=store, deals=deals, quiet=quiet)
        show(finished)
        if store is not None and records is not None:
            store.write_records(records)
        if store is not None and out is not None:
            store.write_records(out / RECORDS)
    return finished
