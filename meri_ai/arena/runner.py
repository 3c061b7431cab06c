"""Plays a run's boards in chunks over any concurrent.futures.Executor, and yields each game's result as it comes in.

What is played depends on the run alone: executor, number of workers and size of a chunk change no result.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from meri_ai._core.errors import BotError
from meri_ai.arena.boards import Board, board_of, seatings
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.schedule import Job, interleaved
from meri_ai.arena.table import play_game
from meri_ai.arena.workers import stop_asked
from meri_ai.bots.registry import bot_factory
from meri_ai.record import dump_record, record_of

if TYPE_CHECKING:
    from meri_ai._core.game import Game

CHUNK_SECONDS = 1.0  # of play: short enough to lose when a run is stopped, long enough to cost nothing
MAX_CHUNK = 500  # boards


class Key(NamedTuple):
    """Names one game of a run; records are sorted by it."""

    pair: int
    board: int
    seating: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game. Two numbers are the first and the second bot's; margin is the first's points minus the second's."""

    key: Key
    margin: float
    points: tuple[float, float]
    moves: tuple[int, int]
    seconds: tuple[float, float]
    record: str
    """The game's record, one line of JSON without its end of line."""


@dataclass(frozen=True, slots=True)
class ChunkOutcome:
    """The games of a chunk; `fault` is the sentence about the bot that ended it early."""

    results: list[GameResult]
    fault: str | None
    seconds: float


def play_run(run: Run, executor: Executor, in_flight: int) -> Iterator[GameResult]:
    """Every game of the run, in the order in which they are finished, with up to `in_flight` chunks at work or waiting.

    BotError when a bot misbehaves or ends its worker process, after the games that were finished before.
    """
    jobs = interleaved(run.pairs, run.boards)
    pending: dict[Future[ChunkOutcome], list[Job]] = {}
    chunk_size, boards, seconds = 1, 0, 0.0
    while True:
        while len(pending) < in_flight and (chunk := list(islice(jobs, chunk_size))):
            pending[executor.submit(play_chunk, run, chunk)] = chunk
        if not pending:
            return
        done, _ = wait(pending, return_when=FIRST_COMPLETED)
        faults, lost = [], []
        for future in done:
            chunk = pending.pop(future)
            try:
                outcome = future.result()
            except BrokenProcessPool:  # every unfinished future says so, whichever of them did it
                lost += chunk
                continue
            boards += len(chunk)
            seconds += outcome.seconds
            yield from outcome.results
            if outcome.fault:
                faults.append(outcome.fault)
        if faults:
            raise BotError(faults[0])
        if lost:
            lost += [job for chunk in pending.values() for job in chunk]
            raise BotError(f"a worker process died while it played one of {_describe(run, lost)}")
        chunk_size = max(1, min(MAX_CHUNK, int(CHUNK_SECONDS * boards / max(seconds, 1e-9))))


def play_chunk(run: Run, jobs: list[Job]) -> ChunkOutcome:
    """Plays some boards, in this process."""
    start = perf_counter()
    results: list[GameResult] = []
    fault = None
    game = _loaded(run.game)
    try:
        for job in jobs:
            if stop_asked():
                break
            results.extend(_play_board(run, job, game))
    except BotError as error:
        fault = str(error)
    return ChunkOutcome(results, fault, perf_counter() - start)


@lru_cache(maxsize=16)
def _loaded(settings: GameSettings) -> Game:
    return settings.load()


def _play_board(run: Run, job: Job, game: Game) -> Iterator[GameResult]:
    board = board_of(run.seed, job.board, game.seats)
    for number, seating in enumerate(seatings(game.teams)):
        yield _play_seating(run, game, board, Key(job.pair, job.board, number), seating)


def _play_seating(run: Run, game: Game, board: Board, key: Key, seating: tuple[int, ...]) -> GameResult:
    pair = run.pairs[key.pair]
    names = [run.bots[pair[side]] for side in seating]
    played = play_game(game, board, [bot_factory(name) for name in names], run.seed)
    state = played.state
    # the bots' first seats stand for their teams
    seats = seating.index(0), seating.index(1)
    points = state.result()["points"]
    record = record_of(state) | {
        "players_info": [{"name": name} for name in names],
        "seed": run.seed,
        "board": board.number,
        "seating": key.seating,
    }

    def of_side(side: int, by_seat: list[int] | list[float]) -> float:
        return sum(amount for amount, held_by in zip(by_seat, seating, strict=True) if held_by == side)

    return GameResult(
        key,
        margin=state.returns()[seats[0]],
        points=(points[game.teams[seats[0]]], points[game.teams[seats[1]]]),
        moves=(int(of_side(0, played.moves)), int(of_side(1, played.moves))),
        seconds=(of_side(0, played.seconds), of_side(1, played.seconds)),
        record=dump_record(record),
    )


def _describe(run: Run, jobs: list[Job]) -> str:
    boards = [job.board for job in jobs]
    meetings = [" v ".join(run.bots[bot] for bot in run.pairs[pair]) for pair in sorted({job.pair for job in jobs})]
    return f"boards {min(boards)} to {max(boards)} of {', '.join(meetings)}"
