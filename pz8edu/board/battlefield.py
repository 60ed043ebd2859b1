"""A table as it stands: units, ground, roads, wrecks and smoke, measured in inches or kilometres.

It is made from a position and knows no rule; what is measured on it takes
the numbers of the rulebook as arguments (see shot, march, deviation, command).
"""

from dataclasses import replace
from typing import Literal, NamedTuple

from pz8edu.board.contact import footprint
from pz8edu.board.ground import OPEN, Patch, Road, ground_at
from pz8edu.board.lengths import Number
from pz8edu.board.scene import Area, Base, Line, Mark, Scene, Shape
from pz8edu.board.shapes import Point
from pz8edu.board.sight import Blocker, blocking
from pz8edu.core.records import FrozenRecord
from pz8edu.errors import BadInput, unknown

SMOKE = "smoke"


class Spot(NamedTuple):
    """A place that its table calls worth a look: why, where, and for which side ("" for both)."""

    why: str
    x: float
    y: float
    facing: float | None = None
    side: str = ""


class Battlefield(FrozenRecord):
    """What lies on the table, in the unit of the board (`kind`), within the extent (x0, y0, x1, y1).

    Units, wrecks and smoke counters are bases; every unit has a name of its own. Of overlapping patches the
    later lies on top; roads lie on top of all patches. Raises BadInput if two units share a name.
    """

    extent: tuple[Number, Number, Number, Number]
    units: tuple[Base, ...] = ()
    patches: tuple[Patch, ...] = ()
    roads: tuple[Road, ...] = ()
    wrecks: tuple[Base, ...] = ()
    smoke: tuple[Base, ...] = ()
    title: str = ""
    note: str = ""
    kind: Literal["inches", "kilometres"] = "inches"
    spots: tuple[Spot, ...] = ()

    def __post_init__(self) -> None:
        names = [unit.name for unit in self.units]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise BadInput(f"Two units are called {twice!r}: every unit needs a name of its own.")

    def unit(self, name: str) -> Base:
        """The unit of that name. Raises BadInput if there is none."""
        found = next((unit for unit in self.units if unit.name == name), None)
        if found is None:
            raise unknown("unit", name, [unit.name for unit in self.units])
        return found

    @property
    def ground(self) -> tuple[Patch, ...]:
        """All ground from the bottom up: patches, then roads."""
        return (*self.patches, *(road.patch for road in self.roads))

    def ground_at(self, point: Point) -> str:
        """The ground under a point: that of the uppermost patch, or 'open'."""
        return ground_at(point, self.ground)

    def patch_at(self, point: Point) -> Patch | None:
        """The uppermost patch of ground that holds a point, roads apart; nothing in the open."""
        return next((patch for patch in reversed(self.patches) if patch.holds(point)), None)

    def blockers(
        self, viewer: Base, target: Base, see_through: frozenset[str] = frozenset({OPEN})
    ) -> tuple[Blocker, ...]:
        """All that can block sight between two units, wherever the line runs.

        That is the other units of either side, wrecks, smoke, and the patches of ground that neither of the
        two stands in (the centre of its base decides). Ground named in `see_through` blocks nothing.
        """
        bases = [(unit.name, unit) for unit in self.units if unit.name not in (viewer.name, target.name)]
        bases += [(f"the wreck of {wreck.name}", wreck) for wreck in self.wrecks]
        bases += [("smoke", counter) for counter in self.smoke]
        ground = [
            blocking(patch.called, patch.outline)
            for patch in self.patches
            if patch.ground not in see_through and not patch.holds(viewer.at) and not patch.holds(target.at)
        ]
        return (*(blocking(name, footprint(base)) for name, base in bases), *ground)

    def scene(self, *shapes: Shape, picked: dict[str, str] | None = None) -> Scene:
        """What the table shows: ground, then the given shapes, then wrecks, smoke and units, then marks.

        `picked` says which units stand out and why: {"Pz IV": "firer"}.
        """
        chosen = picked or {}
        ground = tuple(
            Area(f"terrain: {patch.ground}", patch.corners, label=patch.name or patch.ground)
            for patch in self.patches
        )
        roads = tuple(Line("road", road.points, width=road.width, words=road.name) for road in self.roads)
        units = tuple(replace(unit, picked=chosen.get(unit.name, unit.picked)) for unit in self.units)
        marks = tuple(shape for shape in shapes if isinstance(shape, Mark))
        under = tuple(shape for shape in shapes if not isinstance(shape, Mark))
        everything = (*ground, *roads, *under, *self.wrecks, *self.smoke, *units, *marks)
        return Scene(self.kind, self.extent, self.title, self.note, everything)


def smoke_at(at: Point, size: Number = 1) -> Base:
    """A smoke counter."""
    return Base(SMOKE, SMOKE, "", at, size=size, role="unit: smoke", label="")
