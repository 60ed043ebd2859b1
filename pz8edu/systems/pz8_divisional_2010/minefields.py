"""Section 9, Minefields: one section, or several one after another."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010, Fighter
from pz8edu.systems.pz8_divisional_2010.situations import Minefield, MinefieldBelt
from pz8edu.systems.pz8_divisional_2010.words import Kind

CLEAR = "clear, field removed"
TIRED = "1 FP, field removed"
STAYS = "destroyed, field stays"


def fp_behind(umpire: Umpire, fp: int, unit: Fighter, rules: Divisional2010) -> int | None:
    """The FPs of a unit after a section; None if it is destroyed there (section 9)."""
    if unit.kind is Kind.ENGINEER or umpire.d6("mines") < rules.mine_hits_on:
        return fp
    fp += rules.fp_of_a_mine
    return None if fp >= rules.fp_limit(unit) else fp


def minefield(umpire: Umpire, situation: Minefield, rules: Divisional2010) -> str:
    """A unit stops at a minefield section (section 9)."""
    unit = situation.unit
    fp = fp_behind(umpire, unit.fp, unit, rules)
    if fp is None:
        return STAYS
    return CLEAR if fp == unit.fp else TIRED


@dataclass(frozen=True)
class InTheBelt:
    """A unit on its way through several sections; `destroyed_in` is the number of its last one."""

    fp: int
    destroyed_in: int = 0

    def __str__(self) -> str:
        return f"destroyed in field {self.destroyed_in}" if self.destroyed_in else f"through, fp {self.fp}"


def next_section(
    umpire: Umpire, so_far: InTheBelt, section: tuple[int, Fighter], rules: Divisional2010
) -> InTheBelt:
    """The next section of the belt."""
    number, unit = section
    if so_far.destroyed_in:
        return so_far
    fp = fp_behind(umpire, so_far.fp, unit, rules)
    return InTheBelt(so_far.fp, number) if fp is None else InTheBelt(fp)


def minefield_belt(umpire: Umpire, situation: MinefieldBelt, rules: Divisional2010) -> Roll[InTheBelt]:
    """A unit crosses several minefield sections one after another (section 9)."""
    unit = situation.unit
    sections = tuple((number, unit) for number in range(1, situation.sections + 1))
    return umpire.in_turn("section", sections, next_section, InTheBelt(unit.fp), rules)
