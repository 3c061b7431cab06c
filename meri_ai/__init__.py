"""An engine that plays card games with hidden hands, and the bench on which its players are compared."""

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> str:
        """`__version__`: looked up when it is asked for, since the look-up takes as long as all else here."""
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version

        globals()[name] = version(__name__)
        return globals()[name]


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
