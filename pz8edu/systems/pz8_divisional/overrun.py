"""Section 5 and 6: a combat, unless the defender is a battery out of ammo."""

from __future__ import annotations

from pz8edu.core import Roll, Umpire, Word
from pz8edu.systems.pz8_divisional.ruleset import DivisionalRevised
from pz8edu.systems.pz8_divisional.situations import Combat
from pz8edu.systems.pz8_divisional_2010.combat import TOLD, Aftermath
from pz8edu.systems.pz8_divisional_2010.combat import combat as combat_of_two
from pz8edu.systems.pz8_divisional_2010.words import Result, Works


def overrun(situation: Combat, rules: DivisionalRevised) -> Aftermath:
    """An empty battery is removed without dice (sections 5 and 6; R33)."""
    attacker = situation.attacker
    fp = attacker.fp + (rules.fp_of_overrun if rules.R33 == "b" else 0)
    spent = fp >= rules.fp_limit_against(attacker, situation.defender.kind)
    works = Works.REMOVED if situation.defender_fort else Works.KEPT
    return Aftermath(Result.OVERRUN, 0, None if spent else fp, None, works)


def combat(
    umpire: Umpire, situation: Combat, rules: DivisionalRevised
) -> Word | Aftermath | Roll[Word | Aftermath]:
    """One combat between two units in contact (pz8-divisional, section 6; R5, R6, R25, R30, R31, R33, R36)."""
    if situation.defender_out_of_ammo:
        return TOLD[situation.view](overrun(situation, rules))
    return combat_of_two(umpire, situation, rules)
