"""What the edition of 6 March 2010 says otherwise than the revised one."""

from __future__ import annotations

from pz8edu.rulebook import Table, number, reading, table
from pz8edu.systems.divisional_family.ruleset import Divisional, Fighter, ResultRow, UnitRow
from pz8edu.systems.divisional_family.words import Kind, Mover, Quality


class Divisional2010(Divisional):
    """The first edition: the combat factor is the limit of FPs, a doubled unit is destroyed."""

    system = "pz8-divisional-2010"

    fire_hits_fortified_on: int = number(6, "5", "score of a battery that hits a fortification", minimum=1)
    hq_factor_without_table: int = number(1, "6", "combat factor of an HQ that has none printed (R4)")

    units: Table[UnitRow] = table("units.csv", UnitRow, "6", "combat factors, which are the limits too")
    results: Table[ResultRow] = table("results.csv", ResultRow, "6", "what a result does to the loser")

    R4: str = reading(
        "6",
        "What is the combat factor of an HQ?",
        a="HQ combat factor: 2, taken from the revised edition (default)",
        b="HQ combat factor: 1",
        c="HQ combat factor: an HQ touched by an enemy is destroyed without a die (an agreement for the table; the calculators know a and b only)",
    )
    R13: str = reading(
        "4",
        "How far does an HQ move?",
        a="movement of the HQ: 6 inches, as in the revised edition (default)",
        b="movement of the HQ: as the slowest unit of its division",
    )

    def fire_needs(self, quality: Quality, fort: bool) -> int:
        """The face that a battery needs to hit; gunners are all alike (section 5)."""
        return self.fire_hits_fortified_on if fort else self.fire_hits_on

    def factor(self, fighter: Fighter) -> int:
        """The combat factor: its own, or the printed one of its kind; that of HQs is not printed (R4)."""
        if fighter.factor is None and fighter.kind is Kind.HQ and self.R4 == "b":
            return self.hq_factor_without_table
        return super().factor(fighter)

    def open_move(self, mover: Mover) -> int:
        """Inches of a move on open ground; that of HQs is not printed (R13, R14)."""
        if mover is Mover.HQ and self.R13 == "b":
            return min(self.movement[each].open for each in Mover)
        return super().open_move(mover)
