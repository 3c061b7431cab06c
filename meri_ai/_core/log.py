"""A game as text: the lines between its title and its points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

STEPS = ("action", "deal", "settle")  # events that the log tells in other ways


class Log:
    """Collects the lines of a game, a step a line and below it what it brought to light. Games derive their own."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def step(self, seat: int, action: str, unseen: bool) -> None:
        """A step is played. unseen: the other seats do not see what it was."""
        self.lines.append(f"seat {seat}: {action}{' (unseen)' if unseen else ''}")

    def events(self, action: str, seen: Sequence[dict[str, Any]]) -> None:
        """What another seat saw of that step and of all that came of it (meri_ai.events)."""
        for event in seen:
            if event["type"] not in STEPS:
                facts = (f"{key} {_words(value)}" for key, value in event.items() if key != "type" and value != [])
                self.lines.append(f"        {event['type']}: {', '.join(facts)}")

    def close(self) -> list[str]:
        """All lines, when no step is left."""
        return self.lines


def _words(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
