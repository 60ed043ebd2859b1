"""What the Pz8 aerial rules for 1965 to 1975 say otherwise than those for 1935 to 1965: missiles and cheap turns."""

from __future__ import annotations

from typing import ClassVar

from pz8edu.core import Modifiers, Row, Step, Table, number, reading, table
from pz8edu.systems.pz8_aerial_1935.ruleset import Action, Aerial1935, ArmamentRow, ToHitRow
from pz8edu.systems.pz8_aerial_1965.words import Weapon


class WeaponRow(Row):
    """A weapon, the hexes that it reaches, and whether its target must fly the same way (section 5)."""

    weapon: Weapon
    least: int
    most: int
    same_direction: bool


class MissileFactor(Row):
    """What a circumstance adds to a die of a missile shot (section 5); blank where it does not count."""

    factor: str
    side: str
    hs: int | None
    rh: int | None


class Jet(Row):
    """A sample aircraft with the most missiles that it carries (section 7); blank for none."""

    aircraft: str
    mp: int
    attack: int
    defence: int
    altitude: int
    hs: int | None
    rh: int | None
    note: str

    def carries(self, weapon: Weapon) -> int:
        """The most missiles of a kind."""
        return (self.hs if weapon is Weapon.HS else self.rh) or 0


class Aerial1965(Aerial1935):
    """Pz8 aerial combat from 1965 to 1975: as before, with cannon or missiles and without gunners."""

    system = "pz8-aerial-1965"
    not_printed = (
        *("target_higher", "levels_above", "speed_for_mp_ww1", "metres_for_level_ww1"),
        *("loaded_mp", "loaded_altitude", "fast_mp", "hasty_attack", "dive_attack", "lost_up_to"),
        *("survives_on", "columns", "rows", "turns", "games", "jams_up_to", "clears_on"),
        *("ground_attacks", "entry_sides", "aircraft", "aircraft_ww1"),
        *("R11", "R18", "R23", "R25", "R29", "T3", "T5"),
        *("ground-attack", "pilot-survival", "entry-side", "entry-altitude", "unjam"),
        *("ww1-gun", "pilot-career"),
    )
    sections: ClassVar = {
        "lowest_level": "3",
        "R4": "3",
        "R6": "3",
        "R10": "5",
    } | dict.fromkeys(
        ("turned_180", "green", "veteran", "damaged_firer", "return_fire", "damage", "R13", "R14", "R15"),
        "5a",
    )

    # 5 Firing
    far: int = number(12, "5c", "hexes beyond which a radar-homing missile is less sure", minimum=0)
    low_level: int = number(1, "5b, 5c", "altitude level at which missiles are less sure", minimum=0)
    fast_above: int = number(4, "5b, 5c", "MPs above which a target is fast", minimum=0)

    # 6 Factors
    speed_for_mp: int = number(300, "6", "km/h for one MP", minimum=1)
    weakest: int = number(3, "6", "lowest Defence factor", minimum=1, maximum=6)

    sequence: Table[Step] = table("sequence.csv", Step, "2", "steps of a turn")
    actions: Table[Action] = table("actions.csv", Action, "3", "actions and their MPs")
    weapons: Table[WeaponRow] = table("weapons.csv", WeaponRow, "5", "ranges in hexes")
    to_hit: Table[ToHitRow] = table("to_hit.csv", ToHitRow, "5a", "scores that hit with cannon")
    armament: Table[ArmamentRow] = table("armament.csv", ArmamentRow, "6", "Attack factors by armament")
    missile_factors: Table[MissileFactor] = table(
        "missile_factors.csv", MissileFactor, "5b, 5c", "what is added to the dice of a missile shot"
    )
    jets: Table[Jet] = table("jets.csv", Jet, "7", "sample aircraft of 1965 to 1975")

    R4: str = reading(
        "3",
        "Does an aircraft go forward before it turns, or after?",
        a="forward into the hex of the old facing, then turn (default)",
        b="turn first, then forward in the new facing (60-degree turns; not I)",
    )
    R20: str = reading(
        "5b, 5c",
        "Which missiles of a salvo add to the die?",
        a="every missile of the salvo adds +1, the first included (default)",
        b="only the missiles beyond the first add +1",
    )
    R21: str = reading(
        "5b, 5c",
        "Which MPs of a Damaged target count?",
        a="'more than 4 MPs' looks at the present MPs of the target, halved (round up) if Damaged (default)",
        b="at its printed MPs",
    )
    R22: str = reading(
        "5b, 5c",
        "What do equal totals mean for missiles?",
        a="equal missile totals: evaded (default)",
        b="equal missile totals: hit",
    )

    def missile_modifiers(self, kind: Weapon, section: str, *factors: tuple[str, int]) -> Modifiers:
        """The factors that apply to a die of a missile shot, each with how often it counts (section 5)."""
        return Modifiers(
            *(
                (times * (getattr(self.missile_factors[factor], kind.value) or 0), factor, True, section)
                for factor, times in factors
            )
        )
