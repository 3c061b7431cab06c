"""A deal of Meri as text: a trick a line, and each yaku below its trick (docs/meri-rules.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meri_ai._core.games.meri import MeriState
from meri_ai._core.log import Log

LEGEND = "[XX] was played face down, * won the trick; cards in the order played, each after its seat"


class MeriLog(Log):
    """Follows `state`, which the caller plays on."""

    def __init__(self, state: MeriState) -> None:
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

    def events(self, action: str, seen: Sequence[dict[str, Any]]) -> None:
        for event in seen:
            if event["type"] == "trick":
                if not self._plays:  # the last trick, shown at once
                    seats = ((self._winner + place) % self._state.game.seats for place in range(len(event["cards"])))
                    self._plays = [(seat, card, False) for seat, card in zip(seats, event["cards"], strict=True)]
                self._end_trick(event["winner"])
            elif event["type"] == "stack":
                self.lines.append(f"shown out of play: {' '.join(event['cards'])}")
            elif event["type"] == "action" and event["action"] == "take" != action:
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
