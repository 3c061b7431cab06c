"""The search signature: one number that a fixed set of searches gives, on every platform and in every build.

It changes when the rules, the worlds, the policies or the search change, and then on purpose: tests hold its value.
Each game has one; `python -m meri_ai.signature` prints them all.
"""

from __future__ import annotations

from hashlib import blake2b

from meri_ai.games.catalogue import GAMES, game_info
from meri_ai.games.load import load_game
from meri_ai.search import search

SEARCHES: tuple[dict[str, object], ...] = (
    {"method": "ismcts", "prior": 0.0},
    {"method": "ismcts", "prior": 0.5},
    {"method": "montecarlo"},
)
ITERATIONS = 400
STEPS_BETWEEN = 7


def search_signature(name: str = "meri") -> int:
    """A 64-bit number: a hash of the tables of short searches all through one deal of each preset of a game."""
    digest = blake2b(digest_size=8)
    for rules in game_info(name).presets:
        game = load_game(name, rules=rules)
        state = game.new_state(game.random_deal(seed=2024), dealer=3 % game.seats)
        while not state.is_terminal():
            view = state.view(state.current_player())
            for options in SEARCHES:
                result = search(view, iterations=ITERATIONS, seed=1, **options)  # type: ignore[arg-type]
                for action, visits, mean, _ in result.table:
                    digest.update(f"{action} {visits} {mean!r}\n".encode())
            for _ in range(STEPS_BETWEEN):
                if not state.is_terminal():
                    state.apply_action(state.legal_actions()[0])
    return int.from_bytes(digest.digest(), "big")


if __name__ == "__main__":
    for name in GAMES:
        print(f"{search_signature(name):016x} {name}")
