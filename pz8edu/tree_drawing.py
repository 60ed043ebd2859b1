"""A tree as a drawing: questions as dark pills, outcomes as boxes, the path taken in heavy ink.

Every leaf has a row of its own, a question stands at the mean of its answers, and the words of an answer
stand on the line that leads to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import Any

from pz8edu.tree import UNEXPLORED, Branch, Node, Tree
from pz8edu.words import branch_label, branch_words, label_words

INK, QUIET, LINE = "#1f2933", "#61707f", "#b3bfc9"
FONT = "Inter,'DejaVu Sans','Segoe UI',Roboto,Helvetica,Arial,sans-serif"
LETTER = 7.3
"""Width of a letter of 12 pixels, on the wide side."""
GAP = 46
"""Between a question and the words of its answers: room for the curves."""
MOST_STACKED = 12
"""Up to so many leaves their chances are written as stacked fractions."""
MOST_LEAVES = 40
"""Larger trees are told to this number of leaves; the rest is gathered."""

GREYS = ("#d8dfe5", "#b9c4ce", "#93a1ae", "#61707f", "#3c4957")


@dataclass(slots=True)
class Place:
    """A question or a leaf with its place in the drawing."""

    node: Node | None
    outcome: str
    words: str
    chance: str
    full: str
    share: str
    lit: bool
    depth: int
    below: list[Place] = field(default_factory=list)
    y: float = 0.0
    wide: float = 0.0

    def leaves(self) -> Iterator[Place]:
        """The leaves below it, or itself."""
        if self.node is None:
            yield self
        for place in self.below:
            yield from place.leaves()

    def places(self) -> Iterator[Place]:
        """Itself and everything below it."""
        yield self
        for place in self.below:
            yield from place.places()


def draw(
    tree: Tree[Any],
    lit: tuple[Branch, ...] = (),
    row: float = 0,
    column: float = 0,
    styles: Mapping[str, str] | None = None,
    defs: str = "",
    word: Callable[[Any], str] = str,
    title: str = "Every way it can go",
) -> str:
    """The tree as SVG text.

    `lit` are the branches taken. `styles` gives outcome words their SVG fill (a colour, or `url(#…)` with
    the pattern in `defs`); without it outcomes are grey. `word` says an outcome. `row` and `column` are the
    least height of a leaf and the least width of a level, in pixels.
    """
    top = _planted(tree, {id(branch) for branch in lit}, word)
    leaves = list(top.leaves())
    stacked = len(leaves) <= MOST_STACKED and all(len(leaf.chance) < 16 for leaf in leaves)
    height = max(row, 40 if stacked else 26)
    for place, leaf in enumerate(leaves):
        leaf.y = height * (place + 0.5) + 4
    _set_between(top)
    for each in top.places():
        each.wide = _words_width(each, stacked)
    columns = _columns(top, column)
    width_of_box = max(72, max(len(leaf.outcome) for leaf in leaves) * LETTER + 26)
    box = columns[-1]
    widest = max(_wide(leaf.chance, stacked) for leaf in leaves)
    width, tall = box + width_of_box + widest + 18, height * len(leaves) + 8
    fills = _fills(leaves, styles)
    lines = _lines(top, columns, box)
    size = f'viewBox="0 0 {_n(width)} {_n(tall)}" width="{_n(width)}" height="{_n(tall)}"'
    look = f'font-family="{FONT}" font-size="12" fill="{INK}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {look}>',
        f"<title>{escape(title)}</title><desc>{escape(described(top))}</desc>{defs}",
        f'<g fill="none" stroke="{LINE}" stroke-width="1.4">{"".join(lines[False])}</g>',
        f'<g fill="none" stroke="{INK}" stroke-width="3">{"".join(lines[True])}</g>',
        *_words_on_lines(top, columns, stacked),
        *_pills(top, columns),
        *_boxes(leaves, box, width_of_box, fills),
        *_chances(leaves, box + width_of_box + 10, widest, stacked),
        "</svg>",
    ]
    return "".join(parts)


# --- planting
def _planted(tree: Tree[Any], lit: set[int], word: Callable[[Any], str]) -> Place:
    """The places of all questions and leaves; a rule that asks nothing is one leaf."""
    if tree.first is None:
        outcome = next(iter(tree.distribution))
        return Place(None, word(outcome), "", "1", "certain", "1", True, 0)
    deepest = _deepest(tree.first)

    def grow(node: Node, depth: int, seen: frozenset[int], place: Place) -> None:
        dice = frozenset(die.number for die in node.roll.dice())
        if node.certain and dice <= seen:
            branch = node.branches[0].onward()
            if branch.child is None:
                place.node, place.outcome = None, _word(branch.outcome, word)
            else:
                grow(branch.child, depth, seen | dice, place)
            return
        place.node = node
        drawn, others = _most_likely(node, lit)
        for branch in drawn:
            after = branch.onward()
            chance = node.chance_of(branch)
            below = Place(
                None,
                _word(after.outcome, word) if after.child is None else "",
                "certain" if node.certain else branch_label(node, branch),
                str(branch.chance),
                branch_words(node, branch),
                str(chance),
                id(branch) in lit,
                depth + 1,
            )
            place.below.append(below)
            if after.child is not None:
                if depth < deepest or below.lit:
                    grow(after.child, depth + 1, seen | dice, below)
                else:
                    below.outcome = f"{_leaf_count(after.child)} ways more"
        if others:
            place.below.append(_gathered(node, others, depth + 1))

    top = Place(None, "", "", "1", "", "1", True, 0)
    grow(tree.first, 0, frozenset(), top)
    return top


def _most_likely(node: Node, lit: set[int]) -> tuple[list[Branch], list[Branch]]:
    """The branches of a question that are drawn, in their order, and those that are gathered."""
    if len(node.branches) <= MOST_LEAVES:
        return node.branches, []
    likely = sorted(node.branches, key=lambda branch: (id(branch) in lit, branch.fraction()), reverse=True)
    chosen = {id(branch) for branch in likely[: MOST_LEAVES - 1]}
    drawn = [branch for branch in node.branches if id(branch) in chosen]
    return drawn, [branch for branch in node.branches if id(branch) not in chosen]


def _gathered(node: Node, branches: list[Branch], depth: int) -> Place:
    """Many unlikely answers as one leaf."""
    reached, total = node.weight()
    chance = sum((branch.fraction() for branch in branches), Fraction(0))
    words = f"{len(branches)} others"
    return Place(None, words, words, str(chance), words, str(chance / Fraction(reached, total)), False, depth)


def _word(outcome: Any, word: Callable[[Any], str]) -> str:
    return str(outcome) if outcome is UNEXPLORED else word(outcome)


def _deepest(root: Node) -> int:
    """How many levels below the first question can be drawn without too many leaves."""
    level, ended, depth = [root], 0, 0
    while level:
        branches = [branch.onward() for node in level for branch in node.branches]
        level = [branch.child for branch in branches if branch.child is not None]
        if ended + len(branches) > MOST_LEAVES:
            return max(depth - 1, 0)
        ended += len(branches) - len(level)
        depth += 1
    return depth


def _leaf_count(node: Node) -> int:
    return sum(1 if branch.child is None else _leaf_count(branch.child) for branch in node.branches)


def _set_between(place: Place) -> float:
    if place.node is not None:
        places = [_set_between(below) for below in place.below]
        place.y = sum(places) / len(places)
    return place.y


# --- measuring
def _wide(text: str, stacked: bool) -> float:
    parts = text.split("/") if stacked else [text]
    return max(map(len, parts)) * LETTER + 4


def _pill(place: Place) -> str:
    assert place.node is not None
    name = label_words(place.node)
    return name.rpartition(": ")[2] if ": " in name else name


def _pill_width(place: Place) -> float:
    return len(_pill(place)) * LETTER + 24


def _columns(top: Place, least: float) -> list[float]:
    """Where the words of every level begin; the last entry is the left edge of the boxes."""
    levels: dict[int, list[Place]] = {}
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


def _words_width(place: Place, stacked: bool) -> float:
    """Room for the words of an answer and its chance, on the line that leads to it."""
    if not place.depth:
        return 0.0
    words = len(place.words) * LETTER
    return words + 12 if place.share == "1" else words + _wide(place.share, stacked) + 20


# --- drawing
def _n(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")


def _lines(top: Place, columns: list[float], box: float) -> dict[bool, list[str]]:
    found: dict[bool, list[str]] = {False: [], True: []}
    for place in top.places():
        if place.node is None:
            continue
        start = columns[place.depth] + place.wide + _pill_width(place)
        for below in place.below:
            bend = columns[below.depth]
            end = bend + below.wide if below.node is not None else box
            middle = (start + bend) / 2
            path = (
                f"M{_n(start)} {_n(place.y)}C{_n(middle)} {_n(place.y)} {_n(middle)} {_n(below.y)} "
                f"{_n(bend)} {_n(below.y)}H{_n(end)}"
            )
            found[below.lit].append(f'<path d="{path}"/>')
    return found


def _words_on_lines(top: Place, columns: list[float], stacked: bool) -> list[str]:
    found = []
    for place in top.places():
        if not place.depth:
            continue
        x, strong = columns[place.depth], ' font-weight="700"' if place.lit else f' fill="{QUIET}"'
        found.append(f'<text x="{_n(x + 2)}" y="{_n(place.y - 5)}"{strong}>{escape(place.words)}</text>')
        if place.share != "1":
            right = x + len(place.words) * LETTER + 10
            found.append(_fraction(place.share, right, place.y - (12 if stacked else 5), stacked, strong, 10))
    return found


def _pills(top: Place, columns: list[float]) -> list[str]:
    found = []
    for place in top.places():
        if place.node is None:
            continue
        x = columns[place.depth] + place.wide
        wide = _pill_width(place)
        certain = place.node.certain
        look = f'fill="#fff" stroke="{INK}"' if certain else f'fill="{INK}"'
        ink = INK if certain else "#fff"
        found.append(
            f'<rect x="{_n(x)}" y="{_n(place.y - 13)}" width="{_n(wide)}" height="26" rx="13" {look}/>'
            f'<text x="{_n(x + wide / 2)}" y="{_n(place.y + 4)}" fill="{ink}" font-weight="700" '
            f'text-anchor="middle">{escape(_pill(place))}</text>'
        )
    return found


def _boxes(leaves: list[Place], x: float, wide: float, fills: Mapping[str, str]) -> list[str]:
    found = []
    for leaf in leaves:
        edge, strong = (f' stroke="{INK}" stroke-width="2.5"', ' font-weight="700"') if leaf.lit else ("", "")
        outer = f'x="{_n(x)}" y="{_n(leaf.y - 12)}" width="{_n(wide)}" height="24" rx="5"'
        inner = f'x="{_n(x + 5)}" y="{_n(leaf.y - 7.5)}" width="{_n(wide - 10)}" height="15" rx="3"'
        middle = f'x="{_n(x + wide / 2)}" y="{_n(leaf.y + 4)}" text-anchor="middle"'
        found.append(
            f'<rect {outer} fill="{fills[leaf.outcome]}"{edge}/>'
            f'<rect {inner} fill="#fff" fill-opacity=".93"/>'
            f"<text {middle}{strong}>{escape(leaf.outcome)}</text>"
        )
    return found


def _chances(leaves: list[Place], x: float, wide: float, stacked: bool) -> list[str]:
    found = []
    for leaf in leaves:
        strong = ' font-weight="700"' if leaf.lit else f' fill="{QUIET}"'
        found.append(_fraction(leaf.chance, x, leaf.y + (0 if stacked else 4), stacked, strong, 12, wide))
    return found


def _fraction(text: str, x: float, y: float, stacked: bool, look: str, size: int, wide: float = 0.0) -> str:
    """A chance at a place: stacked around y, or as one line on it."""
    over, slash, under = text.partition("/")
    letter = LETTER * size / 12
    if not stacked or not slash:
        y += 0 if not stacked else 4
        return f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size}"{look}>{escape(text)}</text>'
    long = max(len(over), len(under)) * letter
    middle = x + (wide or long) / 2
    ink = INK if "700" in look else QUIET
    return (
        f'<g font-size="{size}" text-anchor="middle"{look}>'
        f'<text x="{_n(middle)}" y="{_n(y - 3)}">{over}</text>'
        f'<text x="{_n(middle)}" y="{_n(y + size - 1)}">{under}</text></g>'
        f'<path d="M{_n(middle - long / 2)} {_n(y)}h{_n(long)}" stroke="{ink}"/>'
    )


def _fills(leaves: list[Place], styles: Mapping[str, str] | None) -> dict[str, str]:
    words = list(dict.fromkeys(leaf.outcome for leaf in leaves))
    greys = {word: GREYS[place % len(GREYS)] for place, word in enumerate(words)}
    return {word: (styles or {}).get(word, greys[word]) for word in words}


def described(top: Place) -> str:
    """The drawing in words, with the same numbers."""
    lines: list[str] = []

    def below(place: Place, way: str) -> None:
        for each in place.below:
            assert place.node is not None
            here = f"{way}{label_words(place.node)}: {each.full} ({each.share})"
            if each.node is None:
                taken = " (taken)" if each.lit else ""
                lines.append(f"{here}: {each.outcome}, {each.chance}{taken}.")
            else:
                below(each, f"{here}, then ")

    below(top, "")
    return " ".join(lines) or f"Nothing to roll: {top.outcome}."
