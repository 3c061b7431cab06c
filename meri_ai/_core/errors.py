"""Everything that meri_ai raises on purpose: each message is one sentence, what was wrong and what would be right."""

from __future__ import annotations

from collections.abc import Sequence


class MeriAiError(Exception):
    """The base of all errors of this package."""


class RulesError(MeriAiError, ValueError):
    """An unknown game, preset, option or option value."""


class CardError(MeriAiError, ValueError):
    """A text or number that is no card."""


class DealError(MeriAiError, ValueError):
    """A deal that uses a card twice, lacks one, or has the wrong shape."""


class ViewError(MeriAiError, ValueError):
    """A view that is asked for what it cannot give, or that cannot be read."""


class RecordError(MeriAiError, ValueError):
    """A record that cannot be read or written."""


class ConfigError(MeriAiError, ValueError):
    """A tournament file or a command line that makes no sense."""


class BotError(MeriAiError, ValueError):
    """A bot that is not known, cannot be made, or misbehaves."""


class SearchError(MeriAiError, ValueError):
    """A search that is asked for something impossible."""


class IllegalActionError(MeriAiError, ValueError):
    """An action that is not legal now.

    seat: who was to move (-1 when the deal is over); action: its text; legal: the texts of all legal actions, in
    canonical order; reason: why it is not legal, in words.
    """

    def __init__(self, seat: int, action: str, legal: Sequence[str], reason: str) -> None:
        # all four go to Exception, so that the error pickles
        super().__init__(seat, action, tuple(legal), reason)
        self.seat = seat
        self.action = action
        self.legal = tuple(legal)
        self.reason = reason

    def __str__(self) -> str:
        legal = ", ".join(self.legal) if self.legal else "nothing"
        if self.seat < 0:
            return f"nobody may {self.action!r}: {self.reason}"
        return f"seat {self.seat} may not {self.action!r}: {self.reason}; legal: {legal}"
