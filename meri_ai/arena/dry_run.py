"""What a run would be: its schedule, and how long it might take by a few games that are played for it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from time import perf_counter

from meri_ai.arena.boards import GivenDeal
from meri_ai.arena.chunk import ChunkOutcome, play_chunk
from meri_ai.arena.report.numbers import counted
from meri_ai.arena.run import Run
from meri_ai.arena.schedule import Job
from meri_ai.arena.session import Where, is_harmless
from meri_ai.arena.workers import executor_for

SAMPLE_SECONDS = 20.0  # no further sample is begun after that
SHOWN = 20


def dry_run_text(run: Run, where: Where, deals: Sequence[Sequence[GivenDeal]] = ()) -> str:
    """The schedule in words, with an estimate of the time from one game of as many meetings as show every bot."""
    word = run.meeting_word
    lines = [
        f"{counted(run.games, 'game')}: {counted(len(run.meetings), word)}, {counted(run.boards, 'board')} each, "
        f"{counted(run.seatings, run.unit)} a board",
        f"order: board 0 of every {word}, then board 1 of every {word}, and so on",
    ]
    meetings = [" v ".join(run.bots[bot] for bot in meeting) for meeting in run.meetings]
    lines += [f"  {meeting}" for meeting in meetings[:SHOWN]]
    if len(meetings) > SHOWN:
        lines.append(f"  ... and {len(meetings) - SHOWN} more")
    seconds, sampled = estimate_seconds(run, deals)
    workers = counted(where.processes, "worker")
    samples = f"by {counted(sampled, 'sample game')}"
    if where.scheduler is not None:
        lines.append(f"about {_duration(seconds)} of one core, {samples}")
    else:
        lines.append(f"about {_duration(seconds / where.processes)} with {workers}, {samples}")
    return "\n".join(lines)


def estimate_seconds(run: Run, deals: Sequence[Sequence[GivenDeal]] = ()) -> tuple[float, int]:
    """Seconds of the whole run on one core, and the number of games that were played to find out."""
    share: dict[int, float] = {}  # of a game, for each bot seen
    sampled = 0
    start = perf_counter()
    given = tuple(deals[0]) if deals else ()
    for number, meeting in enumerate(run.meetings):
        if all(bot in share for bot in meeting) or (sampled and perf_counter() - start > SAMPLE_SECONDS):
            continue
        with executor_for(1, inline=is_harmless(run), memory_mb=run.limits.memory_mb) as executor:
            try:
                outcome = executor.submit(play_chunk, run, [Job(number, 0, (0,), given)]).result()
            except BrokenExecutor:  # such a game takes no time to speak of
                outcome = ChunkOutcome([], 0.0)
        sampled += 1
        thinking = outcome.results[0].seconds if outcome.results else (0.0,) * run.sides
        rest = (outcome.seconds - sum(thinking)) / run.sides
        for bot, own in zip(meeting, thinking, strict=True):
            share.setdefault(bot, own + rest)
    mean = sum(share.values()) / len(share)
    a_board = sum(share.get(bot, mean) for meeting in run.meetings for bot in meeting)
    return a_board * run.boards * run.seatings, sampled


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.1f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
