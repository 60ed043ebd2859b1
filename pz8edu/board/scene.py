"""A scene: what a board shows, as data without colours."""

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Literal, get_args

from pz8edu.board.lengths import Number, in_words
from pz8edu.board.shapes import CELLS, Area, Base, Cell, Line, Mark, Point, Ring, Shape, Wedge
from pz8edu.core.records import FrozenRecord
from pz8edu.errors import BadInput, unknown

__all__ = [
    "Area",
    "Base",
    "Cell",
    "Kind",
    "Line",
    "Mark",
    "Point",
    "Ring",
    "Scene",
    "Shape",
    "Styles",
    "Wedge",
]

Kind = Literal["inches", "kilometres", "hexes", "squares", "zones"]
"""The unit of a board; one unit of x or y is one inch, kilometre, hex (centre to centre), square or zone."""

Styles = Mapping[str, Mapping[str, str]]
"""Role, or family of roles, to SVG attributes; see pz8edu.show.board_svg."""

LEAST, MOST = 0.01, 10_000
"""The smallest side of a board and the largest coordinate on it, in its unit."""

UNIT_SIGN: dict[str, str] = {"inches": "″", "kilometres": " km", "hexes": " hexes", "squares": " squares"}


class Scene(FrozenRecord):
    """What a board shows: its kind, its extent (x0, y0, x1, y1), a title, a note, shapes from back to front.

    Raises BadInput for an unknown kind, an extent that is empty or cannot be drawn, a shape without a role.
    """

    kind: Kind
    extent: tuple[Number, Number, Number, Number]
    title: str
    note: str = ""
    shapes: tuple[Shape, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise unknown("kind of board", self.kind, get_args(Kind))
        x0, y0, x1, y1 = self.extent
        if not all(isfinite(side) for side in self.extent) or x0 >= x1 or y0 >= y1:
            raise BadInput(
                f"The extent {self.extent!r} is empty: give (x0, y0, x1, y1) with x0 < x1 and y0 < y1."
            )
        if min(x1 - x0, y1 - y0) < LEAST or min(x0, y0) < -MOST or max(x1, y1) > MOST:
            raise BadInput(
                f"The extent {self.extent!r} cannot be drawn: a board lies within {MOST} of (0, 0) and is at "
                f"least {LEAST} wide and high."
            )
        for shape in self.shapes:
            if not shape.role:
                raise BadInput(f"A shape needs a role, such as 'road' or 'unit: own': {shape!r}.")

    @property
    def width(self) -> Number:
        """From west to east, in the unit of the board."""
        return self.extent[2] - self.extent[0]

    @property
    def height(self) -> Number:
        """From south to north, in the unit of the board."""
        return self.extent[3] - self.extent[1]

    @property
    def sign(self) -> str:
        """What follows a number of its units in writing: ″ for inches."""
        return UNIT_SIGN.get(self.kind, "")

    @property
    def bases(self) -> tuple[Base, ...]:
        """The units it shows."""
        return tuple(shape for shape in self.shapes if isinstance(shape, Base))

    def of_role(self, role: str) -> tuple[Shape, ...]:
        """The shapes with this role, or with a role of this family ('unit' finds 'unit: enemy')."""
        return tuple(shape for shape in self.shapes if role in (shape.role, role_family(shape.role)))

    def describe(self) -> str:
        """The text alternative: the same facts in words, a line a shape; plain cells share a line."""
        size = f"{in_words(self.width)} by {in_words(self.height)}"
        lines = [self.title + "."] if self.title else []
        lines.append(f"A board of {size} {self.kind}.")
        if self.note:
            lines.append(self.note)
        return "\n".join([*lines, *described(self.shapes)])

    def _repr_svg_(self) -> str:
        from pz8edu.show.board_svg import scene_svg

        return scene_svg(self)


def role_family(role: str) -> str:
    """The part of a role before its detail: 'unit' of 'unit: enemy'."""
    return role.partition(":")[0]


def described(shapes: tuple[Shape, ...]) -> Iterator[str]:
    """A line a shape, in order; cells or marks of one role with nothing to add share a line.

    Of cells that have nothing at all to say, only their number is told.
    """
    alike: dict[str, list[Cell | Mark]] = {}
    for shape in shapes:
        if isinstance(shape, Cell | Mark) and not shape.label and not shape.words:
            alike.setdefault(shape.role, []).append(shape)
    for shape in shapes:
        if not isinstance(shape, Cell | Mark) or shape.label or shape.words:
            yield shape.describe()
        elif members := alike.pop(shape.role, []):
            yield members_in_words(shape.role, members)


def members_in_words(role: str, members: Sequence[Cell | Mark]) -> str:
    """Cells or marks of one role in a line: "reachable: hexes (2, 5), (3, 5)."."""
    if role in CELLS:
        return f"{len(members)} plain {CELLS[role] if len(members) > 1 else role_family(role)}."
    if len(members) == 1:
        return members[0].describe()
    places = ", ".join(member.place for member in members)
    if not isinstance(members[0], Cell):
        return f"{role}: at {places}."
    kind, _, detail = role.partition(": ")
    return f"{detail or kind}: {CELLS.get(kind, 'cells')} {places}."
