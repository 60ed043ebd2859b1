"""Section 10, Native snipers on the table: the cover from where one sees a unit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import dist

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.ground import Patch
from pz8edu.board.outlines import edges
from pz8edu.board.shapes import Base
from pz8edu.board.sight import first_blocker
from pz8edu.systems.pz8_colonial.units_table import COVER

Spot = tuple[float, float]


def is_seen_from_cover(field: Battlefield, target: Base, reach: Fraction) -> bool:
    """Does somebody who lies in any cover, so many inches away at most, see a unit (section 10; T9)?"""
    at = float(target.at[0]), float(target.at[1])
    return any(
        dist(spot, at) <= reach and sees(field, spot, target)
        for patch in field.patches
        if patch.ground in COVER
        for spot in hiding_places(patch, at)
    )


def sees(field: Battlefield, spot: Spot, target: Base) -> bool:
    """Is the line from a spot to a unit clear?"""
    sniper = Base("sniper", "sniper", "", spot)
    return first_blocker(spot, target.at, field.blockers(sniper, target)) is None


def hiding_places(patch: Patch, at: Spot) -> Iterator[Spot]:
    """The point of each edge of a patch that is nearest to a place, and its corners."""
    outline = [(float(x), float(y)) for x, y in patch.corners]
    yield from outline
    for (x1, y1), (x2, y2) in edges(outline):
        long = (x2 - x1) ** 2 + (y2 - y1) ** 2
        along = ((at[0] - x1) * (x2 - x1) + (at[1] - y1) * (y2 - y1)) / (long or 1.0)
        if 0 < along < 1:
            yield x1 + along * (x2 - x1), y1 + along * (y2 - y1)
