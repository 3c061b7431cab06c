"""Tables of more than two bots as a user plays them: `meri-ai table` and the schedule "table"."""

import json

import pytest
from program import call_program, run_program

BOTS = "rule", "random", "ismcts:iterations=5"


def lines_of(*arguments, run=call_program):
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_table_of_three(tmp_path):
    records = tmp_path / "records.jsonl"
    lines = lines_of(
        *("table", *BOTS, "--game", "subeta-mekuri", "--boards", 3, "--workers", 1, "--records", records),
    )
    assert lines[0].startswith("bot ") and "points a deal" in lines[0] and " place " in lines[0]
    assert sorted(line.split()[0] for line in lines[2:5]) == sorted(BOTS)
    assert any("minus the mean of the others'" in line for line in lines)
    found = [json.loads(line) for line in records.read_text().splitlines()]
    assert [(record["board"], record["seating"]) for record in found] == [(b, s) for b in range(3) for s in range(6)]
    assert len({tuple(info["name"] for info in record["players_info"]) for record in found}) == 6
    assert lines_of("replay", records) == ["18 records, no differences"]


def test_as_many_bots_as_can_play_are_as_many_players():
    lines = lines_of("table", *BOTS, "montecarlo:iterations=5", "--game", "bakappana", "--dry-run")
    assert lines[0] == "2400 games: 1 table, 100 boards each, 24 deals a board"
    lines = lines_of("table", *BOTS, "montecarlo:iterations=5", "--game", "subeta-mekuri", "--dry-run")
    assert lines[0] == "2400 games: 4 tables, 100 boards each, 6 deals a board"


def test_a_tournament_of_tables_goes_on_is_extended_and_reported(tmp_path):
    file = tmp_path / "cup.toml"
    bots = json.dumps(BOTS)
    file.write_text(f'game = "bakappana"\nschedule = "table"\nbots = {bots}\nboards = 2\nuntil = "ci<0.001"\n')
    runs = []
    for workers in (1, 2):
        out = tmp_path / f"by{workers}"
        lines = lines_of("tournament", "run", file, "--out", out, "--workers", workers, run=run_program)
        assert lines[0].startswith("cup: bakappana standard, 3 players, 2 boards a table, seed 1, 12 games")
        runs.append((out / "records.jsonl").read_bytes())
    assert runs[0] == runs[1]
    assert "12 of them before" in lines_of("tournament", "run", file, "--out", out, "--workers", 1)[0]
    lines = lines_of("tournament", "extend", out, "--bot", "montecarlo:iterations=5", "--workers", 1)
    assert "48 games" in lines[0] and "12 of them before" in lines[0]
    again = lines_of("tournament", "rerun", out, "--game", "3/1/2")
    assert again[0].startswith("game 3/1/2 of random v ismcts:iterations=5 v montecarlo:iterations=5, dealer 1")
    assert not [line for line in again if "but in the record" in line]
    report = lines_of("tournament", "report", out)
    assert report[0].startswith("by2: bakappana standard, 3 players, 2 boards a table")
    assert json.loads("\n".join(lines_of("tournament", "report", out, "--json")))["plan"]["meetings"][3] == [1, 2, 3]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rule", "random", "--game", "subeta-mekuri"], "needs a bot for each of the 3 sides of the game, not 2"),
        (["rule", "random", "rule@1", "--game", "bakapana"], "unknown game 'bakapana' (did you mean 'bakappana'?)"),
        (["rule", "random", "rule@1", "--game", "bakappana", "--boards", "0"], "boards must be 1 or more, not 0"),
        (["rule", "random", "rulle", "--game", "bakappana"], "'rulle'"),
        (["rule", "random", "clairvoyant", "--game", "bakappana"], "--allow-cheaters"),
    ],
)
def test_mistakes_are_one_sentence(arguments, sentence):
    done = call_program("table", *arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("error: ") and sentence in done.stderr and done.stderr.count("\n") == 1
