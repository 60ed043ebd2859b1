"""The geometry of boards, which is plain Python, against shapely's: on every shipped table, and by chance."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from math import cos, dist, pi, sin
from random import Random

import pytest
from shapely import LineString, Point, Polygon, unary_union

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.ground import Patch, Road, strip_along
from pz8edu.board.march import Going
from pz8edu.board.outlines import Spot, between, nearest_point, outline
from pz8edu.board.reach import EDGE, Standpoint, Walker, reachable_area
from pz8edu.board.scene import Area
from pz8edu.board.shapes import Base
from pz8edu.board.stars import Star, area_of, outlines_of
from pz8edu.board.tabletop import BoardState
from pz8edu.errors import BadInput
from pz8edu.systems import ids, system
from pz8edu.systems.panzertroops.line_of_fire import inside
from tests.share import Share

DRAWN = """
import sys
sys.modules.update(dict.fromkeys(("numpy", "shapely", "bokeh"), None))
from pz8edu.board.tabletop import BoardState
from pz8edu.show.board_svg import scene_svg
from pz8edu.systems import ids, system
from tests.share import Share
for book in map(system, ids()):
    for name in book.tabletops:
        table = book.tabletop(name, book.rules)
        opening = table.opening()
        scene = table.scene(BoardState(opening.position, opening.shooter, opening.target), book.rules)
        assert scene_svg(scene, width=800).startswith("<svg"), name
