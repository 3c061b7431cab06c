"""Bots of installed packages: the entry point group `meri_ai.bots`, each name a class like that of any own bot.

In the package's pyproject.toml:

    [project.entry-points."meri_ai.bots"]
    clever = "my_package.bots:Clever"
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

GROUP = "meri_ai.bots"


def entry_point_names() -> tuple[str, ...]:
    """All names, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def entry_point(name: str) -> EntryPoint | None:
    """The entry point of this name; the first where two packages give the same."""
    return next(iter(entry_points(group=GROUP, name=name)), None)
