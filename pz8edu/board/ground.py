"""The ground of a table: patches that lie on one another, and how they cut a path into stretches."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby, pairwise

from pz8edu.board.distances import distance_squared, exact_point, root
from pz8edu.board.lengths import Number
from pz8edu.board.movement import Stretch
from pz8edu.board.outlines import N, Outline, apart, contains, crossing, edges, holds, outline
from pz8edu.board.shapes import Point
from pz8edu.errors import BadInput

OPEN = "open"
ROAD = "road"
MOST_KEPT = 10_000
"""So many points a patch knows of, whether it holds them, and so many legs of paths are kept."""


@dataclass(frozen=True)
class Patch:
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


@dataclass(frozen=True)
class Road:
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
        from shapely import LineString

        line = LineString([(float(x), float(y)) for x, y in self.points])
        strip = line.buffer(float(self.width) / 2, cap_style="flat", join_style="mitre")
        corners = tuple((round(x, 9), round(y, 9)) for x, y in strip.exterior.coords[:-1])
        return Patch(ROAD, corners, self.name)


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
    ground = tuple(patches)
    pieces = (piece for start, end in pairwise(path) for piece in leg(*start, *end, ground))
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
    return tuple(Stretch(ground, share * length) for share, ground in pieces)


def layers(patches: Sequence[Patch]) -> list[tuple[str, Outline]]:
    """The patches from the top down, as ground and outline."""
    return [(patch.ground, patch.outline) for patch in reversed(patches)]


def cut(
    start: tuple[N, N], end: tuple[N, N], ground: Sequence[tuple[str, Sequence[tuple[N, N]]]]
) -> list[tuple[N, str]]:
    """A straight line cut at every edge it meets: shares of its length and the ground of each, in order.

    `ground` lists layers from the top down; the ground of a piece is that under its middle.
    """
    near = [(name, corners) for name, corners in ground if not apart(start, end, corners)]
    zero = start[0] * 0
    marks = {zero, zero + 1}
    for _, corners in near:
        marks.update(share for a, b in edges(corners) for share in crossing(start, end, a, b))
    (x, y), way = start, (end[0] - start[0], end[1] - start[1])
    pieces = []
    for first, last in pairwise(sorted(marks)):
        middle = (first + last) / 2
        at = (x + middle * way[0], y + middle * way[1])
        pieces.append((last - first, next((name for name, corners in near if holds(corners, at)), OPEN)))
    return pieces
