"""A deal of the fishing family: hands, field and pile (docs/fishing-rules.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from meri_ai._core.errors import CardError, DealError
from meri_ai.games.fishing_deck import CARDS, Deck
from meri_ai.games.shuffle import shuffled

# cards of a hand, of the field and of the pile by number of players
SIZES = {2: (10, 8, 20), 3: (7, 6, 21), 4: (5, 8, 20)}


@dataclass(frozen=True)
class FishingDeal:
    """All 48 cards by canonical number: the hands by seat in the order dealt, the field, the pile from the top.

    DealError names the card that is dealt twice or missing, and the month that lies on the field with all its four
    cards (a misdeal).
    """

    deck: Deck
    hands: tuple[tuple[int, ...], ...]
    field: tuple[int, ...]
    pile: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.hands) not in SIZES:
            raise DealError(f"a deal has {', '.join(map(str, SIZES))} hands, not {len(self.hands)}")
        places: dict[int, str] = {}
        for where, cards, _ in self._places():
            for card in cards:
                if type(card) is not int or not 0 <= card < CARDS:
                    raise DealError(f"{where}: {card!r} is no card number from 0 to {CARDS - 1}")
                if card in places:
                    raise DealError(f"card {self.deck.texts[card]!r} is dealt twice: to {places[card]} and to {where}")
                places[card] = where
        missing = [repr(text) for number, text in enumerate(self.deck.texts) if number not in places]
        for where, cards, size in self._places():
            if len(cards) != size:
                lacking = f"; missing: {', '.join(missing)}" if missing else ""
                raise DealError(f"{where} has {len(cards)} cards, not {size}{lacking}")
        if month := self.deck.whole_month(self.field):
            raise DealError(f"a misdeal: all four cards of {month} lie on the field")

    def _places(self) -> Iterator[tuple[str, tuple[int, ...], int]]:
        hand_cards, field_cards, pile_cards = SIZES[len(self.hands)]
        for seat, hand in enumerate(self.hands):
            yield f"the hand of seat {seat}", hand, hand_cards
        yield "the field", self.field, field_cards
        yield "the pile", self.pile, pile_cards

    @classmethod
    def of(
        cls,
        deck: Deck,
        players: int,
        hands: Sequence[Iterable[str | int]],
        field: Iterable[str | int],
        pile: Iterable[str | int],
    ) -> FishingDeal:
        """A deal of cards given by text or number; DealError names what is wrong with it."""
        each = _listed(hands, "the list of hands")
        if len(each) != players:
            raise DealError(f"a deal for {players} players has {players} hands, not {len(each)}")
        return cls(
            deck,
            tuple(_cards(deck, hand, f"the hand of seat {seat}") for seat, hand in enumerate(each)),
            _cards(deck, field, "the field"),
            _cards(deck, pile, "the pile"),
        )

    @classmethod
    def random(cls, deck: Deck, players: int, seed: int) -> FishingDeal:
        """The deal of this seed, 0 to 2**64 - 1, the same for ever; a misdeal is dealt again from the same seed."""
        hand_cards, field_cards, _ = SIZES[players]
        pile_from = hand_cards * players + field_cards
        stream = 0
        while True:
            order = shuffled(range(CARDS), seed, stream)
            field = order[hand_cards * players : pile_from]
            if not deck.whole_month(field):
                break
            stream += 1
        hands = tuple(tuple(order[hand_cards * seat : hand_cards * (seat + 1)]) for seat in range(players))
        return cls(deck, hands, tuple(field), tuple(order[pile_from:]))

    def to_json(self) -> dict[str, Any]:
        """The deal as a record holds it."""
        return {
            "hands": [self.deck.text_list(hand) for hand in self.hands],
            "field": self.deck.text_list(self.field),
            "pile": self.deck.text_list(self.pile),
        }

    @classmethod
    def from_json(cls, deck: Deck, players: int, data: object) -> FishingDeal:
        """A deal as a record holds it; DealError says what is wrong with it."""
        if not isinstance(data, dict):
            raise DealError(f"a deal is an object with 'hands', 'field' and 'pile', not {data!r}")
        for key in ("hands", "field", "pile"):
            if key not in data:
                raise DealError(f"a deal lacks {key!r}")
        return cls.of(deck, players, data["hands"], data["field"], data["pile"])


def _listed(items: object, what: str) -> list[Any]:
    if isinstance(items, (str, bytes, dict)) or not isinstance(items, Iterable):
        raise DealError(f"{what} must be a list, not {items!r}")
    return list(items)


def _cards(deck: Deck, items: object, what: str) -> tuple[int, ...]:
    try:
        return deck.numbers(_listed(items, what))
    except CardError as error:
        raise DealError(f"{what}: {error}") from None
