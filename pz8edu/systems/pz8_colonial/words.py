"""The words of Pz8 Colonial: classes, leaders, weapons, cards, and what becomes of men."""

from __future__ import annotations

from pz8edu.core import Word


class Side(Word):
    """Who plays: red cards are European, black ones Native (section 2)."""

    EUROPEAN = "european"
    NATIVE = "native"


class Quality(Word):
    """The class of a unit (section 9)."""

    GREEN = "green"
    AVERAGE = "average"
    VETERAN = "veteran"
    FANATIC = "fanatic"


class Leader(Word):
    """A figure that saves when it is hit (section 2)."""

    OFFICER = "officer"
    CHIEF = "chief"
    NCO = "nco"
    RELIGIOUS_LEADER = "religious leader"


class Weapon(Word):
    """What the figures of a unit fire (section 2)."""

    EUROPEAN_RIFLE = "european rifle"
    NATIVE_RIFLE = "native rifle"
    CARBINE = "carbine"
    MUSKET = "musket"
    REVOLVER = "revolver"
    BOW = "bow"
    SPEAR = "spear"


class Gun(Word):
    """A piece of artillery (section 4)."""

    LIGHT = "light"
    MEDIUM = "medium"


class Place(Word):
    """Where a figure is when a shell bursts (section 4)."""

    COVER = "cover"
    OPEN = "open"


class Troop(Word):
    """How a unit moves (sections 2, 3, 4, 6)."""

    FOOT = "foot"
    MOUNTED = "mounted"
    CAMEL = "camel"
    MACHINE_GUN = "machine gun"
    ARTILLERY = "artillery"


class Carriage(Word):
    """Whether a gun can fire or be moved (sections 3 and 4)."""

    READY = "ready to fire"
    PACKED = "packed"
    LIMBERED = "limbered"


class Event(Word):
    """What a player may choose when his Joker is drawn (section 11)."""

    SHORT_ON_MUNITIONS = "Short on Munitions"
    PANIC = "Panic"
    REINFORCEMENTS = "Reinforcements"
    STRAY_BULLET = "Stray Bullet"
    RALLY = "Rally"
    STAND_FAST = "Stand Fast"


class Card(Word):
    """A card as it matters in play (sections 2, 11, 12)."""

    RED = "red"
    PLAIN_BLACK = "plain black"
    BLACK_COURT = "black court"
    RED_JOKER = "red Joker"
    BLACK_JOKER = "black Joker"


class Save(Word):
    """What becomes of a leader that was hit (section 2)."""

    IGNORED = "ignored"
    ELIMINATED = "eliminated"


class Melee(Word):
    """How two figures part (section 2)."""

    A_ELIMINATED = "a eliminated"
    B_ELIMINATED = "b eliminated"
    BOTH_RECOIL = "both recoil 2 inches"


class Jam(Word):
    """What becomes of a jam (section 3)."""

    UNJAMMED = "unjammed"
    STILL_JAMMED = "still jammed"


class Morale(Word):
    """A morale test (section 7)."""

    HOLDS = "holds"
    ROUTS = "routs"


class Action(Word):
    """What a Native unit does in the solo game (section 8)."""

    ROUT = "rout"
    CHARGE = "charge"
    AIMED_FIRE = "aimed fire"
    MOVE_AND_FIRE = "move and fire"
    MOVE_AND_ADD = "move and add 1D6 inches"
    NOTHING = "nothing"


class SniperShot(Word):
    """What comes of one shot of a sniper (section 10)."""

    MISS = "miss"
    HIT_BUT_SAVED = "hit but saved"
    ELIMINATED = "eliminated"
