"""A table of squares: columns from west to east and rows from south to north, both counted from 1.

Squares are told as (column, row). On paper a square is one unit wide and (1, 1) fills the corner from (0, 0).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pz8edu.board.shapes import Cell, Line, Mark
from pz8edu.errors import BadInput

Square = tuple[int, int]
"""A square by its column and its row."""


@dataclass(frozen=True, slots=True)
class Grid:
    """So many columns by so many rows. Raises BadInput for a grid without squares."""

    columns: int
    rows: int

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            raise BadInput(f"A grid needs a column and a row at least, not {self.columns} by {self.rows}.")

    def holds(self, square: Square) -> bool:
        """Whether a square is on the table."""
        return 1 <= square[0] <= self.columns and 1 <= square[1] <= self.rows

    def squares(self) -> Iterator[Square]:
        """All squares, row by row from the first."""
        return ((column, row) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))

    def row(self, row: int) -> tuple[Square, ...]:
        """The squares of one row, from west to east."""
        return tuple((column, row) for column in range(1, self.columns + 1))

    def beside(self, square: Square) -> tuple[Square, ...]:
        """The squares on the table that share a side with one: north, east, south, west."""
        return tuple(other for other in steps(square, SIDES) if self.holds(other))

    def around(self, square: Square) -> tuple[Square, ...]:
        """The squares on the table that share a side or a corner with one, clockwise from the north."""
        return tuple(other for other in steps(square, ALL_ROUND) if self.holds(other))

    @property
    def extent(self) -> tuple[int, int, int, int]:
        """The extent on paper, for a scene."""
        return 0, 0, self.columns, self.rows


SIDES: tuple[Square, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The steps over a side, clockwise from the north."""

ALL_ROUND: tuple[Square, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The steps over a side or a corner, clockwise from the north."""


def steps(square: Square, ways: tuple[Square, ...]) -> tuple[Square, ...]:
    """The squares that such steps lead to, on the table or off it."""
    return tuple((square[0] + east, square[1] + north) for east, north in ways)


def share_a_side(a: Square, b: Square) -> bool:
    """Whether two squares share a side: one step straight, never to itself."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def share_a_corner(a: Square, b: Square) -> bool:
    """Whether two squares touch only at a corner: one step aslant."""
    return abs(a[0] - b[0]) == abs(a[1] - b[1]) == 1


def square_centre(square: Square) -> tuple[float, float]:
    """The middle of a square on paper."""
    return square[0] - 0.5, square[1] - 0.5


def square_outline(square: Square) -> tuple[tuple[int, int], ...]:
    """The four corners of a square on paper."""
    column, row = square
    return (column - 1, row - 1), (column, row - 1), (column, row), (column - 1, row)


def square_cell(square: Square, role: str = "square") -> Cell:
    """A square as a shape of a scene."""
    return Cell(role, square, square_outline(square))


def square_words(square: Square) -> str:
    """A square in a sentence: 'square (3, 4)'."""
    return f"square {square}"


def stack_places(square: Square, count: int, across: int = 2) -> tuple[tuple[float, float], ...]:
    """Where the bases of a stack stand in a square, all legible: row by row from the north-west."""
    column, row = square
    rows = max(2, -(-count // across))
    return tuple(
        (
            column - 1 + (1 + 2 * (number % across)) / (2 * across),
            row - (1 + 2 * (number // across)) / (2 * rows),
        )
        for number in range(count)
    )


def stack_size(count: int, across: int = 2) -> float:
    """The side of the bases of such a stack: a little less than their share of the square."""
    return round(0.8 / max(across, 2, -(-count // across)), 3)


def trench_in(square: Square, words: str = "") -> Line:
    """A trench across a square, on its southern half, as a shape of a scene."""
    column, row = square
    return Line("trench", ((column - 0.95, row - 0.72), (column - 0.05, row - 0.72)), words=words)


def wire_in(square: Square, words: str = "") -> Line:
    """Wire along the southern side of a square, as a shape of a scene."""
    column, row = square
    return Line("wire", ((column - 0.92, row - 0.9), (column - 0.08, row - 0.9)), words=words)


def bunker_in(square: Square, words: str = "") -> Mark:
    """A bunker in a square, as a shape of a scene."""
    return Mark("bunker", (square[0] - 0.5, square[1] - 0.72), words=words)


def crater_in(square: Square, words: str = "") -> Mark:
    """A crater in a square, as a shape of a scene."""
    return Mark("crater", square_centre(square), words=words)
