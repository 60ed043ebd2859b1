"""A sea or a track of zones: bands in order, numbered from 1, that lie across the table from south to north.

On paper a zone is one unit deep; zone 1 fills the band from y = 0 to y = 1.
"""

from dataclasses import dataclass

from pz8edu.board.lengths import Number
from pz8edu.board.shapes import Cell, Line
from pz8edu.errors import BadInput


@dataclass(frozen=True, slots=True)
class Zones:
    """So many zones, with a line that nobody crosses after one of them.

    Raises BadInput for no zones, or a line that would lie outside them.
    """

    count: int
    line_after: int
    width: Number = 6

    def __post_init__(self) -> None:
        if self.count < 1 or not 0 <= self.line_after <= self.count:
            raise BadInput(
                f"Zones are numbered 1 to {self.count}; the line cannot lie after zone {self.line_after}."
            )

    def holds(self, zone: int) -> bool:
        """Whether there is a zone of this number."""
        return 1 <= zone <= self.count

    def southern(self) -> range:
        """The zones south of the line."""
        return range(1, self.line_after + 1)

    def northern(self) -> range:
        """The zones north of the line."""
        return range(self.line_after + 1, self.count + 1)

    def own(self, zone: int) -> range:
        """The zones on the same side of the line. Raises BadInput for a zone that is not there."""
        self.check(zone)
        return self.southern() if zone in self.southern() else self.northern()

    def forward(self, zone: int) -> int | None:
        """The next zone towards the line, or nothing when the line is reached."""
        towards = zone + 1 if zone in self.southern() else zone - 1
        return towards if towards in self.own(zone) else None

    def backward(self, zone: int) -> int | None:
        """The next zone away from the line, or nothing when that leads off the table."""
        away = zone - 1 if zone in self.southern() else zone + 1
        return away if away in self.own(zone) else None

    def check(self, zone: int) -> None:
        """Raises BadInput for a zone that is not there."""
        if not self.holds(zone):
            raise BadInput(f"There is no zone {zone}: zones are numbered 1 to {self.count}.")

    @property
    def extent(self) -> tuple[Number, Number, Number, Number]:
        """The extent on paper, for a scene."""
        return 0, 0, self.width, self.count

    def cell(self, zone: int, role: str = "zone", label: str = "") -> Cell:
        """A zone as a shape of a scene. Raises BadInput for a zone that is not there."""
        self.check(zone)
        south, north = zone - 1, zone
        outline = ((0, south), (self.width, south), (self.width, north), (0, north))
        return Cell(role, (zone,), outline, label)

    def border(self) -> Line:
        """The line between the sides as a shape of a scene."""
        return Line("border", ((0, self.line_after), (self.width, self.line_after)), words="nobody crosses")

    def place(self, zone: int, share: float) -> tuple[float, float]:
        """Where a ship lies on paper: in the middle of its zone, a share of the width from the west."""
        self.check(zone)
        return share * float(self.width), zone - 0.5


def zone_distance(a: int, b: int) -> int:
    """The number of zones from one to another: 0 within a zone."""
    return abs(a - b)


def zone_words(zone: int) -> str:
    """A zone in a sentence: 'zone 3'."""
    return f"zone {zone}"
