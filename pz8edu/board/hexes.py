"""Hex fields: axial coordinates (q, r), six facings, arcs, and where everything lies on paper.

Directions are numbered 0 to 5 counter-clockwise: 0 = (+1, 0), 1 = (+1, -1), 2 = (0, -1), 3 = (-1, 0),
4 = (-1, +1), 5 = (0, +1). On a pointy-top drawing with r downwards 0 is east, and one more is 60 degrees to
the left. The third cube coordinate is s = -q - r. On paper the unit is the step from hex to hex.
"""

from collections.abc import Callable, Iterator, Mapping
from math import cos, radians, sin, sqrt

from pz8edu.board.shapes import Cell
from pz8edu.errors import BadInput, unknown

Hex = tuple[int, int]
"""A hex by its axial coordinates (q, r)."""

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The step to the neighbour in each direction."""

RADIUS = 1 / sqrt(3)
"""From the centre of a hex to its corners, in steps."""


def turned(facing: int, left: int) -> int:
    """The facing after so many turns of 60 degrees to the left (negative: to the right)."""
    return (facing + left) % 6


def neighbour(at: Hex, direction: int) -> Hex:
    """The hex next to one, in a direction."""
    step_q, step_r = DIRECTIONS[direction % 6]
    return at[0] + step_q, at[1] + step_r


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The six hexes next to one, by direction."""
    return tuple(neighbour(at, direction) for direction in range(6))


