"""A board for tests and measurements: six bases, a wood, a hill, a road, everything measured live."""

from dataclasses import replace
from functools import lru_cache

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.ground import Patch, Road
from pz8edu.board.reach import reachable_area
from pz8edu.board.scene import Base
from pz8edu.board.shot import Aim, measure_shot
from pz8widgets import Board, Fact, arranged
from pz8widgets.boards.board_state import places_of

WOOD = ((5.2, 7.4), (5.9, 7.65), (7.2, 7.6), (8.2, 6.9), (8.1, 6.0), (6.8, 5.5), (5.3, 6.0))
HILL = ((11, 0.3), (14, 0.4), (14.6, 1.6), (12.4, 2.4), (10.8, 1.4))
ROAD = ((0, 1.2), (4, 1.5), (8, 1.1), (12, 2.9), (16, 3.1))


def unit(name: str, symbol: str, side: str, x: float, y: float, facing: float, condition: str = "ok") -> Base:
    role = "unit: own" if side == "German" else "unit: enemy"
    return Base(name, symbol, side, (x, y), facing=facing, symbol=symbol, role=role, condition=condition)


FIELD = Battlefield(
    (0, 0, 16, 8),
    (
        unit("HQ", "headquarters", "German", 1.1, 6.4, 90),
        unit("Pz IV", "tank", "German", 2.3, 4.1, 86),
        unit("Grenadiers", "infantry", "German", 3.4, 2.2, 60),
        unit("Rifles", "infantry", "Soviet", 9.3, 7.0, 280, "disorganized"),
        unit("T-34", "tank", "Soviet", 9.6, 3.65, 274),
        unit("76 mm", "gun", "Soviet", 12.9, 4.9, 270),
    ),
    (Patch("wood", WOOD), Patch("hill", HILL, "Hill 41")),
    (Road(ROAD, 0.36),),
    wrecks=(Base("wreck", "light tank", "", (6.4, 3.0), facing=30, role="unit: wreck", label=""),),
    title="On the table",
    note="1″ = 100 m · drag a base, turn it by its handle, or use the list and the keys",
)
AIM = Aim(12, cover={"wood": "rough", "hill": "rough"})


@lru_cache(8)
def reach_of(name, x, y):
    units = tuple(replace(each, at=(x, y)) if each.name == name else each for each in FIELD.units)
    return reachable_area(replace(FIELD, units=units), name, 4)


def scene_of(state):
    field = arranged(FIELD, state)
    shapes = []
    if state.shooter:
        place = state.places[state.shooter]
        shapes.append(reach_of(state.shooter, place.x, place.y))
    if state.shooter and state.target:
        shapes += measure_shot(field, state.shooter, state.target, AIM).shapes()
    return field.scene(*shapes)


def facts_of(state):
    if not (state.shooter and state.target):
        return [Fact("Shooter", state.shooter or "nobody yet"), Fact("Target", state.target or "nobody yet")]
    shot = measure_shot(arranged(FIELD, state), state.shooter, state.target, AIM)
    return [
        Fact("Shooter", state.shooter, "later 75 mm, Average"),
        Fact("Target", state.target, f"{shot.target.kind}, Defence 4"),
        Fact(
            "Distance",
            f"{shot.distance.value:.1f}″ of 12″",
            "over half range" if shot.over_half_range.value else "",
        ),
        Fact("Sight", "clear" if shot.sight.value else "blocked", str(shot.sight)),
        Fact("Face hit", str(shot.face.value), str(shot.face)),
        Fact("Cover", str(shot.cover.value)),
    ]


def example_board():
    """The board with Pz IV firing at the T-34."""
    return Board(scene_of, places_of(FIELD.scene()), shooter="Pz IV", target="T-34", facts_of=facts_of)
