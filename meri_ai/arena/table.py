"""One game at the table: asks the bot of the seat to move, hands out views, and takes legal actions in time only."""

from __future__ import annotations

import json
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from meri_ai._core.action import Action
from meri_ai._core.errors import BotError, IllegalActionError
from meri_ai.arena.boards import Board
from meri_ai.arena.faults import SeatFault
from meri_ai.arena.playing import note_seat
from meri_ai.arena.seeds import deal_seed, decision_seeds, hash64
from meri_ai.bots.alarm import TimeUp, call_within
from meri_ai.bots.faults import BotFault
from meri_ai.bots.limits import Limits
from meri_ai.bots.protocol import Bot
from meri_ai.bots.registry import BUILTIN, BotFactory, one_line

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State, View


class StopPlaying(BaseException):
    """Ends a game from outside: raised by what is wrapped around a bot, never by a bot."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has ended.

    states: the last of each of its deals; points: by team or seat, None when a fault ended the game; moves and thinking
    seconds of each seat; fault: the first one.
    """

    states: list[State]
    points: Sequence[float] | None
    moves: list[int]
    seconds: list[float]
    fault: SeatFault | None

    @property
    def state(self) -> State:
        """The last deal's last."""
        return self.states[-1]


def play_game(
    game: Game,
    board: Board,
    factories: Sequence[BotFactory],
    run_seed: int,
    *,
    unit: str = "deal",
    limits: Limits | None = None,
    stand_in: bool = False,
) -> PlayedGame:
    """Plays a board once, to its end or to the first fault; `factories` holds one bot factory a seat.

    stand_in: random moves stand in for a bot with a fault, and the game goes on.
    """
    moves, seconds = [0] * game.seats, [0.0] * game.seats
    states: list[State] = []
    fault = None
    score = game.new_unit(unit, board.dealer)
    while not score.over:
        number = score.deals
        deal = given_or_random(game, board, run_seed, number)
        state = score.new_state(deal)
        states.append(state)
        seats = _Seats(state, factories, limits or Limits(), stand_in)
        try:
            seats.play(run_seed, board.number, number)
        finally:
            seats.close()
            moves = [a + b for a, b in zip(moves, seats.moves, strict=True)]
            seconds = [a + b for a, b in zip(seconds, seats.seconds, strict=True)]
        if fault is None and seats.fault is not None:
            fault = replace(seats.fault, deal=number)
        if fault is not None and not stand_in:
            return PlayedGame(states, None, moves, seconds, fault)
        score.add(state)
    return PlayedGame(states, score.points, moves, seconds, fault)


def given_or_random(game: Game, board: Board, run_seed: int, number: int) -> Any:
    """Deal `number` of a board: the one that a boards file gives, or the random one of its seed."""
    if board.given:
        return game.deal_from_json(json.loads(board.given[number].deal))
    return _random_deal(game, deal_seed(run_seed, board.number, number) if number else board.deal_seed)


@lru_cache(maxsize=16)
def _random_deal(game: Game, seed: int) -> Any:
    """Remembered, because every seating of a board plays the same."""
    return game.random_deal(seed=seed)


