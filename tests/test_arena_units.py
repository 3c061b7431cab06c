"""Units of play, boards files, mixed teams, and bots against themselves."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import meri_ai as ma
from meri_ai._core.errors import ConfigError
from meri_ai.arena.boards_file import boards_digest, make_boards, read_boards, write_boards
from meri_ai.arena.early import EarlyStop
from meri_ai.arena.result import GameResult, Key
from meri_ai.arena.run import GameSettings, Run
from meri_ai.arena.runner import play_chunks
from meri_ai.arena.workers import InlineExecutor
from meri_ai.record import parse_record
from meri_ai.replay import replay

MOCKS = Path(__file__).parent / "mock_bots.py"
SHORT = GameSettings.make("meri", "hitoyoshi", {"set_deals": 3, "best_of": 3})


def run_of(*bots, boards=3, settings=SHORT, **more):
    return Run(settings, bots, ((0, 1),), boards, 4, **more)


def results_of(run, deals=()):
    chunks = play_chunks(run, InlineExecutor(), 1, deals=deals)
    return sorted((result for chunk in chunks for result in chunk), key=lambda r: r.key)


def records_of(result):
    return [parse_record(line) for line in result.record.splitlines()]


@pytest.mark.parametrize("bot", ["random", "rule", "montecarlo:iterations=10", "ismcts:iterations=10", "rule + random"])
@pytest.mark.parametrize("unit", ["deal", "set", "match"])
def test_a_bot_against_itself_is_even_on_every_board(bot, unit):
    results = results_of(run_of(bot, bot, boards=2 if unit == "match" else 6, unit=unit))
    assert all(a.margin + b.margin == 0 for a, b in zip(results[::2], results[1::2], strict=True))


def test_a_set_adds_its_deals_up_and_passes_dealer_and_score_on():
    for result in results_of(run_of("rule", "random", unit="set")):
        records = records_of(result)
        assert len(records) == 3 and [r["deal_number"] for r in records] == [0, 1, 2]
        assert [r["dealer"] for r in records] == [(result.key.board + n) % 8 for n in range(3)]
        assert all(replay(record) == [] for record in records)
        points = [sum(r["result"]["points"][team] for r in records) for team in (0, 1)]
        assert list(result.points) == (points if result.key.seating == 0 else points[::-1])
        assert len({json.dumps(r["deal"]) for r in records}) == 3


def test_bots_see_the_score_of_the_set(tmp_path):
    spy = tmp_path / "spy.py"
    spy.write_text(
        "SEEN = []\n\nclass Spy:\n    def choose(self, view, *, seed):\n"
        "        SEEN.append(tuple(view.scores))\n        return view.legal_actions()[0]\n"
    )
    result = results_of(run_of(f"{spy}:Spy", "random", boards=1, unit="set"))[0]
    import sys

    seen = next(m.SEEN for name, m in sys.modules.items() if name.startswith("meri_ai_bot_") and hasattr(m, "SEEN"))
    first, second = (record["result"]["points"] for record in records_of(result)[:2])
    both = tuple(a + b for a, b in zip(first, second, strict=True))
    assert list(dict.fromkeys(seen))[:3] == [(0, 0), tuple(first), both]


def test_a_match_counts_sets_and_ends_when_it_is_decided():
    for result in results_of(run_of("rule", "random", unit="match")):
        deals = len(records_of(result))
        first, second = result.points
        assert deals in (6, 9) and max(first, second) <= 2 and result.margin == first - second
        assert deals == 9 or max(first, second) == 2


def test_where_a_run_stops_is_told_in_points_of_the_unit():
    early = EarlyStop(run_of("rule", "random", boards=40, unit="set", stop="sprt margin:0,2"))
    for board in range(40):
        for seating in range(2):
            points = (9.0, 6.0 + (board + seating) % 3)
            early.add(GameResult(Key(0, board, seating), points, (1, 1), (0.1, 0.1), ""))
    assert early.met and "H1 (the first bot is 2 points a set better) accepted" in early.sentence()


def test_scores_and_forfeits_of_units():
    game = ma.load_game("meri", set_deals=3, best_of=3)
    assert [game.forfeit_points(unit, game.forfeit) for unit in game.units] == [9, 27, 2]
    assert [game.most_deals(unit) for unit in game.units] == [1, 3, 9]
    unit = game.new_unit("deal", 5)
    assert (unit.dealer, unit.deals, unit.over) == (5, 0, False)
    state = unit.new_state(game.random_deal(seed=1))
    assert (state.dealer, state.scores) == (5, (0, 0))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    unit.add(state)
    assert unit.over and unit.deals == 1 and list(unit.points) == state.result()["points"]
    with pytest.raises(ConfigError, match=r"unknown unit 'sets' \(did you mean 'set'\?\); the units of meri are:"):
        run_of("rule", "random", unit="sets").check()


@pytest.mark.parametrize("unit", ["deal", "set", "match"])
def test_a_boards_file_replays_the_very_same_games(tmp_path, unit):
    run = run_of("rule", "random", boards=2, unit=unit)
    game = run.game.load()
    path = tmp_path / "boards.jsonl"
    write_boards(path, game, make_boards(game, 2, run.seed, unit), run.seed)
    deals, seed = read_boards(path, game, unit)
    assert len(deals) == 2 and seed == run.seed
    from_file = results_of(replace(run, deals=boards_digest(deals)), deals)
    assert [(r.margin, r.record) for r in from_file] == [(r.margin, r.record) for r in results_of(run)]
    assert all(replay(parse_record(line)) == [] for line in path.read_text().splitlines())


def change_lines(path, change):
    records = [json.loads(line) for line in path.read_text().splitlines()]
    for record in records:
        change(record)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


def test_a_boards_file_of_other_rules_is_refused_with_what_differs(tmp_path):
    path = tmp_path / "boards.jsonl"
    game = ma.load_game("meri", stack="revealed", yaku_kinds=["sun-un"])
    write_boards(path, game, make_boards(game, 1, 1), 1)
    assert len(read_boards(path, game).boards) == 1
    with pytest.raises(ConfigError) as told:
        read_boards(path, ma.load_game("meri", yaku_kinds=["sun-un", "chase"]))
    assert str(told.value) == (
        f"boards file {path}, line 1: the deal is for other rules than the run's: stack is revealed there and hidden "
        'here, yaku_kinds is ["sun-un"] there and ["sun-un", "chase"] here'
    )
    with pytest.raises(ConfigError, match=r"other rules than the run's: they are hitoyoshi there and cardavia here$"):
        read_boards(path, ma.load_game("meri", rules="cardavia"))
    change_lines(path, lambda record: record["options"].update(stak="hidden"))
    with pytest.raises(ConfigError, match=r"line 1: unknown option 'stak' \(did you mean 'stack'\?\)"):
        read_boards(path, game)


def test_the_seed_of_a_boards_file_is_the_one_that_all_its_lines_name(tmp_path):
    path = tmp_path / "boards.jsonl"
    game = ma.load_game("meri")
    write_boards(path, game, make_boards(game, 2, 7), 7)
    assert read_boards(path, game).seed == 7
    whole = path.read_text()
    change_lines(path, lambda record: record.pop("seed"))
    assert read_boards(path, game).seed is None
    path.write_text(whole + path.read_text())
    assert read_boards(path, game).seed is None
    for wrong in (-1, 2**64, "7", True):
        change_lines(path, lambda record, seed=wrong: record.update(seed=seed))
        with pytest.raises(ConfigError, match=r"line 1: 'seed' is a whole number from 0 to 2\*\*64 - 1, not "):
            read_boards(path, game)


def test_a_boards_file_holds_the_redeals_that_the_rules_offer(tmp_path):
    settings = GameSettings.make("meri", "hitoyoshi", {"redeal_offer": 2})
    run = run_of(f"{MOCKS}:LastBot", "random", settings=settings)
    game = run.game.load()
    path = tmp_path / "boards.jsonl"
    write_boards(path, game, make_boards(game, 3, run.seed), run.seed)
    results = results_of(run, read_boards(path, game).boards)
    assert [r.margin for r in results] == [r.margin for r in results_of(run)]
    assert all(r.status == "ok" for r in results)
    change_lines(path, lambda record: record["deal"].pop("redeals"))
    with pytest.raises(ConfigError, match=r"boards\.jsonl, line 1: the rules offer 2 redeals, and the deal lists 0"):
        read_boards(path, game)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "holds no deal"),
        ('{"format":"meri-ai/1"', r"line 1: the line is no JSON.*cut off"),
        ('{"format":"meri-ai/1"}', "line 1: 'game' is missing"),
        ('{"format":"meri-ai/1","game":"chess","rules":"a","dealer":0,"deal":{},"steps":[]}', "line 1: .*'chess'"),
        (
            '{"format":"meri-ai/1","game":"meri","rules":"hitoyoshi","dealer":9,"deal":{},"steps":[]}',
            "'dealer' is a seat",
        ),
        ('{"format":"meri-ai/1","game":"meri","rules":"hitoyoshi","dealer":0,"deal":{},"steps":[]}', "lacks 'hands'"),
    ],
)
def test_a_boards_file_that_cannot_be_read_is_told(tmp_path, text, sentence):
    path = tmp_path / "boards.jsonl"
    path.write_text(text)
    with pytest.raises(ConfigError, match=rf"boards file .*{sentence}") as told:
        read_boards(path, ma.load_game("meri"))
    assert "\n" not in str(told.value)


def test_files_that_are_no_boards_are_told(tmp_path):
    game = ma.load_game("meri")
    with pytest.raises(ConfigError, match=r"boards file: cannot read .*none\.jsonl"):
        read_boards(tmp_path / "none.jsonl", game)
    path = tmp_path / "records.jsonl"
    path.write_text(results_of(run_of("random", "random", boards=1))[0].record + "\n")
    with pytest.raises(ConfigError, match="line 1: a boards file holds deals without steps; `meri-ai boards make`"):
        read_boards(path, game)
    write_boards(path, SHORT.load(), make_boards(game, 4, 1), 1)
    with pytest.raises(ConfigError, match="holds 4 deals, and a board of one set takes 3 of them"):
        read_boards(path, SHORT.load(), "set")
