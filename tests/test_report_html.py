"""The HTML report: one file that needs nothing else."""

import re
from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from program import call_program
from report_runs import MOCKS, run_of, store_run

pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")
pytest.importorskip("jinja2", reason="the extra 'report' is not installed")

BAD = f"{MOCKS}:RaisingBot"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    store_run(folder / "a<b>cup", run_of("random", "rule", BAD))
    return written(folder / "a<b>cup", folder / "report.html")


def written(run, file):
    done = call_program("tournament", "report", run, "--html", file)
    assert done.returncode == 0 and done.stdout == f"report: {file}\n", done.stderr
    return file.read_text(encoding="utf-8")


class Page(HTMLParser):
    """Collects what a page would load, and checks that its elements are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.loaded, self.headings, self._open = [], [], []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "img", "source", "wbr"):
            self._open.append(tag)
        self.loaded += [value for name, value in attributes if name in ("src", "srcset", "href", "data")]

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, text):
        if self._open and self._open[-1] in ("h1", "h2", "h3"):
            self.headings.append(text)


def test_it_loads_nothing(page):
    loaded = Page(page).loaded
    assert len(loaded) == 6 and all(url.startswith("data:image/svg+xml;base64,") for url in loaded)
    assert "<script" not in page and "@import" not in page and "url(" not in page


def test_it_shows_every_part(page):
    headings = Page(page).headings
    assert headings[0] == "a<b>cup"
    for part in ("Ranking", "Ratings", "Each against each", "Convergence of the margin", "Splits", "Faults"):
        assert part in headings
    assert "How it was played" in headings and "no idea" in page and '<td class="text">seed</td>' in page


def test_plots_are_svg_with_the_bots_as_text(page):
    for url in Page(page).loaded:
        svg = b64decode(url.partition(",")[2]).decode()
        assert ElementTree.fromstring(svg).tag.endswith("svg")
        assert ">1 rule<" in svg.replace(" <", "<") and "<image" not in svg.replace('<image xlink:href="data:', "")


def test_the_same_run_gives_the_same_page(page, tmp_path):
    def without_times(text):
        return re.sub(r"\d+\.\d{3}</td>|\d{4}-\d\d-\d\dT[0-9:+]+", "", text.replace("<wbr>", ""))

    again = written(store_run(tmp_path / "a<b>cup", run_of("random", "rule", BAD), backwards=True), tmp_path / "r.html")
    assert without_times(again) == without_times(page)


@pytest.mark.parametrize("games", [0, 1, 4])
def test_a_run_that_is_still_played_has_a_page(tmp_path, games):
    text = written(store_run(tmp_path / "run", run_of("random", "rule", boards=2), games), tmp_path / "r.html")
    assert len(Page(text).loaded) == 6


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    folder = store_run(tmp_path / "run", run_of("random", "rule", boards=1))
    done = call_program("tournament", "report", folder, "--html", tmp_path / "no" / "r.html")
    assert done.returncode == 1 and "cannot write" in done.stderr and done.stderr.count("\n") == 1
