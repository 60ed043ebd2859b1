"""Colour and pattern of outcomes, the same in HTML, SVG and Bokeh."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from pz8edu.errors import BadInput
from pz8widgets.page.theme import (
    ALL_STYLES,
    CARD,
    INK,
    KNOWN,
    QUIET,
    SCALE,
    STEPS,
    css,
    outcome_style,
    stylesheet,
    svg_defs,
    swatch,
    textures,
    themed,
    tiles_css,
    words,
)


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_four_words_of_the_family_keep_their_style_wherever_they_stand():
    for word, style in KNOWN.items():
        assert outcome_style(word, 1, 9) is style
    looks = [outcome_style(word) for word in ("ok", "disorganized", "suppressed", "destroyed")]
    assert [look.tile.name if look.tile else "solid" for look in looks] == [
        "dots",
        "diagonal",
        "crossed",
        "solid",
    ]


def test_other_words_take_their_place_from_harmless_to_final():
    for of, steps in STEPS.items():
        assert [outcome_style("?", position, of) for position in range(of)] == list(steps)
    assert outcome_style("unhurt", 0, 4) == outcome_style("ok")
    assert outcome_style("sunk", 3, 4) == outcome_style("destroyed")


@pytest.mark.parametrize("of", range(2, 14))
def test_neighbours_never_look_the_same(of):
    looks = [outcome_style("?", position, of) for position in range(of)]
    assert all(one != other for one, other in combinations(looks, 2) if one.tile or other.tile)
    assert looks[0] == SCALE[0]
    assert looks[-1] == SCALE[-1]


def test_no_two_steps_share_a_colour_or_a_pattern():
    assert len({style.colour for style in SCALE}) == len(SCALE)
    assert len({style.tile for style in SCALE}) == len(SCALE)


def test_a_position_that_is_not_on_the_scale_is_refused():
    with pytest.raises(BadInput, match=r"position 4 of 4.*0 to 3"):
        outcome_style("?", 4, 4)


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
            assert style.bokeh["hatch_pattern"] == " "
            continue
        assert style.svg_fill("here") == f"url(#here-{style.name})"
        assert f"here-{style.name}" in ids
        assert tiles[str(style.bokeh["hatch_pattern"])].url == style.tile.uri
        assert f"var(--pz8-tile-{style.tile.name})" in style.css
        assert style.tile.uri in tiles_css()
        assert style.bokeh["fill_color"] == style.colour


def test_a_plain_fill_has_a_texture_too_so_that_bokeh_makes_no_canvas_for_it():
    assert " " in textures()


def test_a_swatch_escapes_its_word():
    assert "<script>" not in swatch(SCALE[0], "<script>")
    assert swatch(SCALE[0]).startswith('<span class="pz8-swatch"')


def test_there_is_one_stylesheet_and_a_closed_one_is_replaced():
    one = stylesheet()
    assert stylesheet() is one
    box = themed(words("here"))
    assert box.children[0] is one
    assert "pz8" in box._dom_classes
    one.close()
    another = stylesheet()
    assert another is not one
    assert another.comm is not None


def test_words_in_the_stylesheet_keep_their_blanks() -> None:
    assert '"A still picture: run this cell to play with it."' in css("theme")
    for name in ("theme", "calculator", "panels"):
        assert "  " not in css(name)
