"""From spec strings to bots: built-in ones, own classes (by file, module or entry point), and programs ("cmd:...")."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

from meri_ai._core.errors import BotError, ConfigError, SearchError
from meri_ai.bots.entry_points import entry_point, entry_point_names
from meri_ai.bots.faults import BotFault
from meri_ai.bots.options import keyword_arguments
from meri_ai.bots.policy_bots import FrozenRuleBot, RandomBot, RuleBot
from meri_ai.bots.protocol import Bot
from meri_ai.bots.search_bots import ClairvoyantBot, IsmctsBot, MonteCarloBot
from meri_ai.bots.spec import BotSpec, parse_spec
from meri_ai.names import suggestion

BUILTIN: dict[str, type[Any]] = {
    "random": RandomBot,
    "rule": RuleBot,
    "rule@1": FrozenRuleBot,  # when the rule policy changes, this name keeps the present one
    "montecarlo": MonteCarloBot,
    "ismcts": IsmctsBot,
    "clairvoyant": ClairvoyantBot,
}


class BotFactory:
    """Makes the bots of one spec string: call it once for every game and seat."""

    def __init__(self, spec: BotSpec) -> None:
        """ConfigError for a bot, option or program that does not exist; BotError when the bot's own code fails to load.

        A program is not started here: it may fail in its own games alone.
        """
        self.name = spec.text
        self.is_process = bool(spec.command)
        self.cheats = False
        self.goal = "points"
        self._make: Callable[[], Any]
        if self.is_process:
            self._make = process_bot_maker(spec)
            return
        made_by: Callable[..., Any] = bot_class(spec)
        self._make = partial(made_by, **keyword_arguments(spec, made_by))
        self.cheats = bool(getattr(made_by, "cheats", False))
        if spec.is_name and spec.target in BUILTIN:
            try:
                self.goal = getattr(self._make(), "goal", self.goal)
            except SearchError as error:  # before the first game, not in it
                raise ConfigError(f"bot {self.name!r}: {error}") from None

    def __call__(self) -> Bot:
        """A new bot. BotError when its class raises."""
        try:
            bot: Bot = self._make()
            if not hasattr(bot, "name"):
                with contextlib.suppress(AttributeError):  # a class with slots may have no room for it
                    bot.name = self.name
        except BotFault:
            raise
        except (Exception, SystemExit) as error:
            raise BotError(f"bot {self.name!r} could not be made: {one_line(error)}") from error
        return bot


@lru_cache(maxsize=256)
def bot_factory(text: str) -> BotFactory:
    """The factory of a spec string such as "ismcts:iterations=5000,c=0.3"; one for each string in a process."""
    return BotFactory(parse_spec(text))


def process_bot_maker(spec: BotSpec) -> Callable[[], Any]:
    """What makes the bots of a program. ConfigError when there is no such program."""
    if os.name != "posix":
        raise ConfigError(f"bot {spec.text!r}: programs can play on Linux and macOS only")
    program = spec.command[0]
    if shutil.which(program) is None:
        if Path(program).is_file():
            raise ConfigError(f"bot {spec.text!r}: the file {program} is not executable (chmod +x {program})")
        raise ConfigError(f"bot {spec.text!r}: there is no program {program!r}")
    # only here: it brings the protocol and what that needs
    from meri_ai.bots.process_bot import ProcessBot

    return partial(ProcessBot, spec.text, spec.command, dict(spec.options))


def bot_class(spec: BotSpec) -> type[Any]:
    """The class behind a spec string that is no program. Errors as for BotFactory."""
    if spec.is_name:
        return BUILTIN[spec.target] if spec.target in BUILTIN else _class_of_entry_point(spec)
    place, _, class_name = spec.target.rpartition(":")
    if place in BUILTIN:
        raise ConfigError(f"bot {spec.text!r}: {class_name!r} is not of the form option=value")
    module = _module_of_file(place) if place.endswith(".py") else _module_of_name(place)
    found = getattr(module, class_name, None)
    if found is None:
        classes = [name for name, value in vars(module).items() if isinstance(value, type)]
        raise ConfigError(f"there is no class {class_name!r} in {place}{suggestion(class_name, classes)}")
    return _checked_class(found, f"{class_name!r} in {place}")


def one_line(error: BaseException) -> str:
    """An exception in one line: its class and the first line of its message."""
    try:
        lines = str(error).splitlines()
    except Exception:  # its own __str__ raises
        lines = []
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _class_of_entry_point(spec: BotSpec) -> type[Any]:
    found = entry_point(spec.target)
    if found is None:
        installed = entry_point_names()
        more = f", installed packages bring {', '.join(installed)}" if installed else ""
        raise ConfigError(
            f"unknown bot {spec.target!r}{suggestion(spec.target, [*BUILTIN, *installed])}: the built-in bots are "
            f"{', '.join(BUILTIN)}{more}; an own bot is package.module:Class, file.py:Class or cmd:./program"
        )
    try:
        loaded = found.load()
    except (Exception, SystemExit) as error:
        raise BotError(f"bot {spec.target!r} ({found.value}) failed to load: {one_line(error)}") from error
    return _checked_class(loaded, f"{spec.target!r} ({found.value})")


def _checked_class(found: Any, told: str) -> type[Any]:
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        raise ConfigError(f"{told} is no bot: a bot is a class with a method choose(view, *, seed)")
    return found


def _module_of_name(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise ConfigError(f"{name!r} is no module's name; a bot is package.module:Class or path/to/file.py:Class")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise BotError(f"bot module {name} failed to import: {one_line(error)}") from error
        raise ConfigError(f"there is no module {error.name!r}; a bot in a file is path/to/file.py:Class") from None
    except (Exception, SystemExit) as error:
        raise BotError(f"bot module {name} failed to import: {one_line(error)}") from error


def _module_of_file(place: str) -> ModuleType:
    """The module of a bot file, executed once in a process. Relative paths start at the current directory."""
    path = Path(place).resolve()
    name = "meri_ai_bot_" + hashlib.blake2b(str(path).encode(), digest_size=8).hexdigest()
    if name in sys.modules:
        return sys.modules[name]
    if not path.is_file():
        raise ConfigError(f"there is no bot file {path}")
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module  # before it runs: dataclasses and pickle look it up
    try:
        found.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BotError(f"bot file {path} failed to load: {one_line(error)}") from error
    return module
