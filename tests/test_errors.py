"""Errors of the package: one base, also ValueErrors, and they survive a pickle (workers send them home)."""

import pickle

import pytest

from meri_ai._core import errors

NAMES = ["RulesError", "CardError", "DealError", "ViewError", "RecordError", "ConfigError", "BotError", "SearchError"]


@pytest.mark.parametrize("name", NAMES)
def test_every_error_is_a_value_error(name: str) -> None:
    kind = getattr(errors, name)
    assert issubclass(kind, errors.MeriAiError) and issubclass(kind, ValueError)
    copy = pickle.loads(pickle.dumps(kind("what was wrong")))
    assert type(copy) is kind and str(copy) == "what was wrong"


def test_illegal_action_names_all() -> None:
    error = errors.IllegalActionError(3, "play I4", ["play P1", "play P2"], "the led suit must be followed")
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == "seat 3 may not 'play I4': the led suit must be followed; legal: play P1, play P2"
    assert (copy.seat, copy.action, copy.legal, copy.reason) == (error.seat, error.action, error.legal, error.reason)
    assert isinstance(error, ValueError)


def test_illegal_action_at_the_end() -> None:
    error = errors.IllegalActionError(-1, "play I4", [], "the deal is over")
    assert "the deal is over" in str(error)
