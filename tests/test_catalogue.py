"""The games by name: what the catalogue says of each is what the loaded game does."""

import pytest

import meri_ai as ma
from meri_ai._core.errors import ConfigError, RulesError
from meri_ai._core.game import Game
from meri_ai.games.catalogue import GAMES, game_info
from meri_ai.games.load import game_of


@pytest.mark.parametrize("info", GAMES.values(), ids=GAMES)
def test_the_catalogue_tells_the_truth(info):
    assert info.default_players in info.players and info.presets
    for preset in info.presets:
        for players in info.players:
            game = ma.load_game(info.name, rules=preset, players=players)
            assert (game.name, game.seats, game.units) == (info.name, players, info.units)
            assert game.rules.preset == preset and game.rules.options == {}
            for name, option in info.options.items():
                assert getattr(game.rules, name) == option.defaults[preset]
                assert option.meaning and option.values
    standard = ma.load_game(info.name)
    assert (standard.rules.preset, standard.seats) == (info.presets[0], info.default_players)


@pytest.mark.parametrize("info", GAMES.values(), ids=GAMES)
def test_unknown_presets_options_and_numbers_are_told(info):
    with pytest.raises(RulesError, match=f"unknown rules preset 'x'; valid: {info.presets[0]}"):
        ma.load_game(info.name, rules="x")
    with pytest.raises(RulesError, match=r"unknown option.* 'decc'.*valid: "):
        ma.load_game(info.name, decc=1)
    for number in (0, max(info.players) + 1, True, "2"):
        with pytest.raises(RulesError, match=f"{info.name} is a game of {info.players_text} players, not {number!r}"):
            ma.load_game(info.name, players=number)


def test_unknown_games_are_told():
    for call in (game_info, ma.load_game, lambda name: game_of(name, None, {})):
        with pytest.raises(RulesError, match=r"unknown game 'mery' \(did you mean 'meri'\?\); valid: meri"):
            call("mery")


class Bare(Game):
    """Only what a game that is played by the deal must have here."""

    seats = 3


def test_a_game_says_nothing_that_the_base_says_for_it():
    game = Bare()
    assert (game.teams, game.units, game.forfeit, game.facts) == ((0, 1, 2), ("deal",), 1.0, {})
    assert game.most_deals("deal") == 1 and game.forfeit_points("deal", 4.0) == 4.0
    assert game.record_facts({}) == {}
    for ask in (game.new_unit, game.most_deals, game.check_unit):
        with pytest.raises(ConfigError, match=r"unknown unit 'year'; the units of .* are: deal"):
            ask("year")
    log = game.new_log(None)
    log.step(1, "play 01a", unseen=False)
    log.events("play 01a", [{"type": "action", "seat": 1, "action": "play 01a"}, {"type": "flip", "card": "01b"}])
    log.events("play 01a", [{"type": "flip", "card": "02b", "captured": ["02b", "02c"]}])
    assert log.close() == ["seat 1: play 01a", "        flip: card 01b", "        flip: card 02b, captured 02b 02c"]
