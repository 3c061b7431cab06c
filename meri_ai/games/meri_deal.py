"""A deal of Meri: who gets which cards (docs/meri-rules.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from meri_ai._core.action import Action
from meri_ai._core.errors import CardError, DealError
from meri_ai.games.meri_cards import CARD_TEXTS, CARDS, card_number
from meri_ai.games.shuffle import shuffled

SEATS = 8
HAND_CARDS = 9
WIDOW_CARDS = 3


@dataclass(frozen=True)
class MeriDeal:
    """All 75 cards by canonical number, in the order dealt; DealError names the card when one is dealt twice.

    hands: seat 0's to seat 7's, nine cards each, so that the first three are the first packet; widow: three, the okie
    first; redeals: the deals that follow where the rules offer redeals; seed: of a random deal, whose redeals are
    drawn from it without end.
    """

    hands: tuple[tuple[int, ...], ...]
    widow: tuple[int, ...]
    redeals: tuple[MeriDeal, ...] = ()
    seed: int | None = None

    def __post_init__(self) -> None:
        if len(self.hands) != SEATS:
            raise DealError(f"a deal has {SEATS} hands, not {len(self.hands)}")
        places: dict[int, str] = {}
        for where, cards, _ in self._places():
            for card in cards:
                if card not in range(CARDS):
                    raise DealError(f"{where}: {card!r} is no card number from 0 to {CARDS - 1}")
                if card in places:
                    raise DealError(f"card {CARD_TEXTS[card]!r} is dealt twice: to {places[card]} and to {where}")
                places[card] = where
        missing = [repr(text) for number, text in enumerate(CARD_TEXTS) if number not in places]
        for where, cards, size in self._places():
            if len(cards) != size:
                raise DealError(f"{where} has {len(cards)} cards, not {size}; missing: {', '.join(missing)}")

    def _places(self) -> Iterable[tuple[str, tuple[int, ...], int]]:
        for seat, hand in enumerate(self.hands):
            yield f"the hand of seat {seat}", hand, HAND_CARDS
        yield "the widow", self.widow, WIDOW_CARDS

    @classmethod
    def of(
        cls,
        hands: Sequence[Iterable[str | int]],
        widow: Iterable[str | int],
        redeals: Iterable[MeriDeal] = (),
    ) -> MeriDeal:
        """A deal of cards given by text or number; DealError names a card that is none, is missing or comes twice."""
        each = enumerate(_listed(hands, "the list of hands"))
        return cls(
            tuple(_cards(hand, f"the hand of seat {seat}") for seat, hand in each),
            _cards(widow, "the widow"),
            tuple(redeals),
        )

    @classmethod
    def random(cls, seed: int, redeal: int = 0) -> MeriDeal:
        """The deal of this seed, 0 to 2**64 - 1, the same for ever; `redeal` counts the redeals before it."""
        order = shuffled(range(CARDS), seed, stream=redeal)
        hands = tuple(tuple(order[HAND_CARDS * seat : HAND_CARDS * (seat + 1)]) for seat in range(SEATS))
        return cls(hands, tuple(order[HAND_CARDS * SEATS :]), seed=seed)

    def redeal(self, number: int) -> MeriDeal:
        """The deal after `number` redeals, counted from 1; DealError where an explicit list has no such deal."""
        if number <= len(self.redeals):
            return self.redeals[number - 1]
        if self.seed is not None:
            return MeriDeal.random(self.seed, number)
        raise DealError(f"redeal {number} is asked for, but the deal lists {len(self.redeals)}")

    def to_json(self, history: Sequence[tuple[int, Action]] = ()) -> dict[str, Any]:
        """The deal as a record holds it, with every redeal that `history` (a state's) came to."""
        redealt = len(list(takewhile(lambda step: step[1].text == "redeal", history)))
        data = self._own_json()
        redeals = [self.redeal(number)._own_json() for number in range(1, max(redealt, len(self.redeals)) + 1)]
        return data | {"redeals": redeals} if redeals else data

    def _own_json(self) -> dict[str, Any]:
        return {
            "hands": [[CARD_TEXTS[card] for card in hand] for hand in self.hands],
            "widow": [CARD_TEXTS[card] for card in self.widow],
        }

    @classmethod
    def from_json(cls, data: object) -> MeriDeal:
        """A deal as a record holds it; DealError says what is wrong with it."""
        redeals = data.get("redeals", []) if isinstance(data, dict) else []
        if not isinstance(redeals, list):
            raise DealError(f"'redeals' of a deal is a list of deals, not {redeals!r}")
        first = cls._from_own_json(data, "a deal")
        later = [cls._from_own_json(deal, f"redeal {number}") for number, deal in enumerate(redeals, 1)]
        return cls(first.hands, first.widow, tuple(later))

    @classmethod
    def _from_own_json(cls, data: object, what: str) -> MeriDeal:
        if not isinstance(data, dict):
            raise DealError(f"{what} is an object with 'hands' and 'widow', not {data!r}")
        for key in ("hands", "widow"):
            if key not in data:
                raise DealError(f"{what} lacks {key!r}")
        try:
            return cls.of(data["hands"], data["widow"])
        except DealError as error:
            raise DealError(f"{what}: {error}" if what != "a deal" else str(error)) from None


def _listed(items: object, what: str) -> list[Any]:
    if isinstance(items, (str, bytes)) or not isinstance(items, Iterable):
        raise DealError(f"{what} must be a list, not {items!r}")
    return list(items)


def _cards(items: object, what: str) -> tuple[int, ...]:
    try:
        return tuple(card_number(card) for card in _listed(items, what))
    except CardError as error:
        raise DealError(f"{what}: {error}") from None
