"""Games to try the arena with: each seat, from the dealer on, takes its low or high number.

Four seats in two teams, or any number of seats each for himself.
"""

import json
import random

from meri_ai import Action
from meri_ai._core.errors import IllegalActionError
from meri_ai._core.game import Game

ACTIONS = [Action(0, "low"), Action(1, "high")]


class StubGame(Game):
    name = "stub"
    seats = 4
    teams = (0, 1, 0, 1)

    def random_deal(self, seed):
        rng = random.Random(seed)
        return [(rng.randrange(10), rng.randrange(10, 30)) for _ in range(self.seats)]

    def new_state(self, deal, dealer=0, scores=None):
        return StubState(self, deal, dealer)


class EachStubGame(StubGame):
    def __init__(self, seats):
        self.seats, self.teams = seats, tuple(range(seats))


class StubState:
    def __init__(self, game, deal, dealer):
        self.game, self.deal, self.dealer = game, deal, dealer
        self.taken = {}

    def current_player(self):
        seats = self.game.seats
        return (self.dealer + len(self.taken)) % seats if len(self.taken) < seats else -1

    def view(self, seat):
        return StubView(seat, (self.deal[seat],))

    def clairvoyant_view(self, seat):
        return StubView(seat, tuple(self.deal))

    def apply_action(self, action):
        if str(action) not in ("low", "high"):
            raise IllegalActionError(self.current_player(), str(action), ["low", "high"], "there is no such number")
        seat = self.current_player()
        self.taken[seat] = self.deal[seat][str(action) == "high"]

    def result(self):
        points = [0] * len(set(self.game.teams))
        for seat, number in self.taken.items():
            points[self.game.teams[seat]] += number
        return {"points": points}

    def returns(self):
        first, second = self.result()["points"]
        return [float(first - second), float(second - first)] * 2


class StubView:
    def __init__(self, seat, numbers):
        self.seat, self.numbers = seat, numbers

    def legal_actions(self):
        return ACTIONS


class StubSettings:
    """In place of GameSettings."""

    def __init__(self, game=None):
        self.game = game or StubGame()

    def load(self):
        return self.game

    def as_json(self):
        return {"game": "stub", "rules": "", "options": {}}


def stub_record(state, more):
    """In place of record_line."""
    return json.dumps({"game": "stub", "dealer": state.dealer, "result": state.result()} | more)
