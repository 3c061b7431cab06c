"""A deliberately naive way to draw a world; it is not uniform, and the chi-square test has to notice."""

from __future__ import annotations

import random
from collections.abc import Collection

from .knowledge import Knowledge
from .worlds import World, candidate_world, reasons_against


class NaiveSampler:
    """Fills the places in order with random cards, skips forbidden ones, and gives up in a dead end."""

    def __init__(self, known: Knowledge, worlds: Collection[World]) -> None:
        self.known = known
        self.worlds = frozenset(worlds)
        self.slots = known.slots()
        self.unseen = known.unseen()
        self.allowed = [{card for card in self.unseen if not reasons_against(known, slot, card)} for slot in self.slots]

    def draw(self, rng: random.Random) -> World | None:
        """One of the worlds, drawn naively; None where this try came to a dead end."""
        world = self._fill(rng)
        return world if world in self.worlds else None

    def _fill(self, rng: random.Random) -> World | None:
        left = list(self.unseen)
        rng.shuffle(left)
        chosen = []
        for slot, allowed in zip(self.slots, self.allowed, strict=True):
            cards = [card for card in left if card in allowed][: slot.size]
            if len(cards) < slot.size:
                return None
            chosen += [(slot, card) for card in cards]
            left = [card for card in left if card not in cards]
        return candidate_world(self.known, chosen)
