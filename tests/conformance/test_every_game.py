"""Every game of the catalogue passes every check, under each preset, number of players, and value of its options."""

import pytest
from conformance.every_game import every_ruleset, values_of, variations

from meri_ai.conformance import checks
from meri_ai.games.catalogue import GAMES


@pytest.fixture(scope="module", params=every_ruleset(), ids=str)
def game(request):
    return request.param.load()


@pytest.mark.parametrize("check", checks)
def test_it_passes(game, check):
    check(game, deals=1 if game.rules.options else 2, seed=11)


def test_every_value_comes_up():
    info = GAMES["meri"]
    met = list(variations(info, "cardavia"))
    for name in ("stack", "monchi_void", "okie_take", "redeal_offer"):
        assert {options[name] for options in met} == set(values_of(info.options[name].values)), name
    assert values_of("any of a, b, c") == [["a", "b", "c"], ["a", "c"], []]
    assert values_of("true, false") == [True, False]
    assert values_of("1 or more") == [1, 2, 3]
    assert values_of("0 to 1,000") == [0, 1, 1000]
