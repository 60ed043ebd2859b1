"""Where the words of a board stand: clear of units, of each other, and on the page."""

from collections.abc import Sequence

from pz8edu.board.scene import family
from pz8edu.board.shapes import Area, Base, Cell, Line, Mark, Ring, Shape, Wedge
from pz8edu.show.board_page import MARGIN, Page, Pixel
from pz8edu.show.board_paths import along
from pz8edu.show.label_places import LETTER, LINE, Box, around, arranged, beside, freest

Label = tuple[Shape, str, Pixel]
"""A label of a shape and where it stands."""

UP = 4.0
"""Pixels from the foot of a line of words up to its middle."""
ROUND = (180, 157.5, 202.5, 135, 225, 112.5, 247.5, 90, 270, 67.5, 292.5, 45, 315, 22.5, 337.5, 0)
"""The bearings at which a ring may carry its label, the best first."""


def placed_labels(page: Page) -> list[Label]:
    """Every label with its place: those of lines and units keep clear of units and of each other."""
    paper = Box(MARGIN, page.top, page.width - MARGIN, page.height - MARGIN)
    bodies = [shape for shape in page.scene.shapes if isinstance(shape, Base)]
    taken = [around(*page.at(base.at), *page.box_of(base)) for base in bodies]
    fixed: list[Label] = []
    lines: list[Label] = []
    for shape in page.scene.shapes:
        if isinstance(shape, (Base, Cell)) or not shape.label:
            continue
        x, y = label_at(page, shape)
        if not isinstance(shape, Line):
            fixed.append((shape, shape.label, (x, y)))
            taken.append(around(x, y - UP, LETTER * len(shape.label), LINE))
            continue
        offsets = (0, *(side * step for step in range(12, 109, 12) for side in (-1, 1)))
        wide = 6.9 * len(shape.label) + 16
        boxes = [around(x, y + offset - UP, wide, 22) for offset in offsets]
        best = freest(boxes, taken, paper)
        taken.append(boxes[best])
        lines.append((shape, shape.label, (x, y + offsets[best])))
    named = [base for base in bodies if base.shown]
    return [*fixed, *names(page, named, taken, paper), *lines]


def names(page: Page, named: Sequence[Base], taken: Sequence[Box], paper: Box) -> list[Label]:
    """The names of units, each under its unit if there is room."""
    wanted, ways = [], []
    for base in named:
        (x, y), (width, depth) = page.at(base.at), page.box_of(base)
        wide = LETTER * len(base.shown)
        ways.append(beside(width / 2, depth / 2, wide, gap=15 - UP))
        wanted.append([around(x + across, y + down, wide, LINE) for across, down in ways[-1]])
    found: list[Label] = []
    for base, way, place in zip(named, ways, arranged(wanted, taken, paper), strict=True):
        (x, y), (across, down) = page.at(base.at), way[place]
        found.append((base, base.shown, (x + across, y + down + UP)))
    return found


def label_at(page: Page, shape: Area | Cell | Line | Mark | Ring | Wedge) -> Pixel:
    """Where a label stands: over a line, on a ring, beside a mark, in an area."""
    match shape:
        case Line():
            x, y = along([page.at(point) for point in shape.points], 0.5)
            return x, y - 10
        case Ring():
            return ring_label_at(page, shape)
        case Wedge():
            x, y = page.around(shape.centre, 0.7 * float(shape.radius), float(shape.start) + shape.angle / 2)
            return x, y + 4
        case Mark():
            x, y = page.at(shape.at)
            return x, y + 4 if family(shape.role) == "label" else y - 9
        case Cell():
            xs, ys = zip(*map(page.at, shape.outline), strict=True)
            if page.scene.kind == "zones":
                return min(xs) + 10, min(ys) + 17
            low = 0.82 if page.scene.kind == "hexes" else 0.55
            return (min(xs) + max(xs)) / 2, min(ys) + low * (max(ys) - min(ys))
        case Area():
            xs, ys = zip(*map(page.at, shape.outline), strict=True)
            return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2 + 4


def ring_label_at(page: Page, ring: Ring) -> Pixel:
    """The first of sixteen places on a ring that lies well inside the board, from the south round."""
    places = [page.around(ring.centre, float(ring.radius), bearing) for bearing in ROUND]
    for x, y in places:
        if MARGIN + 40 < x < page.width - MARGIN - 40 and page.top + 20 < y < page.height - MARGIN - 10:
            return x, y + 4
    return places[0]
