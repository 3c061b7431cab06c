"""A month of Hachihachi as text: who plays, a turn a line, and the ledger (docs/hachihachi-rules.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from meri_ai._core.games.hachihachi import CATEGORY_NAMES, SET_NAMES, HachihachiState
from meri_ai._core.log import Log
from meri_ai.games.hanafuda import HANAFUDA

HEAD = "turn  seat  plays                  turns up"
INDENT = " " * 12
SAID = {"end": " and ends the month", "lower": " and lowers", "continue": "continues", "cancel": "cancels the month"}


class HachihachiLog(Log):
    """Follows `state`, which the caller plays on."""

    def __init__(self, state: HachihachiState) -> None:
        super().__init__()
        self._state = state
        self._field = set(HANAFUDA.text_list(state.deal.table))
        self._waiting = ""  # the card that meets two, of which one is to be taken
        self._turns = 0
        self._row = 0  # of the turn's line in self.lines
        self._cells: list[str] = []  # of that line: seat, what was played, what was turned up
        self._yaku: list[list[str]] = [[] for _ in range(state.game.seats)]  # completed so far
        if state.carried:
            self.lines.append(f"carried in: {_listed(state.carried)}")
        if state.deal.blank is not None:
            self.lines.append(f"seat {state.deal.blank} holds the blank and sits out; its six cards are the field")
        self._begin(state.view(0).events)

    def step(self, seat: int, action: str, unseen: bool) -> None:
        word, _, card = action.partition(" ")
        if word == "play":
            self._turns += 1
            self._row = len(self.lines)
            self._cells = [str(seat)]
            self.lines.append("")
            self._lay(card)
        elif word == "take":
            self._take(card)
        elif word in ("end", "lower"):
            self.lines[-1] += SAID[word]
        elif word in SAID:
            self.lines.append(f"{INDENT}seat {seat} {SAID[word]}")
        else:
            super().step(seat, action, unseen)

    def events(self, action: str, seen: Sequence[dict[str, Any]]) -> None:
        for event in seen:
            if event["type"] == "flip":
                self._lay(event["card"])
        self._begin(seen)
        if "end" in map(str, self._state.legal_actions()):
            self._complete(self._state.current_player())

    def close(self) -> list[str]:
        return [*self.lines, *(self._ledger() if self._state.is_terminal() else ())]

    def _lay(self, card: str) -> None:
        """A card meets the field, from the hand or from the pile."""
        met = sorted(other for other in self._field if other[:2] == card[:2])
        words = f"{card} takes {' '.join(met)}" if met else f"{card} stays"
        if len(met) == 2:
            self._waiting = card
            words = f"{card} meets {' '.join(met)}"
        elif met:
            self._field.difference_update(met)
        else:
            self._field.add(card)
        self._cells.append(words)
        self._write()

    def _take(self, card: str) -> None:
        self._field.remove(card)
        self._cells[-1] = f"{self._waiting} takes {card}"
        self._write()

    def _write(self) -> None:
        """The line of the turn as far as it has come."""
        seat, *words = self._cells
        self.lines[self._row] = f"{self._turns:4}  {seat:>4}  {'  '.join(f'{cell:21}' for cell in words)}".rstrip()

    def _complete(self, seat: int) -> None:
        """What this seat has just completed: what it has if it ends the month now, less what it had before."""
        ended = self._state.clone()
        ended.apply_action("end")
        now = ended.result()["completed"][seat]
        self.lines.append(f"{INDENT}seat {seat} completes {_listed(y for y in now if y not in self._yaku[seat])}")
        self._yaku[seat] = now

    def _begin(self, seen: Sequence[dict[str, Any]]) -> None:
        """Play begins: the multiplier, who plays, what is shown and paid."""
        month = [event for event in seen if event["type"] == "month"]
        if not month:
            return
        self.lines += [""] * bool(self.lines)
        self.lines.append(f"multiplier {month[0]['multiplier']}; seats {_listed(month[0]['active'])} play")
        payments = self._paid_at_once()
        for row in payments:
            if row["for"] == "orichin":
                self.lines.append(f"seat {row['from']} has retired: {row['mon']} mon into the pot")
        for event in seen:
            if event["type"] == "shown":
                seat = event["seat"]
                got = [row for row in payments if row["to"] == seat]
                payers = _listed(dict.fromkeys(row["from"] for row in got))
                mon = sum(row["mon"] for row in got if row["from"] == got[0]["from"])
                pushed = ", pushed out," if "fee" in event else ""
                names = f": {_listed(event['yaku'])}" if event["yaku"] else ""
                cards = " ".join(event["cards"]) or "no card"
                self.lines.append(f"seat {seat}{pushed} shows {cards}{names}; seats {payers} pay {mon} mon each")
        self.lines += ["", HEAD]

    def _paid_at_once(self) -> list[dict[str, Any]]:
        """The payments with which play begins: they are the same however the month goes on."""
        end = self._state.clone()
        while not end.is_terminal():
            end.apply_action(end.legal_actions()[0])
        known = {"orichin", "oikomi", *CATEGORY_NAMES, *SET_NAMES}
        return [row for row in end.ledger() if row["for"] in known]

    def _ledger(self) -> list[str]:
        """Who paid whom, and how it stands with each seat."""
        result = self._state.result()
        lines = ["", "from   to    mon  for"]
        for row in self._state.ledger():
            hatto = " (hatto)" if "hatto" in row else ""
            lines.append(f"{row['from']:>4}  {row['to']:>3}  {row['mon']:5}  {row['for']}{hatto}")
        lines += ["", "seat  captured    net  yaku"]
        for seat, net in enumerate(result["points"]):
            plays = seat in (self._state.view(0).active or ())
            captured = str(result["captured"][seat]) if plays else "-"
            yaku = [*result["hand_yaku"][seat], *result["completed"][seat]]
            lines.append(f"{seat:4}  {captured:>8}  {net:+5}  {_listed(yaku)}".rstrip())
        pot = any(row["to"] == "pot" for row in self._state.ledger())
        out = f"carried out: {_listed(result['carried'])}" if result["carried"] else "nothing is carried out"
        lines += ["", f"seat {result['winner']} {'takes the pot' if pot else 'wins the month'} and deals next; {out}"]
        return lines


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))
