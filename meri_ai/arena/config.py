"""A tournament file: TOML, checked key by key, each mistake one sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from meri_ai._core.errors import ConfigError, RulesError
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.schedule import round_robin
from meri_ai.names import suggestion


class TournamentConfig(BaseModel):
    """The keys of a tournament file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: str = Field(min_length=1)
    """Of the run and of its folder; the file's own name where it is not given."""
    game: str = "meri"
    rules: str = "hitoyoshi"
    """The preset."""
    options: dict[str, bool | int | str | list[str]] = Field(default_factory=dict)
    """Single rules options on top of the preset."""
    bots: list[str] = Field(min_length=2)
    """Spec strings; every bot plays every other."""
    boards: int = Field(ge=1)
    """For each pair. A board is one deal played twice, sides swapped."""
    seed: int = Field(default=1, ge=0, lt=2**64)


def load_tournament(path: Path, allow_cheaters: bool = False) -> tuple[TournamentConfig, Run]:
    """The file's settings and the run they make, with game and bots loaded and found good.

    ConfigError, which names the file, for whatever is wrong in it; BotError for a bot whose own code fails to load.
    """
    config = read_config(path)
    try:
        settings = GameSettings.make(config.game, config.rules, config.options)
        run = Run(settings, tuple(config.bots), round_robin(len(config.bots)), config.boards, config.seed)
        run.check(allow_cheaters)
    except (ConfigError, RulesError) as error:
        raise ConfigError(f"{path}: {error}") from None
    return config, run


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
    try:
        config = TournamentConfig.model_validate({"name": path.stem} | table)
    except ValidationError as error:
        raise ConfigError(f"{path}: {_sentence(error.errors())}") from None
    if twice := sorted({bot for bot in config.bots if config.bots.count(bot) > 1}):
        raise ConfigError(f"{path}: bot {twice[0]!r} is listed twice")
    return config


def _sentence(errors: list[ErrorDetails]) -> str:
    """pydantic's first finding in our words; an unknown key goes before the key that is missing in its place."""
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
        case "less_than":
            return f"{key} must be less than {error['ctx']['lt']}, not {value}"
        case _:
            wanted = {"bots": "a list of bot texts", "boards": "a whole number", "seed": "a whole number"}
            wanted["options"] = "a table of option = value"
            return f"{key} must be {wanted.get(key, 'a text')}, not {value!r}"
