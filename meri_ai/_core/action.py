"""One action of a game: its record text and a small fixed number."""

from __future__ import annotations

from functools import total_ordering
from typing import ClassVar


@total_ordering
class Action:
    """An immutable pair of `id` (fixed for each game) and `text` (what records hold); the same pair is the same object.

    Actions are ordered by id. Actions of two games with the same id and another text differ.
    """

    __slots__ = ("id", "text")
    id: int
    text: str
    _known: ClassVar[dict[tuple[int, str], Action]] = {}

    def __new__(cls, id: int, text: str) -> Action:
        known = cls._known.get((id, text))
        if known is not None:
            return known
        action = super().__new__(cls)
        object.__setattr__(action, "id", id)
        object.__setattr__(action, "text", text)
        # setdefault: two threads that make the same action at once get one object
        return cls._known.setdefault((id, text), action)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an Action cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an Action cannot be changed: {name}")

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return (self.id, self.text) < (other.id, other.text)

    def __hash__(self) -> int:
        return self.id  # never of the text: that would differ from process to process

    def __eq__(self, other: object) -> bool:
        return self is other

    def __reduce__(self) -> tuple[type[Action], tuple[int, str]]:
        return Action, (self.id, self.text)

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: object) -> Action:
        return self

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action({self.id}, {self.text!r})"
