"""The sequential test: ratios worked by hand, published values, and error rates by simulation."""

from math import log

import numpy as np
import pytest

from meri_ai import ConfigError
from meri_ai.arena.elo import elo_of_score
from meri_ai.arena.sprt import MIN_BOARDS, Sprt, margin_llr, outcome_llr


def test_the_ratio_of_two_outcomes_is_that_of_two_coins():
    """Without draws a mean score fixes both probabilities: 1/2 and 1/2 under Elo 0, 1/4 and 3/4 under Elo 190.85."""
    found = outcome_llr(np.array([10.0, 0, 30]), 0.0, elo_of_score(0.75))
    assert found == pytest.approx(30 * log(0.75 / 0.5) + 10 * log(0.25 / 0.5), abs=0.01)


def test_the_ratio_of_five_outcomes_worked_by_hand():
    """With x = 1 the frequencies .05 .15 .4 .25 .15 divided by .5 .75 1 1.25 1.5 are .1 .2 .4 .2 .1, of mean 1/2;
    and their own mean score is .575."""
    counts = np.array([5.0, 15, 40, 25, 15])
    by_hand = 5 * log(0.5) + 15 * log(0.75) + 25 * log(1.25) + 15 * log(1.5)
    assert outcome_llr(counts, 0.0, elo_of_score(0.575)) == pytest.approx(by_hand, abs=1e-9)
    both = outcome_llr(np.stack([counts, counts[::-1]]), 0.0, elo_of_score(0.575))
    assert both.shape == (2,) and both[0] == pytest.approx(by_hand) and both[1] < 0


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "ratio"),
    [
        ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98),
        ([21184, 40708, 21404], 0.5, 2.5, -1.57),
        ([57030, 106593, 57433], 0.0, 2.0, -2.59),
    ],
)
def test_ratios_agree_with_values_published_for_fastchess(counts, elo0, elo1, ratio):
    assert outcome_llr(np.array(counts, dtype=float), elo0, elo1) == pytest.approx(ratio, abs=0.005)


def test_the_ratio_of_margins_worked_by_hand():
    """Margins 1 -1 1 3: mean square 3 around 0 and 2 around 1."""
    margins = np.array([1.0, -1, 1, 3])
    totals = np.array([4, margins.sum(), (margins**2).sum()])
    assert margin_llr(totals, 0.0, 1.0) == pytest.approx(2 * log(3 / 2))
    assert margin_llr(totals, 1.0, 0.0) == pytest.approx(-2 * log(3 / 2))


def test_the_bounds_are_walds():
    test = Sprt(0, 5, alpha=0.05, beta=0.1)
    assert test.upper == pytest.approx(log(0.9 / 0.05)) and test.lower == pytest.approx(log(0.1 / 0.95))


def some_boards(seed, count, points):
    """Margins of a bot that is better by so many points: the deal helps one side, then the other."""
    rng = np.random.default_rng(seed)
    return 2 * np.round((points + rng.normal(0, 3.6, (count, 1)) * [1, -1] + rng.normal(0, 2, (count, 2))) / 2)


@pytest.mark.parametrize("text", ["0,20", "margin:0,0.3"])
def test_boards_one_by_one_or_all_at_once_decide_alike(text):
    boards = some_boards(3, 1500, 0.6)
    whole, single = Sprt.parse(text), Sprt.parse(text)
    whole.update(boards)
    number = next(number for number, board in enumerate(boards, 1) if single.update(board[None]))
    assert whole.verdict == single.verdict == "H1"
    assert whole.boards == single.boards == number >= MIN_BOARDS
    assert whole.llr == pytest.approx(single.llr) and whole.llr >= whole.upper
    whole.update(-boards)
    assert whole.verdict == "H1" and whole.boards == number
    assert whole.as_json()["boards"] == number


@pytest.mark.parametrize("text", ["0,20", "margin:0,0.3"])
def test_a_bot_against_itself_is_not_better(text):
    test = Sprt.parse(text)
    assert test.update(np.zeros((MIN_BOARDS - 1, 2))) is None
    assert test.update(np.zeros((5000, 2))) == "H0"
    same = Sprt.parse(text.replace("0,", "-9,", 1).rsplit(",", 1)[0] + ",0")
    assert same.update(np.zeros((5000, 2))) == "H1"


def test_boards_that_are_not_complete_do_not_count():
    test = Sprt(0, 5)
    test.update(np.array([[1, np.nan], [2, 3], [np.nan, np.nan]]))
    assert test.boards == 1
    six = Sprt(0, 50, games=6)
    six.update(np.ones((100, 6)))
    assert six.verdict == "H1"


@pytest.mark.parametrize(("model", "h0", "h1", "points"), [("elo", 0, 60, 0.0), ("margin", 0, 0.5, 0.0)])
def test_false_alarms_are_as_rare_as_asked(model, h0, h1, points):
    """300 tests of equal bots: 15 are expected to find H1, 29 or more once in some 2,000 tries."""
    accepted = 0
    for seed in range(300):
        test = Sprt(h0, h1, model=model)
        while test.update(some_boards(seed * 1000 + test.boards, 200, points)) is None:
            pass
        accepted += test.verdict == "H1"
    assert accepted < 29


@pytest.mark.parametrize("text", ["", "5", "0,5,9", "a,b", "5,0", "0,0", "0,inf", "nan,1", "margn:0,1", ":0,1"])
def test_a_wrong_test_is_one_sentence(text):
    with pytest.raises(ConfigError, match=r"^sprt [^\n]*$"):
        Sprt.parse(text)


def test_a_model_typed_wrong_is_put_right():
    with pytest.raises(ConfigError, match="did you mean 'margin'"):
        Sprt.parse("margn:0,1")
    with pytest.raises(ConfigError, match="alpha and beta"):
        Sprt(0, 5, alpha=0)
