"""Games, numbers of players, options and deals of the fishing family: what is taken and what is refused."""

import copy
import pickle

import pytest
from fishing_hand_made import start
from reference.fishing_cards import DECKS, make_variant, month
from reference.fishing_deal import Deal, fill

import meri_ai as ma
from meri_ai._core.games.fishing_tables import month_scores

GAMES = [
    ("subeta-mekuri", 3, {}),
    ("subeta-mekuri", 3, {"deck": "mekurifuda"}),
    ("bakappana", 2, {}),
    ("bakappana", 3, {"chaff": 0}),
    ("bakappana", 4, {"rounds": 6}),
    ("sanuki-mekuri", 2, {"target": 30}),
]


def load(name, players=None, options=None):
    return ma.load_game(name, players=players, **(options or {}))


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_a_game_is_what_it_was_loaded_as(name, players, options):
    game = load(name, players, options)
    assert (game.name, game.seats, game.teams) == (name, players, tuple(range(players)))
    assert (game.rules.preset, game.rules.options) == ("standard", options)
    assert game == load(name, players, options) and hash(game) == hash(load(name, players, options))
    for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game and again.seats == players and again.actions == game.actions


def test_games_differ_by_name_players_and_options():
    games = [load(*game) for game in GAMES] + [load("bakappana", 3), load("subeta-mekuri", None, {"rounds": 3})]
    assert all((one == other) == (one is other) for one in games for other in games)


def test_defaults():
    assert [load(name).seats for name in ("subeta-mekuri", "bakappana", "sanuki-mekuri")] == [3, 3, 2]
    assert load("subeta-mekuri") == load("subeta-mekuri", 3, {"deck": "hanafuda", "rounds": 12})
    assert load("bakappana") == load("bakappana", 3, {"chaff": 1, "rounds": 12})
    assert load("sanuki-mekuri") == load("sanuki-mekuri", 2, {"target": 40})


@pytest.mark.parametrize("name", DECKS)
def test_card_texts_and_actions(name):
    game = ma.load_game("subeta-mekuri", deck=name)
    assert list(game.card_texts) == DECKS[name]
    expected = [f"{word} {card}" for word in ("play", "take") for card in DECKS[name]]
    assert [str(action) for action in game.actions] == expected
    assert [action.id for action in game.actions] == list(range(96))


def sentence_of(make):
    """The one sentence with which something is refused."""
    with pytest.raises((ma.RulesError, ma.DealError)) as caught:
        make()
    sentence = str(caught.value)
    assert sentence and "\n" not in sentence and "Error" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("name", "players", "right"),
    [
        *[("subeta-mekuri", players, "3") for players in (1, 2, 4, 8)],
        *[("bakappana", players, "2, 3 or 4") for players in (0, 1, 5, -3)],
        *[("sanuki-mekuri", players, "2") for players in (1, 3, 4)],
        ("bakappana", "3", "2, 3 or 4"),
        ("bakappana", True, "2, 3 or 4"),
        ("bakappana", 3.0, "2, 3 or 4"),
    ],
)
def test_numbers_of_players_that_are_refused(name, players, right):
    assert sentence_of(lambda: load(name, players)) == f"{name} is a game of {right} players, not {players!r}"


REFUSED = [
    ("subeta-mekuri", {"deck": "tarot"}, "deck", "'tarot'; valid: hanafuda, mekurifuda"),
    ("subeta-mekuri", {"deck": None}, "deck", "None; valid: hanafuda, mekurifuda"),
    ("subeta-mekuri", {"chaff": 0}, "'chaff'", "deck, rounds"),
    ("subeta-mekuri", {"target": 40}, "'target'", "deck, rounds"),
    ("subeta-mekuri", {"rounds": 0}, "rounds", "at least 1, not 0"),
    ("subeta-mekuri", {"rounds": True}, "rounds", "not True"),
    ("subeta-mekuri", {"rounds": "12"}, "rounds", "not '12'"),
    ("bakappana", {"chaff": 2}, "chaff", "2"),
    ("bakappana", {"chaff": True}, "chaff", "True"),
    ("bakappana", {"chaff": "0"}, "chaff", "'0'"),
    ("bakappana", {"deck": "hanafuda"}, "'deck'", "chaff, rounds"),
    ("bakappana", {"rounds": -1}, "rounds", "at least 1, not -1"),
    ("bakappana", {"chafe": 0}, "'chafe' (did you mean 'chaff'?)", "chaff, rounds"),
    ("sanuki-mekuri", {"rounds": 12}, "'rounds'", "target"),
    ("sanuki-mekuri", {"target": 0}, "target", "at least 1, not 0"),
    ("sanuki-mekuri", {"target": 1.5}, "target", "not 1.5"),
    ("sanuki-mekuri", {"deck": "hanafuda"}, "'deck'", "target"),
]


@pytest.mark.parametrize(("name", "options", "wrong", "right"), REFUSED)
def test_options_that_are_refused(name, options, wrong, right):
    sentence = sentence_of(lambda: load(name, None, options))
    assert wrong in sentence and right in sentence


@pytest.mark.parametrize("name", ["subeta-mekuri", "bakappana", "sanuki-mekuri"])
def test_the_only_preset_is_standard(name):
    assert ma.load_game(name, rules="standard") == ma.load_game(name)
    assert "standard" in sentence_of(lambda: ma.load_game(name, rules="hitoyoshi"))


