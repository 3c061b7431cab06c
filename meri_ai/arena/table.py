"""One game at the table: asks the bot of the seat to move, hands out views, and takes legal actions only."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from meri_ai._core.action import Action
from meri_ai._core.errors import BotError, IllegalActionError
from meri_ai.arena.boards import Board
from meri_ai.arena.seeds import decision_seed
from meri_ai.bots.protocol import Bot
from meri_ai.bots.registry import BotFactory, one_line

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: its last state, and the moves and thinking seconds of each seat."""

    state: State
    moves: list[int]
    seconds: list[float]


def play_game(game: Game, board: Board, factories: Sequence[BotFactory], run_seed: int) -> PlayedGame:
    """Plays the board's deal to its end; `factories` holds one bot factory a seat.

    BotError names the board, the seat, the bot and what it did when a bot raises or answers what is not legal.
    """
    state = game.new_state(game.random_deal(seed=board.deal_seed), dealer=board.dealer)
    moves = [0] * game.seats
    seconds = [0.0] * game.seats
    bots: list[Bot] = []
    try:
        bots.extend(factory() for factory in factories)
        while (seat := state.current_player()) >= 0:
            seed = decision_seed(run_seed, board.number, seat, moves[seat])
            seconds[seat] += _play_move(state, seat, bots[seat], factories[seat], board, seed)
            moves[seat] += 1
    finally:
        for bot in bots:
            with suppress(Exception):
                getattr(bot, "close", _nothing)()
    return PlayedGame(state, moves, seconds)


def _play_move(state: State, seat: int, bot: Bot, factory: BotFactory, board: Board, seed: int) -> float:
    """Asks for one action and applies it; returns the seconds that the bot took."""
    view = state.clairvoyant_view(seat) if factory.cheats else state.view(seat)
    start = perf_counter()
    try:
        answer = bot.choose(view, seed=seed)
    except (Exception, SystemExit) as error:
        raise _fault(board, seat, factory, f"raised {one_line(error)}{_place(error)}") from error
    seconds = perf_counter() - start
    if not isinstance(answer, Action | str):
        raise _fault(board, seat, factory, f"answered {repr(answer)[:80]}, which is neither an Action nor a text")
    try:
        state.apply_action(answer)
    except IllegalActionError as error:
        legal = ", ".join(error.legal)
        raise _fault(board, seat, factory, f"answered {str(answer)[:80]!r}: {error.reason}; legal: {legal}") from error
    return seconds


def _fault(board: Board, seat: int, factory: BotFactory, deed: str) -> BotError:
    return BotError(f"board {board.number}, seat {seat}: bot {factory.name!r} {deed}")


def _place(error: BaseException) -> str:
    """Where an exception was raised, as " (mybot.py, line 12)"."""
    frames = traceback.extract_tb(error.__traceback__)
    if len(frames) < 2:  # raised by our own call, as for a wrong signature
        return ""
    return f" ({frames[-1].filename.rpartition('/')[2]}, line {frames[-1].lineno})"


def _nothing() -> None:
    pass
