"""Sets of hexes as whole numbers: a hex is a bit, and a step of the whole set is one shift.

Movement over open hexes is counted with them in milliseconds: not state by state, but for all hexes at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pz8edu.board.hexes import Hex


@dataclass(frozen=True, slots=True)
class HexSets:
    """Sets of the hexes at most `radius` steps from hex (0, 0).

    Nothing stops a set that is moved beyond the radius: take it as large as the longest way.
    """

    radius: int

    @property
    def width(self) -> int:
        """Bits of a row."""
        return 2 * self.radius + 1

    def of(self, *hexes: Hex) -> int:
        """The set of these hexes; those beyond the radius are left out."""
        found = 0
        for q, r in hexes:
            if max(abs(q), abs(r)) <= self.radius:
                found |= 1 << (r + self.radius) * self.width + q + self.radius
        return found

    def moved(self, hexes: int, step: Hex) -> int:
        """The set after the same step of all its hexes."""
        bits = step[1] * self.width + step[0]
        return hexes << bits if bits >= 0 else hexes >> -bits

    def hexes(self, hexes: int) -> Iterator[Hex]:
        """The hexes of a set, row by row."""
        while hexes:
            lowest = hexes & -hexes
            row, column = divmod(lowest.bit_length() - 1, self.width)
            yield column - self.radius, row - self.radius
            hexes ^= lowest
