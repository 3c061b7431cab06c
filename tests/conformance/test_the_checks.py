"""Each check of the conformance suite can fail: games with one thing wrong are found by the checks that look for it."""

import pytest
from conformance.broken_games import BROKEN, Toy, restless_search, spoilt_search

import meri_ai as ma
from meri_ai.conformance import ConformanceError, check_game, checks
from meri_ai.conformance.suite import name_of


def failed(game, deals=1):
    return {finding.check: finding.detail for finding in check_game(game, deals=deals) if not finding.passed}


def test_a_toy_with_nothing_wrong_passes():
    assert failed(Toy(), deals=2) == {}


@pytest.mark.parametrize(("broken", "wanted", "sentence"), BROKEN, ids=lambda value: getattr(value, "__name__", ""))
def test_what_is_wrong_is_found_by_the_checks_that_look_for_it(broken, wanted, sentence):
    found = failed(broken())
    assert found.keys() == wanted, found
    assert any(sentence in detail for detail in found.values()), found


def replace(monkeypatch, name, value):
    for module in ("counting", "searches"):
        monkeypatch.setattr(f"meri_ai.conformance.{module}.{name}", value, raising=False)


def test_what_no_game_of_python_can_break_is_found_too(monkeypatch):
    """perft and the search, which go past the methods of Python classes."""
    with monkeypatch.context() as patch:
        replace(patch, "perft", lambda state, depth: 1)
        assert failed(Toy()).keys() == {"perft"}
    with monkeypatch.context() as patch:
        replace(patch, "search", restless_search(ma.search))
        assert failed(Toy()).keys() == {"search"}
    with monkeypatch.context() as patch:
        replace(patch, "search", spoilt_search(ma.search))
        assert failed(Toy()) == {"search moves on": "it raised RuntimeError: no time"}


def test_every_check_is_shown_to_fail():
    found = set().union(*(wanted for _, wanted, _ in BROKEN)) | {"search moves on"}
    assert found == {name_of(check) for check in checks}


def test_a_check_raises_one_sentence_of_its_own_or_says_nothing():
    game = ma.load_game("meri")
    for check in checks:
        assert check(game, deals=1, seed=5) is None
        assert check.__doc__.partition("\n")[0].endswith(".")
    broken = next(game for game, wanted, _ in BROKEN if wanted == {"views agree"})()
    (check,) = (check for check in checks if name_of(check) == "views agree")
    with pytest.raises(ConformanceError, match="seat 0 counts 1 decisions, and the seat has made 0") as error:
        check(broken)
    assert isinstance(error.value, AssertionError) and isinstance(error.value, ma.MeriAiError)


def test_a_game_need_not_be_in_the_catalogue(monkeypatch):
    game = ma.load_game("sanuki-mekuri")
    monkeypatch.setattr("meri_ai.games.catalogue.GAMES", {})
    assert failed(game) == {}


def test_findings_come_in_order_and_say_what_was_tried():
    found = check_game(ma.load_game("meri"), deals=1, only=checks[:3])
    assert [finding.check for finding in found] == ["game facts", "deals", "legal actions"]
    assert all(finding.passed and finding.detail.endswith(".") for finding in found)
