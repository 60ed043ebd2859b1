"""Sections 6 and 10: several units against one in one combat phase."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from pz8edu.core import Help, Roll, Situation, Umpire, Whole
from pz8edu.systems.pz8_divisional_2010.combat import (
    Aftermath,
    aftermath,
    clash,
    exchange,
    in_words,
    marked,
    modifiers,
)
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010, Fighter
from pz8edu.systems.pz8_divisional_2010.situations import MultiCombat
from pz8edu.systems.pz8_divisional_2010.words import End, Kind, Quality, Works


@dataclass(frozen=True)
class Struggle:
    """The defender after some of the combats: his FPs and works count only as long as he HOLDS."""

    defender_fp: int
    fort: bool
    end: End = End.HOLDS
    lost: int = 0

    def __str__(self) -> str:
        return f"{self.end}, {self.lost} lost"

    def after(self, combat: Aftermath, *joined: Aftermath) -> Struggle:
        """The struggle after one more combat; `joined` says what the same dice did to others who attacked."""
        lost = self.lost + sum(one.attacker is None for one in (combat, *joined))
        if combat.defender is None:
            return Struggle(0, False, End.DESTROYED, lost)
        if combat.result.won:
            return Struggle(0, False, End.DRIVEN_BACK, lost)
        return Struggle(combat.defender, self.fort and combat.works is Works.KEPT, End.HOLDS, lost)


def next_attack(
    umpire: Umpire, struggle: Struggle, pair: tuple[Fighter, Fighter], rules: Divisional2010
) -> Struggle | Roll[Struggle]:
    """The next attacker fights, unless the defender has gone (section 6; R7)."""
    if struggle.end is not End.HOLDS:
        return struggle
    attacker, defender = pair
    defender = replace(defender, fp=struggle.defender_fp)
    return exchange(umpire, attacker, defender, struggle.fort, rules).read("{}", struggle.after)


def joint_attack(
    umpire: Umpire, attackers: tuple[Fighter, ...], defender: Fighter, fort: bool, rules: Divisional2010
) -> Roll[Struggle]:
    """All attackers add their factors, throw one die and share the result, each against its own limit (R7=b)."""
    attack, defence = modifiers(attackers[0], defender, fort, rules, joined=attackers[1:])
    met = clash(umpire, attack.total, defence.total, rules)
    before = Struggle(defender.fp, fort)
    return met.read(
        in_words(attack, defence),
        lambda met: before.after(*(aftermath(met, each, defender, fort, rules) for each in attackers)),
    )


class Joining(Situation):
    """One of those who fight together, or their enemy, as it stands on the map."""

    kind: Annotated[Kind, Help("kind of the unit")]
    fp: Annotated[int, Whole(0), Help("its fatigue points")] = 0
    quality: Annotated[Quality, Help("its quality")] = Quality.AVERAGE
    blocked_at: Annotated[Fraction | None, Help("inches of its way back to the nearest other enemy")] = None

    @property
    def fighter(self) -> Fighter:
        """The unit as it fights."""
        return Fighter(self.kind, fp=self.fp, quality=self.quality, blocked_at=self.blocked_at)


class JointCombat(Situation):
    """Several units that fight one enemy with one die, the first of them counting for quality (R7=b)."""

    attackers: Annotated[tuple[Joining, ...], Help("who attacks, the leader first")]
    defender: Annotated[Joining, Help("whom they attack")]
    fort: Annotated[bool, Help("the defender is in a fortification")] = False


@dataclass(frozen=True)
class Together:
    """What one die has done to each attacker with the common enemy."""

    each: tuple[Aftermath, ...]

    def __str__(self) -> str:
        first, fps = self.each[0], " ".join(f"A{marked(one.attacker)}" for one in self.each)
        return f"{first.result} w{first.inches} {fps} D{marked(first.defender)}"


def joint_combat(umpire: Umpire, situation: JointCombat, rules: Divisional2010) -> Roll[Together]:
    """One combat of several units against one, each with what becomes of it (sections 6 and 10; R7=b)."""
    attackers, defender = [each.fighter for each in situation.attackers], situation.defender.fighter
    fort = situation.fort
    attack, defence = modifiers(attackers[0], defender, fort, rules, joined=attackers[1:])
    met = clash(umpire, attack.total, defence.total, rules)
    return met.read(
        in_words(attack, defence),
        lambda met: Together(tuple(aftermath(met, each, defender, fort, rules) for each in attackers)),
    )


def attacks(
    umpire: Umpire, attackers: tuple[Fighter, ...], defender: Fighter, fort: bool, rules: Divisional2010
) -> Roll[Struggle]:
    """Several units, of one kind or of several, against one enemy, in this order (sections 6 and 10; R7)."""
    if rules.R7 == "b":
        return joint_attack(umpire, attackers, defender, fort, rules)
    pairs = tuple((attacker, defender) for attacker in attackers)
    return umpire.in_turn("attacker", pairs, next_attack, Struggle(defender.fp, fort), rules)


def multi_combat(umpire: Umpire, situation: MultiCombat, rules: Divisional2010) -> Roll[str]:
    """Several equal units against one in one combat phase (sections 6 and 10; R7)."""
    attackers = (situation.attacker,) * situation.attackers
    outcome = attacks(umpire, attackers, situation.defender, situation.defender_fort, rules)
    return outcome.read("{}", str)
