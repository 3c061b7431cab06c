"""Help with names that were typed wrong."""

from collections.abc import Iterable
from difflib import get_close_matches


def suggestion(name: str, known: Iterable[str]) -> str:
    """ " (did you mean 'rule'?)" for use inside a sentence, or nothing when no known name is near."""
    near = get_close_matches(name, list(known), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
