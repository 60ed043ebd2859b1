"""What the revised edition says otherwise than that of 2010."""

from __future__ import annotations

from pz8edu.core import Modifiers, Step, Table, number, reading, table
from pz8edu.systems.pz8_divisional_2010.ruleset import (
    Divisional2010,
    Fighter,
    FormationRow,
    ResultRow,
    UnitRow,
)
from pz8edu.systems.pz8_divisional_2010.words import Quality


class DivisionalRevised(Divisional2010):
    """The revised edition: limits by class, quality in fire and combat, turns of fire that run out."""

    system = "pz8-divisional"
    not_printed = ("fire_hits_fortified_on", "hq_factor_without_table", "R4", "R13")

    fire_elite: int = number(1, "5", "added to the die of Elite artillery")
    fire_green: int = number(-1, "5", "added to the die of Green artillery")
    fire_fortified: int = number(-1, "5", "added to the die against a fortification")
    better_quality: int = number(1, "6", "added to the total of an attacker of better quality")
    worse_quality: int = number(-1, "6", "added to the total of an attacker of worse quality")
    fp_of_overrun: int = number(1, "6", "FPs of the attacker who overruns an empty battery (R33)", minimum=0)
    ammo_of_supply: int = number(1, "7", "turns of fire that a supply roll gives", minimum=0)

    natural_six: int = number(6, "5", "face of the die of a battery that always hits")

    sequence: Table[Step] = table("sequence.csv", Step, "3", "steps of a turn")
    units: Table[UnitRow] = table("units.csv", UnitRow, "6", "combat factors and limits of FPs")
    results: Table[ResultRow] = table("results.csv", ResultRow, "6", "what a result does to the loser")
    sinai: Table[FormationRow] = table("sinai.csv", FormationRow, "13", "sample formations of 1967")

    R31: str = reading(
        "6",
        "What does better or worse quality change in combat?",
        a="the quality modifier: on the attacker's die only: +1 better, −1 worse, however many steps (default)",
        b="the quality modifier: +1 to whichever side is better, nothing subtracted",
        c="the quality modifier: on the attacker, one per step (Elite v Green ±2)",
    )
    R32: str = reading(
        "6",
        "Who is the attacker while contact lasts?",
        a="who is the attacker when contact lasts: the unit that moved into contact, as long as the contact lasts (default)",
        b="who is the attacker when contact lasts: the side whose combat phase it is",
    )
    R33: str = reading(
        "6",
        "Does overrunning an empty battery tire the attacker?",
        a="FP for overrunning an empty battery: none, there is no combat (default)",
        b="FP for overrunning an empty battery: 1 FP",
    )
    R34: str = reading(
        "7",
        "What does the roll of an artillery unit give?",
        a="FP or ammunition: one die per unit; an artillery owner names the benefit before rolling (default)",
        b="FP or ammunition: a die for each",
        c="FP or ammunition: chosen after the roll (same odds as a)",
    )
    R35: str = reading(
        "5",
        "How many turns of fire has a battery on the next day?",
        a="turns of fire and the next day: every battery starts a new day at the scenario's number (default)",
        b="turns of fire and the next day: only refills by rally count",
        agreement=True,
    )
    R36: str = reading(
        "6",
        "What is the limit of a unit with an adjusted factor?",
        a="limits of units with an adjusted factor: by class (a tankette battalion with factor 2 still has 4) (default)",
        b="limits of units with an adjusted factor: the limit moves by as much as the factor (a tankette battalion with factor 2 has 4 − 1 = 3), but is at least 1",
    )
    R37: str = reading(
        "5, 7, 8",
        "Where does the natural 6 count?",
        a="scope of the natural 6: artillery fire only, where it is printed (default)",
        b="scope of the natural 6: all to-hit and rally rolls (this is R8=b)",
    )

    six_always_hits = True

    @property
    def six_always_works(self) -> bool:
        """Is a natural 6 enough to rally and to bomb, whatever it needs (R8, R37)?"""
        return self.R8 == "b" or self.R37 == "b"

    def fire_on(self, fort: bool) -> int:
        """The score of a battery that hits (section 5)."""
        return self.fire_hits_on

    def fire_modifiers(self, quality: Quality, fort: bool) -> Modifiers:
        """What is added to the die of a battery (section 5)."""
        return Modifiers(
            (self.fire_elite, "Elite artillery", quality is Quality.ELITE, "5"),
            (self.fire_green, "Green artillery", quality is Quality.GREEN, "5"),
            (self.fire_fortified, "against a fortification", fort, "5"),
        )

    def quality_bonuses(self, attacker: Quality, defender: Quality) -> tuple[int, int]:
        """What quality adds to the totals of attacker and defender (section 6; R31)."""
        steps = defender.place - attacker.place
        if not steps:
            return 0, 0
        if steps < 0 and self.R31 == "b":
            return 0, self.better_quality
        times = abs(steps) if self.R31 == "c" else 1
        return times * (self.better_quality if steps > 0 else self.worse_quality), 0

    def formation(self, name: str) -> FormationRow:
        """A sample formation of section 12 or 13 by its name; raises BadInput for an unknown one."""
        return self.sinai[name] if name in self.sinai else super().formation(name)

    def duel_bonuses(self, attacker: Quality, defender: Quality, second: bool) -> tuple[int, int]:
        """The same in either combat of a turn: whose phase it is may make him the attacker (R32)."""
        if second and self.R32 == "b":
            defence, attack = self.quality_bonuses(defender, attacker)
            return attack, defence
        return self.quality_bonuses(attacker, defender)

    @property
    def most_fp(self) -> int:  # type: ignore[override]
        """The most FPs that any unit lives with: one less than the highest limit (section 6)."""
        return max(row.limit or 0 for row in self.units.values()) - 1

    def fp_limit(self, fighter: Fighter) -> int:
        """The number of FPs that destroys a unit, by class; an adjusted factor may move it (R36)."""
        limit = super().fp_limit(fighter)
        if self.R36 == "a" or fighter.factor is None:
            return limit
        return max(1, limit + fighter.factor - self.units[fighter.kind].factor)

    def why_this_limit(self, fighter: Fighter) -> str:
        """What the limit of a unit is, in words."""
        return f"the limit of {fighter.kind}"
