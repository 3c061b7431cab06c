"""Card texts and numbers."""

import pytest

from meri_ai._core.errors import CardError
from meri_ai.games.meri_cards import CARD_TEXTS, CARDS, card_number, card_text


def test_texts_and_numbers_by_the_rules() -> None:
    assert CARDS == len(set(CARD_TEXTS)) == 75
    for text, number in {"P1": 0, "P9": 8, "PD": 9, "PC": 14, "I1": 15, "KK": 42, "OM": 55, "GC": 74}.items():
        assert card_number(text) == number
        assert card_text(number) == text
    assert [card_number(text) for text in CARD_TEXTS] == list(range(75))


@pytest.mark.parametrize("card", ["", "X1", "P0", "p1", "P10", "1P", 75, -1, True, None, 3.0, ["P1"]])
def test_what_is_no_card(card: object) -> None:
    with pytest.raises(CardError) as caught:
        card_number(card)  # type: ignore[arg-type]
    assert repr(card) in str(caught.value) and "P I K O G" in str(caught.value)