def hex_distance(a: Hex, b: Hex) -> int:
    """The number of steps from one hex to another."""
    q, r = b[0] - a[0], b[1] - a[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def ring(centre: Hex, distance: int) -> tuple[Hex, ...]:
    """The hexes at exactly so many steps, from direction 0 to the left; at 0 the centre itself."""
    if distance == 0:
        return (centre,)
    at = (centre[0] + distance, centre[1])
    found = []
    for direction in (2, 3, 4, 5, 0, 1):
        for _ in range(distance):
            found.append(at)
            at = neighbour(at, direction)
    return tuple(found)


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes that a straight line from centre to centre runs through, both ends included.

    Where the line runs along the edge between two hexes, the one with the greater q is taken, then the one
    with the greater r, so that the way back runs through the same hexes. Exact: whole numbers only.
    """
    steps = hex_distance(a, b)
    return tuple(along(a, b, step, steps) for step in range(steps + 1)) if steps else (a,)


def along(a: Hex, b: Hex, step: int, steps: int) -> Hex:
    """The hex that holds the point so many of all steps along the line from a to b."""
    q, r = (a[axis] * (steps - step) + b[axis] * step for axis in (0, 1))
    near_q, near_r = q // steps, r // steps
    around = [(near_q + more_q, near_r + more_r) for more_q in (0, 1) for more_r in (0, 1)]

    def off(at: Hex) -> tuple[int, int, int]:
        return apart((q - at[0] * steps, r - at[1] * steps)), -at[0], -at[1]

    return min(around, key=off)


def apart(step: Hex) -> int:
    """The square of the length of a step on paper, in whole numbers: q² + qr + r²."""
    q, r = step
    return q * q + q * r + r * r


def rotated(at: Hex, left: int) -> Hex:
    """The hex after a turn of so many times 60 degrees to the left around hex (0, 0)."""
    q, r = at
    for _ in range(left % 6):
        q, r = q + r, -q
    return q, r


def seen_from(at: Hex, facing: int, target: Hex) -> Hex:
    """A target as it lies from someone at a hex who faces direction 0: q ahead, r ahead to the right."""
    return rotated((target[0] - at[0], target[1] - at[1]), -facing)


Arc = Callable[[int, int], bool]
"""An arc of fire ahead: from x = 2q + r (twice the way ahead) and the absolute way aside |r|."""

ARCS: Mapping[str, Arc] = {
    "line": lambda _, aside: aside == 0,
    "wedge60-strict": lambda ahead, aside: 3 * aside < ahead,
    "wedge60": lambda ahead, aside: 3 * aside <= ahead,
    "cone120": lambda ahead, aside: aside < ahead,
    "wedge120": lambda ahead, aside: aside <= ahead,
}
"""Name of an arc to its shape: straight ahead, within 30 degrees (without or with the limit), within 60."""


def in_hex_arc(at: Hex, facing: int, target: Hex, arc: str) -> bool:
    """Whether a target lies in the arc ahead, at any distance; the own hex never does.

    For an arc to the rear give the facing turned by three. Raises BadInput for an unknown arc.
    """
    if arc not in ARCS:
        raise unknown("arc", arc, ARCS)
    q, r = seen_from(at, facing, target)
    ahead = 2 * q + r
    return ahead > 0 and ARCS[arc](ahead, abs(r))


def hexes_in_arc(at: Hex, facing: int, arc: str, longest: int, shortest: int = 1) -> tuple[Hex, ...]:
    """The hexes of an arc at these distances, nearest first. Raises BadInput for an unknown arc."""
    return tuple(
        target
        for distance in range(shortest, longest + 1)
        for target in ring(at, distance)
        if in_hex_arc(at, facing, target, arc)
    )


def is_tailed(at: Hex, facing: int, enemy: Hex, enemy_facing: int) -> bool:
    """Whether an enemy sits in the hex directly behind and flies in the same direction."""
    return enemy == neighbour(at, facing + 3) and (enemy_facing - facing) % 6 == 0


def facing_bearing(facing: int) -> int:
    """A facing as degrees clockwise from north: 0 is east, 90."""
    return (90 - 60 * facing) % 360


def hex_centre(at: Hex) -> tuple[float, float]:
    """Where a hex lies on paper: x east, y north, neighbours one apart."""
    q, r = at
    return q + r / 2, -r * sqrt(3) / 2


def hex_at(x: float, y: float) -> Hex:
    """The hex that holds a point on paper."""
    r = -y * 2 / sqrt(3)
    q = x - r / 2
    near = [round(part) for part in (q, r, -q - r)]
    off = [abs(part - rounded) for part, rounded in zip((q, r, -q - r), near, strict=True)]
    if off[0] > off[1] and off[0] > off[2]:
        return -near[1] - near[2], near[1]
    if off[1] > off[2]:
        return near[0], -near[0] - near[2]
    return near[0], near[1]


def bearing_facing(bearing: float) -> int:
    """The facing nearest to so many degrees clockwise from north."""
    return round((90 - bearing) / 60) % 6


def hex_outline(at: Hex) -> tuple[tuple[float, float], ...]:
    """The six corners of a hex on paper, pointy top."""
    x, y = hex_centre(at)
    return tuple(
        (x + RADIUS * sin(radians(60 * corner)), y + RADIUS * cos(radians(60 * corner)))
        for corner in range(6)
    )


def hex_cell(at: Hex, role: str = "hex", label: str = "") -> Cell:
    """A hex as a shape of a scene."""
    return Cell(role, at, hex_outline(at), label)


def hex_words(at: Hex) -> str:
    """A hex in a sentence: 'hex (2, -1)'."""
    return f"hex {at}"


def hex_field(columns: int, rows: int) -> Iterator[Hex]:
    """The hexes of a rectangular field, row by row from the top: odd rows stand half a hex to the right.

    The first hex is (0, 0). Raises BadInput for a field without hexes.
    """
    if columns < 1 or rows < 1:
        raise BadInput(f"A hex field needs a column and a row at least, not {columns} by {rows}.")
    return ((column - row // 2, row) for row in range(rows) for column in range(columns))


def field_extent(columns: int, rows: int) -> tuple[float, float, float, float]:
    """The extent of such a field on paper, for a scene."""
    bottom = -(rows - 1) * sqrt(3) / 2
    return -0.5, bottom - RADIUS, columns - 0.5 + (0.5 if rows > 1 else 0), RADIUS
