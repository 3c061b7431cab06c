"""Seeks a deal and steps that lead to a worked month; run it to write tests/data/hachihachi-worked.jsonl anew.

From the tests directory: python -m reference.hachihachi_find. A month is two orders of cards: the layout (hands in
the order in which they are played, field, stock) and the order of the pile. Two cards change places as long as that
brings the ledger no further from the one wanted.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from .hachihachi_cards import BRIGHTS, CARD_COUNT, COUNTED_RIBBONS, NUMBERS, PLAIN, TEXTS, numbers, points_of
from .hachihachi_completed import INO_SHIKA_CHO, whole
from .hachihachi_deal import FIELD_SIZE, HAND_SIZE, Deal, draw_pile, misdeal
from .hachihachi_hand import hand_yaku
from .hachihachi_options import Options, make_options
from .hachihachi_reference import Game
from .hachihachi_worked import CASES, Worked, parse_rows

DATA = Path(__file__).parent.parent / "data" / "hachihachi-worked.jsonl"
Steps = list[dict[str, Any]]
TRIES_A_START = 4000
YAKU_CARDS = BRIGHTS | COUNTED_RIBBONS | INO_SHIKA_CHO


class Sought:
    """One candidate: where each card lies, and the order of the pile."""

    def __init__(self, case: Worked, rng: random.Random) -> None:
        self.case = case
        self.blank = next((seat for seat, hand in case.hands.items() if hand == "blank"), None)
        self.dealt_in = [seat for seat in range(case.players) if seat != self.blank]
        self.pins = {seat: numbers(hand) for seat, hand in case.hands.items() if hand != "blank"}
        while True:
            self._lay_out(rng)
            if self.fits():
                return

    def _lay_out(self, rng: random.Random) -> None:
        brights = numbers(self.case.brights)
        used = brights.union(*self.pins.values())
        free = [card for card in rng.sample(range(CARD_COUNT), CARD_COUNT) if card not in used]
        field = [card for card in free if card not in BRIGHTS][: FIELD_SIZE - len(brights)]
        free = [card for card in free if card not in field]
        self.layout: list[int] = []
        for seat in self.dealt_in:
            hand = list(self.pins.get(seat, ()))
            hand += [free.pop() for _ in range(HAND_SIZE - len(hand))]
            self.layout += rng.sample(hand, HAND_SIZE)
        self.layout += [*brights, *field, *free]
        self.order = rng.sample(range(CARD_COUNT), CARD_COUNT)

    def hand(self, seat: int) -> list[int]:
        """A hand in the order in which it is played."""
        place = HAND_SIZE * self.dealt_in.index(seat)
        return self.layout[place : place + HAND_SIZE]

    def field(self) -> list[int]:
        """The field."""
        place = HAND_SIZE * len(self.dealt_in)
        return self.layout[place : place + FIELD_SIZE]

    def fits(self) -> bool:
        """Whether hands and field are as the case wants them before play."""
        case, field = self.case, self.field()
        if misdeal(field) or BRIGHTS & set(field) != numbers(case.brights):
            return False
        barred = numbers(case.not_in_hands)
        for seat in self.dealt_in:
            hand = set(self.hand(seat))
            if hand & barred or not self.pins.get(seat, frozenset()) <= hand:
                return False
            if (case.players == 3 or seat in case.captured) and hand_yaku(hand) != case.yaku.get(seat, []):
                return False
        return True

    def change(self, rng: random.Random) -> tuple[list[int], int, int]:
        """Exchanges two places; what to give `undo`."""
        cards = rng.choice([self.layout, self.order])
        a, b = rng.sample(range(CARD_COUNT), 2)
        cards[a], cards[b] = cards[b], cards[a]
        return cards, a, b

    def undo(self, change: tuple[list[int], int, int]) -> None:
        """Exchanges them again."""
        cards, a, b = change
        cards[a], cards[b] = cards[b], cards[a]

    def deal(self) -> Deal:
        """The deal of this candidate."""
        hands = tuple(tuple(self.hand(seat)) if seat != self.blank else () for seat in range(self.case.players))
        return Deal(hands, tuple(self.field()), tuple(self.order), self.blank)


def start(case: Worked, deal: Deal) -> Game:
    """The month of a case before its first step."""
    return Game(make_options(case.rules, case.options), case.dealer, deal, case.carried)


def say(said: list[str], may_lower: bool) -> str:
    """What a player says who has completed a yaku, taken from what is still to be said."""
    if said and (said[0] == "end" or (said[0] == "lower" and may_lower)):
        return said.pop(0)
    said.append("too much")
    return "end"


def play(case: Worked, deal: Deal) -> tuple[Game, Steps]:
    """Plays a candidate as the case says, hands in dealt order: the month and its steps."""
    game = start(case, deal)
    steps: Steps = []
    said, entering = list(case.said), list(case.entering)
    while not game.over and (case.played_out or game.step in ("mizuten", "enter")):
        legal = game.legal()
        if game.step in ("mizuten", "enter"):
            action = entering.pop(0)
        elif game.step == "play":
            action = next(text for card in deal.hands[game.seat] if (text := f"play {TEXTS[card]}") in legal)
        elif game.step == "lower":
            action = say(said, "lower" in legal)
        elif game.step == "cancel":
            action = said.pop(0) if said[:1] == ["cancel"] else "continue"
        else:
            action = min(legal, key=lambda text: deal.pile_order.index(NUMBERS[text.removeprefix("take ")]))
        steps.append({"seat": game.seat, "action": action, "legal": legal})
        game.apply(action)
    return game, steps


def sketch(case: Worked, options: Options, active: list[int], deal: Deal) -> tuple[dict[int, set[int]], int]:
    """What `play` leads to, in a hurry: the captured cards by seat, and how much was not said as wanted."""
    said = list(case.said)
    field = set(deal.field)
    captured: dict[int, set[int]] = {seat: set() for seat in active}
    done: dict[int, list[str]] = {seat: [] for seat in active}
    pile = iter(draw_pile(deal, active))
    for turn in range(HAND_SIZE * len(active)):
        seat = active[turn % 3]
        mine = captured[seat]
        if done[seat] and said[:1] == ["cancel"]:
            said.pop(0)
            break
        for card in (deal.hands[seat][turn // 3], next(pile)):
            matches = [other for other in field if other // 4 == card // 4]
            if len(matches) == 2:
                matches = [min(matches, key=deal.pile_order.index)]
            field.difference_update(matches)
            (mine if matches else field).add(card)
            mine.update(matches)
        if len(mine & YAKU_CARDS) > len(done[seat]) + 2:
            found = whole(options, mine)
            if len(found) > len(done[seat]):
                done[seat] = found
                if say(said, turn // 3 < HAND_SIZE - 1) == "end":
                    break
    return captured, len(said)


def distance(case: Worked, captured: dict[int, set[int]], unsaid: int) -> int:
    """How far the captured cards of a candidate are from those of the case."""
    far = 8 * unsaid
    for seat, cards in case.wants.items():
        far += 12 * len(numbers(cards) - captured[seat])
    for seat, points in case.captured.items():
        far += abs(points_of(captured[seat]) - points)
    for seat, count in case.plain.items():
        far += 4 * abs(len(captured[seat] & PLAIN) - count)
    return far


def find(case: Worked, rng: random.Random) -> dict[str, Any]:
    """The record of a month that is exactly the case."""
    rows = parse_rows(case.rows)
    options = make_options(case.rules, case.options)
    while True:
        sought = Sought(case, rng)
        active = active_seats(case, sought.deal())
        best = 1_000_000
        for _ in range(TRIES_A_START):
            change = sought.change(rng)
            if not sought.fits():
                sought.undo(change)
                continue
            deal = sought.deal()
            far = 0
            if case.played_out:
                far = distance(case, *sketch(case, options, active, deal))
            if far == 0:
                game, steps = play(case, deal)
                if game.ledger == rows:
                    return record(case, game, steps)
            if far > best:
                sought.undo(change)
            best = min(far, best)


def active_seats(case: Worked, deal: Deal) -> list[int]:
    """Who plays, the acting dealer first; the cards have no say in it."""
    game = start(case, deal)
    for action in case.entering:
        game.apply(action)
    return game.active


def record(case: Worked, game: Game, steps: Steps) -> dict[str, Any]:
    """A record as records.md has it, with the ledger and the name of the case beside it."""
    data: dict[str, Any] = {"format": "meri-ai/1", "game": "hachihachi", "rules": case.rules, "options": case.options}
    data |= {"players": case.players, "dealer": case.dealer, "carried": list(case.carried)}
    data |= {"about": case.name, "deal": game.deal.to_json(), "steps": steps}
    if case.played_out:
        data["result"] = game.result()
    return data | {"ledger": [list(row) for row in game.ledger]}


def main() -> None:
    """Finds all cases, each with a stream of its own."""
    lines = []
    for case in CASES:
        lines.append(json.dumps(find(case, random.Random(case.name)), ensure_ascii=False))
        print(case.name, flush=True)
    DATA.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
