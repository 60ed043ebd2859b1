"""The words of Pz8 Coastal: weapons, sizes, damage, arcs."""

from __future__ import annotations

from pz8edu.core import Word


class Gun(Word):
    """A gun of 37 mm or larger (section 8)."""

    TWO_POUNDER = "2 pdr"
    MM_40 = "37-40mm"
    SIX_POUNDER = "57mm-6pdr"
    INCH_3 = "3 inch"
    MM_88 = "88mm"
    INCH_4 = "4 inch"


SMALL = "small"
"""All weapons of 30 mm or smaller aboard, which fire together (section 6)."""


class Size(Word):
    """A vessel as it is seen at night (section 2)."""

    SMALL = "small"
    NORMAL = "normal"
    LARGE = "large"


class Spotting(Word):
    """Whether a vessel is seen (sections 2 and 11)."""

    SPOTTED = "spotted"
    NOT_SPOTTED = "not spotted"


class ToHit(Word):
    """The result of one die to hit (section 6)."""

    HIT = "hit"
    MISS = "miss"


class Damage(Word):
    """The result of the opposed roll (section 7)."""

    NONE = "none"
    DAMAGED = "damaged"
    WRECKED = "wrecked"
    SUNK = "sunk"


class Level(Word):
    """The state of a vessel (section 7)."""

    OK = "ok"
    DAMAGED = "damaged"
    WRECKED = "wrecked"
    SUNK = "sunk"


class Target(Word):
    """What a torpedo counter crosses (section 10)."""

    OTHER = "other"
    SMALL_MTB = "small MTB"
    LARGE_MTB = "large MTB"


class TorpedoResult(Word):
    """What comes of torpedoes (section 10)."""

    SUNK = "sunk"
    ALL_MISS = "all miss"
    NOT_AFFECTED = "not affected"
    OUT_OF_RANGE = "out of range"
    INSIDE_MINIMUM = "inside the minimum range"


class Arc(Word):
    """A quarter of the compass as it lies round a vessel (sections 6 and 14)."""

    FORWARD = "F"
    STARBOARD = "S"
    AFT = "A"
    PORT = "P"
