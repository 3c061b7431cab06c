"""`meri-ai bench`: how fast the compiled core is on one core of this machine, from the opening."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import process_time
from typing import TYPE_CHECKING, Annotated

import typer

from meri_ai._core import bench as core
from meri_ai.arena.report import text_table
from meri_ai.build import build_info
from meri_ai.cli.game_options import GameName, OptionList, Players, RulesName, game_settings
from meri_ai.search import search

if TYPE_CHECKING:
    from meri_ai._core.game import Game, State

DEALS = 16  # measured in turn, so that no single hand decides
BATCH = 2048  # playouts or worlds a call
NOISE = 0.1  # of the rule playouts, as in the search by default

Work = Callable[[int], int]
"""A piece of work by its number; returns how many playouts, worlds or iterations it was."""


def register(app: typer.Typer) -> None:
    app.command()(bench)


def bench(
    game: GameName = "meri",
    rules: RulesName = None,
    players: Players = None,
    option: OptionList = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="For each of the figures.")] = 1.0,
    json_output: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")] = False,
) -> None:
    """Measure playouts, worlds and search iterations a second, on one core."""
    settings = game_settings(game, rules, option, players)
    rates = {name: rate(work, seconds) for name, work in work_of(settings.load()).items()}
    build = build_info()
    if json_output:
        typer.echo(json.dumps({**settings.as_json(), **rates, "build": build}))
        return
    rows = [[name, f"{found:,.0f}", f"{1e6 / found:,.2f}"] for name, found in rates.items()]
    typer.echo(text_table(["", "a second", "µs each"], rows))
    typer.echo("\nbuilt with: " + ", ".join(f"{key}={value}" for key, value in build.items()))


def work_of(game: Game) -> dict[str, Work]:
    """What is measured, by name. All of it starts at the first card played in one of DEALS deals."""
    states = [first_play(game, seed) for seed in range(DEALS)]
    views = [state.view(state.current_player()) for state in states]

    def playouts(policy: str, noise: float) -> Work:
        def work(i: int) -> int:
            core.playouts(states[i % DEALS], policy, noise, BATCH, i)
            return BATCH

        return work

    def worlds(i: int) -> int:
        core.worlds(views[i % DEALS], BATCH, i)
        return BATCH

    def searches(iterations: int) -> Work:
        def work(i: int) -> int:
            search(views[i % DEALS], iterations=iterations, seed=i)
            return iterations

        return work

    return {
        "playouts_random": playouts("random", 0.0),
        "playouts_rule": playouts("rule", NOISE),
        "worlds": worlds,
        "ismcts_1k": searches(1_000),
        "ismcts_10k": searches(10_000),
    }


def first_play(game: Game, seed: int) -> State:
    """A random deal, played by the rule policy to where it first plays a card; its start where it never does."""
    start = state = game.new_state(game.random_deal(seed=seed), dealer=seed % game.seats)
    while not state.is_terminal():
        action = state.view(state.current_player()).policy_action(policy="rule", seed=seed)
        if str(action).startswith("play "):
            return state
        if state is start:
            state = start.clone()
        state.apply_action(action)
    return start


def rate(work: Work, seconds: float) -> float:
    """How much is done a second of processor time, measured for about so many seconds."""
    work(0)  # first-time costs
    done = pieces = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        done += work(pieces)
        pieces += 1
    return done / spent
