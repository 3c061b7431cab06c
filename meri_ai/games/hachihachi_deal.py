"""A deal of Hachihachi: hands, field, and the order of the draw pile (docs/hachihachi-rules.md, section 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from meri_ai._core.errors import CardError, DealError
from meri_ai.games.fishing_deck import CARDS
from meri_ai.games.hanafuda import HANAFUDA
from meri_ai.games.shuffle import shuffled

SEATS = (3, 4, 5, 6, 7)
HAND_CARDS = 7
FIELD_CARDS = 6
WITH_BLANK = 7  # players with whom a blank card joins the deck
BLANK = "blank"


@dataclass(frozen=True)
class HachihachiDeal:
    """All cards by canonical number: seven a hand, six on the field, and an order of all 48 for the draw pile.

    blank: with seven players the seat that holds the blank card; its hand is then six cards, which are the field, and
    `field` is empty. DealError names the card that is dealt twice or missing, and the month that lies on the field with
    all its four cards (a misdeal).
    """

    hands: tuple[tuple[int, ...], ...]
    field: tuple[int, ...]
    pile_order: tuple[int, ...]
    blank: int | None = None

    def __post_init__(self) -> None:
        players = len(self.hands)
        if players not in SEATS:
            raise DealError(f"a deal has {SEATS[0]} to {SEATS[-1]} hands, not {players}")
        if (self.blank is not None) != (players == WITH_BLANK) or self.blank not in (None, *range(players)):
            raise DealError("with seven players, and only then, one hand holds the blank")
        places: dict[int, str] = {}
        for where, cards, size in self._places():
            for card in cards:
                if type(card) is not int or not 0 <= card < CARDS:
                    raise DealError(f"{where}: {card!r} is no card number from 0 to {CARDS - 1}")
                if card in places:
                    raise DealError(f"card {text(card)!r} is dealt twice: to {places[card]} and to {where}")
                places[card] = where
            if len(cards) != size:
                raise DealError(f"{where} has {len(cards)} cards, not {size}")
        if sorted(self.pile_order) != list(range(CARDS)):
            raise DealError(_not_an_order(self.pile_order))
        if month := HANAFUDA.whole_month(self.table):
            raise DealError(f"a misdeal: all four cards of {month} lie on the field")

    @property
    def table(self) -> tuple[int, ...]:
        """The cards that lie on the field as play begins."""
        return self.field if self.blank is None else self.hands[self.blank]

    def _places(self) -> Iterator[tuple[str, tuple[int, ...], int]]:
        for seat, hand in enumerate(self.hands):
            yield f"the hand of seat {seat}", hand, HAND_CARDS - (seat == self.blank)
        yield "the field", self.field, FIELD_CARDS if self.blank is None else 0

    @classmethod
    def of(
        cls,
        players: int,
        hands: Sequence[Iterable[str | int]],
        field: Iterable[str | int],
        pile_order: Iterable[str | int],
    ) -> HachihachiDeal:
        """A deal of cards given by text or number, "blank" among them; DealError names what is wrong with it."""
        each = [_listed(hand, f"the hand of seat {seat}") for seat, hand in enumerate(_listed(hands, "the hands"))]
        if len(each) != players:
            raise DealError(f"a deal for {players} players has {players} hands, not {len(each)}")
        blanks = [seat for seat, hand in enumerate(each) for card in hand if card == BLANK]
        if len(blanks) != (players == WITH_BLANK):
            raise DealError(f"a deal for {players} players has {int(players == WITH_BLANK)} blanks, not {len(blanks)}")
        return cls(
            tuple(
                _cards([card for card in hand if card != BLANK], f"the hand of seat {seat}")
                for seat, hand in enumerate(each)
            ),
            _cards(field, "the field"),
            _cards(pile_order, "pile_order"),
            blanks[0] if blanks else None,
        )

    @classmethod
    def random(cls, players: int, seed: int) -> HachihachiDeal:
        """The deal of this seed, 0 to 2**64 - 1, the same for ever; a misdeal is dealt again from the same seed."""
        stream = 0
        cards = range(CARDS + (players == WITH_BLANK))  # the last one is the blank
        while True:
            order = shuffled(cards, seed, stream)
            hands = [tuple(order[HAND_CARDS * seat : HAND_CARDS * (seat + 1)]) for seat in range(players)]
            blank = next((seat for seat, hand in enumerate(hands) if CARDS in hand), None)
            if blank is None:
                field = tuple(order[HAND_CARDS * players : HAND_CARDS * players + FIELD_CARDS])
            else:
                hands[blank] = tuple(card for card in hands[blank] if card != CARDS)
                field = ()
            if not HANAFUDA.whole_month(field if blank is None else hands[blank]):
                break
            stream += 2
        return cls(tuple(hands), field, tuple(shuffled(range(CARDS), seed, stream + 1)), blank)

    def to_json(self) -> dict[str, Any]:
        """The deal as a record holds it."""
        hands = [HANAFUDA.text_list(hand) for hand in self.hands]
        if self.blank is not None:
            hands[self.blank].append(BLANK)
        return {
            "hands": hands,
            "field": HANAFUDA.text_list(self.field),
            "pile_order": HANAFUDA.text_list(self.pile_order),
        }

    @classmethod
    def from_json(cls, players: int, data: object) -> HachihachiDeal:
        """A deal as a record holds it; DealError says what is wrong with it."""
        if not isinstance(data, dict):
            raise DealError(f"a deal is an object with 'hands', 'field' and 'pile_order', not {data!r}")
        for key in ("hands", "field", "pile_order"):
            if key not in data:
                raise DealError(f"a deal lacks {key!r}")
        return cls.of(players, data["hands"], data["field"], data["pile_order"])


def text(card: int) -> str:
    return HANAFUDA.texts[card]


def _not_an_order(cards: Sequence[int]) -> str:
    """What keeps these cards from being an order of all 48."""
    for card in range(CARDS):
        if (count := cards.count(card)) != 1:
            return f"pile_order has each of the 48 cards once, but {text(card)!r} {'twice' if count else 'not at all'}"
    return "pile_order has each of the 48 cards once"


def _listed(items: object, what: str) -> list[Any]:
    if isinstance(items, (str, bytes, dict)) or not isinstance(items, Iterable):
        raise DealError(f"{what} must be a list, not {items!r}")
    return list(items)


def _cards(items: object, what: str) -> tuple[int, ...]:
    try:
        return HANAFUDA.numbers(_listed(items, what))
    except CardError as error:
        raise DealError(f"{what}: {error}") from None