"""


def test_every_table_is_drawn_without_shapely_and_numpy(project: str) -> None:
    done = subprocess.run([sys.executable, "-c", DRAWN], capture_output=True, text=True, cwd=project)
    assert done.returncode == 0, done.stderr


def body(corners: object) -> Polygon:
    return Polygon([(float(x), float(y)) for x, y in corners])  # type: ignore[attr-defined]


def fields() -> Iterator[tuple[str, Battlefield]]:
    for book in map(system, ids()):
        for name in book.tabletops:
            table = book.tabletop(name, book.rules)
            if hasattr(table, "battlefield"):
                opening = table.opening()
                state = BoardState(opening.position, opening.shooter, opening.target)
                yield f"{book.rules.system}: {name}", table.battlefield(state)


FIELDS = dict(fields())


def test_roads_are_as_wide_everywhere_as_shapely_makes_them() -> None:
    roads = [road for field in FIELDS.values() for road in field.roads]
    assert len(roads) > 10
    for road in roads:
        same_strip(road.points, road.width)
    dice = Random(23)
    drawn = 0
    for _ in range(300):
        points, bearing = [(dice.uniform(0, 9), dice.uniform(0, 9))], dice.uniform(0, 6)
        for _ in range(dice.randint(1, 5)):
            bearing += dice.uniform(-2, 2)
            length, (x, y) = dice.uniform(1, 4), points[-1]
            points.append((x + length * sin(bearing), y + length * cos(bearing)))
        legs = [LineString(leg) for leg in pairwise(points)]
        if all(one.distance(far) > 1 for n, one in enumerate(legs) for far in legs[n + 2 :]):
            same_strip(points, dice.uniform(0.1, 0.6))
            drawn += 1
    assert drawn > 30


def same_strip(points: object, width: object) -> None:
    line = LineString([(float(x), float(y)) for x, y in points])  # type: ignore[attr-defined]
    theirs = line.buffer(float(width) / 2, cap_style="flat", join_style="mitre")  # type: ignore[arg-type]
    ours = body(strip_along(points, width))  # type: ignore[arg-type]
    assert ours.is_valid
    assert ours.symmetric_difference(theirs).area < 1e-6


def test_a_road_that_turns_back_on_itself_is_refused() -> None:
    with pytest.raises(BadInput, match=r"A road 0.5 wide turns too sharply at \(5, 0\)."):
        _ = Road(((0, 0), (5, 0), (0, 0.3))).patch
    with pytest.raises(BadInput, match=r"A road 3 wide turns too sharply at \(5, 0\)."):
        _ = Road(((0, 0), (5, 0), (5, 1)), width=3).patch


def ring(dice: Random, most: float = 8) -> list[Spot]:
    """Five corners or more around a point: an outline that does not cross itself."""
    x, y = dice.uniform(0, most), dice.uniform(0, most)
    bearings = sorted(dice.uniform(0, 2 * pi) for _ in range(dice.randint(3, 9)))
    ways = [(bearing, dice.uniform(0.3, 2.5)) for bearing in bearings]
    return [(round(x + far * sin(way), 3), round(y + far * cos(way), 3)) for way, far in ways]


def test_distances_and_nearest_points_are_those_of_shapely() -> None:
    dice = Random(5)
    touching = 0
    for _ in range(600):
        one, other = ring(dice), ring(dice)
        away = between(outline(one), outline(other))
        if not (body(one).is_valid and body(other).is_valid):
            continue
        assert away == pytest.approx(body(one).distance(body(other)), abs=1e-9)
        touching += away == 0
        spot = dice.uniform(-2, 10), dice.uniform(-2, 10)
        near = nearest_point(spot, outline(one))
        assert dist(near, spot) == pytest.approx(body(one).distance(Point(spot)), abs=1e-9)
        assert body(one).distance(Point(near)) < 1e-9
        end = dice.uniform(0, 8), dice.uniform(0, 8)
        within = LineString([spot, end]).intersection(body(one)).length
        assert inside(spot, end, Patch("hedge", tuple(one))) == pytest.approx(within, abs=1e-8)
    assert touching > 30


def test_stars_that_overlap_have_the_outline_of_shapely() -> None:
    dice = Random(8)
    holes = 0
    for _ in range(150):
        stars = []
        for _ in range(dice.randint(1, 9)):
            x, y, bend = dice.uniform(0, 8), dice.uniform(0, 8), dice.uniform(0, 1.8)
            rays = [(bearing * pi / 18, 2 + bend * dice.random()) for bearing in range(36)]
            stars.append(Star((x, y), [(way, (x + far * sin(way), y + far * cos(way))) for way, far in rays]))
        theirs = unary_union([Polygon(star.ends) for star in stars])
        rings = outlines_of(stars)
        assert sum(map(area_of, rings)) == pytest.approx(theirs.area, abs=0.02)
        ours = unary_union([Polygon(each) for each in rings if area_of(each) > 0])
        gaps = [Polygon(each) for each in rings if area_of(each) < 0]
        holes += len(gaps)
        assert ours.difference(unary_union(gaps)).symmetric_difference(theirs).area < 0.02
    assert holes > 20


def same_area(field: Battlefield, name: str, allowance: float, going: Going) -> Area | None:
    area = reachable_area(field, name, allowance, going)
    walker, at = Walker(field, going), field.unit(name).at
    start = float(at[0]), float(at[1])
    nodes = walker.nodes(start, allowance)
    centres = [(start, allowance), *((way[-1], allowance - cost) for way, cost in nodes)]
    stars = [Standpoint(walker, at, left / walker.cheapest).star(left) for at, left in centres]
    theirs = unary_union([Polygon(star.ends).buffer(0) for star in stars])
    if area is None:
        assert theirs.area < 0.01
        return area
    ours = Polygon(area.outline, area.holes).buffer(0)
    assert ours.symmetric_difference(theirs).area < EDGE / 2 * theirs.length
    assert ours.buffer(EDGE).covers(theirs.buffer(-EDGE))  # a needle thinner than the eye sees may be lost
    assert theirs.buffer(EDGE).covers(ours.buffer(-EDGE))
    return area


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("name", sorted(FIELDS))
def test_what_every_unit_of_every_table_can_reach_is_what_shapely_makes_of_its_ways(name: str) -> None:
    field, dice = FIELDS[name], Random(name)
    for unit in dice.sample(field.units, min(2, len(field.units))):
        same_area(field, unit.name, dice.choice((2, 4, 6)), Going({"road": 0.5, "open": 1}, other=2))


def test_reach_over_ground_by_chance_and_around_what_is_closed(share: Share) -> None:
    dice, holes = Random(77), 0
    for _ in share(range(40), 3):
        patches = [Patch(dice.choice(("wood", "pond", "hill")), tuple(ring(dice, 14))) for _ in range(4)]
        patches.append(Patch("pond", ((6.6, 7.4), (7.2, 7.4), (7.2, 8), (6.6, 8))))
        road = Road(((0, 3), (dice.uniform(3, 9), dice.uniform(3, 9)), (14, 8)))
        unit = Base("a", "tank", "German", (7.5, 7.2))
        field = Battlefield((0, 0, 14, 14), (unit,), tuple(patches), (road,))
        going = Going({"open": 1, "road": 0.5, "hill": 1.5}, other=2, closed=frozenset({"pond"}))
        area = same_area(field, "a", dice.uniform(2, 6), going)
        holes += len(area.holes) if area else 0
    assert holes > 3
