"""A tree as a drawing: questions as dark pills, outcomes as boxes, the path taken in heavy ink.

Every leaf has a row of its own, a question stands at the mean of its answers, and the words of an answer
stand on the line that leads to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from markupsafe import Markup, escape

from pz8edu.core.tree.decision import DecisionNode
from pz8edu.core.tree.node import Branch
from pz8edu.core.tree.tree import AnyTree
from pz8edu.core.tree.wording import label_words, sees_words
from pz8edu.show.outcome_styles import NEUTRAL, OutcomeStyle, svg_defs
from pz8edu.show.outcomes import outcome_looks, spoken
from pz8edu.show.tree_places import NodeAt, drawing_words, laid_out

INK, QUIET, LINE = "#1f2933", "#61707f", "#b3bfc9"
FONT = "Inter,'DejaVu Sans','Segoe UI',Roboto,Helvetica,Arial,sans-serif"
LETTER, DIGIT = 7.3, 8.4
"""Widths of a letter and of a heavy digit of 12 pixels, on the wide side."""
GAP = 46
"""Between a question and the words of its answers: room for the curves."""
MOST_SEEN = 34
"""What is seen at a decision is told in so many letters."""
MOST_STACKED = 12
"""Up to so many leaves their chances are written as stacked fractions."""


def draw(
    tree: AnyTree,
    lit: tuple[Branch, ...] = (),
    row: float = 0,
    column: float = 0,
    looks: Mapping[str, OutcomeStyle] | None = None,
    prefix: str = "pz8",
    word: Callable[[Any], str] = str,
    title: str = "Every way it can go",
    lit_means: str = "taken",
    says: Callable[[str], str] = spoken,
    notes: Mapping[int, str] | None = None,
) -> str:
    """The tree as SVG text.

    `lit` are the branches taken, or whatever `lit_means` says. `looks` has the look of every outcome word;
    without it they have those of their meaning. Every drawing of a page needs a `prefix` of its own for its
    patterns. `word` says which outcome it is, and `says` how people call that. Who decides stands in a square
    with what is seen there, if that is not all; `notes` are said of an option, by the id of its branch.
    `row` and `column` are the least height of a leaf and the least width of a level, in pixels.
    """
    top = laid_out(tree, lit, word, says, notes)
    leaves = list(top.leaves())
    stacked = len(leaves) <= MOST_STACKED and all(len(leaf.chance) < 16 for leaf in leaves)
    height = max(row, 40 if stacked else 26)
    for place, leaf in enumerate(leaves):
        leaf.y = height * (place + 0.5) + 4
    _set_between(top)
    for each in top.places():
        each.wide = _words_width(each, stacked)
    columns = _columns(top, column)
    box = columns[-1]
    width_of_box = max(72, max(len(leaf.said) for leaf in leaves) * LETTER + 26)
    widest = max(_wide(leaf.chance, stacked) for leaf in leaves)
    wide, tall = box + width_of_box + widest + 18, height * len(leaves) + 8
    own = looks_of(leaves, looks)
    light, heavy = (_lines(top, columns, box, lit=taken) for taken in (False, True))
    words = [each for place in top.places() if place.depth for each in _words(place, columns, stacked)]
    pills = [each for place in top.places() if place.node is not None for each in _pill(place, columns)]
    ends = [each for leaf in leaves for each in _box(leaf, box, width_of_box, own[leaf.outcome], prefix)]
    chances = [_chance(leaf, box + width_of_box + 10, widest, stacked) for leaf in leaves]
    return element(
        "svg",
        element("title", title),
        element("desc", drawing_words(top, lit_means)),
        Markup(svg_defs(dict.fromkeys(own.values()), prefix)),  # noqa: S704 # patterns of this package
        element("g", *light, fill="none", stroke=LINE, stroke_width="1.4"),
        element("g", *heavy, fill="none", stroke=INK, stroke_width="3"),
        *words,
        *pills,
        *ends,
        *chances,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {svg_length(wide)} {svg_length(float(tall))}",
        width=wide,
        height=float(tall),
        role="img",
        font_family=FONT,
        font_size=12,
        fill=INK,
        style="background:#fff",
    )


def looks_of(leaves: Iterable[NodeAt], looks: Mapping[str, OutcomeStyle] | None) -> dict[str, OutcomeStyle]:
    """The look of every leaf by its words; what is gathered says nothing of harm."""
    ends = dict.fromkeys(leaf.outcome for leaf in leaves if not leaf.gathered)
    known = outcome_looks(ends) if looks is None else looks
    return {leaf.outcome: known.get(leaf.outcome, NEUTRAL) for leaf in leaves}


def _set_between(place: NodeAt) -> float:
    if place.node is not None:
        places = [_set_between(below) for below in place.below]
        place.y = sum(places) / len(places)
    return place.y


# --- measuring
def _wide(text: str, stacked: bool) -> float:
    parts = text.split("/") if stacked else [text]
    return max(map(len, parts)) * DIGIT + 4


def _name(place: NodeAt) -> str:
    assert place.node is not None
    name = label_words(place.node).rpartition(": ")[2].replace(", against ", "\nagainst ")
    if not isinstance(place.node, DecisionNode):
        return name
    side = place.node.decision.side
    return f"{side}: {name}?" if side else f"{name}?"


def _sees(place: NodeAt) -> str:
    """What is seen at a decision where that is not all before it, in a few letters."""
    if not isinstance(place.node, DecisionNode) or place.node.way is not None:
        return ""
    words = f"sees {sees_words(place.node)}"
    return words if len(words) <= MOST_SEEN else f"{words[: MOST_SEEN - 1]}…"


def _pill_width(place: NodeAt) -> float:
    rows = _name(place).split("\n")
    return max(len(max(rows, key=len)) * LETTER, len(_sees(place)) * LETTER * 11 / 12) + 24


def _columns(top: NodeAt, least: float) -> list[float]:
    """Where the words of every level begin; the last entry is the left edge of the boxes."""
    levels: dict[int, list[NodeAt]] = {}
    for place in top.places():
        levels.setdefault(place.depth, []).append(place)
    x, columns = 4.0, []
    for depth in range(max(levels) + 1):
        columns.append(x)
        words = max(place.wide for place in levels[depth])
        pills = [_pill_width(place) for place in levels[depth] if place.node is not None]
        x += words
        if pills:
            x = max(x + max(pills) + GAP, columns[-1] + least)
    return [*columns, x]


def _words_width(place: NodeAt, stacked: bool) -> float:
    """Room for the words of an answer and its chance, on the line that leads to it."""
    if not place.depth:
        return 0.0
    words = max(len(place.words), len(place.note)) * LETTER
    return words + 12 if place.share == "1" else words + _wide(place.share, stacked) + 20


# --- drawing
def _lines(top: NodeAt, columns: list[float], box: float, lit: bool) -> Iterator[Markup]:
    """The lines from questions to answers: those of the path taken, or the others."""
    for place in top.places():
        for below in place.below:
            if below.lit is lit:
                start = columns[place.depth] + place.wide + _pill_width(place)
                bend = columns[below.depth]
                end = box if below.node is None else bend + below.wide
                middle, y = (start + bend) / 2, below.y
                curve = (start, place.y, middle, place.y, middle, y, bend, y, end)
                yield element("path", d="M{} {}C{} {} {} {} {} {}H{}".format(*map(svg_length, curve)))


def _words(place: NodeAt, columns: list[float], stacked: bool) -> Iterator[Markup]:
    """The words of an answer on its line, and its chance."""
    x = columns[place.depth]
    yield element("text", place.words, x=x + 2, y=place.y - 5, **_ink(place))
    if place.note:
        yield element("text", place.note, x=x + 2, y=place.y + 14, **_ink(place))
    if place.share != "1":
        right, y = x + len(place.words) * LETTER + 10, place.y - (12 if stacked else 5)
        yield _fraction(place.share, right, y, stacked, place, 10)


def _pill(place: NodeAt, columns: list[float]) -> Iterator[Markup]:
    """A question as a dark pill, a light one where nothing is open; a decision as a square."""
    assert place.node is not None
    x, wide = columns[place.depth] + place.wide, _pill_width(place)
    centre = {"x": x + wide / 2, "text_anchor": "middle"}
    if isinstance(place.node, DecisionNode):
        sees = _sees(place)
        size = {"x": x, "y": place.y - 17, "width": wide, "height": 34}
        yield element("rect", **size, fill="#fff", stroke=INK, stroke_width=2.5)
        yield element("text", _name(place), y=place.y + (-2 if sees else 4), font_weight=700, **centre)
        if sees:
            yield element("text", sees, y=place.y + 11, font_size=11, fill=QUIET, **centre)
        return
    ground, edge, ink = ("#fff", INK, INK) if place.node.certain else (INK, None, "#fff")
    rows = _name(place).split("\n")
    high, top = 11.0 + 15 * len(rows), place.y - 5.5 - 7.5 * len(rows)
    yield element("rect", x=x, y=top, width=wide, height=high, rx=13, fill=ground, stroke=edge)
    for below, row in enumerate(rows, 1):
        yield element("text", row, y=top + 2 + 15 * below, fill=ink, font_weight=700, **centre)


def _box(leaf: NodeAt, x: float, wide: float, look: OutcomeStyle, prefix: str) -> Iterator[Markup]:
    """An outcome in a box of its colour."""
    edge = {"stroke": INK, "stroke_width": "2.5"} if leaf.lit else {"stroke": look.edge or None}
    fill = look.svg_fill(prefix)
    yield element("rect", x=x, y=leaf.y - 12, width=wide, height=24, rx=5, fill=fill, **edge)
    yield element("rect", x=x + 5, y=leaf.y - 7.5, width=wide - 10, height=15, rx=3, fill="#fff")
    strong = 700 if leaf.lit else None
    middle = {"x": x + wide / 2, "y": leaf.y + 4, "text_anchor": "middle"}
    yield element("text", leaf.said, font_weight=strong, **middle)


def _chance(leaf: NodeAt, x: float, wide: float, stacked: bool) -> Markup:
    return _fraction(leaf.chance, x, leaf.y + (0 if stacked else 4), stacked, leaf, 12, wide)


def _ink(place: NodeAt) -> dict[str, object]:
    return {"font_weight": 700} if place.lit else {"fill": QUIET}


def _fraction(
    text: str, x: float, y: float, stacked: bool, place: NodeAt, size: int, wide: float = 0.0
) -> Markup:
    """A chance at a place: stacked around y, or as one line on it."""
    over, slash, under = text.partition("/")
    small = {"font_size": size} if size < 12 else {}
    if not stacked or not slash:
        return element("text", text, x=x, y=y + (4 if stacked else 0), **small, **_ink(place))
    long = max(len(over), len(under)) * LETTER * size / 12
    middle = x + (wide or long) / 2
    numbers = element("text", over, x=middle, y=y - 3), element("text", under, x=middle, y=y + size - 1)
    bar = "M{} {}h{}".format(*map(svg_length, (middle - long / 2, y, long)))
    return element("g", *numbers, **small, text_anchor="middle", **_ink(place)) + element(
        "path", d=bar, stroke=INK if place.lit else QUIET
    )


# --- SVG elements: numbers to a tenth of a pixel, words escaped
def element(tag: str, *inside: object, **attributes: object) -> Markup:
    """An element with what stands inside it; text is escaped, `Markup` stands as it is.

    Attributes that are None are left out; `stroke_width=2` is written stroke-width.

    >>> element("text", "a < b", x=4.04, fill=None, font_size=12)
    Markup('<text x="4" font-size="12">a &lt; b</text>')
    """
    said = "".join(
        f' {name.replace("_", "-")}="{escape(svg_length(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    body = "".join(map(escape, inside))
    return Markup(f"<{tag}{said}>{body}</{tag}>" if body else f"<{tag}{said}/>")  # noqa: S704


def svg_length(value: object) -> object:
    """A length as it is written: to a tenth, without a needless nought."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else value
