"""How far a unit gets in one move: the area that it reaches, and the way to a point in it.

Both come from one search. A unit goes straight; or straight to a road, along it, and straight on; or straight
to a corner of a patch of ground and straight on. The way is measured exactly (pz8edu.board.march); the area
is a shape to look at, whose edge is right to within EDGE.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, dist, hypot, inf, pi, sin
from statistics import fmean

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.ground import Patch
from pz8edu.board.lengths import Number, in_words, with_unit
from pz8edu.board.march import Going, March, measure_move
from pz8edu.board.outlines import Spot, nearest_on
from pz8edu.board.scene import Area
from pz8edu.board.shapes import Point
from pz8edu.board.stars import Ring, Star, area_of, outlines_of

Way = tuple[Spot, ...]
Side = tuple[Spot, Spot, float]
Ray = tuple[float, Spot]
"""A bearing in radians, and where the ray ends."""

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
    start, budget = spot(battle.unit(unit).at), float(allowance)
    if budget <= 0:
        return None
    walker = Walker(battle, going or Going())
    rings = [for_the_eye(ring, walker.extent) for ring in outlines_of(list(walker.stars(start, budget)))]
    if not rings or area_of(whole := max(rings, key=area_of)) < EDGE**2:
        return None
    words = f"{unit} can move {with_unit(in_words(allowance), battle.kind)} over open ground"
    holes = tuple(tuple(ring) for ring in rings if area_of(ring) < -(EDGE**2))
    return Area("reachable", tuple(whole), holes, words=words)


def find_move(
    battle: Battlefield, unit: str, to: Point, allowance: Number, going: Going | None = None
) -> March:
    """The move of a unit to a point, measured: straight where that is legal, else by the cheapest way found.

    Where no way is legal the straight one is told. Raises BadInput for an unknown unit.
    """
    rules = going or Going()
    straight = measure_move(battle, unit, [to], allowance, rules)
    if straight.is_legal or dist(spot(battle.unit(unit).at), spot(to)) > float(allowance) / cheapest(
        battle, rules
    ):
        return straight
    way = Walker(battle, rules).way(spot(battle.unit(unit).at), spot(to), float(allowance))
    round_about = measure_move(battle, unit, [*way, to], allowance, rules)
    return round_about if round_about.is_legal else straight


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


class Walker:
    """The ground of a battlefield in floats, and how far straight lines lead over it."""

    def __init__(self, battle: Battlefield, going: Going) -> None:
        self.layers = [
            (
                inf if patch.ground in going.closed else float(going.of(patch.ground)),
                list(patch.outline.floats),
            )
            for patch in battle.ground
        ]
        self.open = float(going.of("open"))
        self.corners = [turn for patch in battle.patches for turn in around(patch)]
        self.roads = [sampled([spot(point) for point in road.points]) for road in battle.roads]
        self.cheapest = cheapest(battle, going)
        self.extent = tuple(map(float, battle.extent))

    def stars(self, start: Spot, budget: float) -> Iterator[Star]:
        """What straight moves reach from the start, and from each place that reaches more."""
        first = Standpoint(self, start, budget / self.cheapest).star(budget)
        yield first
        for way, cost in self.nodes(start, budget):
            centre, left = way[-1], budget - cost
            far = left / self.cheapest
            if first.holds(centre) and all(
                off_line(centre, a, b) >= far - EDGE for a, b in pairwise([*first.ends, first.ends[0]])
            ):
                continue
            star = Standpoint(self, centre, far).star(left)
            if not all(map(first.holds, star.ends)):
                yield star

    def nodes(self, start: Spot, budget: float) -> list[tuple[Way, float]]:
        """Places worth going on from, by way and least cost: corners of patches, and points along roads."""
        near = budget / self.cheapest
        turns = [corner for corner in self.corners if dist(start, corner) < near]
        found = self.straight(start, turns)
        for road in self.roads:
            found += self.along([at for at in road if dist(start, at) < near], start)
        return [(way, cost) for way, cost in found if cost < budget]

    def fan(self, start: Spot, ends: Sequence[Spot]) -> list[float]:
        """What the straight moves from one point to others cost; infinite over closed ground."""
        here = Standpoint(self, start, max((dist(start, end) for end in ends), default=0))
        return [here.cost(end) for end in ends]

    def straight(self, start: Spot, ends: Sequence[Spot]) -> list[tuple[Way, float]]:
        """The straight ways from one point to others, with their costs."""
        return [((end,), cost) for end, cost in zip(ends, self.fan(start, ends), strict=True)]

    def along(self, road: list[Spot], start: Spot) -> list[tuple[Way, float]]:
        """The points of a road: straight to each, or straight to another and along the road."""
        best = self.straight(start, road)
        legs = [self.fan(one, [following])[0] for one, following in pairwise(road)]
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


class Standpoint:
    """A point, and the ground around it as far as straight lines from it may lead."""

    def __init__(self, walker: Walker, at: Spot, far: float) -> None:
        self.walker, self.at = walker, at
        self.layers = []
        for cost, ring in walker.layers:
            corners = [(east - at[0], north - at[1]) for east, north in ring]
            if all(min(places) <= far and max(places) >= -far for places in zip(*corners, strict=True)):
                self.layers.append((cost, [side_of(a, b) for a, b in pairwise([corners[-1], *corners])]))

    def pieces(self, way: Spot) -> Iterator[tuple[float, float]]:
        """A straight line cut where the ground changes: shares of length, and what a unit of it costs."""
        met = [(cost, shares) for cost, sides in self.layers if (shares := crossed(way, sides))]
        marks = sorted(share for _, shares in met for share in shares if 0 < share < 1)
        for start, end in pairwise([0.0, *marks, 1.0]):
            if start < end:
                middle, costs = (start + end) / 2, self.walker.open
                for cost, shares in met:
                    if sum(share > middle for share in shares) % 2:
                        costs = cost
                yield end - start, costs

    def cost(self, to: Spot) -> float:
        """What the straight move to a point costs; infinite over closed ground."""
        way = to[0] - self.at[0], to[1] - self.at[1]
        return sum(share * cost for share, cost in self.pieces(way)) * max(hypot(*way), TINY)

    def end(self, bearing: float, budget: float) -> Spot:
        """Where a straight move ends that spends its whole budget, or comes to closed ground or the edge."""
        (x, y), east, north = self.at, sin(bearing), cos(bearing)
        west_side, south_side, east_side, north_side = self.walker.extent
        longest = budget / self.walker.cheapest
        if east:
            longest = min(longest, ((east_side if east > 0 else west_side) - x) / east)
        if north:
            longest = min(longest, ((north_side if north > 0 else south_side) - y) / north)
        gone = 0.0
        if longest > 0:
            for share, cost in self.pieces((east * longest, north * longest)):
                step = min(share * longest, budget / cost)
                gone += step
                if step < share * longest:
                    break
                budget -= step * cost
        return x + east * gone, y + north * gone

    def star(self, budget: float) -> Star:
        """The ends of straight moves all around, closer where the edge bends."""
        bearings = [2 * pi * ray / RAYS for ray in range(RAYS + 1)]
        rays = [(bearing, self.end(bearing, budget)) for bearing in bearings]
        closer = (
            ray for one, following in pairwise(rays) for ray in (one, *self.between(one, following, budget))
        )
        return Star(self.at, list(closer))

    def between(self, one: Ray, following: Ray, budget: float, halvings: int = HALVINGS) -> Iterator[Ray]:
        """Rays between two, halving the angle where the edge bends."""
        bearing = (one[0] + following[0]) / 2
        half = (bearing, self.end(bearing, budget))
        if halvings and off_line(half[1], one[1], following[1]) > EDGE / 2:
            yield from self.between(one, half, budget, halvings - 1)
            yield half
            yield from self.between(half, following, budget, halvings - 1)


def side_of(a: Spot, b: Spot) -> Side:
    """A side of a ring: its end, its way, and twice the area between it and where it is seen from."""
    return b, (b[0] - a[0], b[1] - a[1]), a[0] * b[1] - a[1] * b[0]


def crossed(way: Spot, sides: Sequence[Side]) -> list[float]:
    """Where an endless line crosses the sides of a ring, in its lengths."""
    east, north = way
    (x, y), _, _ = sides[-1]
    left, found = east * y > north * x, []
    for (x, y), (side_x, side_y), over in sides:
        if (east * y > north * x) != left:
            left = not left
            found.append(over / (east * side_y - north * side_x))
    return found


def off_line(point: Spot, a: Spot, b: Spot) -> float:
    """How far a point lies off the line between two others."""
    return dist(point, nearest_on(point, a, b))


def for_the_eye(ring: Ring, extent: Sequence[float]) -> Ring:
    """A ring without corners that the eye misses, within the table, to three decimals."""
    west, south, east, north = extent
    half = len(ring) // 2
    kept = [*without(ring[: half + 1])[:-1], *without([*ring[half:], ring[0]])[:-1]]
    return [(round(min(max(x, west), east), 3), round(min(max(y, south), north), 3)) for x, y in kept]


def without(line: Ring) -> Ring:
    """A line without the points that lie within a quarter of EDGE of what is left."""
    if len(line) < 3:
        return line
    off, at = max((off_line(point, line[0], line[-1]), number) for number, point in enumerate(line))
    if off <= EDGE / 4:
        return [line[0], line[-1]]
    return [*without(line[: at + 1])[:-1], *without(line[at:])]


def sampled(road: list[Spot]) -> list[Spot]:
    """A road as points a short step apart, its bends among them."""
    points = [road[0]]
    for (x, y), (far_x, far_y) in pairwise(road):
        count = max(1, ceil(dist((x, y), (far_x, far_y)) / STEP_ON_ROADS))
        steps = range(1, count + 1)
        points += [(x + (far_x - x) * step / count, y + (far_y - y) * step / count) for step in steps]
    return points
