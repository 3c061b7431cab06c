"""meri_ai and the reference played side by side over random rounds of the fishing family.

The only file of the fishing reference that imports meri_ai.

python tests/reference/fishing_lockstep.py --deals 10000 --workers 2
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference.fishing_cards import ordered
from reference.fishing_random import Start, random_start, record_head
from reference.fishing_reference import Round
from reference.fishing_worlds import read_events

CHUNK = 50


class Difference(AssertionError):
    """The two disagree; the message holds the record up to that step."""


class Lockstep:
    """One round in both."""

    def __init__(self, start: Start) -> None:
        import meri_ai as ma

        self.start = start
        self.round = Round(start.variant, start.dealer, start.deal)
        game = ma.load_game(start.variant.name, players=start.variant.players, **start.options)
        self.state = game.new_state(game.deal_from_json(start.deal.to_json()), dealer=start.dealer)

    def play(self, rng: random.Random) -> int:
        """Plays it to the end at random; the number of steps. Difference when they disagree."""
        same = self.same
        players = self.start.variant.players
        while True:
            game, state = self.round, self.state
            same("seat to move", state.current_player(), game.seat)
            same("over", state.is_terminal(), game.over)
            same("legal list", [str(action) for action in state.legal_actions()], game.legal())
            for seat in range(players):
                self.compare_view(state.view(seat), seat)
            if game.over:
                break
            action = rng.choice(game.legal())
            game.apply(action)
            state.apply_action(action)
        same("result", state.result(), game.result())
        same("returns", list(state.returns()), game.points())
        same("history", [(seat, str(action)) for seat, action in state.history], game.history)
        same("deal", state.deal.to_json(), self.start.deal.to_json())
        return len(game.history)

    def compare_view(self, view: Any, seat: int) -> None:
        """A seat's view against what the reference told it, and what can be counted from that."""
        game, same = self.round, self.same
        name = f"view of seat {seat}"
        events = game.events(seat)
        known = read_events(game.variant, seat, events)
        same(f"{name}: events", list(view.events), events)
        same(f"{name}: hand", list(view.hand), ordered(known.hand))
        same(f"{name}: field", list(view.field), ordered(game.field))
        same(f"{name}: captured", [list(cards) for cards in view.captured], [ordered(c) for c in game.captured])
        same(f"{name}: turn", view.my_turn, game.seat == seat)
        legal = game.legal() if game.seat == seat else []
        same(f"{name}: legal list", [str(action) for action in view.legal_actions()], legal)
        same(f"{name}: decisions", view.decisions, sum(mover == seat for mover, _ in game.history))
        same(f"{name}: seat and dealer", (view.seat, view.dealer), (seat, game.dealer))

    def same(self, what: str, found: Any, expected: Any) -> None:
        """Difference, with the record so far, unless the two are equal."""
        if found == expected:
            return
        steps = [{"seat": seat, "action": action} for seat, action in self.round.history]
        record = json.dumps(record_head(self.start) | {"steps": steps})
        raise Difference(f"step {len(steps)}: {what}: meri_ai has {found!r}, the reference {expected!r}\n{record}")


def compare_deal(seed: int, number: int) -> int:
    """Plays one random round in both; the number of steps. Difference when they disagree."""
    rng = random.Random(f"fishing lockstep {seed} {number}")
    return Lockstep(random_start(rng)).play(rng)


def compare_chunk(seed: int, numbers: list[int]) -> int:
    """Compares several rounds; the number of steps."""
    return sum(compare_deal(seed, number) for number in numbers)


def main() -> None:
    """Compares many rounds in several processes; exit status 1 at the first difference."""
    parser = argparse.ArgumentParser(description="Play meri_ai and the plain fishing reference side by side.")
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chunks = [list(range(first, min(first + CHUNK, args.deals))) for first in range(0, args.deals, CHUNK)]
    with ProcessPoolExecutor(args.workers) as pool:
        try:
            steps = sum(pool.map(compare_chunk, [args.seed] * len(chunks), chunks))
        except Difference as difference:
            pool.shutdown(cancel_futures=True)
            sys.exit(str(difference))
    print(f"{args.deals} deals, {steps} steps: no difference")


if __name__ == "__main__":
    main()
