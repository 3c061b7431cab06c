"""Worked examples of the yaku, by hand from section 6 of the rules page.

Where nothing else is said: trump is kotsu (okie K5, left by the dealer, seat 0), so its order is
KC KG KM PD KD KK KH K1 K2 ... K9; the native robai KD lies in the widow; seats 0 2 4 6 are team 0, 1 3 5 7 team 1.
In hitoyoshi's first trick any card may be played, and a trump lead does not make Meri. A trick is worth 1 point.
"""

import pytest
from hand_made import after_tricks

from meri_ai.games.meri_rules import YAKU_KINDS


def check(points, yaku, *tricks, okie="K5", widow="KD", **options):
    assert after_tricks(okie, *tricks, widow=widow, **options) == (points, yaku)


# Every pair: the second to play beats the first one's card, team 0 beats team 1, 1 + 2 points.
PAIRS = [
    ("sun-un", "K5", "KD", "0: O1 KG KC - - - - -"),
    ("un-sota", "K5", "KD", "0: O1 KM KG - - - - -"),
    ("sota-robai", "K5", "KD", "0: O1 PD KM - - - - -"),  # Tenka counts as a robai
    ("robai-rei", "K5", "KD", "0: O1 KK PD - - - - -"),
    ("eight-nine", "K5", "KD", "0: O1 K9 K8 - - - - -"),  # in a round suit 8 is just above 9
    ("eight-nine", "O5", "OD", "0: K1 O9 O8 - - - - -"),
    ("eight-nine", "G5", "GD", "0: K1 G9 G8 - - - - -"),
    ("two-one", "I5", "ID", "0: O1 I1 I2 - - - - -"),
    ("two-one", "P5", "PD", "0: O1 P1 P2 - - - - -"),
    ("sun-un", "P5", "PD", "0: O1 PG PC - - - - -"),
    ("un-sota", "I5", "ID", "0: O1 IM IG - - - - -"),
]


@pytest.mark.parametrize(("kind", "okie", "widow", "trick"), PAIRS)
def test_each_pair(kind, okie, widow, trick):
    check([3, 0], (kind, 2, 2), trick, okie=okie, widow=widow)
    others = [name for name in YAKU_KINDS if name != kind]
    check([1, 0], None, trick, okie=okie, widow=widow, yaku_kinds=others)


def test_pairs_of_a_declared_robai():
    """Seat 1 declares its robai, opens and leads it: not undeclared, so 2 and not 5."""
    declared = {"opening": ("declare", "leave"), "widow": ""}
    check([3, 0], ("sota-robai", 2, 2), "1: KD KM - - - - - -", **declared)
    check([0, 3], ("robai-rei", 1, 2), "1: KD KK - - - - - -", **declared)
    # trump is pao: the native robai is Tenka itself, a robai whatever tenka_as_robai says
    check([3, 0], ("sota-robai", 2, 2), "1: PD PM - - - - - -", okie="P5", tenka_as_robai=False, **declared)


def test_an_okie_that_is_the_robai_is_never_undeclared():
    # the dealer takes it and leads it, seat 1's sota beats it: 2
    check([0, 3], ("sota-robai", 1, 2), "0: KD KM - - - - - -", okie="KD", widow="", opening=("take", "discard I9"))


def test_chase():
    # three trumps in a row, the last of them wins; the middle one, of the other team, beats nothing
    check([3, 0], ("chase", 2, 2), "0: K7 K9 K6 - - - - -")
    check([0, 3], ("chase", 3, 2), "0: O1 K7 K9 K6 - - - -")
    check([1, 0], None, "0: K7 K9 K6 - - - - -", yaku_kinds=YAKU_KINDS[:6])


@pytest.mark.parametrize(
    ("points", "trick"),
    [
        ([1, 0], "0: KH K9 K7 - - - - -"),  # the winner is the first of the three
        ([0, 1], "0: K7 KH K9 - - - - -"),  # the winner is the middle one
        ([1, 0], "0: O1 K9 KH - - - - -"),  # two trumps are no chase
        ([0, 1], "0: K7 K9 - KH - - - -"),  # a plain card lies between
        ([1, 0], "0: K7 - - - - - K9 -"),  # seats 6, 7 and 0 are neighbours, but not in this order of play
    ],
)
def test_no_chase(points, trick):
    check(points, None, trick)


