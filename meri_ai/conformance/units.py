"""The game as a whole: its names, teams and units of play."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from meri_ai.conformance.play import play_out, require

if TYPE_CHECKING:
    from meri_ai._core.game import Game

MOST_DEALS = 2000


def check_game_facts(game: Game, deals: int = 2, seed: int = 1) -> None:
    """Name, rules, seats, teams and units are of the kinds that everything else takes for granted."""
    require(isinstance(game.name, str) and game.name, "the game has no name")
    require(isinstance(game.rules.preset, str), "the game's rules name no preset")
    require(isinstance(game.rules.options, dict), "the game's rules do not tell their options")
    require(hash(game.rules) == hash(game.rules), "the game's rules have no hash")
    require(2 <= game.seats <= 8, f"the game has {game.seats} seats, and 2 to 8 are possible")
    teams = game.teams
    require(isinstance(teams, tuple) and len(teams) == game.seats, f"teams are no tuple with all the seats: {teams}")
    require(set(teams) == set(range(len(set(teams)))), f"teams are not numbered from 0 on: {teams}")
    require(game.units[0] == "deal", f"the first unit of play is not 'deal': {game.units}")
    require(isfinite(game.forfeit) and game.forfeit > 0, f"forfeit is no number of points above 0: {game.forfeit}")
    for unit in game.units:
        most = game.most_deals(unit)
        require(most is None or most >= 1, f"most_deals({unit!r}) is {most}")
        require(isfinite(game.forfeit_points(unit, game.forfeit)), f"forfeit_points({unit!r}) is no number")
    require(game.most_deals("deal") == 1, "a deal has not one deal at most")


def check_units(game: Game, deals: int = 2, seed: int = 1) -> None:
    """Every unit of play comes to its end, each deal of it with the dealer and the score that are due."""
    for unit in game.units:
        for dealer in (0, game.seats - 1):
            _play_unit(game, unit, dealer, seed)


def _play_unit(game: Game, unit: str, dealer: int, seed: int) -> None:
    score, told = game.new_unit(unit, dealer), f"the unit {unit!r} with dealer {dealer}"
    require(score.dealer == dealer, f"{told} begins with dealer {score.dealer}")
    most = game.most_deals(unit)
    while not score.over:
        number = score.deals
        require(number < MOST_DEALS, f"{told} is not over after {MOST_DEALS} deals")
        require(most is None or number < most, f"{told} is not over after {number} deals, and {most} are the most")
        state = score.new_state(game.random_deal(seed=seed + number))
        at = f"{told}: deal {number + 1}"
        require(state.dealer == score.dealer in range(game.seats), f"{at} has dealer {state.dealer}")
        require(not state.history and not state.is_terminal(), f"{at} does not begin at its start")
        play_out(state, seed + number)
        score.add(state)
        require(score.deals == number + 1, f"{told} counts {score.deals} deals, and {number + 1} were played")
    sides = len(set(game.teams))
    require(len(score.points) == sides, f"{told} ends with {len(score.points)} points for {sides} sides")
    require(all(isfinite(value) for value in score.points), f"{told} ends with the points {score.points}")
    if unit == "deal":
        due = tuple(state.result()["points"])
        require(tuple(score.points) == due, f"{told} ends with the points {score.points}, and the deal brought {due}")
