"""The words of Pz8 Naval: gun rows, hits, ship classes, moves."""

from __future__ import annotations

from pz8edu.core import Word


class Gun(Word):
    """A row of the tables "to straddle", by calibre in inches (sections 4 and 11)."""

    HEAVY = "18-14"
    MEDIUM = "12-8"
    CRUISER_HEAVY = "bc-12-11"
    CRUISER_LIGHT = "bc-8-6"


class Straddled(Word):
    """The result of one shot (section 4)."""

    STRADDLE = "straddle"
    MISS = "miss"


class DamageResult(Word):
    """A row of the damage table (section 5)."""

    NOTHING = "nothing"
    H = "H"
    T = "T"
    CRITICAL = "critical"


class CriticalResult(Word):
    """A row of the table of critical damage (section 5)."""

    CRIPPLED = "crippled"
    D3_T = "D3 T"
    D3_H = "D3 H"
    SUNK = "sunk"


class Hit(Word):
    """What one damage comes to: hull hits, turret hits, or at once Crippled or Sunk (section 5)."""

    NOTHING = "nothing"
    H1 = "H1"
    H2 = "H2"
    H3 = "H3"
    T1 = "T1"
    T2 = "T2"
    T3 = "T3"
    CRIPPLED = "crippled"
    SUNK = "sunk"

    @property
    def hull(self) -> int:
        """How many H it counts."""
        return int(self.value[1:]) if self.value[0] == "H" else 0

    @property
    def turrets(self) -> int:
        """How many T it counts."""
        return int(self.value[1:]) if self.value[0] == "T" else 0


class ShipClass(Word):
    """What has become of a ship, in one word, from harmless to final (section 5)."""

    UNHURT = "unhurt"
    DAMAGED = "damaged"
    IMMOBILISED = "immobilised"
    CRIPPLED = "crippled"
    SUNK = "sunk"


class Kind(Word):
    """The two kinds of hit that a ship keeps and repairs (sections 5 and 6)."""

    H = "H"
    T = "T"


class Weapon(Word):
    """What an air raid carries (section 8)."""

    TORPEDO = "torpedo"
    BOMB = "bomb"


class Show(Word):
    """How a ship is told: by its hits, or by its class."""

    STATES = "states"
    CLASSES = "classes"


class Move(Word):
    """The move of the Not Playing Opponent (section 10)."""

    ADVANCE = "advance"
    BROADSIDE = "broadside"
    WITHDRAW = "withdraw"
    LEAVE = "leave the table"


class Half(Word):
    """Whose half of the table (section 1)."""

    SOUTH = "south"
    NORTH = "north"


class Side(Word):
    """Who moves first this turn (section 2)."""

    A = "A"
    B = "B"


class Heading(Word):
    """How a ship lies, and so how it has moved (section 3)."""

    BROADSIDE = "broadside"
    AHEAD = "ahead"
    ASTERN = "astern"
