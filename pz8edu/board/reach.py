"""How far a unit gets in one move: the area that it reaches, and the way to a point in it.

Both come from one search. A unit goes straight, from one corner of a patch of ground or point of a road to
another, as often as it must, and straight on. The way is measured exactly (pz8edu.board.march); the area is a
shape to look at, whose edge is right to within EDGE.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import groupby, pairwise
from math import ceil, cos, dist, hypot, inf, pi, sin

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.ground import OPEN, Patch
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
TINY = 1e-9
MOST_KEPT = 64
"""So many grounds, each with what it is to a mover, are known with what was measured on them."""
HAIR = 0.001
"""How far outside a corner a unit passes it: along an edge it stays on the ground outside."""


def reachable_area(
    battle: Battlefield,
    unit: str,
    allowance: Number,
    going: Going | None = None,
    *others: tuple[Number, Going],
) -> Area | None:
    """The area that a unit can reach with an allowance, drawn for the eye (see above); nothing without one.

    `others` are further allowances, each with its going, of which it may take one instead. Raises BadInput
    for an unknown unit.
    """
    start, stars = spot(battle.unit(unit).at), list[Star]()
    for most, ground in ((allowance, going or Going()), *others):
        stars += walker_of(battle, ground).stars(start, float(most)) if most > 0 else ()
    extent = tuple(map(float, battle.extent))
    rings = [for_the_eye(ring, extent) for ring in (outlines_of(stars) if stars else ())]
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
    way = walker_of(battle, rules).way(spot(battle.unit(unit).at), spot(to), float(allowance))
    round_about = measure_move(battle, unit, [*way, to], allowance, rules)
    return round_about if round_about.is_legal else straight


def best_move(battle: Battlefield, unit: str, to: Point, *ways: tuple[Number, Going]) -> March:
    """The first legal move of a unit to a point, by one of its allowances; else what is nearest to one."""
    found = []
    for allowance, going in ways:
        found.append(find_move(battle, unit, to, allowance, going))
        if found[-1].is_legal:
            return found[-1]
    return min(found, key=lambda march: (march.shut is not None, march.spent - march.allowance))


def cheapest(battle: Battlefield, going: Going) -> float:
    """The least that a unit of length costs anywhere on the table."""
    return min(float(going.of(ground)) for ground in {"open", *(patch.ground for patch in battle.ground)})


def spot(point: Point) -> Spot:
    """A point as two floats."""
    return float(point[0]), float(point[1])


def around(patch: Patch) -> Iterator[Spot]:
    """The corners of a patch round which one turns, a hair outside of it."""
    spots = [spot(corner) for corner in patch.corners]
    left = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*spots, spots[0]])) > 0
    for (x0, y0), (x, y), (x2, y2) in zip([spots[-1], *spots], spots, [*spots[1:], spots[0]], strict=False):
        before, after = dist((x0, y0), (x, y)), dist((x, y), (x2, y2))
        turn = (x - x0) * (y2 - y) - (y - y0) * (x2 - x)
        if before and after and (turn > 0) is left and turn:
            east = (x - x0) / before + (x - x2) / after
            north = (y - y0) / before + (y - y2) / after
            share = HAIR / hypot(east, north)
            yield x + east * share, y + north * share


class Walker:
    """The ground of a battlefield in floats, and how far straight lines lead over it."""

    def __init__(self, battle: Battlefield, going: Going) -> None:
        self.layers = [
            (
                inf if patch.ground in going.closed else float(going.of(patch.ground)),
                patch.ground,
                list(patch.outline.floats),
            )
            for patch in battle.ground
        ]
        self.open = float(going.of(OPEN))
        self.tolls = {ground: float(toll) for ground, toll in going.tolls.items()}
        self.slowing, self.slowed = going.slowing, float(going.slowed)
        self.cheapest = cheapest(battle, going)
        self.extent = west, south, east, north = tuple(map(float, battle.extent))
        places = [turn for patch in battle.patches for turn in around(patch)]
        for road in battle.roads:
            places += sampled([spot(point) for point in road.points])
        self.places = [(x, y) for x, y in places if west <= x <= east and south <= y <= north]
        self.known: dict[int, tuple[float, list[tuple[int, float]]]] = {}

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
        near, before = budget / self.cheapest, dict[int, int]()
        best = {number: cost for number, cost in self.legs_from(start, near) if cost < budget}
        waiting = [(cost, number) for number, cost in best.items()]
        heapify(waiting)
        while waiting:
            cost, number = heappop(waiting)
            for other, leg in self.legs(number, near) if cost == best[number] else ():
                further = cost + leg
                if further < best.get(other, budget) - TINY:
                    best[other], before[other] = further, number
                    heappush(waiting, (further, other))
        return [(self.back_to(number, before), cost) for number, cost in best.items()]

    def back_to(self, number: int, before: dict[int, int]) -> Way:
        """The points of a way to a place, by what comes before each."""
        way = [self.places[number]]
        while number in before:
            number = before[number]
            way.append(self.places[number])
        return tuple(reversed(way))

    def legs(self, number: int, near: float) -> list[tuple[int, float]]:
        """The straight ways from a place to those near it, with their costs; they are measured once."""
        far, legs = self.known.get(number, (0.0, []))
        if far < near:
            legs = [each for each in self.legs_from(self.places[number], near) if 0 < each[1] < inf]
            self.known[number] = near, legs
        return legs

    def legs_from(self, start: Spot, near: float) -> list[tuple[int, float]]:
        """The straight ways from a point to the places near it, with their costs."""
        here = Standpoint(self, start, near)
        return [(n, here.cost(at)) for n, at in enumerate(self.places) if dist(start, at) < near]

    def way(self, start: Spot, to: Spot, budget: float) -> Way:
        """The points between the ends of the cheapest way through a node; none for the straight one."""
        there = Standpoint(self, to, budget / self.cheapest)
        ways: list[tuple[Way, float]] = [((), there.cost(start, back=True))]
        for way, cost in self.nodes(start, budget):
            if dist(way[-1], to) * self.cheapest < budget - cost + TINY:
                ways.append((way, cost + there.cost(way[-1], back=True)))
        return min(ways, key=lambda one: one[1])[0]


@lru_cache(maxsize=MOST_KEPT)
def walker_over(bare: Battlefield, going: Going) -> Walker:
    """A walker over ground on which nobody stands; what it has measured is kept."""
    return Walker(bare, going)


def walker_of(battle: Battlefield, going: Going) -> Walker:
    """The same over that of a battlefield."""
    return walker_over(Battlefield(battle.extent, (), battle.patches, battle.roads, kind=battle.kind), going)


class Standpoint:
    """A point, and the ground around it as far as straight lines from it may lead."""

    def __init__(self, walker: Walker, at: Spot, far: float) -> None:
        self.walker, self.at = walker, at
        self.layers = []
        for cost, ground, ring in walker.layers:
            corners = [(east - at[0], north - at[1]) for east, north in ring]
            if all(min(places) <= far and max(places) >= -far for places in zip(*corners, strict=True)):
                sides = [side_of(a, b) for a, b in pairwise([corners[-1], *corners])]
                self.layers.append((cost, ground, sides))

    def pieces(self, way: Spot) -> Iterator[tuple[float, float, str]]:
        """A straight line cut where the ground changes: shares of length, what a unit of it costs, ground."""
        ways = ((cost, ground, crossed(way, sides)) for cost, ground, sides in self.layers)
        met = [each for each in ways if each[2]]
        marks = sorted(share for *_, shares in met for share in shares if 0 < share < 1)
        for start, end in pairwise([0.0, *marks, 1.0]):
            if start < end:
                middle, costs, slowed, top = (start + end) / 2, self.walker.open, 1.0, OPEN
                for cost, ground, shares in met:
                    if sum(share > middle for share in shares) % 2:
                        top = ground
                        if ground in self.walker.slowing:
                            slowed = self.walker.slowed
                        else:
                            costs = cost
                yield end - start, costs * slowed, top

    def cost(self, to: Spot, *, back: bool = False) -> float:
        """What the straight move to a point costs, or the one back; infinite over closed ground."""
        way = to[0] - self.at[0], to[1] - self.at[1]
        pieces = list(self.pieces(way))
        paid = sum(share * cost for share, cost, _ in pieces) * max(hypot(*way), TINY)
        if not self.walker.tolls:
            return paid
        grounds = [ground for ground, _ in groupby(ground for *_, ground in pieces)]
        return paid + sum(self.walker.tolls.get(each, 0) for each in (grounds[:-1] if back else grounds[1:]))

    def end(self, bearing: float, budget: float) -> Spot:
        """Where a straight move ends that spends its whole budget, or comes to closed ground or the edge."""
        (x, y), east, north = self.at, sin(bearing), cos(bearing)
        west_side, south_side, east_side, north_side = self.walker.extent
        longest = budget / self.walker.cheapest
        if east:
            longest = min(longest, ((east_side if east > 0 else west_side) - x) / east)
        if north:
            longest = min(longest, ((north_side if north > 0 else south_side) - y) / north)
        gone, before = 0.0, ""
        if longest > 0:
            for share, cost, ground in self.pieces((east * longest, north * longest)):
                budget -= self.walker.tolls.get(ground, 0) if before not in ("", ground) else 0
                step, before = min(share * longest, max(budget, 0) / cost), ground
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
