"""Where the words of a board stand: clear of units, of each other, at the right unit, and on the page."""

from collections.abc import Callable, Iterator, Sequence
from math import dist
from typing import NamedTuple

from pz8edu.board.scene import role_family
from pz8edu.board.shapes import Area, Base, Cell, Line, Mark, Ring, Shape, Wedge
from pz8edu.show.board_page import Page, Pixel
from pz8edu.show.board_paths import point_along
from pz8edu.show.label_places import LINE, Box, Way, arranged, beside, box_at, leader, led, width_of

PLATE = 26.0
"""Pixels of the height of a plate."""
OFF_PAGE = 9
"""Words beyond the edge of the page are so many times as bad as words over something else."""
SMALL = 400
"""Pixels of a page on which units have their bare names: a list beside it tells the rest."""
GROUND_LINES = ("border", "road", "river", "trench", "wire")
"""Families of lines that are named as ground is, and not on a plate."""


class Label(NamedTuple):
    """Words of a shape and the box in which they stand; None if there is no room for them.

    `way` is the line that leads from a base to its name; `number` stands for a name that has no room.
    """

    shape: Shape
    text: str
    box: Box | None
    way: tuple[Pixel, Pixel] | None = None
    number: bool = False


def on_plate(shape: Shape) -> bool:
    """Is its label a measurement on a plate?"""
    return isinstance(shape, Line) and role_family(shape.role) not in GROUND_LINES


def placed_labels(page: Page, more: Sequence[Box] = ()) -> list[Label]:
    """Every label with its place, clear of units and of `more`; rings of one name have it once.

    A name without room, or on a small page, loses what follows its first dot; then it becomes a number.
    """
    lettered = [shape for shape in page.scene.shapes if not isinstance(shape, Base) and shape.label]
    lettered = [shape for shape in lettered if role_family(shape.role) != "threat"]
    bases = [base for base in page.scene.bases if base.shown and page.sees(base.at)]
    bodies = [box_at(*page.at(base.at), *page.box_of(base)) for base in page.scene.bases]
    taken = [*more, *(box for base in page.scene.bases for box in page.taken_by(base))]
    plates = [shape for shape in lettered if on_plate(shape)]
    lines = [box for shape in plates for box in pieces(page, shape)]
    found = unmoved(page, [shape for shape in lettered if isinstance(shape, Cell)], [*taken, *lines])
    taken += [label.box for label in found if label.box]

    def cost(box: Box) -> float:
        return OFF_PAGE * (box.size - page.paper.covers(box)) + sum(map(box.covers, taken))

    for label in unmoved(page, plates, taken):  # a measurement is always told
        box = label.box or min((way[0] for way in ways(page, label.shape)), key=cost)
        found.append(label._replace(box=box))
        taken.append(box)
    stars = [each for each in page.scene.shapes if isinstance(each, Mark) and each.role == "objective"]
    taken += lines + [box_at(*page.at(star.at), 11, 11) for star in stars]
    ground = [shape for shape in lettered if not isinstance(shape, Cell) and not on_plate(shape)]
    ground = list({each.label if isinstance(each, Ring) else id(each): each for each in ground}.values())
    return [*found, *unmoved(page, ground, taken), *names(page, bases, bodies, taken)]


def unmoved(page: Page, shapes: Sequence[Shape], taken: list[Box]) -> list[Label]:
    """The labels of what is no unit."""
    boxes = arranged([ways(page, shape) for shape in shapes], taken, page.paper)
    return [Label(shape, shape.label or "", box) for shape, box in zip(shapes, boxes, strict=True)]


def pieces(page: Page, shape: Shape) -> Iterator[Box]:
    """A line, ring or dot in small boxes, so that no name lies across it."""
    if isinstance(shape, Mark):
        yield box_at(*page.at(shape.at), 8, 8)
    elif isinstance(shape, Ring):
        radius = float(shape.radius)
        count = 1 + round(radius * page.scale)
        rim = [page.around(shape.centre, radius, 360 * each / count) for each in range(count)]
        yield from (box_at(*at, 4, 4) for at in rim if page.paper.covers(box_at(*at, 1, 1)))
    elif isinstance(shape, Line):
        points = [page.at(point) for point in shape.points]
        count = max(1, round(sum(map(dist, points, points[1:])) / 8))
        yield from (box_at(*point_along(points, (each + 0.5) / count), 4, 4) for each in range(count))


def names(page: Page, bases: Sequence[Base], bodies: Sequence[Box], taken: list[Box]) -> list[Label]:
    """The names of units, the likeliest places first; a unit with no room at all has no box."""
    found: dict[int, Label] = {}
    shapes = [each for each in page.scene.shapes if isinstance(each, Ring) or each.role == "ending"]
    crossed = [box for shape in shapes for box in pieces(page, shape)]
    body = [box_at(*page.at(base.at), *page.box_of(base)) for base in bases]

    def near(own: Box, text: str) -> list[Way]:
        wide = width_of(text)
        close = [other for other in bodies if other != own and other.off(own) < wide + LINE]
        others = [other for other in close if other.covers(own) < own.size / 4]
        return [
            (box,)
            for box in beside(own, wide, page.paper)
            if all(box.off(other) > box.off(own) + 1 for other in others)
        ]

    def clear(own: Box, text: str) -> list[Way]:
        return [way for way in near(own, text) if not any(map(way[0].covers, crossed))]

    def far(own: Box, text: str) -> list[Way]:
        return list(led(own, width_of(text), page.paper))

    def settle(text_of: Callable[[int], str], where: Callable[[Box, str], list[Way]]) -> None:
        left = [number for number in range(len(bases)) if number not in found]
        boxes = arranged([where(body[number], text_of(number)) for number in left], taken, page.paper)
        for number, box in zip(left, boxes, strict=True):
            if box:
                text = text_of(number)
                way = leader(body[number], box) if where is far else None
                found[number] = Label(bases[number], text, box, way, text == str(number + 1))

    full = [base.shown for base in bases]
    every = full, [shown.split(" · ")[0] for shown in full], [str(number + 1) for number in range(len(full))]
    for texts in every[page.paper.right - page.paper.left < SMALL :]:
        for where in (clear, near, far):
            settle(texts.__getitem__, where)
    return [found.get(number, Label(base, base.shown, None)) for number, base in enumerate(bases)]


