"""Section 5, Assault: the totals of both sides, their difference, and the losses in their order."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.core import D6, Modifiers, Roll, Umpire
from pz8edu.systems.pz8_ww1.force import Force
from pz8edu.systems.pz8_ww1.gas import gas_die
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.situations import Assault, AssaultInPlay, MachineGuns, SupportFire
from pz8edu.systems.pz8_ww1.words import AssaultView, Ground, Result

D3 = {face: -(-face // 2) for face in D6}
"""Half of a D6, rounded up (section 5-assault, d)."""

SECTION = "5-assault"


# --- c, d: the factors
Factor = tuple[int, str, bool, str]
"""What is added, for what, whether it applies, and the section."""


def attack_factors(force: Force, rules: Ww1) -> tuple[Factor, ...]:
    """What the attacker adds for his units, in the printed order (section 5-assault, c)."""
    return (
        (force.infantry * rules.attack("infantry"), "infantry", True, SECTION),
        (force.mg * rules.attack("mg"), "machine guns", True, SECTION),
        (force.tank * rules.attack("tank"), "tanks", True, SECTION),
        (rules.attack("elite"), "Elite units", force.elite > 0, SECTION),
        (rules.attack("green"), "Green units", force.green > 0, SECTION),
    )


def defence_factors(situation: Assault, rules: Ww1) -> tuple[Factor, ...]:
    """What the defender adds for units, field defences and ground (section 5-assault, d)."""
    force, captured = situation.defender, situation.captured
    return (
        (force.infantry * rules.defence("infantry"), "defending infantry", True, SECTION),
        (force.mg * rules.defence("mg"), "defending machine guns", True, SECTION),
        (force.tank * rules.defence("tank"), "defending tanks", True, SECTION),
        (works_value("wire", situation.wire, captured, rules), "wire", True, SECTION),
        (works_value("trench", situation.trench, captured, rules), "trenches", True, SECTION),
        (works_value("bunker", situation.bunker, captured, rules), "bunkers", True, SECTION),
        (rules.defence("elite"), "defending Elite units", force.elite > 0, SECTION),
        (rules.defence("green"), "defending Green units", force.green > 0, SECTION),
        (rules.defence("difficult"), "difficult terrain", situation.difficult, SECTION),
    )


def factors(situation: Assault, rules: Ww1) -> Modifiers:
    """All factors of both sides as they change the difference: those of the defender count against it."""
    against = (
        (-value, why, applies, section) for value, why, applies, section in defence_factors(situation, rules)
    )
    return Modifiers(*attack_factors(situation.attacker, rules), *against)


def works_value(kind: str, count: int, captured: bool, rules: Ww1) -> int:
    """What field defences of one kind add for whoever is in the square (section 5-assault)."""
    if captured and not rules.defences[kind].captured:
        return 0
    return count * rules.defence(kind)


def artillery(umpire: Umpire, label: str, points: int, rules: Ww1) -> Roll[int]:
    """The total of the Artillery Points spent in support: a low die is added (section 5-assault)."""
    return umpire.sum_of(label, points, rules.support_worth)


def machine_guns(umpire: Umpire, count: int) -> Roll[int]:
    """The total of a D3 for each defending machine gun (section 5-assault, d)."""
    return umpire.sum_of("machine guns", count, D3)


# --- the losses
@dataclass(frozen=True)
class Losses:
    """Units that each side removes."""

    attacker: int
    defender: int

    def __str__(self) -> str:
        return f"A{self.attacker} D{self.defender}"


@dataclass(frozen=True)
class Survivors:
    """The units that are left of both sides."""

    attacker: Force
    defender: Force

    @property
    def ground(self) -> Ground:
        """What has become of the two squares."""
        if self.defender.units:
            return Ground.HELD if self.attacker.units else Ground.ATTACKER_GONE
        return Ground.TAKEN if self.attacker.units else Ground.EMPTIED

    def __str__(self) -> str:
        return f"A {self.attacker} D {self.defender}"


@dataclass(frozen=True)
class Toll:
    """What the difference of the totals costs both sides, of so many units at most (section 5-assault).

    The loser removes as many units as the difference, at most all that it has; a tie costs both.
    """

    attacker: int
    defender: int
    tie_losses: int

    def __call__(self, difference: int) -> Losses:
        if difference == 0:
            return Losses(min(self.tie_losses, self.attacker), min(self.tie_losses, self.defender))
        if difference > 0:
            return Losses(0, min(difference, self.defender))
        return Losses(min(-difference, self.attacker), 0)


@dataclass(frozen=True)
class Aftermath:
    """What the difference of the totals leaves of both sides; the toll spares all others (section 5-assault)."""

    attacker: Force
    defender: Force
    toll: Toll

    def __call__(self, difference: int) -> Survivors:
        losses, spared = self.toll(difference), self.attacker.units - self.toll.attacker
        return Survivors(
            self.attacker.without(losses.attacker, spared), self.defender.without(losses.defender)
        )

    def ground(self, difference: int) -> Ground:
        """What has become of the two squares."""
        return self(difference).ground


def result_of(difference: int) -> Result:
    """Whose total is higher."""
    if difference == 0:
        return Result.TIE
    return Result.ATTACKER_WINS if difference > 0 else Result.DEFENDER_WINS


# --- the whole assault
DIFFERENCE = "difference of the totals"


def attack_less_defence(umpire: Umpire, situation: Assault, rules: Ww1) -> Roll[int]:
    """The attacker's total minus the defender's (sections 5-assault and 5-gas; R11, R13)."""
    attack = artillery(umpire, "attacker's artillery", situation.attacker_ap, rules)
    defence = artillery(umpire, "defender's artillery", situation.defender_ap, rules)
    defence = defence + machine_guns(umpire, situation.defender_mg)
    if situation.attacker_pg:
        attack = attack + gas_die(umpire, "attacker's gas", situation.attacker, situation.defender, rules)
    if situation.defender_pg:
        defence = defence + gas_die(umpire, "defender's gas", situation.defender, situation.attacker, rules)
    return (attack - defence).modified(factors(situation, rules))


def aftermath_of(situation: Assault, rules: Ww1) -> Aftermath:
    """What any difference of the totals would leave of both sides (R15)."""
    return Aftermath(situation.attacker, situation.defender, toll_of(situation, rules))


def toll_of(situation: Assault, rules: Ww1) -> Toll:
    """What any difference would cost both sides; the attacker's machine guns may take no part (R15)."""
    attacker = situation.attacker
    spared = attacker.mg if rules.R15 == "b" else 0
    return Toll(attacker.units - spared, situation.defender.units, rules.tie_losses)


