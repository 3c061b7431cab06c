"""Bots for the tests of `bots check`: each fails one check."""

import gc
import random
import sys
import time

from meri_ai._core.game import State


class ChanceBot:
    def choose(self, view, *, seed):
        return random.choice(view.legal_actions())


class SpyBot:
    """Looks for the state that its view was taken from, and lets a card of another seat decide."""

    def choose(self, view, *, seed):
        legal = view.legal_actions()
        states = [thing for thing in gc.get_objects() if isinstance(thing, State) and thing.game == view.game]
        states = [state for state in states if state.dealer == view.dealer]
        states = [state for state in states if state.view(view.seat) == view]
        other = [str(state.view((view.seat + 1) % view.game.seats).hand) for state in states]
        return random.Random(repr(other)).choice(legal)


class IllegalLaterBot:
    def choose(self, view, *, seed):
        return view.legal_actions()[0] if view.decisions < 3 else "play XX"


class SlowBot:
    def choose(self, view, *, seed):
        time.sleep(20)


class ExitBot:
    def choose(self, view, *, seed):
        sys.exit(1)


class RememberingBot:
    """Depends on how often it was asked in this process, not on the view alone."""

    asked = 0

    def choose(self, view, *, seed):
        type(self).asked += 1
        legal = view.legal_actions()
        return legal[self.asked % len(legal)]


class TidyBot:
    """Wants its optional methods called in order."""

    def __init__(self, depth: int = 1):
        self.calls = []

    def start(self):
        self.calls.append("start")

    def new_game(self, view):
        assert self.calls == ["start"] and view.decisions == 0
        self.calls.append("new_game")

    def choose(self, view, *, seed):
        assert self.calls == ["start", "new_game"]
        return view.legal_actions()[seed % len(view.legal_actions())]