def test_no_pair():
    check([1, 0], None, "0: O1 - KG - KC - - -")  # a team-mate's un is not beaten
    check([1, 0], None, "0: O1 KM KC - - - - -")  # the sun makes no pair with the sota
    check([1, 0], None, "0: O1 K2 K1 - - - - -")  # one above two in a round suit is no yaku
    check([1, 0], None, "0: O1 I8 I9 - - - - -", okie="I5", widow="ID")  # nine above eight in a long suit neither
    check([1, 0], None, "0: OC OG - - - - - -")  # the sun and un of a plain suit
    # the un went in the trick before
    check([1, 1], None, "0: O1 KG - - - - - -", "1: O2 KC - - - - - -")


def test_a_pair_and_a_chase_are_one_bonus_named_by_the_pair():
    check([3, 0], ("sun-un", 2, 2), "0: K7 KG KC - - - - -")
    check([3, 0], ("chase", 2, 2), "0: K7 KG KC - - - - -", yaku_kinds=["chase", "un-sota"])
    check([1, 0], None, "0: K7 KG KC - - - - -", yaku_kinds=[])


def test_tenka_as_robai():
    for trick in ("0: O1 PD KM - - - - -", "0: O1 KK PD - - - - -"):
        check([1, 0], None, trick, tenka_as_robai=False)
    # "robai" is then the native one alone, here declared and led by seat 1: Tenka beside it changes nothing
    native = {"opening": ("declare", "leave"), "widow": "", "tenka_as_robai": False}
    check([3, 0], ("sota-robai", 2, 2), "1: KD KM PD - - - - -", **native)


def test_any_or_best_opponent():
    """Seat 1 declares and leads KD, seat 2 takes it, seat 3 adds a second trump of team 1."""
    declared = {"opening": ("declare", "leave"), "widow": ""}
    best = {"yaku_beaten": "best_opponent", **declared}
    # sota over both robai: the best of team 1 is Tenka
    check([3, 0], ("sota-robai", 2, 2), "1: KD KM PD - - - - -", **declared)
    check([3, 0], ("sota-robai", 2, 2), "1: KD KM PD - - - - -", **best)
    check([1, 0], None, "1: KD KM PD - - - - -", tenka_as_robai=False, **best)
    # Tenka over rei and native robai: the best of team 1 is the robai, which Tenka makes no pair with
    check([3, 0], ("robai-rei", 2, 2), "1: KD PD KK - - - - -", **declared)
    check([1, 0], None, "1: KD PD KK - - - - -", **best)
    # the best opponent's is what counts, not the best trump: seat 4's PD is of the winner's team
    check([3, 0], ("sota-robai", 2, 2), "1: KD KM - PD - - - -", **best)


def test_fresh():
    """Seat 1 wins the first trick with the sun, then seat 3 beats seat 2's sota with the un, which is not fresh."""
    stale = ("0: O1 KC - - - - - -", "1: O2 KM KG - - - - -")
    check([0, 2], None, *stale)
    check([0, 4], ("un-sota", 3, 2), *stale, yaku_fresh=False)
    # a chase of seats 2, 3 and 4 too
    stale = ("0: O1 KC - - - - - -", "1: O2 K9 K7 K6 - - - -")
    check([1, 1], None, *stale)
    check([3, 1], ("chase", 4, 2), *stale, yaku_fresh=False)
    # a stronger trump that did not win its trick counts as well: KM is no longer fresh after KG, which KC beat
    stale = ("0: O1 KG - KC - - - -", "3: O2 PD KM - - - - -")
    check([0, 2], None, *stale)
    check([0, 4], ("sota-robai", 5, 2), *stale, yaku_fresh=False)


