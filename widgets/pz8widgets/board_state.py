"""What a player does to a board, as data: places, who fires at whom, and the facts that follow."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Base


class Place(NamedTuple):
    """Where a base stands, in the unit of the board, and its facing in degrees from north, or None."""

    x: float
    y: float
    facing: float | None = None


class Fact(NamedTuple):
    """One line beside the board: what it is, its value, and a remark under it."""

    name: str
    value: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class BoardState:
    """What a player has done to a board: where the bases stand, who fires and at whom ("" for nobody)."""

    places: Mapping[str, Place]
    shooter: str = ""
    target: str = ""
    moving: bool = field(default=False, compare=False)


SceneOf = Callable[[BoardState], Scene]
FactsOf = Callable[[BoardState], Sequence[Fact]]
Settle = Callable[[str, Place], Place]
Moved = Callable[[str, float, float], None]
Turned = Callable[[str, float], None]
Chosen = Callable[[str, str], None]


def places_of(scene: Scene) -> dict[str, Place]:
    """Where the living bases of a scene stand."""
    return {
        base.name: Place(
            float(base.at[0]), float(base.at[1]), None if base.facing is None else float(base.facing)
        )
        for base in scene.bases
        if base.role not in ("unit: wreck", "unit: smoke")
    }


def rearranging(scene: Scene) -> SceneOf:
    """The rules of a board without rules: the scene as it was, with every base where the player put it."""

    def rearranged(state: BoardState) -> Scene:
        def put(base: Base) -> Base:
            place = state.places.get(base.name)
            return replace(base, at=(place.x, place.y), facing=place.facing) if place else base

        return replace(scene, shapes=tuple(put(s) if isinstance(s, Base) else s for s in scene.shapes))

    return rearranged
