"""Spec strings, the registry and own bots."""

import sys
from pathlib import Path

import pytest

from meri_ai._core.errors import BotError, ConfigError
from meri_ai.bots import bot_factory
from meri_ai.bots.options import keyword_arguments, options_of
from meri_ai.bots.registry import BUILTIN
from meri_ai.bots.spec import parse_spec

MOCKS = Path(__file__).parent / "mock_bots.py"


@pytest.mark.parametrize(
    ("text", "target", "options"),
    [
        ("rule", "rule", {}),
        ("rule@1", "rule@1", {}),
        (" ismcts:iterations=5000, c=0.3 ", "ismcts", {"iterations": "5000", "c": "0.3"}),
        ("my.bots:Clever", "my.bots:Clever", {}),
        ("my.bots:Clever:depth=3", "my.bots:Clever", {"depth": "3"}),
        ("some folder/bot.py:Clever", "some folder/bot.py:Clever", {}),
        ("bot.py:Clever:name=a,level=x", "bot.py:Clever", {"name": "a", "level": "x"}),
        ("cmd:./mybot --depth=3 a:b", "cmd", {}),
        ("cmd(level=easy, threads=2):./mybot", "cmd", {"level": "easy", "threads": "2"}),
    ],
)
def test_spec_strings_are_taken_apart(text, target, options):
    spec = parse_spec(text)
    assert (spec.text, spec.target, dict(spec.options)) == (text.strip(), target, options)


@pytest.mark.parametrize("name", BUILTIN)
def test_every_built_in_bot_can_be_made(name):
    factory = bot_factory(name)
    assert factory.name == name and factory.cheats == (name == "clairvoyant")
    first, second = factory(), factory()
    assert first is not second and first.name == name


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no name"),
        (":x=1", "has no name"),
        ("rule:", "'rule:': nothing follows the colon; write rule, or rule:option=value,"),
        ("bot.py:", r"nothing follows the colon; write bot\.py:Class"),
        ("ismcts:iterations=2,000,c=1", "'000' is not .*; numbers are written without commas: iterations=2000,c=1"),
        ("good.py:Half:a", r"'good\.py:Half:a': 'a' is not of the form option=value"),
        ("ismcts:tree_mb=0.00001", "tree_mb must be a number from 0.015625 to"),
        ("ismcts:tree_mb=nan", r"tree_mb must be a number from 0.015625 to 1.04858e\+06, not nan"),
        ("ismtcs", r"unknown bot 'ismtcs' \(did you mean 'ismcts'\?\): the built-in bots are random, rule, "),
        (
            "ismcts:iteration=5",
            r"has no option 'iteration' \(did you mean 'iterations'\?\); its options are iterations, ",
        ),
        ("ismcts:iterations=many", "option iterations must be of type int, not 'many'"),
        ("ismcts:iterations=0", r"'ismcts:iterations=0': iterations must be a whole number from 1 to \d+, not 0"),
        (".foo:Bar", r"'\.foo' is no module's name"),
        ("montecarlo:time_limit=-1", "time_limit must be "),
        ("ismcts:iterations=5,c", "'c' is not of the form option=value"),
        ("ismcts:c=1,c=2", "gives option 'c' twice"),
        ("ismcts:5000", "'5000' is not of the form option=value"),
        ("rule:noise=1", "rule has no options, so no 'noise' either"),
        ("no.such.module:Bot", r"there is no module 'no'; a bot in a file is path/to/file\.py:Class"),
        ("no/such/file.py:Bot", r"there is no bot file /.*no/such/file\.py$"),
        (f"{MOCKS}:FirstBott", r"there is no class 'FirstBott' in .* \(did you mean 'FirstBot'\?\)"),
        (f"{MOCKS}:NoBot", "is no bot: a bot is a class with a method choose"),
        (f"{MOCKS}:sys", "is no bot"),
        (f"{MOCKS}:RaisingLaterBot", "needs the option objects"),
    ],
)
def test_a_wrong_spec_is_one_sentence(text, sentence):
    with pytest.raises(ConfigError, match=sentence) as caught:
        bot_factory(text)
    assert "\n" not in str(caught.value)


