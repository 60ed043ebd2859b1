"""Sections 6 and 14, Arcs: where a target lies, and which guns bear on it."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.words import Arc

MIDDLES = {Arc.FORWARD: 0, Arc.STARBOARD: 90, Arc.AFT: 180, Arc.PORT: 270}


def arcs_of(bearing: Fraction, rules: Coastal) -> tuple[Arc, ...]:
    """The arcs in which a target lies, two on a boundary, by its bearing clockwise from the bow (section 14)."""
    off = {arc: abs((bearing - middle + 180) % 360 - 180) for arc, middle in MIDDLES.items()}
    return tuple(arc for arc in MIDDLES if off[arc] <= rules.arc)


def bears(guns: str, arcs: Collection[Arc]) -> bool:
    """Does a gun with arcs such as "FPS" bear (section 6)? On a boundary either arc will do (R15)."""
    return any(arc.value in guns for arc in arcs)


def ahead_or_astern(arcs: Collection[Arc], rules: Coastal) -> bool:
    """Is the factor of light guns halved (section 6; R15)?

    On a boundary the target counts as ahead or astern; under R15=b the firer chooses the other arc.
    """
    ends = [arc in (Arc.FORWARD, Arc.AFT) for arc in arcs]
    return all(ends) if rules.R15 == "b" else any(ends)
