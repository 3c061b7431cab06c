"""docs/fishing-rules.md and docs/adding-a-game.md say what is so."""

import doctest
import re
from pathlib import Path

import pytest

import meri_ai as ma
from meri_ai._core.game import Game, State, View
from meri_ai.games.catalogue import GAMES

DOCS = Path(__file__).parents[1] / "docs"
RULES = DOCS / "fishing-rules.md"
TEXT = RULES.read_text(encoding="utf-8")
NAMES = ("subeta-mekuri", "bakappana", "sanuki-mekuri")


def table_after(heading):
    """The rows of the first table below a heading, as lists of cells."""
    lines = TEXT.partition(f"## {heading}")[2].splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("|---"))
    rows = []
    for line in lines[first + 1 :]:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip() for cell in line.strip("|").split("|")])


@pytest.mark.parametrize(("page", "least"), [("fishing-rules.md", 11), ("adding-a-game.md", 5)])
def test_what_is_shown_comes_out_so(page, least):
    text = (DOCS / page).read_text(encoding="utf-8")
    code = "".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    result = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(code, {}, page, page, 0))
    assert result.attempted >= least and result.failed == 0


def test_the_recipe_names_every_operation_and_every_file_there_is():
    recipe = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    root = DOCS.parent
    ops = (root / "src_ext/meri_ai/_core/game.pxd").read_text(encoding="utf-8").partition("struct GameOps:")[2]
    ops = ops.partition("cdef class Game:")[0]
    for name in re.findall(r"\(\*(\w+)\)\(|^    (?:size_t|int|double) (\w+)$", ops, re.MULTILINE):
        assert f"`{''.join(name)}`" in recipe, name
    for kind in (Game, State, View):
        methods = {name for name in vars(kind) if not name.startswith("_")} - DERIVED
        missing = {name for name in methods if not re.search(rf"`{name}(\(.*?\))?`", recipe)}
        assert not missing, missing
    for file in re.findall(r"`(\w+\.(?:pyx|pxd|py))`", recipe):
        parts = [root / "src_ext", root / "meri_ai", root / "tests"]
        assert any(any(part.glob(f"**/{file}")) for part in parts) or (root / file).exists(), file


# what the base classes have once the rest is there
DERIVED = {"seats", "name", "game", "ops", "check_unit", "current_player", "is_terminal", "legal_codes", "returns"}


def test_sizes_and_par():
    name = None
    for game, players, sizes, total, par in table_after("1. Games"):
        name = game.strip("`") or name
        loaded = ma.load_game(name, players=int(players.split()[0]))
        deal = loaded.random_deal(seed=1)
        assert [len(deal.hands[0]), len(deal.field), len(deal.pile)] == [int(size) for size in sizes.split("/")]
        assert (sum(loaded.values), loaded.par) == (int(total), int(par))
    assert {players: ma.load_game("bakappana", players=players, chaff=0).par for players in (2, 3, 4)} == {
        2: 120,
        3: 80,
        4: 60,
    }


@pytest.mark.parametrize("column", range(3))
def test_values(column):
    """Each card named in the table has its value there; ribbons and chaff are the cards that section 2 lists."""
    for chaff in (1, 0) if NAMES[column] == "bakappana" else (None,):
        game = ma.load_game(NAMES[column], **({} if chaff is None else {"chaff": chaff}))
        values = dict(zip(game.card_texts, game.values, strict=True))
        ribbons = {f"{month:02}b" for month in (1, 2, 3, 4, 5, 6, 7, 9, 10)} | {"11c"}
        named = {}
        for row in table_after("2. Cards"):
            cards = set(re.findall(r"`(\d\d[a-d])`", row[0]))
            if "ribbons" in row[0]:
                cards = ribbons
            elif "other 23 chaff" in row[0]:
                cards = values.keys() - named.keys()
                assert len(cards) == 23
            assert cards, row
            named |= dict.fromkeys(cards, chaff if row[1 + column] == "`chaff`" else int(row[1 + column]))
        assert named == values


def test_mekurifuda_values():
    game = ma.load_game("subeta-mekuri", deck="mekurifuda")
    values = dict(zip(game.card_texts, game.values, strict=True))
    for card, value in values.items():
        single = {"O02": 15, "P06": 9, "P07": 7, "P08": 8, "P09": 9}
        assert value == single.get(card, {"P": 5, "I": 1}.get(card[0], 10)), card


def test_every_option_is_explained_with_its_default_and_values():
    for name in NAMES:
        for option, info in GAMES[name].options.items():
            (row,) = [row for row in re.findall(r"^\| `(\w+)` \| (.*)$", TEXT, re.MULTILINE) if row[0] == option]
            games, default, values, _ = row[1].split(" | ", 3)
            assert name in games.split(", ") and default == f"`{info.defaults['standard']}`"
            assert values.replace("`", "") == info.values


@pytest.mark.parametrize("page", [f"{name}.md" for name in ("fishing-rules", "adding-a-game", "records", "protocol")])
def test_links_lead_somewhere(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]*)(#[^)]*)?\)", text)
    for link, anchor in links:
        target = DOCS / link if link else DOCS / page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            names = {"#" + re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
            assert anchor in names, f"{link}{anchor}"
