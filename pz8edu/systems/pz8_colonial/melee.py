"""Section 2, Charge: melee of figure against figure."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.core import Modifiers, Roll, Umpire, together
from pz8edu.systems.pz8_colonial.fire import ignores_hit
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import CarryOn, Figure, Pair, Pairs
from pz8edu.systems.pz8_colonial.words import Melee


def melee_modifiers(figure: Figure, rules: Colonial) -> Modifiers:
    """The modifiers to the die of a figure, in the printed order (section 2)."""
    return Modifiers(
        (rules.classes[figure.quality].in_melee, figure.quality.value, True, "2"),
        (rules.shield_revolver_lance, "shield, revolver or lance", figure.shield_revolver_lance, "2"),
        (rules.cavalry, "cavalry", figure.cavalry, "2"),
        (rules.crew_or_native_firearm, "crew, or Native with firearm", figure.crew_or_native_firearm, "2"),
        (rules.defending, "defending", figure.defending, "2"),
    )


def melee_pair(umpire: Umpire, situation: Pair, rules: Colonial) -> Melee:
    """Two figures in contact (pz8-colonial, section 2; R11)."""
    a, b = situation.a, situation.b
    a_total = umpire.d6("a").modified(melee_modifiers(a, rules))
    b_total = umpire.d6("b").modified(melee_modifiers(b, rules))
    result = umpire.look_up("difference", a_total - b_total, rules.melee)
    if result is Melee.BOTH_RECOIL or rules.R11 == "a":
        return result
    leader = a.leader if result is Melee.A_ELIMINATED else b.leader
    return Melee.BOTH_RECOIL if leader and ignores_hit(umpire, leader, rules) else result


@dataclass(frozen=True)
class Losses:
    """The figures that both sides have lost."""

    a: int
    b: int

    def __str__(self) -> str:
        return f"a loses {self.a}, b loses {self.b}"


def melee_unit(umpire: Umpire, situation: Pairs, rules: Colonial) -> Roll[Losses]:
    """Every pair of figures in contact fights once (pz8-colonial, section 2; R11)."""
    pair = Pair.of(situation)
    fights = umpire.repeat("pair", situation.pairs, melee_pair, pair, rules)
    return together(Losses, fights.count(Melee.A_ELIMINATED), fights.count(Melee.B_ELIMINATED))


@dataclass(frozen=True)
class Ride:
    """How far a horseman came: enemies killed, and how his ride ended ("" when his path is clear)."""

    killed: int
    then: str = ""

    def __str__(self) -> str:
        return f"{self.killed} killed, then {self.then}" if self.then else f"all {self.killed} killed"


def cavalry_carry_on(umpire: Umpire, situation: CarryOn, rules: Colonial) -> Ride:
    """A horseman who wins rides on to the next enemy on his path (pz8-colonial, section 2; R11)."""
    pair = Pair.of(situation)
    for killed in range(situation.enemies):
        fight = umpire.resolve(f"enemy {killed + 1}", melee_pair, pair, rules)
        if fight is Melee.A_ELIMINATED:
            return Ride(killed, "eliminated")
        if fight is Melee.BOTH_RECOIL:
            return Ride(killed, "recoil")
    return Ride(situation.enemies)
