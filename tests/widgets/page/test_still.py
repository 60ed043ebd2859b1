"""Pictures where no widget runs: they keep their styles to themselves and read without a stylesheet."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from urllib.parse import unquote

from bokeh.plotting import figure

from pz8widgets import BokehPane, Calculator, Tabletop, TurnByTurn
from pz8widgets.page.fraction_html import fraction_html
from pz8widgets.page.still import picture_html, unstyled
from pz8widgets.regenerate import VIEW

TREE = """<svg xmlns='http://www.w3.org/2000/svg'><text fill='#000'>½ & "5 %"</text></svg>"""


def drawings(html: str) -> list[str]:
    return [unquote(address) for address in re.findall(r'src="data:image/svg\+xml,([^"]*)"', html)]


def test_a_drawing_is_an_image_that_says_what_it_shows() -> None:
    html = picture_html(TREE, 'the "tree"')
    assert drawings(html) == [TREE]
    assert picture_html(TREE.replace("'", '"'), 'the "tree"') == html
    (words,) = re.findall(r'alt="([^"]*)"', html)
    assert unescape(words) == 'the "tree"'
    assert "<svg" not in html


def test_an_image_keeps_no_words_that_nobody_hears() -> None:
    told = TREE.replace("<text", "<title>a tree</title><desc>5 %\n& more</desc><text")
    assert drawings(picture_html(told, "a tree")) == [TREE]


def test_no_drawing_is_no_image() -> None:
    assert picture_html("", "nothing") == ""


def test_a_fraction_is_written_once_where_no_stylesheet_stacks_it() -> None:
    told = f"<b>{fraction_html(Fraction(7, 27))}</b>{fraction_html(Fraction(6))}"
    assert re.sub("<[^>]*>", "", unstyled(told)) == "7/276"


def test_a_calculator_leaves_its_odds_and_its_tree() -> None:
    bundle = Calculator("pz8-ww2", "to-hit")._repr_mimebundle_()
    assert VIEW in bundle
    assert ">1/2</td>" in bundle["text/html"]
    (tree,) = drawings(bundle["text/html"])
    assert tree.startswith("<svg")
    assert "to hit" in tree


def test_a_table_leaves_its_picture_its_words_and_its_odds() -> None:
    html = Tabletop("pz8-ww2", "first-shot")._repr_mimebundle_()["text/html"]
    (board,) = drawings(html)
    assert "T-34" in board
    assert "<summary>The board in words</summary><p>" in html
    assert "destroyed" in html
    assert "&lt;" not in re.sub("<[^>]*>", "", html)


def test_turns_leave_their_results_and_their_columns() -> None:
    html = TurnByTurn("pz8-ww2", "rally-chain")._repr_mimebundle_()["text/html"]
    assert "More often than not it is over" in html
    assert "pz8-fraction" not in html
    assert len(drawings(html)) == 1


def test_a_pane_leaves_its_poster_or_its_name() -> None:
    bundle, _ = BokehPane(figure(), label="a curve", poster=TREE)._repr_mimebundle_()
    assert drawings(bundle["text/html"]) == [TREE]
    bundle, _ = BokehPane(figure(), label="a < b")._repr_mimebundle_()
    assert bundle["text/html"] == "<p>a &lt; b</p>"
    assert VIEW in bundle
