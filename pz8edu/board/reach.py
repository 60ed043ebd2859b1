"""The area that a unit can reach in one move: a shape to look at, not a ruling.

It is an approximation from below. A unit goes straight; or straight to a road, along it, and straight on; or
straight to a corner of a patch of ground and straight on. Between two of the rays that are followed the edge
is drawn straight. Whether one move is legal is for pz8edu.board.march to say, exactly.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, dist, inf
from statistics import fmean

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import point_at
from pz8edu.board.ground import Patch, cut
from pz8edu.board.lengths import Number, in_words, with_unit
from pz8edu.board.march import Going
from pz8edu.board.outlines import apart
from pz8edu.board.scene import Area
from pz8edu.board.shapes import Point

Spot = tuple[float, float]
Layer = tuple[str, list[Spot]]

RAYS = 72
RAYS_FROM_NODES = 18
STEP_ON_ROADS = 0.5
EDGE = 0.02
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
    stars = [walker.star(start, budget, RAYS)]
    stars += [walker.star(node, budget - cost, RAYS_FROM_NODES) for node, cost in walker.nodes(start, budget)]
    x0, y0, x1, y1 = (float(side) for side in battle.extent)
    drawn = unary_union([Polygon(star).buffer(0) for star in stars]).intersection(box(x0, y0, x1, y1))
    pieces = getattr(drawn.simplify(EDGE), "geoms", [drawn.simplify(EDGE)])
    areas = [piece for piece in pieces if isinstance(piece, Polygon) and not piece.is_empty]
    if not areas:
        return None
    whole = max(areas, key=lambda piece: piece.area)
    words = f"{unit} can move {with_unit(in_words(allowance), battle.kind)} over open ground"
    holes = tuple(corners(hole.coords) for hole in whole.interiors)
    return Area("reachable", corners(whole.exterior.coords), holes, words=words)


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
        self.going = going
        self.layers: list[Layer] = [
            (patch.ground, [spot(corner) for corner in patch.outline]) for patch in reversed(battle.ground)
        ]
        self.corners = [turn for patch in battle.patches for turn in around(patch)]
        self.roads = [sampled([spot(point) for point in road.points]) for road in battle.roads]
        costs = [float(going.of(ground)) for ground in {"open", *(ground for ground, _ in self.layers)}]
        self.cheapest = min(costs)

    def star(self, centre: Spot, budget: float, rays: int) -> list[Spot]:
        """The ends of straight moves from a centre at equal angles."""
        x, y, longest = *centre, budget / self.cheapest
        low, high = (x - longest, y - longest), (x + longest, y + longest)
        near = [layer for layer in self.layers if not apart(low, high, layer[1])]
        return [self.end(centre, 360 * ray / rays, budget, near) for ray in range(rays)]

    def end(self, centre: Spot, bearing: float, budget: float, ground_near: Sequence[Layer]) -> Spot:
        """Where a straight move ends that spends the whole budget or comes to closed ground."""
        longest = budget / self.cheapest
        gone = 0.0
        for share, ground in cut(centre, point_at(centre, bearing, longest), ground_near):
            if ground in self.going.closed:
                break
            cost = share * longest * float(self.going.of(ground))
            if cost >= budget:
                return point_at(centre, bearing, gone + share * longest * budget / cost)
            gone, budget = gone + share * longest, budget - cost
        return point_at(centre, bearing, gone)

    def cost(self, start: Spot, end: Spot) -> float:
        """What a straight move costs; infinite over closed ground."""
        length = dist(start, end)
        pieces = cut(start, end, self.layers)
        if any(ground in self.going.closed for _, ground in pieces):
            return inf
        return sum(share * length * float(self.going.of(ground)) for share, ground in pieces)

    def nodes(self, start: Spot, budget: float) -> list[tuple[Spot, float]]:
        """Places worth going on from, with their least cost: corners of patches, and points along roads."""
        near = budget / self.cheapest
        turns = [corner for corner in self.corners if dist(start, corner) < near]
        reached = {corner: self.cost(start, corner) for corner in turns}
        for road in self.roads:
            reached.update(self.along(road, start, near))
        return [(node, cost) for node, cost in reached.items() if cost < budget]

    def along(self, road: list[Spot], start: Spot, near: float) -> dict[Spot, float]:
        """The least cost of each point of a road: straight to it, or straight to another and along it."""
        best = {at: self.cost(start, at) for at in road if dist(start, at) < near}
        queue = [(cost, number) for number, at in enumerate(road) if (cost := best.get(at, inf)) < inf]
        queue.sort()
        while queue:
            cost, number = heappop(queue)
            if cost > best[road[number]]:
                continue
            for other in (number - 1, number + 1):
                if 0 <= other < len(road) and road[other] in best:
                    further = cost + self.cost(road[number], road[other])
                    if further < best[road[other]]:
                        best[road[other]] = further
                        heappush(queue, (further, other))
        return best


def sampled(road: list[Spot]) -> list[Spot]:
    """A road as points a short step apart, its bends among them."""
    points = [road[0]]
    for (x, y), (far_x, far_y) in pairwise(road):
        count = max(1, ceil(dist((x, y), (far_x, far_y)) / STEP_ON_ROADS))
        steps = range(1, count + 1)
        points += [(x + (far_x - x) * step / count, y + (far_y - y) * step / count) for step in steps]
    return points
