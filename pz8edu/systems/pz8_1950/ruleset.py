"""What Pz8 1950/1975 says otherwise than Pz8 WW2: guided missiles, helicopters, and new tables."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from pz8edu.core import Modifiers, Step, Table, measure, number, reading, table
from pz8edu.systems.pz8_1950 import situations as forms
from pz8edu.systems.pz8_ww2 import situations as ww2
from pz8edu.systems.pz8_ww2.ruleset import Aircraft, Attack, Defence, Move, Range, Ww2


class Y1950(Ww2):
    """Pz8 1950/1975: as in WW2, with ATGW, SAM and helicopters."""

    system = "pz8-1950"
    not_printed = ("early_at_gun",)

    aim = forms.Aim
    firing_unit = forms.FiringUnit
    shot = forms.Shot
    loaded_transport = forms.LoadedTransport
    air_aim = forms.AirAim

    guided: int = number(1, "5", "shooting an ATGW or SAM")
    sam_team: int = number(-1, "12", "for each SAM team near the target")
    sam_radius: Fraction = measure(40, "12", "inches from the target within which SAM teams count", minimum=0)

    sequence: Table[Step] = table("sequence.csv", Step, "3", "steps of a turn")
    movement: Table[Move] = table("movement.csv", Move, "4", "inches on open ground")
    ranges: Table[Range] = table("ranges.csv", Range, "7", "ranges and minimum ranges in inches")
    attack: Table[Attack] = table("attack.csv", Attack, "8", "Attack Factors")
    defence: Table[Defence] = table("defence.csv", Defence, "9", "Defence Factors")
    aircraft: Table[Aircraft] = table("aircraft.csv", Aircraft, "12", "Attack Factors of aircraft")

    # what only whole turns ask
    T16: str = reading(
        "5",
        "Does a helicopter see from afar who hides in cover?",
        a="no: the sentence after it says that it is seen only within 5 inches (default)",
        b="yes: it can always see, and nothing hides from above",
        played=True,
    )
    T17: str = reading(
        "5",
        "May an ATGW on a vehicle fire in every turn?",
        a="yes: only teams and helicopters are named as firing once (default)",
        b="no: once in the game, as that of a team",
        played=True,
    )

    def of_the_weapon(self, aim: ww2.Aim | ww2.IndirectAim | ww2.AirAim) -> Modifiers:
        """What a guided missile adds to the roll to hit (section 5)."""
        return Modifiers((self.guided, "ATGW or SAM", isinstance(aim, forms.Aim) and aim.guided, "5"))

    def against_aircraft(self, aim: ww2.AirAim) -> Modifiers:
        """AA guns and SAM teams near the target (section 12)."""
        teams = cast("forms.AirAim", aim).sam_teams
        told = f"for {teams} SAM team{'s' * (teams > 1)} near the target"
        return super().against_aircraft(aim) + Modifiers((self.sam_team * teams, told, True, "12"))

    def attack_factor(self, row: str, *, armoured: bool, early: bool = False) -> int:
        """The Attack Factor of a weapon against a target (section 8); a SAM has no row, and none."""
        return super().attack_factor(row, armoured=armoured, early=early) if row else 0

    def ground_counts(self, kind: str) -> bool:
        """Rough ground and roads do not change the move of helicopters (section 4)."""
        return kind != "helicopter"
