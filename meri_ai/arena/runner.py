"""Plays a run's boards in chunks over any concurrent.futures.Executor, and yields each game's result as it comes in.

What is played depends on the run alone: executor, number of workers and size of a chunk change no result.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass
from typing import Any

from meri_ai._core.errors import BotError
from meri_ai.arena.boards import GivenDeal
from meri_ai.arena.chunk import ChunkOutcome, board_seatings, lost_game, play_chunk
from meri_ai.arena.playing import Playing
from meri_ai.arena.result import GameResult, Key
from meri_ai.arena.run import Run
from meri_ai.arena.schedule import Job, interleaved

CHUNK_SECONDS = 1.0  # of play: short enough to lose when a run is stopped, long enough to cost nothing
MAX_CHUNK = 200  # boards
MAX_STOP_CHUNK = 20  # where a rule may stop the run after any chunk
MOST_BREAKS = 5  # of the pool in a row, without a game finished between

__all__ = ["GameResult", "Key", "play_chunk", "play_chunks", "play_run"]


def play_run(run: Run, executor: Executor, in_flight: int) -> Iterator[GameResult]:
    """Every game of the run, in the order in which they are finished, with up to `in_flight` chunks at work."""
    for results in play_chunks(run, executor, in_flight):
        yield from results


def play_chunks(
    run: Run,
    executor: Executor,
    in_flight: int,
    *,
    done: Container[Key] = frozenset(),
    deals: Sequence[Sequence[GivenDeal]] = (),
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[list[GameResult]]:
    """The games of the run that are not `done`, by the chunk, in the order in which chunks are finished.

    deals: those of each board, where a boards file gives them. stop: asked after each chunk; when it says so, no
    further chunk is begun, and those at work are still yielded. A bot that ends its worker process costs its own games
    alone, given an executor that says what a dead process played (`workers.WorkerPool`). BotError when workers die
    without having played.
    """
    return _Coordinator(run, executor, in_flight, done, deals, stop).play()


@dataclass(frozen=True, slots=True)
class _Pending:
    chunk: list[Job]
    alone: bool


class _Coordinator:
    def __init__(
        self,
        run: Run,
        executor: Executor,
        in_flight: int,
        done: Container[Key],
        deals: Sequence[Sequence[GivenDeal]],
        stop: Callable[[], bool],
    ) -> None:
        self._run = run
        self._executor = executor
        self._in_flight = in_flight
        self._stop = stop
        self._seatings = len(board_seatings(run.game, run.sides))
        self._new = _jobs(run, self._seatings, done, deals)
        self._again: deque[Job] = deque()  # begun and lost, or left over by a chunk that took too long
        self._suspects: deque[Job] = deque()  # single games, one of which may have ended its process
        self._deadly: set[int] = set()  # bots that are known to do so
        self._pending: dict[Future[ChunkOutcome], _Pending] = {}
        self._games, self._seconds, self._breaks = 0, 0.0, 0

    def play(self) -> Iterator[list[GameResult]]:
        stopped = False
        while True:
            if not stopped:
                self._submit()
            if not self._pending:
                return
            finished, _ = wait(self._pending, return_when=FIRST_COMPLETED)
            lost: list[_Pending] = []
            for future in finished:
                work = self._pending.pop(future)
                try:
                    outcome = future.result()
                except BrokenExecutor:
                    lost.append(work)
                    continue
                yield self._take(work, outcome)
            if lost:
                yield from self._after_a_death(lost)
            if not stopped and self._stop():
                stopped = True
                for future in [future for future in self._pending if future.cancel()]:
                    del self._pending[future]

    def _submit(self) -> None:
        common = sum(not work.alone for work in self._pending.values())
        while common < self._in_flight and (chunk := self._next_chunk()):
            self._pending[self._executor.submit(play_chunk, self._run, chunk)] = _Pending(chunk, alone=False)
            common += 1
        if self._suspects and common == len(self._pending):
            chunk = [self._suspects.popleft()]
            executor = getattr(self._executor, "alone", self._executor)
            self._pending[executor.submit(play_chunk, self._run, chunk)] = _Pending(chunk, alone=True)

    def _next_chunk(self) -> list[Job]:
        """About a second's worth of boards; the games of bots known to be deadly are put aside."""
        speed = self._games / max(self._seconds, 1e-9)  # games a second
        most = MAX_STOP_CHUNK if self._run.stop else MAX_CHUNK
        size = max(1, min(most, int(CHUNK_SECONDS * speed / self._seatings)))
        chunk: list[Job] = []
        while len(chunk) < size and (job := self._next_job()) is not None:
            if self._deadly.isdisjoint(self._run.meetings[job.meeting]):
                chunk.append(job)
            else:
                self._suspects.extend(self._single_games(job))
                if len(self._suspects) > MAX_CHUNK:
                    break
        return chunk

    def _next_job(self) -> Job | None:
        return self._again.popleft() if self._again else next(self._new, None)

    def _take(self, work: _Pending, outcome: ChunkOutcome) -> list[GameResult]:
        self._games += len(outcome.results)
        self._seconds += outcome.seconds
        if outcome.results:
            self._breaks = 0
        played = {result.key for result in outcome.results}
        for job in work.chunk:
            left = tuple([game for game in self._numbers(job) if (job.meeting, job.board, game) not in played])
            if left:
                (self._suspects if work.alone else self._again).append(job._replace(seatings=left))
        return outcome.results

    def _after_a_death(self, lost: list[_Pending]) -> Iterator[list[GameResult]]:
        """A worker died. What was lost is played again; the games that were at play when it happened, each alone."""
        self._breaks += 1
        if self._breaks > MOST_BREAKS:
            raise BotError(f"worker processes die before they finish a game of {_describe(self._run, lost)}")
        for alone in (True, False):
            mine = [work for work in lost if work.alone is alone]
            if not mine:
                continue
            executor: Any = getattr(self._executor, "alone", self._executor) if alone else self._executor
            if not alone:
                # the pool is gone as a whole: its other futures fail too
                wait(future for future, work in self._pending.items() if not work.alone)
            at_play: list[Playing] = executor.take_playing() if hasattr(executor, "take_playing") else []
            seats = dict(at_play)
            told = hasattr(executor, "take_playing")
            for game in [game for work in mine for job in work.chunk for game in self._single_games(job)]:
                key = Key(game.meeting, game.board, (game.seatings or (0,))[0])
                if not alone:
                    (self._suspects if key in seats or not told else self._again).append(game)
                    continue
                result = lost_game(self._run, game, seats.get(key))
                if result.culprit is not None:
                    self._deadly.add(result.culprit)
                self._breaks = 0
                yield [result]

    def _numbers(self, job: Job) -> tuple[int, ...]:
        return tuple(range(self._seatings)) if job.seatings is None else job.seatings

    def _single_games(self, job: Job) -> list[Job]:
        return [job._replace(seatings=(game,)) for game in self._numbers(job)]


def _jobs(run: Run, seatings: int, done: Container[Key], deals: Sequence[Sequence[GivenDeal]]) -> Iterator[Job]:
    """What is still to be played, in the order of the schedule."""
    for job in interleaved(run.meetings, run.boards):
        missing = tuple([game for game in range(seatings) if (job.meeting, job.board, game) not in done])
        if missing:
            given = tuple(deals[job.board]) if deals else ()
            yield Job(job.meeting, job.board, None if len(missing) == seatings else missing, given)


def _describe(run: Run, lost: list[_Pending]) -> str:
    jobs = [job for work in lost for job in work.chunk]
    boards = [job.board for job in jobs]
    meetings = [
        " v ".join(run.bots[bot] for bot in run.meetings[meeting]) for meeting in sorted({job.meeting for job in jobs})
    ]
    return f"one of boards {min(boards)} to {max(boards)} of {', '.join(meetings)}"
