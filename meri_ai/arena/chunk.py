"""A worker's share of a run: some boards, played in this process one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from meri_ai.arena.boards import Board, Seating, board_of, seatings, side_points
from meri_ai.arena.entries import specs_by_seat
from meri_ai.arena.faults import SeatFault
from meri_ai.arena.playing import note_game
from meri_ai.arena.result import GameResult, Key
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.schedule import Job
from meri_ai.arena.table import PlayedGame, given_or_random, is_builtin, play_game
from meri_ai.arena.workers import go_home, stop_asked
from meri_ai.bots.limits import Limits
from meri_ai.bots.options import options_of
from meri_ai.bots.registry import BotFactory, bot_class, bot_factory
from meri_ai.bots.spec import parse_spec
from meri_ai.record import record_line

if TYPE_CHECKING:
    from meri_ai._core.game import Game

N = TypeVar("N", int, float)

LONGEST_SECONDS = 2.0  # of a chunk; what it has not begun by then goes back


@dataclass(frozen=True, slots=True)
class ChunkOutcome:
    """The games of a chunk that were played, and the seconds that it took."""

    results: list[GameResult]
    seconds: float


def play_chunk(run: Run, jobs: list[Job]) -> ChunkOutcome:
    """Plays some boards, in this process. It ends early when the run is over or the chunk takes too long."""
    start = perf_counter()
    results: list[GameResult] = []
    game = loaded(run.game)
    all_seatings = board_seatings(run.game, run.sides)
    tables: dict[tuple[int, int], SeatedBots] = {}
    for job in jobs:
        board = board_of(run.seed, job.board, game.seats, job.given)
        for number in range(len(all_seatings)) if job.seatings is None else job.seatings:
            if stop_asked() or (results and perf_counter() - start > LONGEST_SECONDS):
                return ChunkOutcome(results, perf_counter() - start)
            seated = tables.get((job.meeting, number))
            if seated is None:
                seated = tables[job.meeting, number] = SeatedBots(run, job.meeting, all_seatings[number])
            results.append(_play(run, game, board, Key(job.meeting, job.board, number), seated))
            go_home()
    return ChunkOutcome(results, perf_counter() - start)


@lru_cache(maxsize=16)
def loaded(settings: GameSettings) -> Game:
    """The game, one in a process for each settings."""
    return settings.load()


@lru_cache(maxsize=16)
def board_seatings(settings: GameSettings, sides: int) -> tuple[Seating, ...]:
    """The seatings of each board."""
    return seatings(loaded(settings).teams, sides)


class SeatedBots:
    """Who holds each seat in one seating of a meeting: `names` are spec strings, `bots` indices into the run's."""

    def __init__(self, run: Run, meeting: int, seating: Seating) -> None:
        entries = run.meetings[meeting]
        self.seating = seating
        self.names = specs_by_seat([run.bots[bot] for bot in entries], seating, loaded(run.game).teams)
        self.factories = [limited_factory(name, run.limits) for name in self.names]
        self.bots = tuple(entries[side] for side in seating)

    def by_side(self, by_seat: Sequence[N]) -> tuple[N, ...]:
        """The sum over the seats of each bot that meets."""
        sums: list[Any] = [0] * (max(self.seating) + 1)
        for side, amount in zip(self.seating, by_seat, strict=True):
            sums[side] += amount
        return tuple(sums)


def limited_factory(text: str, limits: Limits) -> BotFactory:
    """The factory of a spec string; a built-in bot that searches and sets itself no limit gets the run's iterations."""
    if limits.iterations is not None and is_builtin(text):
        spec = parse_spec(text)
        given = {name for name, _ in spec.options}
        takes = "iterations" in (options_of(bot_class(spec)) or {})
        if takes and given.isdisjoint({"iterations", "time_limit"}):
            return bot_factory(f"{spec.text}{',' if given else ':'}iterations={limits.iterations}")
    return bot_factory(text)


def lost_game(run: Run, job: Job, seat: int | None) -> GameResult:
    """The result of a game that ended its worker process, which played nothing else.

    seat: whose bot had the word; None or -1 where nobody knows, and then the game is void.
    """
    game = loaded(run.game)
    number = (job.seatings or (0,))[0]
    key = Key(job.meeting, job.board, number)
    board = board_of(run.seed, job.board, game.seats, job.given)
    state = game.new_unit(run.unit, board.dealer).new_state(given_or_random(game, board, run.seed, 0))
    nothing: list[Any] = [0] * game.seats
    fault = SeatFault(-1 if seat is None else seat, "crash", "ended its worker process")
    played = PlayedGame([state], None, nothing, nothing, fault)
    return _result(
        run, game, board, key, SeatedBots(run, key.meeting, board_seatings(run.game, run.sides)[number]), played
    )


def _play(run: Run, game: Game, board: Board, key: Key, seated: SeatedBots) -> GameResult:
    note_game(key)
    stand_in = run.penalty.policy == "random"
    played = play_game(game, board, seated.factories, run.seed, unit=run.unit, limits=run.limits, stand_in=stand_in)
    note_game(None)
    return _result(run, game, board, key, seated, played)


def _result(run: Run, game: Game, board: Board, key: Key, seated: SeatedBots, played: PlayedGame) -> GameResult:
    fault = played.fault
    side = None if fault is None or fault.seat < 0 else seated.seating[fault.seat]
    return GameResult(
        key,
        points=_score(run, game, seated.seating, played, side),
        moves=seated.by_side(played.moves),
        seconds=seated.by_side(played.seconds),
        record=_records(run, board, key, seated.names, played),
        status="ok" if fault is None else fault.kind,
        culprit=None if side is None else run.meetings[key.meeting][side],
        fault=None if fault is None else _sentence(fault, seated.names),
        stderr=None if fault is None else fault.stderr or None,
        seats=seated.bots,
    )


def _score(run: Run, game: Game, seating: Seating, played: PlayedGame, side: int | None) -> tuple[float, ...] | None:
    """The points of each bot that meets. side: the one at fault, which gets nothing, and all others the forfeit."""
    if played.points is not None:
        return side_points(played.points, seating, game.teams)
    if side is None or run.penalty.policy == "void":
        return None
    prize = game.forfeit_points(run.unit, run.forfeit)
    return tuple(0.0 if other == side else prize for other in range(run.sides))


def _records(run: Run, board: Board, key: Key, names: list[str], played: PlayedGame) -> str:
    """One line a deal."""
    lines = []
    for number, state in enumerate(played.states):
        more: dict[str, Any] = {
            "players_info": [{"name": name} for name in names],
            "seed": run.seed,
            "board": board.number,
            "seating": key.seating,
        }
        if run.unit != "deal":
            more |= {"unit": run.unit, "deal_number": number}
        if (fault := played.fault) is not None and number == fault.deal:
            more["fault"] = {"seat": fault.seat, "status": fault.kind, "what": _sentence(fault, names)}
        lines.append(record_line(state, more))
    return "\n".join(lines)


def _sentence(fault: SeatFault, names: list[str]) -> str:
    who = f"bot {names[fault.seat]!r} in seat {fault.seat}" if fault.seat >= 0 else "a bot"
    return f"{who} {fault.sentence}"
