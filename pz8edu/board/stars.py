"""Stars: all that is seen from a centre, as far as each ray goes; and the outline of several that overlap."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import atan2, pi

from pz8edu.board.outlines import Spot

Ring = list[Spot]
Edge = tuple[float, float, float, float, int, Spot, Spot]
"""A box around an edge (west, east, south, north), the number of its star, its ends."""

HAIRS = 1e-5
"""By so much at most stars are set off from one another: no edge of one lies along an edge of another."""
GOLDEN = 0.6180339887


class Star:
    """A centre, and where rays from it end: clockwise, from north once around."""

    def __init__(self, centre: Spot, rays: Sequence[tuple[float, Spot]]) -> None:
        self.centre = centre
        self.bearings = [bearing for bearing, _ in rays]
        self.ends = [end for _, end in rays]

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """West, south, east, north."""
        easts, norths = zip(*self.ends, strict=True)
        return min(easts), min(norths), max(easts), max(norths)

    def set_off(self, number: int) -> "Star":
        """The same a hair larger and aside, otherwise for each number."""
        hair = HAIRS * (0.1 + number * GOLDEN % 1)
        x, y = self.centre
        ends = [(east + hair * (1 + east - x), north + hair * (2 + north - y)) for east, north in self.ends]
        return Star((x + hair, y + 2 * hair), list(zip(self.bearings, ends, strict=True)))

    def holds(self, point: Spot) -> bool:
        """Whether a point lies within it."""
        x, y = point
        west, south, east, north = self.box
        if not (west < x < east and south < y < north):
            return False
        after = bisect(self.bearings, atan2(x - self.centre[0], y - self.centre[1]) % (2 * pi))
        (x1, y1), (x2, y2) = self.ends[after - 1], self.ends[after % len(self.ends)]
        return (x2 - x1) * (y - y1) < (y2 - y1) * (x - x1)

    def edges(self, number: int) -> Iterator[Edge]:
        """Its edges with their boxes."""
        for a, b in pairwise([*self.ends, self.ends[0]]):
            if a != b:
                yield min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1]), number, a, b


def outlines_of(stars: Sequence[Star]) -> list[Ring]:
    """The lines around all that any of the stars holds: clockwise around it, the other way around holes."""
    stars = [star.set_off(number) for number, star in enumerate(stars)]
    edges = sorted(edge for number, star in enumerate(stars) for edge in star.edges(number))
    after: defaultdict[Spot, list[Spot]] = defaultdict(list)
    by = stars[0]
    for (*_, number, a, b), cuts in zip(edges, crossings(edges), strict=True):
        own = stars[number]
        for start, end in pairwise([a, *(at for _, at in sorted(cuts)), b]):
            middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            if by is own or not by.holds(middle):
                by = next((star for star in stars if star is not own and star.holds(middle)), own)
            if by is own:
                after[start].append(end)
    rings = []
    while after:
        at, ring = min(after), []
        while at in after:
            ring.append(at)
            following = after[at].pop()
            if not after[at]:
                del after[at]
            at = following
        rings.append(ring)
    return rings


def crossings(edges: Sequence[Edge]) -> list[list[tuple[float, Spot]]]:
    """Where edges, sorted from west to east, cross those of other stars: shares of length, and points."""
    found: list[list[tuple[float, Spot]]] = [[] for _ in edges]
    near: list[int] = []
    for number, (west, _, south, north, star, a, b) in enumerate(edges):
        near = [one for one in near if edges[one][1] >= west]
        way_x, way_y = b[0] - a[0], b[1] - a[1]
        for one in near:
            _, _, low, high, another, c, d = edges[one]
            if another == star or low > north or high < south:
                continue
            edge_x, edge_y, to_x, to_y = d[0] - c[0], d[1] - c[1], c[0] - a[0], c[1] - a[1]
            turn = way_x * edge_y - way_y * edge_x
            if not turn:
                continue
            share, other = (to_x * edge_y - to_y * edge_x) / turn, (to_x * way_y - to_y * way_x) / turn
            if 0 < share < 1 and 0 < other < 1:
                point = a[0] + share * way_x, a[1] + share * way_y
                found[number].append((share, point))
                found[one].append((other, point))
        near.append(number)
    return found


def area_of(ring: Ring) -> float:
    """The area within a ring that runs clockwise; below nothing for one that runs the other way."""
    return sum(x2 * y1 - x1 * y2 for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]])) / 2
