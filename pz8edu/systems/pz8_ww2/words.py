"""The words of Pz8 WW2: troop quality, condition, damage, ground and facing."""

from __future__ import annotations

from pz8edu.core import Word


class Quality(Word):
    """Troop quality (section 2)."""

    ELITE = "elite"
    AVERAGE = "average"
    GREEN = "green"


class Condition(Word):
    """What has become of a unit, from harmless to final (section 6)."""

    OK = "ok"
    DISORGANIZED = "disorganized"
    SUPPRESSED = "suppressed"
    DESTROYED = "destroyed"

    @property
    def bettered(self) -> Condition:
        """One step better; ok stays ok."""
        return CONDITIONS[max(self.place - 1, 0)]


CONDITIONS = tuple(Condition)
LIVING = (Condition.OK, Condition.DISORGANIZED, Condition.SUPPRESSED)
"""The conditions a unit can have before an attack."""


class Damage(Word):
    """The result of an opposed roll after a hit (section 6)."""

    NONE = "none"
    DISORGANIZED = "disorganized"
    SUPPRESSED = "suppressed"
    DESTROYED = "destroyed"

    @property
    def lowered(self) -> Damage:
        """One level less; nothing stays nothing."""
        return DAMAGES[max(self.place - 1, 0)]

    @property
    def can_be_saved(self) -> bool:
        """An HQ saves against Disorganized and Suppressed only."""
        return self in (Damage.DISORGANIZED, Damage.SUPPRESSED)


DAMAGES = tuple(Damage)


class Cover(Word):
    """The ground a target is in (section 5)."""

    OPEN = "open"
    ROUGH = "rough"
    BUNKER = "bunker"


class Facing(Word):
    """The face of the target that is hit (section 9)."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


class Ground(Word):
    """The ground of a move (section 4)."""

    OPEN = "open"
    ROUGH = "rough"
    ROAD = "road"


class Action(Word):
    """What else a unit does in its move (section 4)."""

    NONE = "none"
    MOUNT = "mount"
    LIMBER = "limber"


class ToHit(Word):
    """The result of a roll to hit (section 5)."""

    HIT = "hit"
    MISS = "miss"
