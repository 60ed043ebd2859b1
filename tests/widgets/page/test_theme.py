"""Colour and pattern of outcomes, the same in HTML, SVG and Bokeh."""

from contextvars import copy_context
from xml.etree import ElementTree

import ipywidgets

from pz8edu.show.outcome_styles import ALL_STYLES, svg_defs
from pz8widgets.page.theme import (
    CARD,
    INK,
    QUIET,
    SHEETS,
    apply_theme,
    css,
    looks_css,
    sheet,
    stylesheet,
    textures,
    words,
)


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_words_are_legible_on_paper():
    assert contrast(INK, CARD) > 12
    assert contrast(QUIET, CARD) > 4.5
    assert contrast(QUIET, "#f6f8fa") > 4.5


def test_html_svg_and_bokeh_draw_the_same_tile():
    defs = ElementTree.fromstring(svg_defs(prefix="here"))
    ids = {pattern.get("id") for pattern in defs}
    tiles = textures()
    for style in ALL_STYLES:
        if style.tile is None:
            assert style.svg_fill("here") == style.colour
            continue
        assert style.svg_fill("here") == f"url(#here-{style.name})"
        assert f"here-{style.name}" in ids
        assert tiles[style.tile.name].url == style.tile.uri
        assert f".{style.css_class}{{" in looks_css()
        assert style.tile.uri in looks_css()


def test_a_plain_fill_has_a_texture_too_so_that_bokeh_makes_no_canvas_for_it():
    assert " " in textures()


def test_there_is_one_stylesheet_and_a_closed_one_is_replaced():
    one = stylesheet()
    assert stylesheet() is one
    box = apply_theme(ipywidgets.VBox([words("here")]))
    assert box.children[0] is one
    assert "pz8" in box._dom_classes
    box.close()
    one.close()
    another = stylesheet()
    assert another is not one
    assert another.comm is not None


def test_a_page_of_its_own_has_stylesheets_of_its_own() -> None:
    one = sheet("theme")
    context = copy_context()
    context.run(SHEETS.set, {})
    own = context.run(sheet, "theme")
    assert own is not one
    assert context.run(sheet, "theme") is own
    assert sheet("theme") is one


def test_words_in_the_stylesheet_keep_their_blanks() -> None:
    assert '"A still picture: run this cell to play with it."' in css("theme")
    for name in ("theme", "calculator", "panels"):
        assert "  " not in css(name)
