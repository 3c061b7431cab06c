"""meri_ai and the reference played side by side over random options and deals; the only file here that imports meri_ai.

python tests/reference/lockstep.py --deals 10000 --workers 2
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

from reference.meri_cards import TEXTS
from reference.meri_options import make_options
from reference.meri_reference import Game
from reference.random_options import random_start

SEATS = 8
CHUNK = 50


class Difference(AssertionError):
    """The two disagree; the message holds the record up to that step."""


def compare_deal(seed: int, number: int) -> int:
    """Plays one random deal in both; the number of steps. Difference when they disagree."""
    import meri_ai as ma

    rng = random.Random(f"lockstep {seed} {number}")
    preset, overrides, dealer, deal = random_start(rng)
    game = Game(make_options(preset, overrides), dealer, deal)
    state = ma.load_game("meri", rules=preset, **overrides).new_state(
        ma.load_game("meri", rules=preset, **overrides).deal_from_json(deal.to_json()), dealer=dealer
    )
    looks = {rng.randrange(80) for _ in range(4)}
    while True:
        _compare_turn(game, state)
        if game.over or len(game.history) in looks:
            for seat in range(SEATS):
                _compare_view(game, state.view(seat), seat)
        if game.over:
            break
        _compare_view(game, state.view(game.seat), game.seat)
        action = rng.choice(game.legal())
        game.apply(action)
        state.apply_action(action)
    result = game.result()
    _same(game, "result", state.result(), result)
    gain = result["points"][0] - result["points"][1]
    _same(game, "returns", list(state.returns()), [gain if seat % 2 == 0 else -gain for seat in range(SEATS)])
    return len(game.history)


def compare_chunk(seed: int, numbers: list[int]) -> int:
    """Compares several deals; the number of steps."""
    return sum(compare_deal(seed, number) for number in numbers)


def _compare_turn(game: Game, state: Any) -> None:
    _same(game, "seat to move", state.current_player(), game.seat)
    _same(game, "over", state.is_terminal(), game.over)
    _same(game, "legal list", [str(action) for action in state.legal_actions()], game.legal())


def _compare_view(game: Game, view: Any, seat: int) -> None:
    name = f"view of seat {seat}"
    _same(game, f"events of seat {seat}", list(view.events), game.events(seat))
    full = any("okie" in event for event in view.events)
    if full:
        _same(game, f"{name}: hand", list(view.hand), [TEXTS[card] for card in sorted(game.hands[seat])])
    _same(game, f"{name}: okie", view.okie, TEXTS[game.okie] if full else None)
    _same(game, f"{name}: turn", view.my_turn, game.seat == seat)
    legal = game.legal() if game.seat == seat else []
    _same(game, f"{name}: legal list", [str(action) for action in view.legal_actions()], legal)
    _same(game, f"{name}: decisions", view.decisions, sum(mover == seat for mover, _ in game.history))


def _same(game: Game, what: str, found: Any, expected: Any) -> None:
    if found == expected:
        return
    if isinstance(found, list) and isinstance(expected, list):
        place = next((i for i, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b), None)
        if place is not None:
            what = f"{what}, entry {place}"
            found, expected = found[place], expected[place]
    record = {
        "format": "meri-ai/1",
        "game": "meri",
        "rules": "hitoyoshi",
        "options": vars(game.options),
        "dealer": game.dealer,
        "deal": game.first_deal.to_json(),
        "steps": [{"seat": seat, "action": action} for seat, action in game.history],
    }
    raise Difference(
        f"step {len(game.history)}: {what}: meri_ai has {found!r}, the reference {expected!r}\n{json.dumps(record)}"
    )


def main() -> None:
    """Compares many deals in several processes; exit status 1 at the first difference."""
    parser = argparse.ArgumentParser(description="Play meri_ai and the plain reference side by side.")
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
