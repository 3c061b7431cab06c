"""What a bot may use: time, iterations, memory, output. Start-up and new game have allowances of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from meri_ai._core.errors import ConfigError
from meri_ai.names import suggestion

HIGHEST = 10**9  # of all but iterations; no timer of a system goes much higher


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a run, the same for every bot; None is no limit.

    move_seconds: for one decision; game_seconds: a clock bank, for all decisions of one seat in one deal;
    margin_seconds: how much later than these an answer may come; hang_seconds: nobody waits longer for an answer,
    whatever the others say; iterations: of a search, for bots that have the option and whose spec sets no
    limit; startup_seconds and newgame_seconds: until a bot is ready, which is no thinking time;
    memory_mb: what a bot's process, or a bot in a worker process, may take; stderr_bytes: how much of its standard
    error is kept; output_line_bytes: the longest line that it may write.

    A bot whose class has an attribute `limits` gets them there before its game.
    """

    move_seconds: float | None = None
    game_seconds: float | None = None
    iterations: int | None = None
    startup_seconds: float = 10.0
    newgame_seconds: float = 5.0
    hang_seconds: float = 300.0
    margin_seconds: float = 0.05
    memory_mb: int | None = None
    stderr_bytes: int = 64 * 1024
    output_line_bytes: int = 1024 * 1024

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and not value > 0:
                raise ConfigError(f"limit {field.name} must be more than 0, not {value}")
            if value is not None and field.name != "iterations" and value > HIGHEST:
                raise ConfigError(f"limit {field.name} must be {HIGHEST} or less, not {value}")

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Limits:
        """From the [limits] table of a tournament file. ConfigError names an unknown key or a value of a wrong kind."""
        kinds: dict[str, type] = {f.name: float if "seconds" in f.name else int for f in fields(cls)}
        for key, value in table.items():
            if key not in kinds:
                raise ConfigError(f"unknown limit {key!r}{suggestion(key, kinds)}; the limits are {', '.join(kinds)}")
            allowed = (int, float) if kinds[key] is float else (int,)
            if isinstance(value, bool) or not isinstance(value, allowed):
                number = "a number" if kinds[key] is float else "a whole number"
                raise ConfigError(f"limit {key} must be {number}, not {value!r}")
        return cls(**table)

    def as_json(self) -> dict[str, Any]:
        """The limits that are not at their defaults."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}

    @property
    def are_timed(self) -> bool:
        """Whether there is a limit of time at all, beyond that nobody may hang."""
        return self.move_seconds is not None or self.game_seconds is not None

    def answer_seconds(self, used_seconds: float = 0.0) -> float:
        """How long to wait for the next answer of a seat that has used so much of its clock bank, margin included.

        0 when the bank is used up.
        """
        allowed = self.hang_seconds
        if self.move_seconds is not None:
            allowed = min(allowed, self.move_seconds + self.margin_seconds)
        if self.game_seconds is not None:
            allowed = min(allowed, max(0.0, self.game_seconds + self.margin_seconds - used_seconds))
        return allowed
