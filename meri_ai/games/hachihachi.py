"""Hachihachi: rules, deals and states (docs/hachihachi-rules.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from meri_ai._core.errors import DealError, RecordError
from meri_ai._core.games.hachihachi import HachihachiGame, HachihachiState
from meri_ai._core.games.hachihachi_view import HachihachiView
from meri_ai._core.unit import Unit
from meri_ai.games.hachihachi_deal import HachihachiDeal
from meri_ai.games.hachihachi_log import HachihachiLog
from meri_ai.games.hachihachi_rules import make_rules
from meri_ai.games.hachihachi_values import kan_of
from meri_ai.games.hachihachi_view_json import view_from_json
from meri_ai.games.hachihachi_world import sample_world
from meri_ai.games.hachihachi_year import HachihachiYear
from meri_ai.games.hanafuda import CARD_TEXTS

PLAYERS = 3  # where nobody says how many


class Hachihachi(HachihachiGame):
    """Hachihachi under one ruleset; games with equal rules and players are equal. Made by load_game("hachihachi")."""

    forfeit = 200.0  # mon: about the worst month without a yaku of many kan
    units = ("deal", "year")
    goals = ("points", "place")  # mon of the month, the expected place at the end of the year

    def __init__(self, preset: str = "standard", /, players: int | None = None, **options: Any) -> None:
        rules = make_rules(preset, **options)
        super().__init__(rules, PLAYERS if players is None else players, CARD_TEXTS, kan_of(rules))

    def __reduce__(self) -> tuple[Callable[..., Hachihachi], tuple[str, int, dict[str, Any]]]:
        return load_hachihachi, (self.rules.preset, self.seats, self.rules.options)

    def random_deal(self, seed: int) -> HachihachiDeal:
        """The deal of this seed (0 to 2**64 - 1), the same for ever; never a misdeal."""
        return HachihachiDeal.random(self.seats, seed)

    def deal(
        self, hands: Sequence[Iterable[str | int]], field: Iterable[str | int], pile_order: Iterable[str | int]
    ) -> HachihachiDeal:
        """A deal of cards given by text or canonical number ("blank" for the blank).

        Raises DealError when a card is missing, is dealt twice or is none, and for four of a month on the field.
        """
        return HachihachiDeal.of(self.seats, hands, field, pile_order)

    def deal_from_json(self, data: object) -> HachihachiDeal:
        """A deal as a record holds it (docs/records.md); DealError says what is wrong with it."""
        return HachihachiDeal.from_json(self.seats, data)

    def new_state(
        self,
        deal: HachihachiDeal,
        dealer: int = 0,
        scores: Sequence[int] | None = None,
        carried: Sequence[int] = (),
        month: int = 1,
    ) -> HachihachiState:
        """The start of a month. scores: each seat's account in mon before it; carried: multipliers carried in.

        month: which of the year, from 1, for searches that look at its end.
        """
        return HachihachiState(self, deal, dealer, scores, carried, month)

    def state_of_record(self, record: dict[str, Any]) -> HachihachiState:
        """The state before a record's first step; DealError or RecordError say what is wrong with it."""
        if record["dealer"] not in range(self.seats):
            raise RecordError(f"'dealer' is a seat from 0 to {self.seats - 1}, not {record['dealer']}")
        try:
            return self.new_state(
                self.deal_from_json(record["deal"]),
                record["dealer"],
                carried=record.get("carried", ()),
                month=record.get("month", 1),
            )
        except TypeError:
            raise DealError(f"carried is a list of multipliers, each 2 or 4, not {record['carried']!r}") from None

    def view_from_json(self, data: object) -> HachihachiView:
        """The view that view.to_json() wrote; ViewError says which field is wrong."""
        return view_from_json(self, data)

    def sample_world(self, view: HachihachiView, seed: int) -> HachihachiState:
        """A whole state drawn uniformly from those that give this very view, its history replayed."""
        return sample_world(self, view, seed)

    def new_unit(self, unit: str, dealer: int = 0) -> Unit:
        """One game of a unit; `dealer` deals first."""
        return HachihachiYear(self, dealer) if unit == "year" else super().new_unit(unit, dealer)

    def most_deals(self, unit: str) -> int | None:
        """The months of a year."""
        self.check_unit(unit)
        return 1 if unit == "deal" else int(self.rules.months)

    def new_log(self, state: HachihachiState) -> HachihachiLog:
        """Writes the month a turn a line, and its ledger."""
        return HachihachiLog(state)


def load_hachihachi(preset: str, players: int, options: dict[str, Any]) -> Hachihachi:
    """The game with these rules, for pickle."""
    return Hachihachi(preset, players=players, **options)
