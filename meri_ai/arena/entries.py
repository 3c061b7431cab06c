"""What takes part in a run: one bot for all its seats, or a mixed team, a bot for each seat of the team.

An entry is a text. That of a mixed team is its spec strings joined by " + ", by seat of the team; fewer specs than
the team has seats are repeated, and their number must divide that of the seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meri_ai._core.errors import ConfigError
from meri_ai.bots.spec import BotSpec, parse_spec

JOINT = " + "


def mixed_entry(specs: Sequence[str]) -> str:
    """The entry of a mixed team. ConfigError for an empty list."""
    if not specs:
        raise ConfigError("a mixed team lists at least one bot")
    return JOINT.join(spec.strip() for spec in specs)


def seat_specs(entry: str) -> list[str]:
    """The spec strings of an entry: one, or those of a mixed team."""
    return [part.strip() for part in entry.split(JOINT)]


def normal_entry(entry: str) -> list[BotSpec]:
    """The same for entries that are one bot in other words: options in another order, or a team of one bot alone."""
    specs = [replace(parse_spec(spec), text="") for spec in seat_specs(entry)]
    specs = [replace(spec, options=tuple(sorted(spec.options))) for spec in specs]
    return specs[:1] if all(spec == specs[0] for spec in specs) else specs


def specs_by_seat(entries: Sequence[str], seating: Sequence[int], teams: Sequence[int]) -> list[str]:
    """For each seat of a game the spec string of its bot.

    entries: those that meet; seating: which of them holds each seat; teams: the team of each seat.
    """
    split = [seat_specs(entry) for entry in entries]
    place: dict[int, int] = {}  # how many seats of each team have been gone through
    by_seat = []
    for side, team in zip(seating, teams, strict=True):
        number = place.get(team, 0)
        by_seat.append(split[side][number % len(split[side])])
        place[team] = number + 1
    return by_seat


def check_entry(entry: str, teams: Sequence[int]) -> None:
    """ConfigError when a mixed team does not fit the teams of a game."""
    count = len(seat_specs(entry))
    for team in set(teams):
        if (seats := teams.count(team)) % count:
            raise ConfigError(
                f"the mixed team {entry!r} has {count} bots, which does not divide the {seats} seats of a team"
            )
