"""README's examples do what they say."""

import doctest
import re
import tomllib
from pathlib import Path

from typer.testing import CliRunner

from meri_ai.cli.main import app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_python_example() -> None:
    (example,) = blocks("pycon")
    assert len(example.splitlines()) <= 20
    test = doctest.DocTestParser().get_doctest(example, {}, "README", "README.md", 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted > 5 and result.failed == 0


def test_own_bot(tmp_path: Path) -> None:
    (bot,) = blocks("python")
    (tmp_path / "mybot.py").write_text(bot)
    run = CliRunner().invoke(app, ["match", f"{tmp_path}/mybot.py:Lowest", "rule", "--boards", "2", "--workers", "1"])
    assert run.exit_code == 0, run.output
    assert "Lowest minus rule" in run.output


def test_commands_are_there_for_ci() -> None:
    """.ci/run takes both commands from README by how their lines begin and end."""
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("python3 -m venv ")]
    assert [line.split()[-1] for line in lines] == ["tournaments/quickstart.toml", ".venv/bin/pytest"]


def test_quickstart_has_four_bots() -> None:
    config = tomllib.loads((ROOT / "tournaments/quickstart.toml").read_text(encoding="utf-8"))
    assert len(config["bots"]) == 4 and any(bot.startswith("ismcts") for bot in config["bots"])


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link


def test_the_quickstart_takes_as_long_everywhere() -> None:
    for name in ("README.md", "tournaments/README.md", "tournaments/quickstart.toml"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "little more than a minute on an idle 2-core machine, build included" in text
        assert "less than a minute" not in text
