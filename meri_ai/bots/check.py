"""The examination of one bot: what `meri-ai bots check` does, a check at a time.

Bots are asked as a table asks them: a new one for every game and seat, fed with the views of a whole game.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from meri_ai._core.action import Action
from meri_ai._core.errors import BotError
from meri_ai.bots.alarm import TimeUp, call_within
from meri_ai.bots.faults import BotFault
from meri_ai.bots.limits import Limits
from meri_ai.bots.protocol import Bot
from meri_ai.bots.registry import BotFactory, bot_factory, one_line
from meri_ai.games.catalogue import game_info
from meri_ai.games.load import game_of, load_game
from meri_ai.record import record_of

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State, View

LATEST_TWIN = 0.8  # twins part in this first part of a deal's steps, while something is hidden


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one check. passed: None when it could not be examined; stderr: the bot's, where it failed."""

    check: str
    passed: bool | None
    detail: str
    stderr: str = ""


@dataclass
class Watch:
    """Asks a bot and takes the time. `allowed`: seconds for one answer; `seconds`: those of the answers so far."""

    allowed: float
    seconds: list[float] = field(default_factory=list)

    def choose(self, bot: Bot, view: View, seed: int) -> str:
        """The text of the bot's answer. BotFault for anything but a legal action in time."""
        start = perf_counter()
        try:
            if hasattr(bot, "limits"):  # it watches the clock itself
                answer: Any = bot.choose(view, seed=seed)
            else:
                answer = call_within(self.allowed, lambda: bot.choose(view, seed=seed))
        except TimeUp:
            raise BotFault("timeout", f"did not answer within {self.allowed:.3g} s") from None
        except BotFault:
            raise
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise BotFault("crash", f"raised {one_line(error)}") from error
        finally:
            self.seconds.append(perf_counter() - start)
        legal = [action.text for action in view.legal_actions()]
        # a text class of the bot's own may do anything when it is looked at
        text = str.__str__(answer) if issubclass(type(answer), str) else str(answer)
        if not isinstance(answer, Action | str) or text not in legal:
            raise BotFault("illegal", f"answered {repr(text)[:80]}, which is not legal; legal: {', '.join(legal)}")
        return text


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that the bot played on `seats`: its start, and every step (seat, action text, seed of the decision)."""

    start: State
    seats: list[int]
    steps: list[tuple[int, str, int]]


class Examination:
    """The checks of one bot, in order; `findings` gives them one by one as they are done."""

    def __init__(
        self,
        spec: str,
        *,
        positions: int,
        twins: int,
        limits: Limits,
        seed: int,
        game: str = "meri",
        rules: str | None = None,
        players: int | None = None,
    ) -> None:
        """positions: decisions at which legality is tried, at least; twins: pairs of worlds.

        rules, players: the only preset and the only number of players of the game, else all that it has are tried.
        Errors as BotFactory's; RulesError for a game, preset or number of players that does not exist.
        """
        self._games = trial_games(game, rules, players)
        self._factory: BotFactory = bot_factory(spec)
        self._positions = positions
        self._twins = twins
        self._limits = limits
        self._random = random.Random(seed)
        self._watch = Watch(limits.answer_seconds())
        self._deals: list[PlayedDeal] = []
        self._steady: bool | None = None

    def findings(self) -> Iterator[Finding]:
        """Stops early when the bot never gets ready."""
        if self._factory.is_process:
            # only here: it brings the protocol and what that needs
            from meri_ai.bots.check_protocol import protocol_findings

            for finding in protocol_findings(self._factory.name, self._limits, self._games[0]):
                yield finding
                if finding.check == "handshake" and not finding.passed:
                    return
        yield self._finding("legality", self._legality)
        yield self._finding("time", self._time)
        yield self._finding("determinism", self._determinism)
        yield self._finding("no peeking", self._peeking)

    def _finding(self, name: str, check: Callable[[], tuple[bool | None, str]]) -> Finding:
        try:
            passed, detail = check()
        except BotFault as fault:
            return Finding(name, False, f"it {fault.sentence}", fault.stderr)
        except BotError as error:
            return Finding(name, False, str(error))
        return Finding(name, passed, detail)

    # -- the checks

    def _legality(self) -> tuple[bool, str]:
        """Whole deals, the bot on the seats of one side against random play, until there are enough decisions."""
        asked = 0
        while asked < self._positions:
            number = len(self._deals)
            start = self._new_state(number)
            deal = self._play(start, team=number // len(self._games) % len(set(start.game.teams)))
            self._deals.append(deal)
            asked += sum(seat in deal.seats for seat, _, _ in deal.steps)
        return True, f"{asked} answers in {len(self._deals)} deals, all of them legal"

    def _time(self) -> tuple[bool | None, str]:
        """The times of the answers so far. A program was held to the limit already."""
        times = sorted(self._watch.seconds)
        if not times:
            return None, "nothing was answered"
        mean, longest = 1000 * sum(times) / len(times), 1000 * times[-1]
        allowed = self._limits.move_seconds or self._limits.hang_seconds
        told = f"{mean:.1f} ms a move, {longest:.1f} ms at most, {allowed:g} s allowed"
        return self._factory.is_process or times[-1] <= self._watch.allowed, told

    def _determinism(self) -> tuple[bool | None, str]:
        """A part of the deals once more, with the same seeds and new bots."""
        if not self._deals:
            return None, "no deal was finished to repeat"
        asked = 0
        for deal in self._deals:
            if asked >= max(1, self._positions // 4):
                break
            state = deal.start.clone()
            with self._bots(state, deal.seats) as bots:
                for seat, action, seed in deal.steps:
                    if seat in bots:
                        again = self._watch.choose(bots[seat], self._view(state, seat), seed)
                        asked += 1
                        if again != action:
                            self._steady = False
                            return False, (
                                f"seat {seat} answered {action!r}, and {again!r} to the same view and seed {seed}; "
                                "all chance must come from the seed, and no limit from the clock"
                            )
                    state.apply_action(action)
        self._steady = True
        return True, f"{asked} answers came out the same a second time"

    def _peeking(self) -> tuple[bool | None, str]:
        """Two worlds that one seat cannot tell apart must get one answer."""
        if self._factory.cheats:
            return False, "it asks to be shown every hand (cheats = True)"
        if self._steady is False:
            return None, "a bot has to be deterministic for this"
        for pair in range(self._twins):
            view = self._random_view(pair)
            first, second = (self._answer_in_a_world(view, pair) for _ in range(2))
            if first != second:
                return False, (
                    f"seat {view.seat} answered {first!r} and {second!r} in two worlds that it cannot tell apart"
                )
        return True, f"one answer in each of {self._twins} pairs of worlds that a seat cannot tell apart"

    # -- what they need

    def _new_state(self, number: int) -> State:
        """The start of a random deal; rules and dealer go in turn."""
        game = self._games[number % len(self._games)]
        return game.new_state(game.random_deal(seed=self._random.getrandbits(63)), dealer=number % game.seats)

    def _random_view(self, number: int) -> View:
        """The view of the seat to move after random steps."""
        state = self._new_state(number)
        before: list[State] = []
        while not state.is_terminal():
            before.append(state.clone())
            state.apply_action(self._random.choice(state.legal_actions()))
        there = before[self._random.randrange(math.ceil(LATEST_TWIN * len(before)))]
        return there.view(there.current_player())

    def _answer_in_a_world(self, view: View, seed: int) -> str:
        """The bot's answer to this very view, seen in a world drawn for it, the only one that exists meanwhile."""
        world = view.game.sample_world(view, self._random.getrandbits(64))
        start = world.game.state_of_record(record_of(world))
        with self._bots(start, [view.seat]) as bots:
            return self._watch.choose(bots[view.seat], world.view(view.seat), seed)

    def _play(self, start: State, team: int) -> PlayedDeal:
        """Plays a deal to its end, the bot on the seats of one team (or one seat) and chance on the others."""
        deal = PlayedDeal(start, [seat for seat, side in enumerate(start.game.teams) if side == team], [])
        state = start.clone()
        with self._bots(state, deal.seats) as bots:
            while (seat := state.current_player()) >= 0:
                seed = self._random.getrandbits(64)
                if seat in bots:
                    action = self._watch.choose(bots[seat], self._view(state, seat), seed)
                else:
                    action = self._random.choice(state.legal_actions()).text
                state.apply_action(action)
                deal.steps.append((seat, action, seed))
            for seat, bot in bots.items():
                self._call(bot, "game_over", self._view(state, seat))
        return deal

    def _view(self, state: State, seat: int) -> View:
        return state.clairvoyant_view(seat) if self._factory.cheats else state.view(seat)

    @contextmanager
    def _bots(self, start: State, seats: Sequence[int]) -> Iterator[dict[int, Bot]]:
        """New bots by seat, ready to play from this start; closed in the end."""
        bots: dict[int, Bot] = {}
        try:
            for seat in seats:
                bots[seat] = bot = self._factory()
                if hasattr(bot, "limits"):
                    bot.limits = self._limits
                self._call(bot, "start")
            for seat, bot in bots.items():
                self._call(bot, "new_game", self._view(start, seat))
            yield bots
        finally:
            for bot in bots.values():
                try:
                    self._call(bot, "close")
                except BotFault as error:
                    if error.kind == "timeout":
                        raise

    def _call(self, bot: Bot, name: str, *arguments: Any) -> None:
        """An optional method, where the bot has it. BotFault when it raises or hangs."""
        allowed = self._limits.startup_seconds if name == "start" else self._limits.newgame_seconds
        try:
            call = partial(getattr(bot, name, lambda *_: None), *arguments)
            if hasattr(bot, "limits"):  # it watches the clock itself
                call()
            else:
                call_within(allowed, call)
        except TimeUp:
            raise BotFault("timeout", f"was not done with {name} within {allowed:.3g} s") from None
        except (BotFault, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise BotFault("crash", f"raised {one_line(error)} in {name}") from error


def trial_games(name: str, rules: str | None, players: int | None) -> list[Game]:
    """What a bot is examined on: the game's presets, its trial rulesets, each number of players; or those asked for.

    RulesError for a game, preset or number of players that does not exist.
    """
    load_game(name, rules=rules, players=players)
    info = game_info(name)
    rulesets: list[tuple[str, Mapping[str, Any]]] = [*((preset, {}) for preset in info.presets), *info.trials]
    return [
        game_of(name, preset, options, number)
        for number in ([players] if players is not None else info.players)
        for preset, options in rulesets
        if rules in (None, preset)
    ]
