"""One game as text, from its record: who held what, what each did, and what the others saw of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meri_ai._core.errors import DealError, IllegalActionError, RecordError
from meri_ai.record import Record
from meri_ai.replay import start

if TYPE_CHECKING:
    from meri_ai._core.game import State


def game_text(record: Record) -> str:
    """The game in the way of its own kind (Game.new_log). RecordError names a step that cannot be played."""
    state = start(record)
    log = state.game.new_log(state)
    for number, step in enumerate(record["steps"], 1):
        watcher = (step["seat"] + 1) % state.game.seats
        seen_before = len(state.view(watcher).events)
        try:
            state.apply_action(step["action"])
        except (IllegalActionError, DealError) as error:
            raise RecordError(f"step {number} cannot be played: {error}") from None
        seen = state.view(watcher).events[seen_before:]
        own = [event["action"] for event in seen if event["type"] == "action" and event["seat"] == step["seat"]]
        log.step(step["seat"], step["action"], unseen=step["action"] not in own)
        log.events(step["action"], seen)
    lines = [_title(record), *_seats(state, record), "", *log.close()]
    if state.is_terminal():
        lines += ["", f"points: {' : '.join(map(str, state.result()['points']))}"]
    else:
        lines += ["", "the deal is not over"]
    return "\n".join(lines)


def _title(record: Record) -> str:
    words = [f"{record['game']} {record['rules']}"]
    words += [f"{name} {value}" for name, value in record.get("options", {}).items()]
    words += [f"{key} {record[key]}" for key in ("players", "board", "seating", "seed") if key in record]
    return ", ".join([*words, f"dealer {record['dealer']}"])


def _seats(state: State, record: Record) -> list[str]:
    """A line a seat: its bot, where the record tells, and its hand as dealt; then what else was dealt to be seen."""
    players = record.get("players_info")
    players = players if isinstance(players, list) else []  # the key is free
    names = [str(player.get("name", "")) if isinstance(player, dict) else "" for player in players]
    names += [""] * (state.game.seats - len(names))
    width = max(map(len, names))
    lines = []
    open_cards: dict[str, list[str]] = {}
    for seat, name in enumerate(names[: state.game.seats]):
        deals = [event for event in state.view(seat).events if event["type"] == "deal"]
        hand = " ".join(deals[-1]["hand"]) if deals else ""
        lines.append(f"seat {seat}  {name:{width}}  {hand}")
        if deals:
            open_cards = {key: cards for key, cards in deals[-1].items() if key != "hand" and isinstance(cards, list)}
    return lines + [f"{key:6}  {'':{width}}  {' '.join(map(str, cards))}" for key, cards in open_cards.items()]
