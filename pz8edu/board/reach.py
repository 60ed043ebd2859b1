"""How far a unit gets in one move: the area that it reaches, and the way to a point in it.

Both come from one search. A unit goes straight; or straight to a road, along it, and straight on; or straight
to a corner of a patch of ground and straight on. The way is measured exactly (pz8edu.board.march); the area
is a shape to look at, whose edge is right to within EDGE.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, dist, inf
from statistics import fmean
from typing import TYPE_CHECKING, TypeAlias

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.ground import Patch
from pz8edu.board.lengths import Number, in_words, with_unit
from pz8edu.board.march import Going, March, measure_move
from pz8edu.board.scene import Area
from pz8edu.board.shapes import Point

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[numpy.float64]

Spot = tuple[float, float]
Way = tuple[Spot, ...]

RAYS = 36
HALVINGS = 5
"""How often the angle between two rays is halved where the edge of the area bends between them."""
STEP_ON_ROADS = 0.5
EDGE = 0.02
"""How near the edge that is drawn lies to that of the area that is reached, in units of the board."""
TINY = 1e-12
HAIR = 0.001
"""How far outside a corner a unit passes it: along an edge it stays on the ground outside."""


def reachable_area(
    battle: Battlefield, unit: str, allowance: Number, going: Going | None = None
) -> Area | None:
    """The area that a unit can reach with an allowance, drawn for the eye (see above); nothing without one.

    Raises BadInput for an unknown unit.
    """
    from shapely import Polygon, box, unary_union

    start, budget = spot(battle.unit(unit).at), float(allowance)
    if budget <= 0:
        return None
    walker = Walker(battle, going or Going())
    stars = walker.stars(
        [(start, budget), *((way[-1], budget - cost) for way, cost in walker.nodes(start, budget))]
    )
    x0, y0, x1, y1 = (float(side) for side in battle.extent)
    drawn = unary_union([Polygon(star).buffer(0) for star in stars]).intersection(box(x0, y0, x1, y1))
    drawn = drawn.simplify(EDGE / 4)
    areas = [
        each for each in getattr(drawn, "geoms", [drawn]) if isinstance(each, Polygon) and not each.is_empty
    ]
    if not areas:
        return None
    whole = max(areas, key=lambda piece: piece.area)
    words = f"{unit} can move {with_unit(in_words(allowance), battle.kind)} over open ground"
    holes = tuple(corners(hole.coords) for hole in whole.interiors)
    return Area("reachable", corners(whole.exterior.coords), holes, words=words)


def find_move(
    battle: Battlefield, unit: str, to: Point, allowance: Number, going: Going | None = None
) -> March:
    """The move of a unit to a point, measured: straight where that is legal, else by the cheapest way found.

    Where no way is legal the straight one is told. Raises BadInput for an unknown unit.
    """
    rules = going or Going()
    straight = measure_move(battle, unit, [to], allowance, rules)
    if straight.legal.value or dist(spot(battle.unit(unit).at), spot(to)) > float(allowance) / cheapest(
        battle, rules
    ):
        return straight
    way = Walker(battle, rules).way(spot(battle.unit(unit).at), spot(to), float(allowance))
    round_about = measure_move(battle, unit, [*way, to], allowance, rules)
    return round_about if round_about.legal.value else straight


def cheapest(battle: Battlefield, going: Going) -> float:
    """The least that a unit of length costs anywhere on the table."""
    return min(float(going.of(ground)) for ground in {"open", *(patch.ground for patch in battle.ground)})


def spot(point: Point) -> Spot:
    """A point as two floats."""
    return float(point[0]), float(point[1])


def around(patch: Patch) -> Iterator[Spot]:
    """The corners of a patch, a hair outside of it."""
    spots = [spot(corner) for corner in patch.corners]
    middle = (fmean(x for x, _ in spots), fmean(y for _, y in spots))
    for x, y in spots:
        share = HAIR / (dist(middle, (x, y)) or 1)
        yield x + (x - middle[0]) * share, y + (y - middle[1]) * share


def corners(coordinates: Iterable[Sequence[float]]) -> tuple[Spot, ...]:
    """The corners of a closed ring, to three decimals."""
    return tuple((round(x, 3), round(y, 3)) for x, y in coordinates)[:-1]


class Walker:
    """The ground of a battlefield in floats, and how far straight lines lead over it."""

    def __init__(self, battle: Battlefield, going: Going) -> None:
        import numpy

        self.layers = [
            (
                inf if patch.ground in going.closed else float(going.of(patch.ground)),
                numpy.array([spot(corner) for corner in patch.outline]),
            )
            for patch in battle.ground
        ]
        self.open = float(going.of("open"))
        self.corners = [turn for patch in battle.patches for turn in around(patch)]
        self.roads = [sampled([spot(point) for point in road.points]) for road in battle.roads]
        self.cheapest = cheapest(battle, going)

    def pieces(self, starts: "Floats", ends: "Floats") -> tuple["Floats", "Floats"]:
        """Straight lines cut where the ground changes: shares of length, and what an inch there costs."""
        import numpy

        low, high = numpy.minimum(starts, ends).min(0), numpy.maximum(starts, ends).max(0)
        near = [
            (cost, crossings(starts, ends, ring))
            for cost, ring in self.layers
            if (ring.max(0) >= low).all() and (ring.min(0) <= high).all()
        ]
        cuts = [numpy.where((shares > 0) & (shares < 1), shares, 1.0) for _, shares in near]
        whole = numpy.tile([0.0, 1.0], (len(starts), 1))
        marks = numpy.sort(numpy.hstack([whole, *cuts]), axis=1)
        marks = marks[:, : int((marks < 1).sum(1).max()) + 1]
        middles = (marks[:, 1:] + marks[:, :-1]) / 2
        costs = numpy.full(middles.shape, self.open)
        for cost, shares in near:
            inside = (shares[:, None, :] > middles[:, :, None]).sum(2) % 2 == 1
            costs[inside] = cost
        return numpy.diff(marks, axis=1), costs

    def costs(self, starts: "Floats", ends: "Floats") -> "Floats":
        """What straight moves cost; infinite over closed ground."""
        import numpy

        length = numpy.hypot(*(ends - starts).T)
        found: Floats = paid(*self.pieces(starts, ends)).sum(1) * numpy.maximum(length, TINY)
        return found

    def ends(self, starts: "Floats", bearings: "Floats", budgets: "Floats") -> "Floats":
        """Where straight moves end that spend their whole budget or come to closed ground."""
        import numpy

        ahead = numpy.stack([numpy.sin(bearings), numpy.cos(bearings)], 1)
        longest = budgets[:, None] / self.cheapest
        shares, costs = self.pieces(starts, starts + ahead * longest)
        spent = paid(shares * longest, costs)
        before = numpy.cumsum(spent, 1)[:, :-1]
        left = numpy.maximum(budgets[:, None] - numpy.hstack([numpy.zeros((len(starts), 1)), before]), 0)
        found: Floats = starts + ahead * numpy.minimum(shares * longest, left / costs).sum(1)[:, None]
        return found

    def stars(self, centres: Sequence[tuple[Spot, float]]) -> list["Floats"]:
        """The ends of straight moves from each centre with its budget, closer where the edge bends."""
        import numpy

        count = len(centres)
        middle = numpy.array([at for at, _ in centres])
        budget = numpy.array([left for _, left in centres])
        star = numpy.repeat(numpy.arange(count), RAYS + 1)
        bearing = numpy.tile(numpy.linspace(0, 2 * numpy.pi, RAYS + 1), count)
        end = self.ends(middle[star], bearing, budget[star])
        open_ = numpy.flatnonzero(star[1:] == star[:-1])
        for _ in range(HALVINGS):
            half = (bearing[open_] + bearing[open_ + 1]) / 2
            whose = star[open_]
            between = self.ends(middle[whose], half, budget[whose])
            bends = off_line(between, end[open_], end[open_ + 1]) > EDGE / 2
            where = open_[bends] + 1
            star = numpy.insert(star, where, whose[bends])
            bearing = numpy.insert(bearing, where, half[bends])
            end = numpy.insert(end, where, between[bends], axis=0)
            new = where + numpy.arange(len(where))
            open_ = numpy.sort(numpy.concatenate([new - 1, new]))
            if not len(open_):
                break
        return [end[star == number] for number in range(count)]

    def nodes(self, start: Spot, budget: float) -> list[tuple[Way, float]]:
        """Places worth going on from, by way and least cost: corners of patches, and points along roads."""
        near = budget / self.cheapest
        turns = [corner for corner in self.corners if dist(start, corner) < near]
        found = self.straight(start, turns)
        for road in self.roads:
            found += self.along([at for at in road if dist(start, at) < near], start)
        return [(way, cost) for way, cost in found if cost < budget]

    def fan(self, start: Spot, ends: Sequence[Spot]) -> list[float]:
        """What the straight moves from one point to others cost."""
        import numpy

        if not ends:
            return []
        to = numpy.array(ends)
        return [float(cost) for cost in self.costs(numpy.broadcast_to(numpy.array(start), to.shape), to)]

    def straight(self, start: Spot, ends: Sequence[Spot]) -> list[tuple[Way, float]]:
        """The straight ways from one point to others, with their costs."""
        return [((end,), cost) for end, cost in zip(ends, self.fan(start, ends), strict=True)]

    def along(self, road: list[Spot], start: Spot) -> list[tuple[Way, float]]:
        """The points of a road: straight to each, or straight to another and along the road."""
        import numpy

        best = self.straight(start, road)
        if len(road) < 2:
            return best
        legs = [float(cost) for cost in self.costs(numpy.array(road[:-1]), numpy.array(road[1:]))]
        there = list(range(1, len(road)))
        for number, step in [*((n, -1) for n in there), *((n - 1, 1) for n in reversed(there))]:
            way, cost = best[number + step]
            further = cost + legs[number - 1 if step < 0 else number]
            if further < best[number][1]:
                best[number] = ((*way, road[number]), further)
        return best

    def way(self, start: Spot, to: Spot, budget: float) -> Way:
        """The points between the ends of the cheapest way through a node; none for the straight one."""
        nodes = self.nodes(start, budget)
        onward = self.fan(to, [way[-1] for way, _ in nodes])
        ways: list[tuple[Way, float]] = [((), self.fan(start, [to])[0])]
        ways += [(way, cost + further) for (way, cost), further in zip(nodes, onward, strict=True)]
        return min(ways, key=lambda one: one[1])[0]


def paid(lengths: "Floats", costs: "Floats") -> "Floats":
    """What pieces of ways cost; nothing where there is no piece, though it would lie on closed ground."""
    import numpy

    return numpy.multiply(lengths, costs, where=lengths > 0, out=numpy.zeros_like(lengths))


def crossings(starts: "Floats", ends: "Floats", ring: "Floats") -> "Floats":
    """Where endless lines cross the edges of a ring, in their lengths; minus infinity where they do not."""
    import numpy

    way = ends - starts
    off = ring[None] - starts[:, None]
    side = way[:, None, 0] * off[:, :, 1] - way[:, None, 1] * off[:, :, 0]
    after = numpy.roll(side, -1, 1)
    edge = numpy.roll(ring, -1, 0) - ring
    over = off[:, :, 0] * edge[None, :, 1] - off[:, :, 1] * edge[None, :, 0]
    slant = way[:, None, 0] * edge[None, :, 1] - way[:, None, 1] * edge[None, :, 0]
    crosses = (side > 0) != (after > 0)
    found: Floats = numpy.where(crosses, over / numpy.where(crosses, slant, 1), -inf)
    return found


def off_line(points: "Floats", a: "Floats", b: "Floats") -> "Floats":
    """How far points lie off the lines between two others."""
    import numpy

    way, off = b - a, points - a
    length = numpy.maximum(numpy.hypot(*way.T), TINY)
    share = numpy.clip((way * off).sum(1) / length**2, 0, 1)
    found: Floats = numpy.hypot(*(off - way * share[:, None]).T)
    return found


def sampled(road: list[Spot]) -> list[Spot]:
    """A road as points a short step apart, its bends among them."""
    points = [road[0]]
    for (x, y), (far_x, far_y) in pairwise(road):
        count = max(1, ceil(dist((x, y), (far_x, far_y)) / STEP_ON_ROADS))
        steps = range(1, count + 1)
        points += [(x + (far_x - x) * step / count, y + (far_y - y) * step / count) for step in steps]
    return points