def survivors(umpire: Umpire, situation: Assault, rules: Ww1) -> Survivors:
    """What an assault leaves of both sides (section 5-assault; R11, R13, R15)."""
    difference = attack_less_defence(umpire, situation, rules)
    return umpire.look_up(DIFFERENCE, difference, aftermath_of(situation, rules))


def assault(
    umpire: Umpire, situation: Assault, rules: Ww1
) -> Roll[int] | Result | Losses | Ground | Survivors:
    """All units of one square against all enemies in an adjacent one (5-assault, 5-gas; R11, R13, R15)."""
    if situation.view is AssaultView.SURVIVORS:
        return survivors(umpire, situation, rules)
    difference = attack_less_defence(umpire, situation, rules)
    if situation.view is AssaultView.MARGIN:
        return difference
    if situation.view is AssaultView.RESULT:
        return umpire.look_up(DIFFERENCE, difference, result_of)
    if situation.view is AssaultView.LOSSES:
        return umpire.look_up(DIFFERENCE, difference, toll_of(situation, rules))
    return umpire.look_up(DIFFERENCE, difference, aftermath_of(situation, rules).ground)


def assault_in_play(umpire: Umpire, situation: AssaultInPlay, rules: Ww1) -> Survivors:
    """An assault in which the works of the square that assaults may count (section 5-assault; R10, R33)."""
    works = (
        (works_value(kind, number, situation.own_captured, rules), f"own {kind}s", True, SECTION)
        for kind, number in (("trench", situation.own_trench), ("bunker", situation.own_bunker))
    )
    difference = attack_less_defence(umpire, situation, rules).modified(Modifiers(*works))
    return umpire.look_up(DIFFERENCE, difference, aftermath_of(situation, rules))


# --- parts of an assault by themselves
def support_fire(umpire: Umpire, situation: SupportFire, rules: Ww1) -> Roll[int]:
    """The total of the support Artillery Points (pz8-ww1, section 5-assault)."""
    return artillery(umpire, "artillery", situation.ap, rules)


def mg_fire(umpire: Umpire, situation: MachineGuns, rules: Ww1) -> Roll[int]:
    """The total of the defending machine guns' D3s (pz8-ww1, section 5-assault)."""
    return machine_guns(umpire, situation.mgs)