def unnamed(labels: Sequence[Label]) -> str:
    """The units that are not named on the board, in a sentence: "1: Hood, 2: Rodney"; empty if all are."""
    return ", ".join(
        f"{label.text}: {label.shape.shown}" if label.number else label.shape.shown
        for label in labels
        if isinstance(label.shape, Base) and (label.number or label.box is None)
    )


def ways(page: Page, shape: Shape) -> list[Way]:
    """Where the label of a shape may stand, best first; that of a hex only in it."""
    moved = not isinstance(shape, Cell) or page.scene.kind == "zones"
    return [(box.inside(page.paper) if moved else box,) for box in spots(page, shape)]


def spots(page: Page, shape: Shape) -> Iterator[Box]:
    """The same as boxes: on a line or ring, beside a mark, in an area or a cell; some partly off the page."""
    wide = width_of(shape.label or "")
    match shape:
        case Line():
            yield from on_line(page, shape, wide)
        case Ring():
            yield from on_ring(page, shape, wide)
        case Wedge():
            middle = float(shape.start) + shape.angle / 2
            for share in (0.7, 0.5, 0.9):
                x, y = page.around(shape.centre, share * float(shape.radius), middle)
                yield box_at(x, y, wide, LINE)
        case Mark() if page.sees(shape.at):
            x, y = page.at(shape.at)
            yield box_at(x, y if role_family(shape.role) == "label" else y - 13, wide, LINE)
            yield from beside(box_at(x, y, 14, 14), wide, page.paper)
        case Area():
            box = box_around([page.at(point) for point in shape.outline])
            if page.paper.covers(box) > min(box.size / 2, 3 * wide * LINE):
                yield from (box_at(x, y, wide, LINE) for x, y in lattice(box))
                yield from beside(box, wide, page.paper)
        case Cell():
            yield from in_cell(page, shape, wide)


def on_line(page: Page, line: Line, wide: float) -> Iterator[Box]:
    """Along a line: a plate over it, or as far off as hides no unit; the words of ground beside it."""
    points, plate = [page.at(point) for point in line.points], on_plate(line)
    far = range(12, 133, 12) if plate else (11, 20)
    offsets = (*((0,) if plate else ()), *(side * step for step in far for side in (-1, 1)))
    size = (wide * 12.5 / 12 + 22, PLATE) if plate else (wide, LINE)
    for offset in offsets:
        for share in (0.5, 0.3, 0.7, 1.0) if plate else (1.0, 0.0, 0.5, 0.25, 0.75):
            x, y = point_along(points, share)
            yield box_at(x, y + offset, *size)


def on_ring(page: Page, ring: Ring, wide: float) -> list[Box]:
    """On what is seen of a ring, lowest first; then moved or within it; nowhere if little of it is seen."""
    bearings = [180 + side * turn for turn in range(0, 180, 5) for side in (1, -1)]
    edge = [page.around(ring.centre, float(ring.radius), bearing) for bearing in bearings]
    if sum(page.paper.covers(box_at(x, y, 1, 1)) > 0 for x, y in edge) < 3:
        return []
    found: list[Box] = []
    for radius in (float(ring.radius), float(ring.radius) - LINE / page.scale):
        points = (page.around(ring.centre, radius, bearing) for bearing in bearings)
        seen = [box_at(x, y, wide, LINE) for x, y in points if page.paper.left <= x <= page.paper.right]
        found += sorted(seen, key=lambda box: box != box.inside(page.paper))
    return found


def in_cell(page: Page, cell: Cell, wide: float) -> Iterator[Box]:
    """Low in a hex, else high in it; in the corner of a zone; in the middle of a square."""
    box = box_around([page.at(point) for point in cell.outline])
    (x, y), half = box.middle, (box.bottom - box.top) / 2
    if page.scene.kind == "zones":
        yield box_at(box.left + 10 + wide / 2, box.top + 14, wide, LINE)
    elif page.scene.kind == "hexes":
        aside = [(each, share) for share in (0.5, -0.5) for each in (0.38, -0.38)]
        for across, share in ((0, 0.64), (0, -0.64), *aside):
            yield box_at(x + across * half, y + share * half, wide, LINE)
    else:
        yield box_at(x, y, wide, LINE)


def box_around(points: Sequence[Pixel]) -> Box:
    """The box that holds some points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def lattice(box: Box) -> Iterator[Pixel]:
    """Points in a box, from its middle outwards."""
    (x, y), steps = box.middle, (0, 0.2, -0.2, 0.36, -0.36)
    for down in steps:
        for across in steps:
            yield x + across * (box.right - box.left), y + down * (box.bottom - box.top)
