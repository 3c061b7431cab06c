"""meri_ai and the reference played side by side over random months of Hachihachi.

The only file of the reference of Hachihachi that imports meri_ai.

python tests/reference/hachihachi_lockstep.py --months 10000 --workers 2
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference.hachihachi_both import payments_of_core, payments_of_reference, plain_events
from reference.hachihachi_cards import CARD_COUNT, month_of, number, texts
from reference.hachihachi_deal import FIELD_SIZE, HAND_SIZE, Deal, misdeal
from reference.hachihachi_oikomi import fee
from reference.hachihachi_options import PRESETS, make_options
from reference.hachihachi_random import CARRIED, random_deal, random_overrides
from reference.hachihachi_reference import Game

CHUNK = 50
RULE_SHARE, FAVOUR_SHARE, LOWER_SHARE, CONTINUE_SHARE = 0.5, 0.8, 0.6, 0.5
SORTED_SHARE, FAVOURED_SHARE = 0.3, 0.4


class Difference(AssertionError):
    """The two disagree; the message holds the record up to that step."""


def sorted_deal(rng: random.Random, players: int) -> Deal:
    """A deal of a deck that is shuffled badly, so that months stay together: it has many yaku of the set group."""
    while True:
        months, spread = rng.sample(range(13), 13), rng.choice((0.3, 0.8, 2.0))
        deck = sorted(range(CARD_COUNT), key=lambda card: months[month_of(card)] + rng.gauss(0, spread))
        dealt_in = min(players, 6)
        hands = [tuple(deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]) for seat in range(dealt_in)]
        field = tuple(deck[HAND_SIZE * dealt_in : HAND_SIZE * dealt_in + FIELD_SIZE])
        if misdeal(field):
            continue
        blank = rng.randrange(7) if players == 7 else None
        if blank is not None:
            hands.insert(blank, ())
        return Deal(tuple(hands), field, tuple(rng.sample(range(CARD_COUNT), CARD_COUNT)), blank)


class Lockstep:
    """One month in both. favoured: a place for which the others play, so that yaku and breaches of hatto come about."""

    def __init__(self, rng: random.Random, players: int | None = None) -> None:
        import meri_ai as ma

        self.players = players or rng.randrange(3, 8)
        self.preset, self.overrides = rng.choice(list(PRESETS)), random_overrides(rng)
        self.dealer, self.carried = rng.randrange(self.players), rng.choice(CARRIED)
        self.deal = (sorted_deal if rng.random() < SORTED_SHARE else random_deal)(rng, self.players)
        self.favoured = rng.randrange(3) if rng.random() < FAVOURED_SHARE else None
        self.month = Game(make_options(self.preset, self.overrides), self.dealer, self.deal, self.carried)
        game = ma.load_game("hachihachi", rules=self.preset, players=self.players, **self.overrides)
        deal = game.deal_from_json(self.deal.to_json())
        self.state = game.new_state(deal, dealer=self.dealer, carried=self.carried)
        self.steps: list[dict[str, Any]] = []

    def play(self, rng: random.Random, every_step: bool = False) -> Counter[str]:
        """Plays it to the end; what happened, by name. Difference when they disagree.

        every_step: views are compared after each step too, and not at the end alone.
        """
        month, state, same = self.month, self.state, self.same
        while not month.over:
            same("over", state.is_terminal(), False)
            same("seat to move", state.current_player(), month.seat)
            same("legal list", [str(action) for action in state.legal_actions()], month.legal())
            if every_step:
                self.compare_views()
            action = self.choose(rng)
            self.steps.append({"seat": month.seat, "action": action})
            month.apply(action)
            state.apply_action(action)
        same("over", state.is_terminal(), True)
        same("legal list", state.legal_actions(), [])
        same("result", state.result(), month.result())
        same("returns", list(state.returns()), month.result()["points"])
        same("ledger", payments_of_core(state.ledger()), payments_of_reference(month.ledger))
        same("history", [{"seat": seat, "action": str(action)} for seat, action in state.history], self.steps)
        self.compare_views()
        return self.happened()

    def choose(self, rng: random.Random) -> str:
        """The rule player half of the time, so that yaku are completed; `end` and `cancel` are rare."""
        month, legal = self.month, self.month.legal()
        action = rng.choice(legal)
        if rng.random() < RULE_SHARE:
            action = str(self.state.view(month.seat).policy_action("rule", seed=rng.getrandbits(32)))
        if month.step == "play" and self.favoured is not None and rng.random() < FAVOUR_SHARE:
            takes = month.seat == month.active[self.favoured]
            field = [month_of(card) for card in month.field]
            wanted = [text for text in legal if (month_of(number(text.removeprefix("play "))) in field) == takes]
            action = rng.choice(wanted or legal)
        if "lower" in legal and rng.random() < LOWER_SHARE:
            action = "lower"
        if "continue" in legal and rng.random() < CONTINUE_SHARE:
            action = "continue"
        return action

    def compare_views(self) -> None:
        """Every seat's view against what the reference told it, and what lies on the table."""
        month, same = self.month, self.same
        for seat in range(self.players):
            view = self.state.view(seat)
            name = f"view of seat {seat}"
            events, shown = plain_events(view.events)
            told, told_shown = plain_events(month.events(seat))
            same(f"{name}: events", events, told)
            same(f"{name}: shown", shown, told_shown)
            fees = {event["seat"]: event["fee"] for event in view.events if "fee" in event}
            expected = {other: fee(month.options, month.deal.hands[other], month.m) for other in month.pushed_out}
            same(f"{name}: fees", fees, {other: mon for other, mon in expected.items() if mon})
            same(f"{name}: turn", (view.my_turn, view.over), (month.seat == seat, month.over))
            legal = month.legal() if month.seat == seat else []
            same(f"{name}: legal list", [str(action) for action in view.legal_actions()], legal)
            same(f"{name}: decisions", view.decisions, sum(step["seat"] == seat for step in self.steps))
            same(f"{name}: seat and dealer", (view.seat, view.dealer), (seat, self.dealer))
            same(f"{name}: carried", view.carried, tuple(sorted(self.carried, reverse=True)))
            if month.active:
                hand = month.hands[seat] if seat in month.active else month.deal.hands[seat]
                same(f"{name}: hand", view.hand, texts(sorted(hand)))
                same(f"{name}: field", view.field, texts(sorted(month.field)))
                captured = [texts(sorted(month.captured.get(other, ()))) for other in range(self.players)]
                same(f"{name}: captured", view.captured, captured)
                same(f"{name}: pile", view.pile, len(month.pile) - month.flips)
                same(f"{name}: active", view.active, tuple(month.active))
                same(f"{name}: multiplier", view.multiplier, month.m)
            settled = [event["ledger"] for event in view.events if event["type"] == "settle"]
            same(f"{name}: ledger", settled, [self.state.ledger()] if month.over else [])

    def happened(self) -> Counter[str]:
        """What the month had in it, each counted once."""
        payments = payments_of_core(self.state.ledger())
        found = {reason.split()[0] for _, _, reason, _ in payments}
        found |= {f"hatto on {reason.split()[0]}" for _, _, reason, broken in payments if broken}
        found |= {step["action"] for step in self.steps if " " not in step["action"]}
        return Counter(found)

    def same(self, what: str, found: Any, expected: Any) -> None:
        """Difference, with the record so far, unless the two are equal."""
        if found == expected:
            return
        head = {"format": "meri-ai/1", "game": "hachihachi", "rules": self.preset, "options": self.overrides}
        head |= {"players": self.players, "dealer": self.dealer, "carried": self.carried}
        record = json.dumps(head | {"deal": self.deal.to_json(), "steps": self.steps})
        step = len(self.steps)
        raise Difference(f"step {step}: {what}: meri_ai has {found!r}, the reference {expected!r}\n{record}")


