"""The words of asp games World War 2."""

from __future__ import annotations

from pz8edu.core import Word


class Zone(Word):
    """A climatic zone (U2)."""

    DESERT = "desert"
    STEPPE = "steppe"
    TROPICAL = "tropical"
    TEMPERATE = "temperate"
    COLD = "cold"


class Major(Word):
    """Major terrain of a square: open, highland, large forested area, steep forested highland (U2)."""

    OPEN = "O"
    HIGHLAND = "H"
    FOREST = "LFA"
    STEEP = "SFH"

    @property
    def wooded(self) -> bool:
        """Are single woods ignored in it?"""
        return self in (Major.FOREST, Major.STEEP)


class Counted(Word):
    """What is counted on a square."""

    WOODS = "woods"
    SETTLEMENTS = "settlements"
    HILLS = "hills"
    FEATURES = "features"


class Grade(Word):
    """The grade of a battle group, the best first (AS-11)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


class Style(Word):
    """How a battle group is led (AS-12)."""

    NORMAL = "normal"
    MOBILE = "mobile"
    CAUTIOUS = "cautious"


class Kind(Word):
    """What is to be detected."""

    INFANTRY = "infantry"
    VEHICLE = "vehicle"


class Concealment(Word):
    """Whether it is in cover."""

    COVER = "cover"
    OPEN = "open"


class Motion(Word):
    """Whether it moves."""

    MOVING = "moving"
    STATIONARY = "stationary"


class Light(Word):
    """The light (AS-25)."""

    DAY = "day"
    DAWN = "dawn"
    DUSK = "dusk"
    NIGHT = "night"


class Sky(Word):
    """The weather: clear, or adverse weather conditions (AS-26)."""

    CLEAR = "clear"
    ADVERSE = "awc"


class Season(Word):
    """The season (AS-25)."""

    SPRING = "spring"
    SUMMER = "summer"
    AUTUMN = "autumn"
    WINTER = "winter"


class Shooters(Word):
    """Who may shoot after the initiative (AS-15)."""

    SHOOTER = "shooter only"
    BOTH = "both"
    TARGET = "target only"


class Result(Word):
    """What a shot does: nothing, pinned, repulsed, destroyed (U8)."""

    NONE = "none"
    PINNED = "P"
    REPULSED = "R"
    DESTROYED = "D"


class Cover(Word):
    """Cover of a target (AS-7)."""

    NONE = "none"
    COVER = "cover"
    HARD = "hard"


class Arc(Word):
    """The arc of a target that is shot at (AS-18)."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


class Option(Word):
    """An option of tactical moves (U5)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"
    F = "F"
    G = "G"


class Target(Word):
    """The class of a target (U9)."""

    INFANTRY = "Inf"
    SOFT_TRANSPORT = "SMT"
    LIGHT_ARMOUR = "LA"
    MEDIUM_ARMOUR = "MA"
    HEAVY_ARMOUR = "HA"
    EXTRA_HEAVY_ARMOUR = "XA"
    ARTILLERY = "ART"
    AIRCRAFT = "AC"

    @property
    def armoured(self) -> bool:
        """Is it an AFV?"""
        return self in (
            Target.LIGHT_ARMOUR,
            Target.MEDIUM_ARMOUR,
            Target.HEAVY_ARMOUR,
            Target.EXTRA_HEAVY_ARMOUR,
        )


class Shooter(Word):
    """The class of a shooter (U9)."""

    BARG = "BARG"
    RIFLE_GROUP = "Rifle Group"
    INFANTRY_GROUP = "Inf Group"
    MORTARS = "Mortars"
    HMG = "HMG"
    AUTOCANNON = "AC and VLG"
    LIGHT_GUNS = "Light Guns"
    MEDIUM_GUNS = "Med Guns"
    HEAVY_GUNS = "Hvy Guns"
    LIGHT_BARRAGE = "Light Barrage"
    MEDIUM_BARRAGE = "Med Barrage"
    HEAVY_BARRAGE = "Hvy Barrage"
    COUNTER_BATTERY = "C Battery"
    SALVO = "Salvo RL"
    BOMBER = "Bomber"
    ATTACK = "Attack AC"
    FIGHTER = "Fighter"
    AAA = "AAA"

    @property
    def infantry(self) -> bool:
        """Is it infantry?"""
        return self in (Shooter.BARG, Shooter.RIFLE_GROUP, Shooter.INFANTRY_GROUP)