def test_still_fresh():
    # weaker trumps went before
    check([0, 4], ("sun-un", 3, 2), "0: O1 KM - - - - - -", "1: O2 KG KC - - - - -")
    # the sun is out of play but was not played: left as the okie, or taken and discarded
    check([3, 0], ("un-sota", 2, 2), "0: O1 KM KG - - - - -", okie="KC")
    check([3, 0], ("un-sota", 2, 2), "0: O1 KM KG - - - - -", okie="KC", opening=("take", "discard KC"))
    # a stronger trump in the same trick would win it; a stronger plain card does not exist
    check([3, 0], ("un-sota", 2, 2), "0: OC KM KG - - - - -")


def test_in_meri():
    """The first trick is Meri: all play trumps, seat 0's un beats seat 1's sota, the sun is not there."""
    pair = "0: KG KM K1 K2 K3 K4 K6 K7"
    check([3, 0], ("un-sota", 0, 2), pair, first_trick_meri=True)
    check([1, 0], None, pair, first_trick_meri=True, yaku_in_meri="none")
    # the same without Meri: yaku_in_meri has no say
    check([3, 0], ("un-sota", 0, 2), pair, yaku_in_meri="none")
    # a later trick led with a trump is Meri by itself; seat 1 won the first one with K1
    later = ("0: O1 K1 - - - - - -", "1: KG KM K2 K3 K4 K6 K7 K8")
    check([0, 4], ("un-sota", 1, 2), *later)
    check([0, 2], None, *later, yaku_in_meri="none")


def test_no_chase_in_meri():
    chase = "0: K9 K7 K6 K4 K3 K2 K1 KH"  # seats 5, 6 and 7, and seat 7 wins
    check([0, 3], ("chase", 7, 2), chase)
    check([0, 1], None, chase, first_trick_meri=True)


def test_transfer():
    check([3, -2], ("sun-un", 2, 2), "0: O1 KG KC - - - - -", yaku_transfer=True)
    hidden = {"opening": ("hide", "leave"), "widow": ""}
    check([-5, 6], ("sota-robai", 3, 5), "0: O1 - KD KM - - - -", yaku_transfer=True, **hidden)


def test_cardavia():
    """The dealer takes the okie with no step and discards; no Tenka as robai, best opponent, transfer, no chase."""
    cardavia = {"rules": "cardavia", "opening": ("discard I9",)}
    check([3, -2], ("sun-un", 2, 2), "0: O1 KG KC - - - - -", **cardavia)
    check([1, 0], None, "0: O1 KK PD - - - - -", **cardavia)
    check([1, 0], None, "0: O1 - K9 K7 K6 - - -", **cardavia)
    # stale: the sun went in the first trick, which cardavia does not mind
    check([-2, 4], ("un-sota", 3, 2), "0: O1 KC - - - - - -", "1: O2 KM KG - - - - -", **cardavia)


def test_an_undeclared_robai_is_worth_five():
    """Its holder hides it, so the dealer opens."""
    hidden = {"opening": ("hide", "leave"), "widow": ""}
    check([6, 0], ("sota-robai", 2, 5), "0: O1 KD KM - - - - -", **hidden)
    check([6, 0], ("robai-rei", 2, 5), "0: O1 KK KD - - - - -", **hidden)  # whichever side held it
    # two pairs, Tenka's and the robai's: any of them gives 5; the best opponent is Tenka alone
    check([6, 0], ("sota-robai", 2, 5), "0: O1 PD KM KD - - - -", **hidden)
    check([3, 0], ("sota-robai", 2, 2), "0: O1 PD KM KD - - - -", yaku_beaten="best_opponent", **hidden)
    # in the trick, but in no pair
    check([3, 0], ("sota-robai", 2, 2), "0: O1 PD KM - KD - - -", **hidden)
    check([3, 0], ("sun-un", 2, 2), "0: O1 KG KC KD - - - -", **hidden)
    # a pair that cannot be formed earns nothing: what is left is the chase
    check([3, 0], ("chase", 2, 2), "0: K7 KK KD - - - - -", yaku_kinds=["chase"], **hidden)


