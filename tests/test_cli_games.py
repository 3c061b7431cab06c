"""`meri-ai games`, and --game, --rules and --players of every command."""

import json
from pathlib import Path

import pytest
from program import call_program

from meri_ai.games.catalogue import GAMES

DATA = Path(__file__).parent / "data"


def lines_of(*arguments):
    done = call_program(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_all_games_are_listed():
    text = "\n".join(lines_of("games"))
    for info in GAMES.values():
        assert f"{info.name}: {info.title}" in text
    assert [game["game"] for game in json.loads(lines_of("games", "--json")[0])] == list(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_described_with_every_option(name):
    info = GAMES[name]
    lines = lines_of("games", name)
    assert lines[0] == f"{name}: {info.title}"
    for option, what in info.options.items():
        at = lines.index(f"{option}: {what.meaning}")
        assert lines[at + 1].startswith(f"    {what.values}; ")
    found = json.loads(lines_of("games", name, "--json")[0])
    assert found["players"] == list(info.players) and list(found["options"]) == list(info.options)


def test_defaults_are_shown_as_the_option_takes_them():
    lines = lines_of("games", "meri")
    assert "    --rules: hitoyoshi (default), cardavia" in lines
    assert "    0 or more; default 0" in lines
    assert "    true, false; hitoyoshi: false; cardavia: true" in lines
    assert any(line.endswith("cardavia: sun-un,un-sota,sota-robai,robai-rei,two-one,eight-nine") for line in lines)
    assert "    --players: 2, 3 or 4 players (3 by default)" in lines_of("games", "bakappana")


@pytest.mark.parametrize(("players", "games"), [(2, 4), (3, 12), (4, 12)])
def test_a_match_for_so_many(players, games):
    (line,) = lines_of(
        *("match", "rule", "random", "--game", "bakappana", "--players", players, "-o", "chaff=0"),
        *("--boards", 2, "--workers", 1, "--json"),
    )
    found = json.loads(line)
    assert (found["game"], found["rules"], found["players"]) == ("bakappana", "standard", players)
    assert (found["games"], found["boards"], found["options"]) == (games, 2, {"chaff": 0})


def test_a_tournament_file_names_the_number_of_players(tmp_path):
    file = tmp_path / "cup.toml"
    file.write_text('game = "bakappana"\nplayers = 4\nbots = ["rule", "random"]\nboards = 2\noptions = { chaff = 0 }\n')
    lines = lines_of("tournament", "run", file, "--out", tmp_path / "run", "--workers", 1)
    assert lines[0].startswith("cup: bakappana standard, 4 players, 2 boards a pair, seed 1, 12 games")
    records = [json.loads(line) for line in (tmp_path / "run" / "records.jsonl").read_text().splitlines()]
    assert {record["players"] for record in records} == {4}
    assert lines_of("replay", tmp_path / "run" / "records.jsonl") == ["12 records, no differences"]
    report = lines_of("tournament", "report", tmp_path / "run")
    assert report[0].startswith("run: bakappana standard, 4 players, 2 boards a pair")
    again = lines_of("tournament", "rerun", tmp_path / "run", "--game", "0/1/3")
    assert not [line for line in again if "but in the record" in line]
    shown = lines_of("show", tmp_path / "run", "--game", "0/1/3")
    assert shown[0] == "bakappana standard, chaff 0, players 4, board 1, seating 3, seed 1, dealer 1"
    assert len([line for line in shown if ": play " in line]) == 20
    assert len([line for line in shown if line.startswith("        flip: card ")]) == 20


def test_boards_bench_and_ladder_take_a_game(tmp_path):
    of_game = ("--game", "bakappana", "--players", 2)
    file = tmp_path / "boards.jsonl"
    assert lines_of("boards", "make", file, "--boards", 3, *of_game) == [f"{file}: 3 boards, 3 deals"]
    (line,) = lines_of("match", "rule", "random", *of_game, "--boards-file", file, "--workers", 1, "--json")
    assert json.loads(line)["boards"] == 3
    found = json.loads(lines_of("bench", *of_game, "--seconds", 0.01, "--json")[0])
    assert found["players"] == 2 and all(found[name] > 0 for name in ("playouts_random", "worlds", "ismcts_10k"))
    assert lines_of("ladder", "ismcts", "--budgets", "5,10", *of_game, "--boards", 2, "--workers", 1)


def test_replay_and_perft_of_one_game_alone(tmp_path):
    both = tmp_path / "both.jsonl"
    meri, fishing = (DATA / f"{name}.jsonl" for name in ("meri-perft", "fishing-perft"))
    both.write_text(meri.read_text(encoding="utf-8") + fishing.read_text(encoding="utf-8"), encoding="utf-8")
    records = [json.loads(line)["game"] for line in both.read_text().splitlines()]
    for name in ("meri", "bakappana"):
        assert lines_of("replay", both, "--game", name) == [f"{records.count(name)} records, no differences"]
    assert lines_of("perft", meri, both, "--game", "meri", "--depth", 2) == ["14 records, no differences"]
    done = call_program("replay", meri, "--game", "bakappana")
    assert done.returncode == 1 and done.stderr == "error: there is no record of bakappana in any of the files\n"


def test_perft_counts_from_a_seeded_deal():
    of_deal = ("perft", "--game", "bakappana", "--players", 2, "--seed", 7)
    lines = lines_of(*of_deal, "--depth", 3)
    counts = [int(line.partition(": ")[2]) for line in lines]
    assert [line.partition(":")[0] for line in lines] == ["depth 1", "depth 2", "depth 3"]
    assert counts[0] == 10 and counts == sorted(counts)
    divided = lines_of(*of_deal, "--depth", 3, "--divide")
    assert divided[:3] == lines and divided[-1] == f"total: {counts[2]}" and len(divided) == 3 + counts[0] + 1
    assert len(lines_of("perft", "--game", "meri")) == 4


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["games", "mery"], "unknown game 'mery' (did you mean 'meri'?)"),
        (["match", "rule", "random", "--game", "bakapana"], "unknown game 'bakapana' (did you mean 'bakappana'?)"),
        (["match", "rule", "random", "--game", "bakappana", "--players", "5"], "of 2, 3 or 4 players, not 5"),
        (["match", "rule", "random", "--players", "4"], "meri is a game of 8 players, not 4"),
        (["match", "rule", "random", "--game", "bakappana", "--rules", "cardavia"], "unknown rules preset 'cardavia'"),
        (["match", "rule", "random", "--game", "bakappana", "--unit", "set"], "units of bakappana are: deal, game"),
        (["match", "rule", "random", "--game", "bakappana", "-o", "deck=hanafuda"], "valid: chaff, rounds"),
        (["boards", "make", "x", "--game", "sanuki-mekuri", "--unit", "game"], "can take any number of deals"),
        (["replay", str(DATA / "meri-perft.jsonl"), "--game", "mery"], "unknown game 'mery'"),
        (["perft"], "give files of records, or --game"),
        (["perft", str(DATA / "meri-perft.jsonl"), "--seed", "1"], "--seed is for a seeded deal"),
        (["perft", "--game", "bakappana", "--players", "9"], "of 2, 3 or 4 players, not 9"),
        (["perft", "--game", "meri", "--seed", "-1"], "a seed is a whole number from 0"),
    ],
)
def test_mistakes_are_one_sentence(arguments, sentence):
    done = call_program(*arguments)
    assert done.returncode in (1, 2) and done.stdout == ""
    assert done.stderr.startswith("error: ") and sentence in done.stderr and done.stderr.count("\n") == 1
