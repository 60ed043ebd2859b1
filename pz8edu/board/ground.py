"""The ground of a table: patches that lie on one another, and how they cut a path into stretches."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from math import dist, inf

from pz8edu.board.distances import distance_squared, exact_point, root
from pz8edu.board.lengths import Number, in_words
from pz8edu.board.movement import Stretch
from pz8edu.board.outlines import (
    N,
    Outline,
    boxes_apart,
    contains,
    crossings,
    encloses,
    in_floats,
    outline,
)
from pz8edu.board.shapes import Point, at_words
from pz8edu.core.records import FrozenRecord
from pz8edu.errors import BadInput

OPEN = "open"
ROAD = "road"
SHARPEST = 0.08
"""One and the cosine of the sharpest turn of a road: past it a mitre would be five times as long as wide."""
MOST_KEPT = 10_000
"""So many points a patch knows of, whether it holds them, and so many legs of paths are kept."""


class Patch(FrozenRecord):
    """A patch of ground: what it is (wood, hill, road), its corners, its name on the table.

    Raises BadInput for fewer than three corners.
    """

    ground: str
    corners: tuple[Point, ...]
    name: str = ""

    def __post_init__(self) -> None:
        if len(self.corners) < 3:
            raise BadInput(f"A patch of {self.ground} needs three corners or more, not {len(self.corners)}.")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.ground, self.corners, self.name))

    @cached_property
    def outline(self) -> Outline:
        """Its corners, exact."""
        return outline(self.corners)

    @cached_property
    def _held(self) -> dict[Point, bool]:
        return {}

    @property
    def called(self) -> str:
        """Its name in a sentence: its own, or 'the wood'."""
        return self.name or f"the {self.ground}"

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it or on its edge; what was asked before is not measured again."""
        if point not in self._held:
            if len(self._held) > MOST_KEPT:
                self._held.clear()
            self._held[point] = contains(self.outline, point)
        return self._held[point]


class Road(FrozenRecord):
    """A road: the points it runs through and its width, in the unit of the board."""

    points: tuple[Point, ...]
    width: Number = 0.5
    name: str = ""

    def __post_init__(self) -> None:
        if len(self.points) < 2:
            raise BadInput("A road runs through two points or more.")

    @cached_property
    def patch(self) -> Patch:
        """The strip of ground that the road covers: mitred at bends, cut straight at both ends."""
        return Patch(ROAD, strip_along(self.points, self.width), self.name)


same_patch: Callable[..., Patch] = lru_cache(MOST_KEPT)(Patch)
same_road: Callable[..., Road] = lru_cache(MOST_KEPT)(Road)
"""The same ground again for every game on a table: what was measured on it is known at once."""


def strip_along(points: Sequence[Point], width: Number) -> tuple[Point, ...]:
    """The outline of a line so wide: mitred at bends, cut straight at both ends, to nine decimals.

    Raises BadInput where it turns so sharply that its two sides would cross.
    """
    line = [(float(x), float(y)) for x, y in points]
    line = [line[0], *(at for before, at in pairwise(line) if at != before)]
    half, legs = float(width) / 2, [(dist(a, b), (b[0] - a[0], b[1] - a[1])) for a, b in pairwise(line)]
    aside = [(-north / length, east / length) for length, (east, north) in legs]
    left, right = [], []
    for number, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = aside[max(number - 1, 0)], aside[min(number, len(aside) - 1)]
        turn = 1 + ax * bx + ay * by
        inner = half * abs(ax * by - ay * bx) / turn if turn > SHARPEST else inf
        if inner > min(length for length, _ in legs[max(number - 1, 0) : number + 1]):
            raise BadInput(f"A road {in_words(width)} wide turns too sharply at {at_words(points[number])}.")
        east, north = (ax + bx) / turn * half, (ay + by) / turn * half
        left.append((round(x + east, 9), round(y + north, 9)))
        right.append((round(x - east, 9), round(y - north, 9)))
    return *left, *reversed(right)


def ground_at(point: Point, patches: Sequence[Patch]) -> str:
    """The ground at a point: of the last patch that holds it, since later patches lie on earlier ones."""
    return next((patch.ground for patch in reversed(patches) if patch.holds(point)), OPEN)


def stretches(path: Sequence[Point], patches: Sequence[Patch]) -> tuple[Stretch, ...]:
    """A path through two or more points, cut where the ground under it changes.

    Lengths are exact where the length of a leg is a fraction (along an axis, 3-4-5), else right to nine
    decimals. Raises BadInput for a path of less than two points.
    """
    if len(path) < 2:
        raise BadInput("A path runs through two points or more.")
    legs = [leg(*start, *end, tuple(patches)) for start, end in pairwise(path)]
    return legs[0] if len(legs) == 1 else joined(piece for pieces in legs for piece in pieces)


def joined(pieces: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """Pieces one after another: those over the same ground are one."""
    return tuple(
        Stretch(ground, sum((piece.length for piece in group), start=Fraction(0)))
        for ground, group in groupby(pieces, key=lambda piece: piece.ground)
    )


@lru_cache(maxsize=MOST_KEPT, typed=True)
def leg(x0: Number, y0: Number, x1: Number, y1: Number, patches: tuple[Patch, ...]) -> tuple[Stretch, ...]:
    """One leg of a path, cut where the ground changes; what was asked before is not measured again."""
    start, end = (x0, y0), (x1, y1)
    length = root(distance_squared(start, end))
    pieces = cut(exact_point(start), exact_point(end), layers(patches)) if length else []
    return joined(Stretch(ground, share * length) for share, ground in pieces)


def layers(patches: Sequence[Patch]) -> list[tuple[str, Outline]]:
    """The patches from the top down, as ground and outline."""
    return [(patch.ground, patch.outline) for patch in reversed(patches)]


def cut(
    start: tuple[N, N], end: tuple[N, N], ground: Sequence[tuple[str, Sequence[tuple[N, N]]]]
) -> list[tuple[N, str]]:
    """A straight line cut at every edge it meets: shares of its length and the ground of each, in order.

    `ground` lists layers from the top down; the ground of a piece is that under its middle.
    """
    line = in_floats((start, end))
    near = [(name, corners) for name, corners in ground if not boxes_apart(line, corners)]
    zero = start[0] * 0
    marks = {zero, zero + 1}
    for _, corners in near:
        marks.update(crossings(start, end, corners))
    (x, y), way = start, (end[0] - start[0], end[1] - start[1])
    pieces = []
    for first, last in pairwise(sorted(marks)):
        middle = (first + last) / 2
        at = (x + middle * way[0], y + middle * way[1])
        pieces.append((last - first, next((name for name, corners in near if encloses(corners, at)), OPEN)))
    return pieces