def test_own_bots_get_their_options_as_keyword_arguments():
    assert bot_factory(f"{MOCKS}:SeededBot:shift=7")().shift == 7
    assert bot_factory(f"{MOCKS}:SeededBot")().name == f"{MOCKS}:SeededBot"


def test_a_file_that_fails_to_load_is_named(tmp_path):
    (tmp_path / "broken.py").write_text("1 / 0\n")
    with pytest.raises(BotError, match=r"bot file .*broken\.py failed to load: ZeroDivisionError: division by zero"):
        bot_factory(f"{tmp_path / 'broken.py'}:Bot")
    (tmp_path / "needs.py").write_text("import no_such_thing\n")
    with pytest.raises(BotError, match="No module named 'no_such_thing'"):
        bot_factory(f"{tmp_path / 'needs.py'}:Bot")


def test_an_installed_module_serves_too(tmp_path, monkeypatch):
    (tmp_path / "installed_bots.py").write_text(MOCKS.read_text())
    monkeypatch.syspath_prepend(tmp_path)
    assert bot_factory("installed_bots:SeededBot:shift=2")().shift == 2


def test_values_take_the_type_that_the_class_declares():
    class Typed:
        def __init__(self, a: int, b: float | None = None, c: bool = False, d: str = "", e=None):
            pass

    spec = parse_spec("x:a=1,b=2,c=true,d=3,e=4")
    assert keyword_arguments(spec, Typed) == {"a": 1, "b": 2.0, "c": True, "d": "3", "e": 4}
    with pytest.raises(ConfigError, match="option c must be of type bool, not 'yes'"):
        keyword_arguments(parse_spec("x:a=1,c=yes"), Typed)


def test_a_class_that_takes_any_option_gets_guessed_values():
    class Open:
        def __init__(self, **options):
            pass

    assert options_of(Open) is None
    spec = parse_spec("x:a=1,b=0.5,c=false,d=word")
    assert keyword_arguments(spec, Open) == {"a": 1, "b": 0.5, "c": False, "d": "word"}


def test_the_words_of_a_command_are_quoted_as_in_a_shell():
    assert parse_spec("cmd:'my bot' --name \"a b\" $HOME").command == ("my bot", "--name", "a b", "$HOME")
    assert parse_spec("rule").command == ()


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package with entry points, as pip would install it."""
    (tmp_path / "clever_bots.py").write_text(MOCKS.read_text())
    info = tmp_path / "clever-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: clever\nVersion: 1.2\n")
    points = "clever = clever_bots:SeededBot\nnothing = clever_bots:NoBot\ngone = clever_bots:Gone\n"
    (info / "entry_points.txt").write_text(f"[meri_ai.bots]\n{points}rule = clever_bots:LastBot\n")
    monkeypatch.syspath_prepend(tmp_path)
    bot_factory.cache_clear()
    yield tmp_path
    bot_factory.cache_clear()
    sys.modules.pop("clever_bots", None)


def test_entry_points_are_bots_by_name(installed):
    assert bot_factory("clever")().name == "clever"
    assert bot_factory("clever:shift=3")().shift == 3
    assert type(bot_factory("rule")()).__name__ == "RuleBot"  # nobody takes the place of a built-in bot
    for spec, kind, sentence in [
        ("clevr", ConfigError, r"unknown bot 'clevr' \(did you mean 'clever'\?\)"),
        ("nothing", ConfigError, r"'nothing' \(clever_bots:NoBot\) is no bot"),
        ("gone", BotError, r"bot 'gone' \(clever_bots:Gone\) failed to load: AttributeError"),
        ("clever:shitf=3", ConfigError, r"has no option 'shitf' \(did you mean 'shift'\?\)"),
    ]:
        with pytest.raises(kind, match=sentence):
            bot_factory(spec)
