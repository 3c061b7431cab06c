"""Hachihachi's presets, options and numbers of players: what is taken and what is refused."""

import copy
import pickle

import pytest
from hachihachi_hand_made import load
from reference.hachihachi_cards import TEXTS
from reference.hachihachi_options import CHOICES, PRESETS, make_options

import meri_ai as ma
from meri_ai.games.hachihachi_rules import OPTIONS


def test_presets_are_those_of_the_page():
    """Every option of both, as the reference has them from the rules page."""
    for preset, options in PRESETS.items():
        rules = load(preset).rules
        assert {name: getattr(rules, name) for name in OPTIONS} == vars(options)
        assert (rules.preset, rules.options) == (preset, {})
    assert set(OPTIONS) == set(vars(PRESETS["standard"]))


@pytest.mark.parametrize("option", CHOICES)
def test_every_value_of_an_option(option):
    for preset in PRESETS:
        usual = getattr(PRESETS[preset], option)
        for value in CHOICES[option]:
            game = load(preset, **{option: value})
            assert getattr(game.rules, option) == value == getattr(make_options(preset, {option: value}), option)
            assert game.rules.options == ({} if value == usual else {option: value})
            assert (game == load(preset)) == (value == usual)


@pytest.mark.parametrize("players", range(3, 8))
def test_a_game_is_what_it_was_loaded_as(players):
    game = load("fudawiki", players, hatto="off")
    assert (game.name, game.seats, game.teams) == ("hachihachi", players, tuple(range(players)))
    assert (game.rules.preset, game.rules.options) == ("fudawiki", {"hatto": "off"})
    assert game == load("fudawiki", players, hatto="off") and hash(game) == hash(load("fudawiki", players, hatto="off"))
    for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game and again.seats == players and again.actions == game.actions


def test_games_differ_by_preset_players_and_options():
    games = [load(), load("fudawiki"), load(players=4), load(kan_mon=10), load(months=6), load(start=0)]
    assert all((one == other) == (one is other) for one in games for other in games)
    assert load("standard", **vars(PRESETS["fudawiki"])) == load("fudawiki")


def test_three_play_where_nobody_says_how_many():
    assert ma.load_game("hachihachi").seats == 3
    assert ma.load_game("hachihachi") == load("standard", 3)


def test_card_texts_and_actions():
    game = load()
    assert list(game.card_texts) == TEXTS
    words = ["mizuten", "look", "enter", "retire", "continue", "cancel", "end", "lower"]
    expected = [*(f"play {card}" for card in TEXTS), *(f"take {card}" for card in TEXTS), *words]
    assert [str(action) for action in game.actions] == expected
    assert [action.id for action in game.actions] == list(range(104))
    assert game.by_text["take 01a"] is game.actions[48]


def sentence_of(make):
    """The one sentence with which something is refused."""
    with pytest.raises(ma.RulesError) as caught:
        make()
    sentence = str(caught.value)
    assert sentence and "\n" not in sentence and "Error" not in sentence
    return sentence


@pytest.mark.parametrize("players", [0, 1, 2, 8, -3, "3", True, 3.0])
def test_numbers_of_players_that_are_refused(players):
    sentence = sentence_of(lambda: load(players=players))
    assert sentence == f"hachihachi is a game of 3, 4, 5, 6 or 7 players, not {players!r}"


REFUSED = [
    ("kan_mon", 11, "12 or 10, not 11"),
    ("kan_mon", "12", "12 or 10, not '12'"),
    ("kan_mon", 12.0, "12 or 10"),
    ("carry", "pol", "'pool'"),
    ("carry", None, "pool, carried_first, none"),
    ("mizuten", 1, "not 1"),
    ("mizuten", "true", "'true'"),
    ("mizuten_penalty", None, "None"),
    ("oikomi_payers", 2, "three, two"),
    ("oikomi_cards", "red", "ribbons, red_blue"),
    ("aka_kan", 0, "at least 1, not 0"),
    ("sanbon_tate_kan", 3, "at least 4, not 3"),
    ("sanbon_tate_kan", True, "not True"),
    ("ino_shika_cho", "off", "'off'"),
    ("goko_shiko", "exclusiv", "'exclusive'"),
    ("tobikomi", False, "each, once"),
    ("lowered_paid", 0.0, "0.0"),
    ("month_winner", "nett", "'net'"),
    ("special_cancels_mizuten", 2, "2"),
    ("hatto", "on", "standing, next_turn, off"),
    ("hatto", ["off"], "standing, next_turn, off"),
    ("hatto_ino_shika_cho", "", "''"),
    ("months", 0, "at least 1, not 0"),
    ("months", "12", "not '12'"),
    ("start", -1, "at least 0, not -1"),
    ("start", 60.5, "not 60.5"),
    ("aka_kan", 2**31, "at most 100, not 2147483648"),
    ("sanbon_tate_kan", 101, "at most 100, not 101"),
    ("months", 10**30, "at most 1000, not 1"),
    ("start", 10**9, "at most 1000000, not 1000000000"),
]


@pytest.mark.parametrize(("option", "value", "right"), REFUSED)
def test_values_that_are_refused(option, value, right):
    for preset in PRESETS:
        sentence = sentence_of(lambda preset=preset: load(preset, **{option: value}))
        assert option in sentence and right in sentence


@pytest.mark.parametrize("option", ["hato", "deck", "target", "Hatto"])
def test_options_that_there_are_not(option):
    sentence = sentence_of(lambda: load(**{option: 1}))
    assert repr(option) in sentence and all(name in sentence for name in OPTIONS)
    if option == "hato":
        assert "did you mean 'hatto'?" in sentence


@pytest.mark.parametrize("preset", ["standart", "hitoyoshi", ""])
def test_presets_that_there_are_not(preset):
    sentence = sentence_of(lambda: load(preset))
    assert repr(preset) in sentence and "standard, fudawiki" in sentence


@pytest.mark.parametrize("preset", PRESETS)
def test_a_month_with_the_dearest_yaku_and_the_largest_accounts_sums_to_zero(preset):
    game = load(preset, 5, aka_kan=100, sanbon_tate_kan=100, months=1000, start=10**6)
    year = game.new_unit("year")
    for seed in range(20):
        state = year.new_state(game.random_deal(seed))
        view = state.view(state.current_player())
        assert view.month == state.month == seed + 1 and game.view_from_json(view.to_json()) == view
        while not state.is_terminal():
            state.apply_action(state.view(state.current_player()).policy_action("rule"))
        assert sum(state.returns()) == 0
        year.add(state)
