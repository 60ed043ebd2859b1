"""AS-3 to AS-6: climate, terrain, and who places it."""

from __future__ import annotations

from pz8edu.core import Nothing, Order, Roll, Umpire
from pz8edu.systems.asp_ww2 import situations
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.words import Counted, Major, Zone

FIRST, SECOND, TIE = "first", "second", "tie"
BUILT_UP, NOT_BUILT_UP = "built up", "none"
WOOD, BUA, HILL, IGNORED = "wood", "BUA", "hill", "ignored"


def climate_zone(umpire: Umpire, situation: Nothing, rules: AspWw2) -> Zone:
    """The climatic zone of a game (asp-ww2, AS-3)."""
    return umpire.look_up("zone", umpire.d6("zone"), rules.zone_of)


def higher_die(umpire: Umpire) -> str | None:
    """Both throw a die: who has the higher one? None for a tie."""
    order = umpire.compare("dice", umpire.d6("first player"), umpire.d6("second player"))
    return {Order.HIGHER: FIRST, Order.LOWER: SECOND, Order.EQUAL: None}[order]


def opposed_roll(umpire: Umpire, situation: Nothing, rules: AspWw2) -> str:
    """Who chooses the zone, or places the terrain (asp-ww2, AS-3 and AS-6; R14)?"""
    return (higher_die(umpire) or TIE) if rules.R14 == "b" else umpire.until("roll", higher_die)


def major_terrain(umpire: Umpire, situation: situations.InZone, rules: AspWw2) -> Major:
    """The major terrain of a square (asp-ww2, AS-4)."""
    zone = situation.zone
    return umpire.look_up("major terrain", umpire.d6("major terrain"), lambda die: rules.major_of(zone, die))


def is_built_up(umpire: Umpire, zone: Zone, rules: AspWw2) -> bool:
    """Has the square a major built-up area (AS-5)?"""
    return umpire.d6("major built-up area") >= rules.zones[zone].built_up_on


def major_built_up(umpire: Umpire, situation: situations.InZone, rules: AspWw2) -> str:
    """A major built-up area on a square (asp-ww2, AS-5)."""
    return BUILT_UP if is_built_up(umpire, situation.zone, rules) else NOT_BUILT_UP


def minor_count(umpire: Umpire, situation: situations.InZone, rules: AspWw2) -> Roll[int]:
    """The number of minor features on a square (asp-ww2, AS-5)."""
    return umpire.sum_of("minor features", rules.zones[situation.zone].feature_dice)


def minor_type(umpire: Umpire, situation: situations.OnMajor, rules: AspWw2) -> str:
    """What a minor feature is (asp-ww2, AS-5)."""
    feature = umpire.look_up("minor feature", umpire.d6("minor feature"), rules.feature_of)
    return IGNORED if feature == WOOD and situation.major.wooded else feature


def terrain_square(umpire: Umpire, situation: situations.Square, rules: AspWw2) -> Roll[int] | int:
    """How many woods, settlements, hills or features stand on a square (asp-ww2, AS-4 and AS-5)?"""
    what = situation.what
    wooded = False
    if what in (Counted.WOODS, Counted.FEATURES):
        wooded = major_terrain(umpire, situation, rules).wooded
    count = umpire.settle("minor features", minor_count(umpire, situation, rules))
    kinds = {
        Counted.WOODS: () if wooded else (WOOD,),
        Counted.SETTLEMENTS: (BUA,),
        Counted.HILLS: (HILL,),
        Counted.FEATURES: (BUA, HILL) if wooded else (WOOD, BUA, HILL),
    }[what]
    counted = {die: 1 for die in range(1, 7) if rules.feature_of(die) in kinds}
    found = umpire.sum_of("kinds of features", count, counted)
    if what is Counted.SETTLEMENTS and is_built_up(umpire, situation.zone, rules):
        return found + 1
    return found
