"""What Pz8 Sci-Fi says otherwise than Pz8 WW2: GEV, walkers, hi-tech fire control, points, and new tables."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import ClassVar, cast

from pz8edu.core import Modifiers, Row, Step, Table, measure, number, reading, table
from pz8edu.systems.pz8_scifi import situations as forms
from pz8edu.systems.pz8_ww2 import situations as ww2
from pz8edu.systems.pz8_ww2.ruleset import Aircraft, Attack, Defence, Move, Range, Ww2
from pz8edu.systems.pz8_ww2.words import Quality

HOVER = ("light-hovertank", "medium-hovertank", "heavy-hovertank", "jet-bike", "gev")
"""Rows of the movement table that neither rough ground nor roads concern (section 4)."""


class SampleUnit(Row):
    """A sample unit; blank where it has no weapon (section 12)."""

    unit: str
    move: int
    range: int | None
    soft: int | None
    armour: int | None
    defence: int


class SampleRows(Row):
    """The rows of the tables of sections 4, 7 to 9 to which a sample unit belongs."""

    unit: str
    movement: str
    weapon: str | None
    target: str
    note: str


class SampleCost(Row):
    """What a sample unit costs as the book prints it (section 14)."""

    unit: str
    points: Fraction


class Names(Row):
    """What a die says of organizations, planet, cause and name of the war (section 13)."""

    die: str
    organization: str
    planet: str
    cause: str
    war: str


class SciFi(Ww2):
    """Pz8 Sci-Fi: as in WW2, with GEV, hovertanks, walkers and satellites, but no HQ, AA guns or obstacles."""

    system = "pz8-scifi"
    not_printed = (
        *("save_on", "green_save", "elite_save", "command_radius", "hq-save", "R4"),
        *("mine_attack", "wire_attack", "obstacle_hit_on", "minefield", "mine-belt", "wire", "smoke"),
        *("aa_gun", "aa_radius", "early_at_gun", "R9", "R10", "R23"),
        *("T1", "T5", "T7", "T9", "T10", "T11"),
    )
    sections: ClassVar = {"air_hit_on": "11", "R19": "11"}

    aim = forms.Aim
    indirect_aim = forms.IndirectAim
    firing_unit = forms.FiringUnit
    shot = forms.Shot
    loaded_transport = forms.LoadedTransport
    air_aim = forms.AirAim

    hitech: int = number(1, "5", "firing with hi-tech fire control")
    indirect_hit_on: int = number(4, "5", "score that hits from a satellite", minimum=-9, maximum=19)

    attack_divisor: int = number(2, "14", "the two Attack Factors are added and divided by this", minimum=1)
    free_move: int = number(3, "14", "inches of movement that cost nothing", minimum=0)
    free_range: int = number(8, "14", "inches of range that cost nothing", minimum=0)
    points_per_inch: Fraction = measure(1, "14", "points for every inch above those")
    hitech_points: Fraction = measure(1, "14", "points for hi-tech fire control")
    hover_points: Fraction = measure(1, "14", "points for a hovertank, jet bike or GEV")
    elite_cost: Fraction = measure(Fraction(3, 2), "14", "the total of an Elite unit is multiplied by this")
    green_cost: Fraction = measure(Fraction(3, 4), "14", "the total of a Green unit is multiplied by this")

    sequence: Table[Step] = table("sequence.csv", Step, "3", "steps of a turn")
    movement: Table[Move] = table("movement.csv", Move, "4", "inches on open ground")
    ranges: Table[Range] = table("ranges.csv", Range, "7", "ranges and minimum ranges in inches")
    attack: Table[Attack] = table("attack.csv", Attack, "8", "Attack Factors")
    defence: Table[Defence] = table("defence.csv", Defence, "9", "Defence Factors")
    aircraft: Table[Aircraft] = table("aircraft.csv", Aircraft, "11", "Attack Factors of ground attacks")
    sample_units: Table[SampleUnit] = table("sample_units.csv", SampleUnit, "12", "sample units")
    sample_rows: Table[SampleRows] = table(
        "sample_rows.csv", SampleRows, "12", "where sample units belong in the tables"
    )
    names: Table[Names] = table("names.csv", Names, "13", "names and causes of wars, by one D6")
    sample_costs: Table[SampleCost] = table("sample_costs.csv", SampleCost, "14", "printed examples of costs")

    R6: str = reading(
        "5",
        "Is a satellite lost by the natural die?",
        a="the satellite is spent by a natural 1 or 2 (default)",
        b="it is spent when the to-hit score after all modifiers is 2 or less",
    )
    R44: str = reading(
        "12",
        "How far does the sample GEV move?",
        a="the sample GEV moves 12 inches (default)",
        b="the sample GEV moves 18 inches and is priced so",
    )
    R45: str = reading(
        "12",
        "What has the heavy gun of sample units against soft targets?",
        a="sample units with the 18-inch heavy gun keep soft 5 as printed (default)",
        b="they have soft 4 as in the weapon table and are priced so",
    )
    R46: str = reading(
        "14",
        "What becomes of fractions of points?",
        a="fractions of points are kept (default)",
        b="the final cost of each unit (after the quality factor) is rounded up to the next half point",
    )
    R47: str = reading(
        "13",
        "How many dice name a war?",
        a="one die for each name table (default)",
        b="one die read in all chosen tables",
    )
    R49: str = reading(
        "14",
        "Which total does the quality factor multiply?",
        a="the quality factor multiplies everything, the +1 items included (default)",
        b="the +1 items (hi-tech; hovertank, jet bike or GEV) are added after the multiplication",
    )

    # what only whole turns ask
    T13: str = reading(
        "14",
        "Is there one roll for satellites and ground attacks, or one for each?",
        a="one roll, which the player divides between them (default)",
        b="one roll for each kind",
        played=True,
    )

    T16: str = reading(
        "5",
        "Do walkers and GEV see from afar who hides in cover?",
        a="no: the sentence after it says that it is seen only within 5 inches (default)",
        b="yes: they can always see",
        played=True,
    )

    def of_the_weapon(self, aim: ww2.Aim | ww2.IndirectAim | ww2.AirAim) -> Modifiers:
        """What hi-tech fire control adds to the roll to hit, from the air and from satellites too (section 5; R34)."""
        fires = cast("forms.Aim | forms.IndirectAim | forms.AirAim", aim)
        return Modifiers((self.hitech, "hi-tech fire control", fires.hitech, "5"))

    def against_aircraft(self, aim: ww2.AirAim) -> Modifiers:
        """Nothing on the ground spoils a ground attack: this book has no AA guns (section 11)."""
        return Modifiers()

    def ground_counts(self, kind: str) -> bool:
        """Hovertanks, jet bikes and GEV are neither slowed by rough ground nor helped by roads (section 4)."""
        return kind not in HOVER

    def attack_factor(self, row: str, *, armoured: bool, early: bool = False) -> int:
        """The Attack Factor of a weapon against a target (section 8); transports have none: "" is 0."""
        return super().attack_factor(row, armoured=armoured) if row else 0

    def sample(self, name: str) -> SampleUnit:
        """A sample unit, by the answers to what its line and the tables say otherwise (section 12; R44, R45)."""
        unit, rows = self.sample_units[name], self.sample_rows[name]
        if rows.movement == GEV and self.R44 == "b":
            unit = replace(unit, move=self.movement[GEV].inches)
        if rows.weapon == HEAVY_GUN and self.R45 == "b":
            unit = replace(unit, soft=self.attack[HEAVY_GUN].soft)
        return unit

    def cost_factor(self, quality: Quality) -> Fraction:
        """What the quality of a unit multiplies its points by (section 14)."""
        return {Quality.ELITE: self.elite_cost, Quality.GREEN: self.green_cost}.get(quality, Fraction(1))


GEV, HEAVY_GUN = "gev", "heavy-gun"
