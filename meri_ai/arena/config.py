"""A tournament file: TOML, checked key by key, each mistake one sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from meri_ai._core.errors import ConfigError, RulesError
from meri_ai.arena.boards_file import BoardDeals, boards_digest, read_boards
from meri_ai.arena.early import SPRT, EarlyStop
from meri_ai.arena.entries import mixed_entry, normal_entry
from meri_ai.arena.faults import Penalty
from meri_ai.arena.run import MOST_BOARDS, GameSettings, Run, check_boards
from meri_ai.arena.schedule import meetings_of
from meri_ai.bots.limits import Limits
from meri_ai.names import suggestion

DEFAULT_SEED = 1


class TournamentConfig(BaseModel):
    """The keys of a tournament file."""

    # built when a file is read: other commands, which need none of it, start sooner
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    name: str = Field(pattern=r"^[\w-][\w .+-]{0,99}$")
    """Of the run and of its folder; the file's own name where it is not given."""
    game: str = "meri"
    rules: str | None = None
    """The preset; the game's first where it is not given."""
    players: int | None = Field(default=None, ge=1)
    """At the table, where the game leaves it open."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Single rules options on top of the preset; the game itself knows their values."""
    bots: list[str | list[str]] = Field(min_length=2)
    """Spec strings; a list of them is a mixed team, by seat of the team."""
    schedule: str = "round-robin"
    boards: int | None = Field(default=None, ge=1, le=MOST_BOARDS)
    """For each meeting; may be left out with a boards file, which is then played whole."""
    boards_file: str | None = None
    """Relative to the tournament file's folder."""
    unit: str = "deal"
    seed: int | None = Field(default=None, ge=0, lt=2**64)
    """That of the boards file where it is not given, else 1."""
    limits: dict[str, Any] = Field(default_factory=dict)
    penalty: str = "forfeit"
    forfeit_points: float | None = None
    """A deal; the game's own where it is not given."""
    sprt: str | None = None
    until: str | None = None

    @property
    def entries(self) -> list[str]:
        """The bots as a run names them."""
        return [bot.strip() if isinstance(bot, str) else mixed_entry(bot) for bot in self.bots]


class Tournament(NamedTuple):
    """What a tournament file says: its settings, the run they make, and the deals of its boards file, if any."""

    config: TournamentConfig
    run: Run
    deals: list[BoardDeals]


def load_tournament(path: Path, allow_cheaters: bool = False) -> Tournament:
    """The tournament of a file, with game, bots and boards loaded and found good.

    ConfigError, which names the file, for whatever is wrong in it; BotError for a bot whose own code fails to load.
    """
    config = read_config(path)
    try:
        settings = GameSettings.make(config.game, config.rules, config.options, config.players)
        file = None if config.boards_file is None else path.parent / config.boards_file
        boards, deals, seed = board_deals(settings, config.unit, file, config.boards, config.seed)
        run = Run(
            settings,
            tuple(config.entries),
            meetings_of(config.schedule, len(config.bots), len(set(settings.load().teams))),
            boards,
            seed,
            config.unit,
            Limits.of(config.limits),
            Penalty(config.penalty, config.forfeit_points),
            boards_digest(deals) if deals else None,
            stop_rule(config.sprt, config.until),
        )
        run.check(allow_cheaters)
        EarlyStop(run)
    except (ConfigError, RulesError) as error:
        raise ConfigError(f"{path}: {error}") from None
    return Tournament(config, run, deals)


def board_deals(
    settings: GameSettings, unit: str, file: Path | None, boards: int | None, seed: int | None
) -> tuple[int, list[BoardDeals], int]:
    """How many boards a meeting plays, their deals where a file gives them, and the run's seed.

    boards, seed: None for what the file says. ConfigError for a number of boards that cannot be played or is not there.
    """
    game = settings.load()
    game.check_unit(unit)
    if boards is not None:
        check_boards(boards)
    if file is None:
        if boards is None:
            raise ConfigError("the key 'boards' is missing")
        return boards, [], DEFAULT_SEED if seed is None else seed
    deals, file_seed = read_boards(file, game, unit)
    if boards is not None and boards > len(deals):
        raise ConfigError(f"boards file {file} holds {len(deals)} boards, not {boards}")
    if seed is None:
        seed = DEFAULT_SEED if file_seed is None else file_seed
    return boards or len(deals), deals[:boards], seed


def stop_rule(sprt: str | None, until: str | None) -> str | None:
    """The rule of an early stop as a run holds it. ConfigError for two of them."""
    if sprt is not None and until is not None:
        raise ConfigError("give sprt or until, not both")
    return SPRT + sprt if sprt is not None else until


def read_config(path: Path) -> TournamentConfig:
    """The file's settings, their types and bounds checked. ConfigError names the file and the key."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, tables nested by the thousand
        raise ConfigError(f"{path} holds a number or a nesting beyond all bounds") from None
    try:
        config = TournamentConfig.model_validate({"name": path.stem} | table)
    except ValidationError as error:
        whose = "" if "name" in table else " (the file's name: give another one by the key 'name')"
        raise ConfigError(f"{path}: {_sentence(error.errors(), whose)}") from None
    if any(not bot for bot in config.bots):
        raise ConfigError(f"{path}: a mixed team lists at least one bot")
    try:
        normal = [normal_entry(bot) for bot in config.entries]
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None
    for number, bot in enumerate(normal):
        if (first := normal.index(bot)) < number:
            told = config.entries[first], config.entries[number]
            other = "" if told[0] == told[1] else f", the second time as {told[1]!r}"
            raise ConfigError(f"{path}: bot {told[0]!r} is listed twice{other}")
    return config


def _sentence(errors: list[ErrorDetails], whose_name: str) -> str:
    """pydantic's first finding in our words; an unknown key goes before the key that is missing in its place.

    whose_name: added where the name is at fault.
    """
    error = min(errors, key=lambda found: found["type"] != "extra_forbidden")
    key = ".".join(str(part) for part in error["loc"][:1])
    value: Any = error["input"]
    known = list(TournamentConfig.model_fields)
    match error["type"]:
        case "extra_forbidden":
            return f"unknown key {key!r}{suggestion(key, known)}; the keys are {', '.join(known)}"
        case "missing":
            return f"the key {key!r} is missing"
        case "too_short":
            return f"{key} must list two or more, not {len(value)}"
        case "greater_than_equal":
            return f"{key} must be {error['ctx']['ge']} or more, not {value}"
        case "less_than_equal":
            return f"{key} must be {error['ctx']['le']} or less, not {value}"
        case "string_pattern_mismatch":
            return f"{key} must be of letters, digits, spaces, and . _ + - inside, not {value!r}{whose_name}"
        case "less_than":
            return f"{key} must be less than {error['ctx']['lt']}, not {value}"
        case _:
            wanted = {"bots": "a list of bot texts", "boards": "a whole number", "seed": "a whole number"}
            wanted |= {"players": "a whole number"}
            wanted |= {"options": "a table of option = value", "limits": "a table of limit = value"}
            wanted |= {"forfeit_points": "a number"}
            return f"{key} must be {wanted.get(key, 'a text')}, not {value!r}"
