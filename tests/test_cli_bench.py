"""`meri-ai bench`: the figures are there; how large they are is no test's business."""

import json

from program import call_program


def test_json_holds_every_figure_and_the_build():
    done = call_program("bench", "--seconds", 0.01, "--json", "--rules", "cardavia", "-o", "stack=hidden")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    figures = [found[name] for name in ("playouts_random", "playouts_rule", "worlds", "ismcts_1k", "ismcts_10k")]
    assert all(figure > 0 for figure in figures)
    assert found["rules"] == "cardavia" and found["options"] == {"stack": "hidden"}
    assert "march" in found["build"]


def test_the_table_has_a_line_a_figure():
    lines = call_program("bench", "--seconds", 0.01).stdout.splitlines()
    assert [line.split()[0] for line in lines[2:7]] == [
        "playouts_random",
        "playouts_rule",
        "worlds",
        "ismcts_1k",
        "ismcts_10k",
    ]
    assert lines[-1].startswith("built with: ")