class _Seats:
    """The bots around the table, for one deal."""

    def __init__(self, state: State, factories: Sequence[BotFactory], limits: Limits, stand_in: bool) -> None:
        self.state = state
        self.moves = [0] * len(factories)
        self.seconds = [0.0] * len(factories)
        self.fault: SeatFault | None = None
        self._factories = factories
        self._limits = limits
        self._stand_in = stand_in
        self._bots: list[Bot | None] = []
        self._watched: list[bool] = []  # whose answers we time
        self._own: list[int] = []  # the seats of bots that are not ours

    def play(self, run_seed: int, board: int, deal: int) -> None:
        """To the end of the deal, or to the first fault where nobody stands in."""
        self._sit_down()
        state, moves, seconds, bots, watched = self.state, self.moves, self.seconds, self._bots, self._watched
        views = [state.clairvoyant_view if factory.cheats else state.view for factory in self._factories]
        seeds = decision_seeds(run_seed, board, len(bots), deal)
        while (seat := state.current_player()) >= 0 and (self.fault is None or self._stand_in):
            seed = seeds[seat][moves[seat]]
            note_seat(seat)
            view = views[seat](seat)
            bot = bots[seat]
            answer: Any = None
            fault = None
            start = perf_counter()
            try:
                if bot is None:
                    answer = _random_move(view, seed)
                elif watched[seat]:
                    answer = self._ask_in_time(bot, view, seat, seed)
                else:
                    answer = bot.choose(view, seed=seed)
            except BotFault as error:
                fault = error
            except BaseException as error:
                # bots of ours never raise an interrupt: it is the user's
                users = isinstance(error, KeyboardInterrupt) and is_builtin(self._factories[seat].name)
                if users or isinstance(error, StopPlaying):
                    raise
                fault = BotFault("crash", f"raised {_raised(error)}", _trace(error))
            seconds[seat] += perf_counter() - start
            moves[seat] += 1
            if fault is None and type(answer) is not Action and not issubclass(type(answer), str):
                fault = BotFault("illegal", f"answered {_shown(answer)}, which is neither an Action nor a text")
            if fault is None:
                # a text class of the bot's own may do anything when it is looked at
                answer = answer if type(answer) is Action else str.__str__(answer)
                try:
                    state.apply_action(answer)
                    continue
                except IllegalActionError as error:
                    legal = ", ".join(error.legal)
                    fault = BotFault("illegal", f"answered {str(answer)[:80]!r}: {error.reason}; legal: {legal}")
            self._note(seat, fault)
            if self._stand_in:
                state.apply_action(_random_move(view, seed))
        note_seat(-1)
        if self.fault is None:
            self._tell_the_end()

    def close(self) -> None:
        for seat in self._own:
            self._say(seat, "close")

    def _sit_down(self) -> None:
        """Makes the bots; those that are programs start all at once, and then each gets ready in its own time."""
        for seat, factory in enumerate(self._factories):
            self._watched.append(self._limits.are_timed)
            if is_builtin(factory.name):
                self._bots.append(factory())
                continue
            self._bots.append(None)
            note_seat(seat)
            try:
                bot = call_within(self._limits.startup_seconds, factory)
                if hasattr(bot, "limits"):
                    bot.limits = self._limits
                self._bots[seat] = bot
                self._own.append(seat)
                # even without a limit nobody may hang; some watch the clock themselves
                self._watched[seat] = not hasattr(bot, "limits")
                start = getattr(bot, "start", _nothing)
                if self._watched[seat]:
                    call_within(self._limits.startup_seconds, start)
                else:
                    start()
            except BaseException as error:
                self._note(
                    seat, error if isinstance(error, BotFault) else BotFault("init", _making(error), _trace(error))
                )
                if not self._stand_in:
                    return
        for seat in self._own:
            ready_bot: Any = self._bots[seat]
            note_seat(seat)
            try:
                if not hasattr(ready_bot, "new_game"):
                    continue
                view = self.state.view(seat)
                if self._watched[seat]:
                    call_within(self._limits.newgame_seconds, partial(ready_bot.new_game, view))
                else:
                    ready_bot.new_game(view)
            except BaseException as error:
                words = "was not ready in time" if isinstance(error, TimeUp) else f"raised {_raised(error)}"
                self._note(seat, error if isinstance(error, BotFault) else BotFault("init", words, _trace(error)))
                if not self._stand_in:
                    return

    def _ask_in_time(self, bot: Bot, view: View, seat: int, seed: int) -> Action | str:
        """The bot's answer; BotFault when it comes late."""
        allowed = self._limits.answer_seconds(self.seconds[seat])
        if allowed <= 0:
            raise BotFault("timeout", f"has used up its clock of {self._limits.game_seconds:g} s")
        start = perf_counter()
        try:
            answer = call_within(allowed, lambda: bot.choose(view, seed=seed))
        except TimeUp:
            raise BotFault("timeout", f"gave no answer within {allowed:.3g} s") from None
        if (spent := perf_counter() - start) > allowed:
            raise BotFault("timeout", f"answered after {spent:.3g} s, and {allowed:.3g} s were allowed")
        return answer

    def _note(self, seat: int, fault: BotFault) -> None:
        """Keeps the first fault; a bot that did worse than answer illegally is out for the rest of the deal."""
        if self.fault is None:
            stderr = fault.stderr[-self._limits.stderr_bytes :]
            self.fault = SeatFault(seat, fault.kind, fault.sentence, stderr)
        if fault.kind != "illegal" and self._bots[seat] is not None:
            self._say(seat, "close")
            self._bots[seat] = None

    def _tell_the_end(self) -> None:
        for seat in self._own:
            self._say(seat, "game_over", self.state.view(seat))

    def _say(self, seat: int, method: str, *arguments: Any) -> None:
        """Calls a method that has no answer, where the bot has it: a bot that raises or hangs there loses nothing."""
        note_seat(seat)
        with suppress(BaseException):
            call = partial(getattr(self._bots[seat], method, _nothing), *arguments)
            if self._watched[seat]:
                call_within(self._limits.newgame_seconds, call)
            else:
                call()


@lru_cache(maxsize=256)
def is_builtin(spec: str) -> bool:
    """Whether this spec string names a bot of ours."""
    return spec.partition(":")[0] in BUILTIN


def _random_move(view: View, seed: int) -> Action:
    legal = view.legal_actions()
    return legal[hash64(seed) % len(legal)]


def _shown(answer: object) -> str:
    try:
        return repr(answer)[:80]
    except Exception:
        return f"an object of type {type(answer).__name__}"


def _making(error: BaseException) -> str:
    """What the bot's factory says, without the bot's name in front; the fault is told with the name."""
    if isinstance(error, TimeUp):
        return "was not made in time"
    if isinstance(error, BotError):
        _, _, deed = str(error).rpartition("' ")
        return deed
    return f"raised {_raised(error)} when it was made"


def _raised(error: BaseException) -> str:
    """An exception in one line, with where it was raised, as " (mybot.py, line 12)"."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = len(frames) < 2 or "/meri_ai/arena/" in frames[-1].filename  # our own call, as for a wrong signature
    place = "" if ours else f" ({frames[-1].filename.rpartition('/')[2]}, line {frames[-1].lineno})"
    try:
        return one_line(error) + place
    except Exception:  # its own text may be what raises
        return type(error).__name__ + place


def _trace(error: BaseException) -> str:
    """What Python would have written to standard error."""
    if isinstance(error, TimeUp):
        return ""
    try:
        return "".join(traceback.format_exception(error))
    except Exception:
        return ""


def _nothing(*_: object) -> None:
    pass
