"""An engine that plays card games with hidden hands, and the bench on which its players are compared."""

from importlib.metadata import version

from meri_ai._core.action import Action
from meri_ai._core.errors import (
    BotError,
    CardError,
    ConfigError,
    DealError,
    IllegalActionError,
    MeriAiError,
    RecordError,
    RulesError,
    SearchError,
    ViewError,
)
from meri_ai.build import build_info
from meri_ai.games.load import load_game
from meri_ai.search import SearchResult, SearchRow, search

__version__ = version("meri_ai")

__all__ = [
    "Action",
    "BotError",
    "CardError",
    "ConfigError",
    "DealError",
    "IllegalActionError",
    "MeriAiError",
    "RecordError",
    "RulesError",
    "SearchError",
    "SearchResult",
    "SearchRow",
    "ViewError",
    "__version__",
    "build_info",
    "load_game",
    "search",
]
