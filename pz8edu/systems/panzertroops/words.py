"""The words of Panzertroops."""

from __future__ import annotations

from pz8edu.core import Word


class Target(Word):
    """What is fired at (PT-10): men, crews and guns; unarmoured vehicles; armour."""

    MAN = "man"
    SOFT_VEHICLE = "soft-vehicle"
    AFV = "afv"


class Ammunition(Word):
    """Which firepower is used (PT-10): against soft targets, or against armour."""

    SOFT = "s"
    ARMOUR_PIERCING = "ap"


class Cover(Word):
    """Cover of a target (PT-14)."""

    NONE = "none"
    SOFT = "soft"
    HARD = "hard"


class Game(Word):
    """The basic game, or the advanced one with pinning and immobilisation (PT-19, PT-25)."""

    BASIC = "basic"
    ADVANCED = "advanced"


class Effect(Word):
    """What a shot does (PT-6, 14, 18, 19, 25)."""

    MISS = "miss"
    PINNED = "pinned"
    SAVED = "saved"
    IMMOBILISED = "immobilised"
    DESTROYED = "destroyed"
    WITH_WEAPONS = "destroyed with weapons"
    NOT_ALLOWED = "not allowed"

    @property
    def destroys(self) -> bool:
        """Is the target gone?"""
        return self in (Effect.DESTROYED, Effect.WITH_WEAPONS)


class State(Word):
    """A target after several shots."""

    UNHARMED = "unharmed"
    PINNED = "pinned"
    IMMOBILISED = "immobilised"
    DESTROYED = "destroyed"


class Save(Word):
    """What becomes of a target in cover that was hit (PT-14)."""

    SAVED = "saved"
    DESTROYED = "destroyed"


class Morale(Word):
    """The result of a morale check (PT-24)."""

    GOOD = "good"
    SHAKEN = "shaken"
    BROKEN = "broken"


class Aboard(Word):
    """Who bails out of a destroyed vehicle (PT-20)."""

    CREW = "afv-crew"
    HALFTRACK_CREW = "halftrack-crew"
    RIDERS = "riders"


class Radio(Word):
    """What becomes of a radio call (PT-23)."""

    THROUGH = "through"
    NO_CONTACT = "no contact"


class Mover(Word):
    """Who moves (PT-2, PT-3)."""

    ASSAULT = "infantry-assault"
    RUN = "infantry-run"
    HEAVY_WEAPON = "heavy-weapon"
    GUN = "gun-push"
    TRUCK = "truck"
    JEEP = "jeep"
    MOTORCYCLE = "motorcycle"
    WAGON = "wagon"
    VEHICLE = "vehicle"


class Chassis(Word):
    """What a vehicle runs on (PT-3)."""

    TRACKED = "tracked"
    HALFTRACK = "halftrack"
    WHEELED = "wheeled"


class Carrier(Word):
    """Who carries men (PT-5)."""

    JEEP = "jeep"
    HALFTRACK = "halftrack"
    TRUCK = "truck"
