"""External bots for tests: mock engines, and a whole game with them."""

import os
import sys
from pathlib import Path

import meri_ai as ma
from meri_ai.bots import bot_factory

MOCK = Path(__file__).parent / "mock_engines" / "mock.py"


def mock_spec(*arguments, options=""):
    """The spec string of the mock engine with these arguments."""
    head = f"cmd({options})" if options else "cmd"
    return " ".join([f"{head}:{sys.executable} -I -S '{MOCK}'", *map(str, arguments)])


def new_state(rules="hitoyoshi", seed=1, dealer=0, **options):
    game = ma.load_game("meri", rules=rules, **options)
    return game.new_state(game.random_deal(seed=seed), dealer=dealer)


def view_to_move(state):
    return state.view(state.current_player())


def play(specs, state, limits=None, to_move=None):
    """Plays to the end; seat s has the bot of specs[s % len(specs)]. Returns the bots, closed."""
    bots = [bot_factory(specs[seat % len(specs)])() for seat in range(8)]
    try:
        for bot in bots:
            if limits is not None and hasattr(bot, "limits"):
                bot.limits = limits
            getattr(bot, "start", lambda: None)()
        for seat, bot in enumerate(bots):
            getattr(bot, "new_game", lambda view: None)(state.view(seat))
        while (seat := state.current_player()) >= 0:
            state.apply_action(bots[seat].choose(state.view(seat), seed=len(state.history)))
        for seat, bot in enumerate(bots):
            getattr(bot, "game_over", lambda view: None)(state.view(seat))
    finally:
        for bot in bots:
            getattr(bot, "close", lambda: None)()
    return bots


def alive(pid):
    """Whether this process runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        with open(f"/proc/{pid}/stat") as stat:  # a zombie that somebody else has to bury is dead
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