def compare_month(seed: int, number: int) -> Counter[str]:
    """Plays one random month in both, with views at every step of each tenth; what happened. May raise Difference."""
    rng = random.Random(f"hachihachi lockstep {seed} {number}")
    return Lockstep(rng).play(rng, every_step=number % 10 == 0)


def compare_chunk(seed: int, numbers: list[int]) -> Counter[str]:
    """Compares several months; in how many each thing happened."""
    found: Counter[str] = Counter()
    for each in numbers:
        found += compare_month(seed, each)
    return found


def main() -> None:
    """Compares many months in several processes; exit status 1 at the first difference."""
    parser = argparse.ArgumentParser(description="Play meri_ai and the plain reference of Hachihachi side by side.")
    parser.add_argument("--months", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chunks = [list(range(first, min(first + CHUNK, args.months))) for first in range(0, args.months, CHUNK)]
    with ProcessPoolExecutor(args.workers) as pool:
        try:
            found: Counter[str] = sum(pool.map(compare_chunk, [args.seed] * len(chunks), chunks), Counter())
        except Difference as difference:
            pool.shutdown(cancel_futures=True)
            sys.exit(str(difference))
    print(f"{args.months} months: no difference; in so many months there was")
    for name, count in sorted(found.items()):
        print(f"{count:8} {name}")


if __name__ == "__main__":
    main()
