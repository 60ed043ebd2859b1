"""The words of the divisional rules: units, quality, ground, results of a combat, what becomes of units and works."""

from __future__ import annotations

from pz8edu.core import Word


class Kind(Word):
    """A kind of unit (section 6)."""

    INFANTRY = "infantry"
    MOTOR_INFANTRY = "motor-infantry"
    CAVALRY = "cavalry"
    ENGINEER = "engineer"
    RECON = "recon"
    ARTILLERY = "artillery"
    LIGHT_TANK = "light-tank"
    MEDIUM_TANK = "medium-tank"
    HEAVY_TANK = "heavy-tank"
    HQ = "hq"

    @property
    def manoeuvres(self) -> bool:
        """Is it a unit of manoeuvre: anything but an HQ and artillery?"""
        return self not in (Kind.HQ, Kind.ARTILLERY)


TANKS = (Kind.LIGHT_TANK, Kind.MEDIUM_TANK, Kind.HEAVY_TANK)
FAR_SPOTTERS = (Kind.RECON, Kind.ARTILLERY, Kind.HQ)
"""Those that spot from farther away (section 5)."""


class Quality(Word):
    """Troop quality (section 2), from the best down."""

    ELITE = "elite"
    AVERAGE = "average"
    GREEN = "green"


class Mover(Word):
    """A row of the movement table (section 4)."""

    LEG_INFANTRY = "leg-infantry"
    MOTOR_INFANTRY = "motor-infantry"
    CAVALRY = "cavalry"
    SLOW_TANK = "slow-tank"
    TANK = "tank"
    FAST_TANK = "fast-tank"
    RECON = "recon"
    ARTILLERY = "artillery"
    HQ = "hq"
    ENGINEER = "engineer"


class Ground(Word):
    """What a unit moves over (section 4)."""

    OPEN = "open"
    ROUGH = "rough"
    ROAD = "road"


class Side(Word):
    """The two players (section 3)."""

    A = "A"
    B = "B"


class View(Word):
    """What is told of a combat (section 6)."""

    RESULT = "result"
    FATE = "fate"
    POSITION = "position"
    FORT = "fort"
    DETAIL = "detail"


class Result(Word):
    """How a combat ends, as the attacker sees it (section 6)."""

    WIN_DOUBLE = "win-double"
    WIN = "win"
    TIE = "tie"
    LOSE = "lose"
    LOSE_DOUBLE = "lose-double"
    OVERRUN = "overrun"

    @property
    def won(self) -> bool:
        """Has the attacker won?"""
        return self in (Result.WIN, Result.WIN_DOUBLE, Result.OVERRUN)

    @property
    def lost(self) -> bool:
        """Has the attacker lost?"""
        return self in (Result.LOSE, Result.LOSE_DOUBLE)

    @property
    def by_the_winner(self) -> Result:
        """The same result as the winner sees it: a row of the results table."""
        mirrored = {Result.LOSE: Result.WIN, Result.LOSE_DOUBLE: Result.WIN_DOUBLE}
        return mirrored.get(self, self)


class Fate(Word):
    """Which of the two units are destroyed in a combat (section 6)."""

    BOTH_SURVIVE = "both-survive"
    ATTACKER_DESTROYED = "attacker-destroyed"
    DEFENDER_DESTROYED = "defender-destroyed"
    BOTH_DESTROYED = "both-destroyed"


class Position(Word):
    """Who stands where the defender stood, and is the attacker still there (section 6)."""

    TAKEN = "taken"
    VACATED = "vacated"
    CONTESTED = "contested"
    HELD = "held"


class Works(Word):
    """What becomes of a fortification section in a combat (sections 6 and 10)."""

    REMOVED = "removed"
    KEPT = "kept"


class End(Word):
    """What several attackers make of one defender (sections 6 and 10)."""

    DESTROYED = "destroyed"
    DRIVEN_BACK = "driven-back"
    HOLDS = "holds"


class Survivor(Word):
    """Who is left after a fight to the end (section 6)."""

    ATTACKER = "attacker-survives"
    DEFENDER = "defender-survives"
    NOBODY = "both-destroyed"


class Fire(Word):
    """What a shot or a bomb does (sections 5 and 8)."""

    HIT = "hit"
    MISS = "miss"


class Benefit(Word):
    """What an artillery unit's rally roll is for (section 7)."""

    AMMO = "ammo"
    FATIGUE = "fatigue"


class Follow(Word):
    """A result after which the winner may follow up (section 6)."""

    WIN = "win"
    WIN_DOUBLE = "win-double"


def turns_word(turns: int) -> str:
    """The length of a day."""
    return f"{turns} turns"


def rallied_word(units: int) -> str:
    """How many units have rallied."""
    return f"{units} rallied"


def hits_word(hits: int) -> str:
    """How many hits."""
    return f"{hits} hits"
