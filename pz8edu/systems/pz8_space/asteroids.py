"""Section 8, Asteroids: they drift, and come back on the opposite edge."""

from __future__ import annotations

from pz8edu.board.hex_tabletop import hex_in
from pz8edu.board.hexes import Hex, neighbour


def drifted(at: Hex, direction: int, columns: int, rows: int) -> Hex:
    """The hex of an asteroid after the end of a turn, on a table of so many columns and rows (section 8)."""
    q, r = neighbour(at, direction)
    return hex_in((q + r // 2) % columns, r % rows)
