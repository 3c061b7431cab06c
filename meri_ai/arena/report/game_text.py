"""One game as text, from its record: who held what, what each did, and what the others saw of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meri_ai._core.errors import DealError, IllegalActionError, RecordError
from meri_ai.record import Record
from meri_ai.replay import start

if TYPE_CHECKING:
    from meri_ai._core.game import State

LEGEND = "[XX] was played face down, * won the trick; cards in the order played, each after its seat"


def game_text(record: Record) -> str:
    """The game step by step, Meri's tricks one a line. RecordError names a step that cannot be played."""
    state = start(record)
    log = _MeriLog(state) if record["game"] == "meri" else _Log()
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
        log.events(step, seen)
    lines = [_title(record), *_seats(state, record), "", *log.close()]
    if state.is_terminal():
        lines += ["", f"points: {' : '.join(map(str, state.result()['points']))}"]
    else:
        lines += ["", "the deal is not over"]
    return "\n".join(lines)


def _title(record: Record) -> str:
    words = [f"{record['game']} {record['rules']}"]
    words += [f"{name} {value}" for name, value in record.get("options", {}).items()]
    words += [f"{key} {record[key]}" for key in ("board", "seating", "seed") if key in record]
    return ", ".join([*words, f"dealer {record['dealer']}"])


def _seats(state: State, record: Record) -> list[str]:
    """A line a seat: its bot, where the record tells, and its hand as dealt."""
    players = record.get("players_info")
    players = players if isinstance(players, list) else []  # the key is free
    names = [str(player.get("name", "")) if isinstance(player, dict) else "" for player in players]
    names += [""] * (state.game.seats - len(names))
    width = max(map(len, names))
    lines = []
    for seat, name in enumerate(names[: state.game.seats]):
        deals = [event for event in state.view(seat).events if event["type"] == "deal"]
        hand = " ".join(deals[-1]["hand"]) if deals else ""
        lines.append(f"seat {seat}  {name:{width}}  {hand}")
    return lines


class _Log:
    """Collects the lines of a game: a step a line."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def step(self, seat: int, action: str, unseen: bool) -> None:
        self.lines.append(f"seat {seat}: {action}{' (unseen)' if unseen else ''}")

    def events(self, step: dict[str, Any], seen: list[dict[str, Any]]) -> None:
        """What another seat saw of the step, and what it brought about."""

    def close(self) -> list[str]:
        return self.lines


class _MeriLog(_Log):
    """Meri's plays a trick a line, and each yaku below its trick."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self._state = state
        self._plays: list[tuple[int, str, bool]] = []  # seat, card, face down
        self._trick_ends: list[int] = []  # in self.lines, for each trick
        self._meri = False  # whether a Meri trick is complete
        self._winner = 0

    def step(self, seat: int, action: str, unseen: bool) -> None:
        word, _, card = action.partition(" ")
        if word == "play":
            self._plays.append((seat, card, unseen))
        else:
            super().step(seat, action, unseen)

    def events(self, step: dict[str, Any], seen: list[dict[str, Any]]) -> None:
        for event in seen:
            if event["type"] == "trick":
                if not self._plays:  # the last trick, shown at once
                    seats = ((self._winner + place) % self._state.game.seats for place in range(len(event["cards"])))
                    self._plays = [(seat, card, False) for seat, card in zip(seats, event["cards"], strict=True)]
                self._end_trick(event["winner"])
            elif event["type"] == "stack":
                self.lines.append(f"shown out of play: {' '.join(event['cards'])}")
            elif event["type"] == "action" and event["action"] == "take" != step["action"]:
                self.lines.append(f"seat {event['seat']}: take (no choice)")

    def close(self) -> list[str]:
        if self._plays:
            self._end_trick(None)
        okie = self._okie()
        head = [f"okie {okie}: trumps are {okie[0]}" + ("" if okie[0] == "P" else " and PD")] if okie else []
        if self._state.is_terminal():
            for yaku in reversed(self._state.result()["yaku"]):
                words = f"         {yaku['kind']} of seat {yaku['seat']}: {yaku['points']} points"
                self.lines.insert(self._trick_ends[yaku["trick"] - 1], words)
        return [*head, *self.lines, "", LEGEND] if self._trick_ends else [*head, *self.lines]

    def _end_trick(self, winner: int | None) -> None:
        if not self._trick_ends:
            self.lines.append("")
        number = len(self._trick_ends) + 1
        phase = self._phase(number)
        cells = []
        for seat, card, face_down in self._plays:
            shown = f"[{card}]" if face_down else f" {card} "
            cells.append(f"{seat}{shown}{'*' if seat == winner else ' '}")
        self.lines.append(f"trick {number}  {phase:6}  {' '.join(cells)}".rstrip())
        self._trick_ends.append(len(self.lines))
        self._plays = []
        self._winner = winner if winner is not None else self._winner

    def _phase(self, number: int) -> str:
        """Of the trick just played: rules page, section 5."""
        rules, lead = self._state.game.rules, self._plays[0][1]
        okie = self._okie()
        trump_led = lead == "PD" or (okie is not None and lead[0] == okie[0])
        if number == 9 and rules.last_trick == "simultaneous":
            return "last"
        if trump_led and (number > 1 or rules.first_trick_meri):
            self._meri = True
            return "Meri"
        return "Monchi" if self._meri else "free"

    def _okie(self) -> str | None:
        found = [event["okie"] for event in self._state.view(0).events if "okie" in event]
        return found[-1] if found else None
