"""docs/bots.md does what it says."""

import doctest
import re
from pathlib import Path

from typer.testing import CliRunner

from meri_ai.bots import bot_factory
from meri_ai.bots.options import options_of
from meri_ai.bots.registry import BUILTIN
from meri_ai.cli.main import app

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/bots.md"
TEXT = PAGE.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_the_views_and_searches_shown() -> None:
    test = doctest.DocTestParser().get_doctest("".join(blocks("pycon")), {}, "bots.md", str(PAGE), 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted > 20 and result.failed == 0


def test_the_example_plays_and_passes_its_examination(tmp_path: Path) -> None:
    (bot,) = blocks("python")
    (tmp_path / "thrifty.py").write_text(bot)
    spec = f"{tmp_path}/thrifty.py:Thrifty:iterations=20,whim=0.1"
    assert bot_factory(spec)().whim == 0.1  # type: ignore[attr-defined]
    run = CliRunner().invoke(app, ["match", spec, "rule", "--boards", "2", "--workers", "1"])
    assert run.exit_code == 0, run.output
    run = CliRunner().invoke(app, ["bots", "check", spec, "--positions", "40", "--twins", "4"])
    assert run.exit_code == 0, run.output


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", TEXT)
    assert links
    for link in links:
        assert (PAGE.parent / link).exists(), link


def test_every_option_of_a_built_in_bot_has_a_meaning() -> None:
    lines = CliRunner().invoke(app, ["bots", "list"]).stdout.splitlines()
    for bot_class in BUILTIN.values():
        for name in options_of(bot_class) or {}:
            assert bot_class.option_meanings[name]
            assert any(re.match(rf"    {name}(=\S+)?  +\w", line) for line in lines), name
    assert any(line.startswith("rule@1: ") and "later versions" in line for line in lines)
