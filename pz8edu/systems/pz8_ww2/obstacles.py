"""Section 11, Minefields, wire and smoke."""

from __future__ import annotations

from fractions import Fraction

from pz8edu.core import Umpire
from pz8edu.systems.pz8_ww2.damage import opposed_roll, suffer_with_save
from pz8edu.systems.pz8_ww2.fire import Shell, aimed, shell
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.situations import MineCounter, Smoke, WireSection
from pz8edu.systems.pz8_ww2.words import Condition

FAKE = "fake"


def obstacle_attacks(
    umpire: Umpire, attack: int, defence: int, unit: MineCounter | WireSection, rules: Ww2
) -> Condition:
    """A mine or wire attacks the unit that has entered it (section 11; R9)."""
    if rules.R9 == "b" and umpire.d6("to hit") < rules.obstacle_hit_on:
        return unit.target_condition
    result = opposed_roll(umpire, attack, defence, rules)
    return suffer_with_save(umpire, result, unit.target_condition, unit.saves_as, rules)


def minefield(umpire: Umpire, situation: MineCounter, rules: Ww2) -> Condition | str:
    """A unit enters a minefield counter: a fake, or its condition after a real one (section 11; R9, R10)."""
    if situation.known == "fake":
        return FAKE
    real = Fraction(1, 1 + situation.fake_per_real)
    if situation.known == "unknown" and not umpire.chance("a real counter?", real):
        return FAKE
    if situation.immune:
        return situation.target_condition
    return mine_attacks(umpire, situation, rules)


def mine_attacks(umpire: Umpire, unit: MineCounter, rules: Ww2) -> Condition:
    """A real mine attacks the unit on it (section 11; R9, R10)."""
    defence = rules.halved(unit.defence) if unit.armoured and rules.R10 == "b" else unit.defence
    return obstacle_attacks(umpire, rules.mine_attack, defence, unit, rules)


def wire(umpire: Umpire, situation: WireSection, rules: Ww2) -> Condition:
    """A unit on foot enters wire (pz8-ww2, section 11; R9)."""
    if situation.immune:
        return situation.target_condition
    return obstacle_attacks(umpire, rules.wire_attack, situation.defence, situation, rules)


ON_TARGET, NO_SMOKE, DEVIATES = "on-target", "no-smoke", "deviates"


def smoke(umpire: Umpire, situation: Smoke, rules: Ww2) -> Shell | str:
    """Artillery lays smoke at a point, directly or indirectly (pz8-ww2, sections 11 and 5; R23)."""
    if situation.mode == "indirect":
        return shell(umpire, rules.indirect_aim.of(situation), rules, ON_TARGET)
    if aimed(umpire, rules.aim.of(situation), rules):
        return ON_TARGET
    return DEVIATES if rules.R23 == "b" else NO_SMOKE
