"""What a bot is: one method that answers a view with an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from meri_ai._core.action import Action
    from meri_ai._core.game import View


class Bot(Protocol):
    """A player of one seat for one game; a new object is made for every game and seat.

    Options of a spec string arrive as keyword arguments of the class. All else is optional. A class attribute
    `cheats = True` asks for views with every hand known, which only runs that allow cheaters give; a class attribute
    `limits` is set to the run's limits (meri_ai.bots.limits) on each object. Called where they exist, in this order:

    start()           all bots of the game, before any is waited for
    new_game(view)    with the seat's first view; returns when the bot is ready; not thinking time
    choose            for each decision
    game_over(view)   with the seat's last view
    close()           always
    """

    name: str
    """The spec string that the bot was made from; set by the factory where the class does not set it."""

    def choose(self, view: View, *, seed: int) -> Action | str:
        """One of `view.legal_actions()`, or its text.

        All randomness must come from `seed`, a number in 0 .. 2**64 - 1: then equal views and seeds give equal actions.
        """
        ...
