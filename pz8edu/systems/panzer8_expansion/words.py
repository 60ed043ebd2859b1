"""The words of the Panzer8 Expansion Rules."""

from __future__ import annotations

from pz8edu.core import Word


class Level(Word):
    """Where a battery of support fire is attached (section 15); corps stands for naval fire too."""

    BATTALION = "battalion"
    BRIGADE = "brigade"
    DIVISION = "division"
    CORPS = "corps"


class Supply(Word):
    """How easily a weapon runs out of ammunition (section 13)."""

    NORMAL = "normal"
    SCARCE = "scarce"
    ANTI_TANK = "at-gun-ap"


class Weapon(Word):
    """A weapon, as the ammunition rule tells weapons apart (section 13)."""

    GUN = "gun"
    ANTI_TANK_GUN = "anti-tank gun"
    MACHINE_GUN = "machine gun"
    FLAMETHROWER = "flamethrower"


class Ammunition(Word):
    """What a weapon fires (sections 12 and 13)."""

    AP = "AP"
    APDS = "APDS"
    HVAP = "HVAP"
    HE = "HE"
    SA = "SA"
    FLAME = "flame"


class ScarceArmy(Word):
    """An army that is short of ammunition (section 13)."""

    GERMANY_1945 = "Germany 1945"
    USSR_1941 = "USSR 1941"


class Smoke(Word):
    """What lays a smoke screen by itself (section 14)."""

    DISCHARGER = "smoke-discharger"
    GRENADES = "smoke-grenades"
    LIGHT_MORTAR = "light-mortar"
    MEDIUM_MORTAR = "medium-mortar"
    HEAVY_MORTAR = "heavy-mortar"


class Mover(Word):
    """Who comes to barbed wire (section 17.1)."""

    TRACKED = "fully tracked AFV"
    BEHIND_TRACKED = "infantry directly behind a tracked AFV"
    INFANTRY = "infantry"
    WHEELED = "wheeled"
    HALF_TRACK = "half-track"


class Enemy(Word):
    """Who attacks troops in a fortification (section 17.2)."""

    ENGINEERS = "engineers in close combat"
    ENGINEERS_FLAME = "engineers with flamethrowers"
    FLAMETHROWER = "flamethrower"
    DIVE_BOMBER = "dive bomber"
    INFANTRY = "infantry"
    GUN = "gun"
    SUPPORT_FIRE = "support fire"


class Action(Word):
    """What a hidden element does (section 11)."""

    FIRES = "fires"
    MOVES = "moves"


class Test(Word):
    """What becomes of a test on a d20."""

    SUCCESS = "success"
    FAILURE = "failure"


class Search(Word):
    """What becomes of a hidden element that is fired at (section 11)."""

    REVEALED = "revealed"
    HIDDEN = "still hidden"


class Stock(Word):
    """What a weapon has after its shot (section 13)."""

    OUT = "out of ammunition"
    LEFT = "ammunition left"


class Start(Word):
    """Who makes the first recce move (section 10.2)."""

    DEFENDER = "defender starts"
    SIDE_A = "side A starts"
    SIDE_B = "side B starts"
    ONE_SIDE = "only one side moves"
