"""What a bot may do wrong, as an exception that says which status its game gets."""

from __future__ import annotations

from typing import Literal, get_args

from meri_ai._core.errors import BotError

FaultKind = Literal["illegal", "timeout", "crash", "init"]
"""illegal: an answer that is no legal action; timeout: none in time; init: never got ready; crash: all else."""

FAULT_KINDS: tuple[FaultKind, ...] = get_args(FaultKind)


class BotFault(BotError):
    """A bot that failed in a game. It costs that game alone.

    kind: the status of the game; sentence: what the bot did, fit to follow "bot 'x' " ("exited with status 1 ...");
    stderr: the end of what it wrote to standard error, as text, bounded in length.
    """

    def __init__(self, kind: FaultKind, sentence: str, stderr: str = "") -> None:
        sentence, stderr = _storable(sentence), _storable(stderr)
        # all three go to Exception, so that the fault pickles
        super().__init__(kind, sentence, stderr)
        self.kind: FaultKind = kind
        self.sentence = sentence
        self.stderr = stderr

    def __str__(self) -> str:
        return self.sentence


def _storable(text: str) -> str:
    """The text without what UTF-8 cannot hold, which Python allows in a text."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
