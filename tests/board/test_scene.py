"""Scenes: every shape survives its text and its picture."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pz8edu.board.scene import Area, Base, Cell, Line, Mark, Ring, Scene, Wedge, role_family
from pz8edu.errors import BadInput
from pz8edu.show.board_svg import scene_svg
from pz8edu.show.default_style import PATTERNS, SYMBOLS

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))
ONE_OF_EACH = (
    Area("terrain: wood", ((2, 2), (5, 2), (5, 5)), (((3, 2.5), (4, 2.5), (4, 3)),), "wood", "it hides"),
    Cell("hex", (2, -1), SQUARE, "5–6", "two hexes away"),
    Ring("half range", (3, 3), 6, "half range 6″"),
    Wedge("arc", (3, 3), 4, -22.5, 22.5, words="45° wide"),
    Wedge("arc", (3, 3), 4, 0, 360),
    Line("road", ((0, 1), (3, 1.5), (9, 1)), width=Fraction(1, 2)),
    Line("trench", ((1, 7), (4, 7))),
    Line("wire", ((1, 6), (4, 6))),
    Line("shot", ((1, 1), (7, 7)), arrow=True, label="8.5″ & clear", words="in sight"),
    Mark("blocker", (4, 4), words="blocked by the wood"),
    Mark("label", (5, 5), "here"),
    Mark("bunker", (6, 6)),
    Mark("mine", (6, 5)),
    Mark("crater", (7, 5)),
    Mark("under the shell", (7, 6), words="direction 1, 2 inches, on Tiger"),
    Mark("something new", (8, 8)),
    Base(
        "Pz IV <F2>",
        "medium-heavy",
        "German",
        (3, 3),
        facing=94,
        condition="disorganized",
        height=2,
        symbol="tank",
        picked="firer",
        weapon="later-75mm",
        quality="average",
        traits=("HQ",),
        words="4 inches left",
    ),
    Base("Hood", "battle cruiser", "North", (5, 5), size=1, depth=3, facing=0, symbol="ship", where="zone 6"),
)


def scene(*shapes, **more):
    return Scene("inches", (0, 0, 10, 8), "On the table", "1″ = 100 m", shapes, **more)


def parsed(svg):
    return ElementTree.fromstring(svg)


def test_every_shape_survives_words_and_picture():
    whole = scene(*ONE_OF_EACH)
    words = whole.describe()
    picture = parsed(whole._repr_svg_())
    titles = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[1:] == [shape.describe() for shape in ONE_OF_EACH]
    for shape in ONE_OF_EACH:
        assert shape.describe() in words


def test_the_text_says_what_the_picture_shows():
    lines = scene(*ONE_OF_EACH).describe().splitlines()
    assert lines[:3] == ["On the table.", "A board of 10 by 8 inches.", "1″ = 100 m"]
    assert lines[3] == "terrain: wood “wood”: corners (2, 2), (5, 2), (5, 5), 1 hole: it hides."
    assert lines[4] == "hex (2, -1) “5–6”: two hexes away."
    assert lines[6] == "arc: from 337.5° clockwise to 22.5°, out to 4 from (3, 3): 45° wide."
    assert lines[8] == "road: from (0, 1) to (3, 1.5) to (9, 1), 0.5 wide."
    assert lines[-2] == (
        "Pz IV <F2>: medium-heavy, later-75mm, average, German, HQ, at (3, 3), facing 94°, height 2, "
        "disorganized, firer: 4 inches left."
    )
    assert lines[-1] == "Hood: battle cruiser, North, in zone 6, facing 0°."


def test_plain_cells_share_a_line():
    cells = [Cell("reachable", (q, 0), SQUARE) for q in range(3)]
    text = Scene("hexes", (0, 0, 4, 4), "", shapes=(*cells, Cell("hex", (9, 9), SQUARE))).describe()
    assert text.splitlines()[1:] == [
        "reachable: cells (0, 0), (1, 0), (2, 0).",
        "1 plain hex.",
    ]
    apart = (
        cells[0],
        Cell("hex: in arc", (4, 0), SQUARE),
        *cells[1:],
        Cell("hex: in arc", (5, 0), SQUARE, "6+"),
    )
    text = Scene("hexes", (0, 0, 9, 4), "", shapes=apart).describe()
    assert text.splitlines()[1:] == [
        "reachable: cells (0, 0), (1, 0), (2, 0).",
        "in arc: hex (4, 0).",
        "in arc: hex (5, 0) “6+”.",
    ]


def test_a_long_outline_is_told_by_its_box():
    corners = tuple((n, n * n) for n in range(12))
    assert Area("reachable", corners).describe() == (
        "reachable: an outline of 12 points between (0, 0) and (11, 121)."
    )


def test_the_same_scene_gives_the_same_picture():
    assert scene(*ONE_OF_EACH)._repr_svg_() == scene_svg(scene(*ONE_OF_EACH))


def test_styles_by_family_and_by_role():
    wood = Area("terrain: wood", ((2, 2), (5, 2), (5, 5)))
    green = {"terrain": {"stroke": "#112233"}, "terrain: wood": {"pattern": "dots", "ink": "#00aa00"}}
    styled = scene_svg(scene(wood), green)
    assert "#112233" in styled
    assert "#00aa00" in styled
    plain = scene_svg(scene(wood), {"terrain: wood": {"fill": "#abcdef"}})
    assert 'fill="#abcdef"' in plain
    assert "<pattern" not in plain


def test_each_pattern_and_each_symbol_draws():
    for pattern in PATTERNS:
        svg = scene_svg(scene(Area("x", ((2, 2), (5, 2), (5, 5)))), {"x": {"pattern": pattern}})
        assert len(list(parsed(svg).iter("{http://www.w3.org/2000/svg}pattern"))) == 1
    for symbol in SYMBOLS:
        parsed(scene(Base("a", "", "", (1, 1), symbol=symbol))._repr_svg_())


def test_roles_and_families():
    whole = scene(*ONE_OF_EACH)
    assert role_family("unit: enemy") == "unit"
    assert role_family("half range") == "half range"
    assert len(whole.of_role("unit")) == 2
    assert [shape.role for shape in whole.of_role("terrain: wood")] == ["terrain: wood"]
    assert (whole.width, whole.height, whole.sign) == (10, 8, "″")


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        ({"kind": "miles"}, "miles"),
        ({"extent": (0, 0, 0, 8)}, "empty"),
        ({"extent": (0, 0, float("nan"), 8)}, "empty"),
        ({"extent": (0, 0, 1e300, 8)}, "cannot be drawn"),
        ({"extent": (-1e300, 0, 0, 8)}, "cannot be drawn"),
        ({"extent": (0, 0, 1e-300, 8)}, "cannot be drawn"),
        ({"shapes": (Mark("", (0, 0)),)}, "role"),
    ],
)
def test_a_bad_scene_is_refused_in_one_sentence(given_, message):
    with pytest.raises(BadInput, match=message):
        Scene(**{"kind": "inches", "extent": (0, 0, 10, 8), "title": "x", **given_})


coordinates = st.floats(-20, 20, allow_nan=False)
points = st.tuples(coordinates, coordinates)
texts = st.text(max_size=8).map(lambda text: "".join(filter(str.isprintable, text)))
shapes = st.one_of(
    st.builds(Ring, st.just("range"), points, st.floats(0, 30), texts, texts),
    st.builds(Wedge, st.just("arc"), points, st.floats(0, 30), st.floats(-360, 360), st.floats(-360, 360)),
    st.builds(
        Line, st.sampled_from(["trench", "wire", "path"]), st.lists(points, min_size=1, max_size=4).map(tuple)
    ),
    st.builds(Area, texts.map(lambda t: t or "x"), st.lists(points, min_size=1, max_size=9).map(tuple)),
    st.builds(Mark, st.sampled_from(["mine", "label", "blocker"]), points, texts, texts),
    st.builds(Base, texts, texts, texts, points, st.floats(0, 3), st.none() | st.floats(0, 360), label=texts),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(shapes, max_size=6))
def test_any_scene_can_be_told_and_drawn(some):
    whole = scene(*some)
    assert whole.describe()
    parsed(whole._repr_svg_())


def test_letters_of_a_cell_are_centred_but_begin_at_the_edge_of_a_zone():
    cell = Cell("hex", (0, 0), SQUARE, "A")
    for kind, anchor in (("hexes", "middle"), ("squares", "middle"), ("zones", "start")):
        svg = Scene(kind, (0, 0, 2, 2), "", shapes=(cell,))._repr_svg_()
        (text,) = [element for element in parsed(svg).iter(f"{SVG}text") if element.text == "A"]
        assert text.get("text-anchor") == anchor


def test_an_arrow_shows_the_front_of_what_does_not_turn_itself():
    def arrows(symbol, facing):
        svg = scene(Base("a", "", "", (1, 1), facing=facing, symbol=symbol))._repr_svg_()
        return [path for path in parsed(svg).iter(f"{SVG}path") if path.get("d", "").endswith("l6 7h-12z")]

    assert len(arrows("tank", 0)) == 1
    assert arrows("tank", None) == []
    assert arrows("ship", 0) == arrows("aircraft", 90) == []


def test_an_aircraft_stands_on_a_hexagon_as_wide_as_its_base():
    svg = scene(Base("a", "", "", (5, 4), size=1, facing=0, symbol="aircraft", label=""))._repr_svg_()
    path = next(path.get("d") for path in parsed(svg).iter(f"{SVG}path") if path.get("stroke-linejoin"))
    corners = [tuple(map(float, pair.split())) for pair in path.strip("MZ").split("L")]
    scale = (640 - 28) / 10
    assert len(corners) == 6
    assert max(y for _, y in corners) == pytest.approx(scale / 2, abs=0.01)
    assert max(x for x, _ in corners) == pytest.approx(scale / 3**0.5, abs=0.01)
    assert sorted({round(x, 2) for x, _ in corners}) == pytest.approx(
        [-scale / 3**0.5, -scale / 12**0.5, scale / 12**0.5, scale / 3**0.5], abs=0.01
    )


def test_only_what_has_a_label_has_letters():
    bare, named = Mark("mine", (1, 1)), Mark("mine", (3, 3), "mines")
    texts = [element.text for element in parsed(scene(bare, named)._repr_svg_()).iter(f"{SVG}text")]
    assert texts == ["On the table", "1″ = 100 m", "mines"]


@pytest.mark.parametrize("extent", [(0, 0, 10_000, 10_000), (0, 0, 0.01, 10), (-10_000, -1, -9_999, 1)])
def test_the_largest_and_smallest_boards_are_drawn(extent):
    parsed(Scene("inches", extent, "")._repr_svg_())
