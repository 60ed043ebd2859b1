"""The words of the Pz8 aerial rules: pilots, weapons, shots, damage."""

from __future__ import annotations

from pz8edu.core import Word


class Skill(Word):
    """The class of a pilot or gunner, in the order of promotion (sections 5 and 10)."""

    GREEN = "green"
    AVERAGE = "average"
    VETERAN = "veteran"

    @property
    def promoted(self) -> Skill:
        """One class better; a Veteran stays one (section 10)."""
        return {Skill.GREEN: Skill.AVERAGE}.get(self, Skill.VETERAN)


class Weapon(Word):
    """Fixed weapons to the front, or the flexible weapon of a gunner (section 5)."""

    FRONT = "front"
    REAR = "rear"


class Aimed(Word):
    """The result of the die to hit (sections 5 and 12)."""

    HIT = "hit"
    MISS = "miss"
    JAM = "jam"


class Damage(Word):
    """The result of the two dice for damage (section 5)."""

    NO_DAMAGE = "no damage"
    DAMAGED = "damaged"
    DESTROYED = "destroyed"


class Shot(Word):
    """The result of a whole shot, from harmless to final (sections 5 and 12)."""

    MISS = "miss"
    JAM = "jam"
    NO_DAMAGE = "no damage"
    DAMAGED = "damaged"
    DESTROYED = "destroyed"

    @property
    def hits(self) -> bool:
        """Has the shot hit, whatever it did?"""
        return self not in (Shot.MISS, Shot.JAM)


class Condition(Word):
    """The state of an aircraft (section 5)."""

    OK = "ok"
    DAMAGED = "damaged"
    DESTROYED = "destroyed"

    def after(self, shot: Shot) -> Condition:
        """The state after a shot at it."""
        if shot in (Shot.DAMAGED, Shot.DESTROYED):
            return Condition(shot.value)
        return self


class Fate(Word):
    """Is an aircraft still in the game (sections 5 and 10)?"""

    FLYING = "flying"
    DESTROYED = "destroyed"
    LEFT = "left the table"


class GroundWeapon(Word):
    """The kinds of ground attack (section 9)."""

    ROCKETS = "rockets"
    BOMBS = "bombs"
    STRAFING = "strafing"


class GroundResult(Word):
    """The result of a ground attack (section 9)."""

    DESTROYED = "target destroyed"
    NO_EFFECT = "no effect"
    LOST = "aircraft lost"


class EntrySide(Word):
    """Where the second squadron comes from, seen from the first (section 10)."""

    LEFT = "left"
    FRONT = "front"
    RIGHT = "right"


class Drawn(Word):
    """Which number of cards of the solo game is counted (section 11)."""

    BEFORE_FIRST_PLAYER = "npo-before-first-player"
    BEFORE_NAMED_PLANE = "npo-before-named-plane"
    LONGEST_RUN = "longest-npo-run"


class Side(Word):
    """The two sides of a game (section 2)."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Side:
        """The other side."""
        return Side.B if self is Side.A else Side.A
