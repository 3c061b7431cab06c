"""Deals and records on disk, and what is made of them."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from meri_ai.conformance.play import facts, play_out, positions, require, starts
from meri_ai.record import dump_record, parse_record, record_of

if TYPE_CHECKING:
    from meri_ai._core.game import Game


def check_records(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A record, written and read again, replays without a difference, its legal lists and result included."""
    for state, where in positions(game, deals, seed, every=23):
        record = parse_record(dump_record(record_of(state, legal=True)))
        again = game.state_of_record(record)
        for number, step in enumerate(record["steps"], 1):
            at = f"{where}: step {number} of its record"
            require(again.current_player() == step["seat"], f"{at} is of seat {step['seat']}, who is not to move")
            require([a.text for a in again.legal_actions()] == step["legal"], f"{at} has another list of legal actions")
            again.apply_action(step["action"])
        require(facts(again) == facts(state), f"{where}: its record, replayed, leads elsewhere")
        require(again.is_terminal() == ("result" in record), f"{where}: a result stands in a record only at the end")
        if again.is_terminal():
            require(again.result() == record["result"], f"{where}: its record, replayed, has another result")


def check_deals(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A seed gives one deal for ever, two seeds give two, and a deal comes back from its record."""
    seen = set()
    for start in starts(game, max(2, deals), seed):
        deal = record_of(start.state)["deal"]
        seen.add(repr(deal))
        dealer = start.state.dealer
        again = game.new_state(game.random_deal(seed=start.seed), dealer=dealer)
        require(record_of(again)["deal"] == deal, f"{start.where}: the seed gives another deal the second time")
        read = game.new_state(game.deal_from_json(copy.deepcopy(deal)), dealer=dealer)
        require(record_of(read)["deal"] == deal, f"{start.where}: the deal comes back from its record as another")
        read = game.new_state(game.deal_from_json(game.deal_to_json(start.state.deal)), dealer=dealer)
        play_out(again, start.seed)
        for _, action in again.history:
            read.apply_action(action)
        same = all(read.view(seat) == again.view(seat) for seat in range(game.seats))
        require(same, f"{start.where}: the deal comes back from a file of deals as another")
    require(len(seen) == max(2, deals), "different seeds give the same deal")


def check_logs_and_facts(game: Game, deals: int = 2, seed: int = 1) -> None:
    """A deal can be written as text, in lines, and the facts that reports split by are those that the game names."""
    for state, where in positions(game, deals, seed, every=10**9):
        if not state.is_terminal():
            continue
        record = record_of(state)
        for name, value in game.record_facts(record).items():
            told = f"{where}: the fact {name!r} is {value!r}"
            require(name in game.facts, f"{told}, and the game's facts do not name it")
            require(isinstance(value, str) or value in range(game.seats), f"{told}, which is neither a text nor a seat")
        again = game.state_of_record(record)
        log = game.new_log(again)
        for seat, action in state.history:
            watcher = (seat + 1) % game.seats
            before = len(again.view(watcher).events)
            again.apply_action(action)
            log.step(seat, action.text, unseen=False)
            log.events(action.text, again.view(watcher).events[before:])
        lines = log.close()
        written = len(lines) > 0 and all(isinstance(line, str) for line in lines)
        require(written, f"{where}: the log of the deal is no list of lines")