# The first seven tricks of a deal with okie K5, and K6 in the widow. Seat 7 wins the first one by a chase, 1 + 2
# points, and then leads the strongest cards of two plain suits: with six more tricks team 1 has 9 points, team 0 none.
# Left are KH KK PD KM KG KC and plain cards.
SEVEN = (
    "0: O9 K9 K8 K7 K4 K3 K2 K1",
    "7: IC - - - - - - -",
    "7: IG - - - - - - -",
    "7: IK - - - - - - -",
    "7: IH - - - - - - -",
    "7: IM - - - - - - -",
    "7: GC - - - - - - -",
)


def test_five_in_the_ninth_trick():
    # eighth: seat 3's KM beats seat 2's Tenka, 1 + 2; ninth: seat 5's sun beats seat 4's un, 1 + 5
    ninth = (*SEVEN, "7: GG KH KK PD KM - - -", "3: P1 KG KC - - - - -")
    check([0, 18], ("sun-un", 5, 5), *ninth, widow="KD K6")
    # every bonus is paid by the other team: 2 + 2 + 5
    check([-9, 18], ("sun-un", 5, 5), *ninth, widow="KD K6", yaku_transfer=True)


def test_an_undeclared_robai_in_the_ninth_trick_is_five_not_ten():
    # eighth: seat 4's sun beats seat 3's un, 1 + 2; ninth: seat 6's sota beats seat 5's robai
    ninth = (*SEVEN, "7: GG KH KK PD KG KC - -", "4: P1 KD KM - - - - -")
    check([9, 9], ("sota-robai", 6, 5), *ninth, widow="K6", opening=("hide", "leave"), yaku_fresh=False)


def test_a_chase_in_the_ninth_trick():
    # eighth: seat 0's sun beats seat 1's un, 1 + 2; ninth: seats 1, 2 and 3, 1 + 5
    ninth = (*SEVEN, "7: GG KC KG KM - - - -", "0: P1 KK KH PD - - - -")
    check([3, 15], ("chase", 3, 5), *ninth, widow="KD K6", yaku_fresh=False)


def test_a_simultaneous_ninth_trick_is_not_meri():
    # seat 0 won the eighth and its last card is a trump: a chase of seats 0, 1 and 2 for team 0, 1 + 5
    ninth = (*SEVEN, "7: GG KC KG KM - - - -", "0: KK KH PD - - - - -")
    check([9, 9], ("chase", 2, 5), *ninth, widow="KD K6", yaku_fresh=False, last_trick="simultaneous")
    check([4, 9], None, *ninth, widow="KD K6", yaku_fresh=False)  # played, it is Meri: no chase


def test_the_order_of_a_simultaneous_ninth_trick_begins_with_the_leader():
    # seats 7, 0 and 1 show trumps and seat 1 wins, but seat 7 is the last from leader 0: no chase
    ninth = (*SEVEN, "7: GG KC KG KM - - - -", "0: KH PD - - - - - KK")
    check([3, 10], None, *ninth, widow="KD K6", yaku_fresh=False, last_trick="simultaneous")
    # from leader 6 they are its second, third and fourth card
    ninth = (*SEVEN, "7: GG - KG KM - - - KC", "6: P1 KK KH PD - - - -")
    check([3, 15], ("chase", 1, 5), *ninth, widow="KD K6", yaku_fresh=False, last_trick="simultaneous")


def test_the_dealers_card_leads_a_simultaneous_ninth_trick():
    # no trump is left after the eighth, which seat 3 wins with the sun over seat 0's un, 1 + 2. Seat 0, the dealer, has
    # O4, which seat 4's O3 beats; were the trick played, seat 3's GK would be the lead and win.
    ninth = (*SEVEN, "7: GG KG KM PD KC KK KH -", "3: GK O3 P2 P3 P4 O4 P5 P6")
    check([1, 12], None, *ninth, widow="KD K6", last_trick="simultaneous")
    check([0, 13], None, *ninth, widow="KD K6")