# -- deals


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("at", range(12))
def test_an_explicit_misdeal_names_its_month(name, at):
    """Or its rank, which is what mekurifuda match by."""
    variant = make_variant("subeta-mekuri", {"deck": name})
    same = [card for card in variant.deck if int(month(card)) == at + 1]
    others = [card for card in variant.deck if int(month(card)) == (at + 1) % 12 + 1][:2]
    deal = fill(variant, {}, " ".join([others[0], *same, others[1]])).to_json()
    game = ma.load_game("subeta-mekuri", deck=name)
    for make in (lambda: game.deal_from_json(deal), lambda: game.deal(**deal)):
        assert f"{at + 1:02}" in sentence_of(make)


def test_three_of_a_month_are_no_misdeal():
    state = start({}, "01a 01b 01c 02a 02b 02c")
    assert state.view(0).field == ["01a", "01b", "01c", "02a", "02b", "02c"]


@pytest.mark.parametrize("players", [2, 4])
def test_two_misdealt_months(players):
    """Both games have eight cards on the field."""
    assert "01" in sentence_of(lambda: start({}, "01a 01b 01c 01d 02a 02b 02c 02d", players=players))


def wrong_deals():
    good = fill(make_variant("bakappana", {}), {}).to_json()
    assert ma.load_game("bakappana").deal_from_json(good).to_json() == good

    def changed(place, value, *, hand=None):
        deal = copy.deepcopy(good)
        where = deal[place] if hand is None else deal[place][hand]
        where[-1:] = value
        return deal

    first, top = good["hands"][0][0], good["pile"][0]
    yield changed("hands", [first], hand=2), repr(first)
    yield changed("field", [top]), repr(top)
    yield changed("pile", [top]), repr(top)
    yield changed("hands", ["13a"], hand=1), "'13a' is no card"
    yield changed("field", ["P01"]), "'P01' is no card"
    yield changed("pile", [7.5]), "7.5"
    yield changed("hands", [], hand=0), "7"
    yield changed("field", []), "6"
    yield changed("pile", []), "21"
    yield changed("hands", []), "3 hands"
    yield changed("pile", [good["pile"][-1], "01a"]), "'01a'"
    yield good | {"hands": None}, "hands"
    yield good | {"field": "01a 02a"}, "field"
    yield good | {"pile": {}}, "pile"
    yield {key: good[key] for key in ("hands", "pile")}, "'field'"
    yield [good], "deal"


def test_deals_that_are_refused():
    game = ma.load_game("bakappana")
    for deal, words in wrong_deals():
        assert words in sentence_of(lambda deal=deal: game.deal_from_json(deal)), words


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_a_deal_of_another_game_is_refused(name, players, options):
    """A state takes deals of its own sizes alone."""
    game = load(name, players, options)
    for other, others, with_options in GAMES:
        if others != players:
            foreign = load(other, others, with_options).random_deal(1)
            sentence_of(lambda foreign=foreign: game.new_state(foreign))


def test_a_mekurifuda_deal_is_no_hanafuda_deal():
    mekuri = ma.load_game("subeta-mekuri", deck="mekurifuda")
    deal = mekuri.random_deal(1).to_json()
    assert deal["hands"][0][0] in sentence_of(lambda: ma.load_game("subeta-mekuri").deal_from_json(deal))


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_seeded_deals(name, players, options):
    """The same for ever for a seed, each a deal of its game and no misdeal."""
    game, variant = load(name, players, options), make_variant(name, options, players)
    seen = set()
    for seed in [*range(300), 2**64 - 1]:
        deal = game.random_deal(seed)
        assert deal == game.random_deal(seed) == game.deal_from_json(deal.to_json())
        Deal.from_json(deal.to_json()).check(variant)
        seen.add(str(deal.to_json()))
    assert len(seen) == 301


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", None, True])
def test_a_seed_that_is_none(seed):
    assert "a seed is a whole number from 0 to 2**64 - 1" in sentence_of(lambda: load("bakappana").random_deal(seed))


@pytest.mark.parametrize("dealer", [-1, 3, "0", 1.0, None, True])
def test_a_dealer_is_a_seat(dealer):
    game = ma.load_game("bakappana")
    sentence = sentence_of(lambda: game.new_state(game.random_deal(1), dealer=dealer))
    assert sentence == f"the dealer is a seat from 0 to 2, not {dealer!r}"


@pytest.mark.parametrize("scores", [5, (1, 2), (1, 2, 3, 4), ("a", "b", "c"), (1.0, 2.0, 3.0), (True, 0, 0)])
def test_scores_are_a_whole_number_for_each_seat(scores):
    game = ma.load_game("bakappana")
    sentence_of(lambda: game.new_state(game.random_deal(1), scores=scores))


def test_a_game_loaded_again_scores_no_month_again():
    """A file of records makes a game for each, which takes ten times as long where nothing is remembered."""
    ma.load_game("bakappana", chaff=0)
    before = month_scores.cache_info().misses
    ma.load_game("bakappana", chaff=0, rounds=3)
    assert month_scores.cache_info().misses == before
