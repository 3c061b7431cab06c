"""Boards files: deals to be played by others too. JSON Lines, each line a record (docs/records.md) without steps.

A board takes as many lines as one game of the unit can take deals: one for single deals. Every line names the rules
that the deals are for, and the seed of the run that would play them without the file: with both, others play the same
games.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from meri_ai._core.errors import ConfigError, DealError, RecordError, RulesError
from meri_ai.arena.boards import GivenDeal, board_of
from meri_ai.arena.seeds import deal_seed
from meri_ai.record import numbered_lines, parse_record, record_of, write_records
from meri_ai.replay import game_of_record

if TYPE_CHECKING:
    from meri_ai._core.game import Game

BoardDeals = tuple[GivenDeal, ...]


class BoardsFile(NamedTuple):
    """The boards of a file, and the seed that all its lines name, if any."""

    boards: list[BoardDeals]
    seed: int | None


def make_boards(game: Game, boards: int, seed: int, unit: str = "deal") -> list[BoardDeals]:
    """The very boards that a run with this seed plays, with every redeal that the rules may ask for."""
    made = []
    for number in range(boards):
        board = board_of(seed, number, game.seats)
        deals = []
        for place in range(_size(game, unit)):
            deal = game.random_deal(seed=deal_seed(seed, number, place))
            deals.append(GivenDeal((board.dealer + place) % game.seats, _text(game, deal)))
        made.append(tuple(deals))
    return made


def write_boards(path: Path, game: Game, boards: Sequence[BoardDeals], seed: int) -> None:
    """seed: the one they were made with. RecordError when the file cannot be written."""
    given = [(deal.dealer, game.deal_from_json(json.loads(deal.deal))) for deals in boards for deal in deals]
    states = (game.new_state(deal, dealer=dealer) for dealer, deal in given)
    write_records(path, (record_of(state) | {"seed": seed} for state in states))


def read_boards(path: Path, game: Game, unit: str = "deal") -> BoardsFile:
    """The boards of a file, every deal checked. ConfigError names file and line of what is wrong.

    A file in which lines name different seeds, or some none, as when files were joined, is one without.
    """
    found = []
    seeds = set()
    try:
        for number, line in numbered_lines(path):
            try:
                record = parse_record(line)
                found.append(_given(record, game))
                seeds.add(_seed(record))
            except (RecordError, DealError, RulesError, ConfigError) as error:
                raise ConfigError(f"boards file {path}, line {number}: {error}") from None
    except RecordError as error:
        raise ConfigError(f"boards file: {error}") from None
    if not found:
        raise ConfigError(f"boards file {path} holds no deal")
    size = _size(game, unit)
    if len(found) % size:
        raise ConfigError(
            f"boards file {path} holds {len(found)} deals, and a board of one {unit} takes {size} of them"
        )
    boards = [tuple(found[start : start + size]) for start in range(0, len(found), size)]
    return BoardsFile(boards, seeds.pop() if len(seeds) == 1 else None)


def boards_digest(boards: Sequence[BoardDeals]) -> str:
    """A hash of all deals and dealers, by which a run knows its boards."""
    return hashlib.blake2b(json.dumps(boards).encode(), digest_size=8).hexdigest()


def _given(record: dict[str, Any], game: Game) -> GivenDeal:
    if record["game"] != game.name:
        raise ConfigError(f"the deal is for {record['game']!r}, and the run is of {game.name!r}")
    if record["steps"]:
        raise ConfigError("a boards file holds deals without steps; `meri-ai boards make` writes one")
    there = game_of_record(record)
    if there.rules != game.rules:
        raise ConfigError(f"the deal is for other rules than the run's: {_difference(there.rules, game.rules)}")
    if there.seats != game.seats:
        raise ConfigError(f"the deal is for {there.seats} players, and the run has {game.seats} at the table")
    if record["dealer"] not in range(game.seats):
        raise ConfigError(f"'dealer' is a seat from 0 to {game.seats - 1}, not {record['dealer']}")
    return GivenDeal(record["dealer"], _text(game, game.deal_from_json(record["deal"])))


def _text(game: Game, deal: Any) -> str:
    return json.dumps(game.deal_to_json(deal), separators=(",", ":"))


def _size(game: Game, unit: str) -> int:
    """How many deals a board takes. ConfigError where there is no bound."""
    size = game.most_deals(unit)
    if size is None:
        raise ConfigError(f"a {unit} of {game.name} can take any number of deals, so a boards file cannot hold them")
    return size


def _difference(there: Any, here: Any) -> str:
    """The preset or the options in which two rules differ, as "stack is revealed there and hidden here"."""
    if there.preset != here.preset:
        return f"they are {there.preset} there and {here.preset} here"
    names = [field.name for field in fields(there) if field.compare]
    pairs = [(name, getattr(there, name), getattr(here, name)) for name in names]
    return ", ".join(f"{name} is {_value(a)} there and {_value(b)} here" for name, a, b in pairs if a != b)


def _value(value: Any) -> str:
    return json.dumps(value) if not isinstance(value, str) else value


def _seed(record: dict[str, Any]) -> int | None:
    seed = record.get("seed")
    if seed is not None and not (type(seed) is int and 0 <= seed < 2**64):
        raise ConfigError(f"'seed' is a whole number from 0 to 2**64 - 1, not {json.dumps(seed)[:40]}")
    return seed
