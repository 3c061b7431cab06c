"""What a bot's fault costs: the status of its game, and the penalty that the run sets for it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import inf
from typing import Any

from meri_ai._core.errors import ConfigError
from meri_ai.bots.faults import FaultKind
from meri_ai.names import suggestion

PENALTIES = ("forfeit", "random", "void")


@dataclass(frozen=True, slots=True)
class Penalty:
    """How a game with a fault counts.

    policy: "forfeit", the game ends there and is lost by `points` a deal; "random", random legal moves stand in for the
    bot, one for an illegal answer and to the end of the deal for all else, and the game counts as it ends; "void", it
    ends and does not count, nor does its board. points: for a forfeit; None for those of the game.
    """

    policy: str = "forfeit"
    points: float | None = None

    def __post_init__(self) -> None:
        if self.policy not in PENALTIES:
            hint = suggestion(self.policy, PENALTIES)
            raise ConfigError(f"unknown penalty {self.policy!r}{hint}; the penalties are {', '.join(PENALTIES)}")
        if self.points is not None and not 0 < self.points < inf:
            raise ConfigError(f"a forfeit must cost more than 0 points and not be endless, not {self.points}")

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SeatFault:
    """A fault at the table: whose, of what kind, in words that follow the bot's name, and what its stderr says.

    deal: in which of the game's deals, from 0.
    """

    seat: int
    kind: FaultKind
    sentence: str
    stderr: str = ""
    deal: int = 0
