"""Sections 6 and 10: several units against one in one combat phase."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from pz8edu.chance.roll import Roll
from pz8edu.systems.divisional_family.combat import (
    Aftermath,
    aftermath,
    clash,
    exchange,
    in_words,
    modifiers,
)
from pz8edu.systems.divisional_family.ruleset import Divisional, Fighter
from pz8edu.systems.divisional_family.words import End, Works
from pz8edu.umpire import Umpire


class CombatOfMany(Protocol):
    """What the question is asked about in either edition."""

    @property
    def attackers(self) -> int: ...
    @property
    def attacker(self) -> Fighter: ...
    @property
    def defender(self) -> Fighter: ...
    @property
    def defender_fort(self) -> bool: ...


@dataclass(frozen=True)
class Struggle:
    """The defender after some of the combats: his FPs and works count only as long as he HOLDS."""

    defender_fp: int
    fort: bool
    end: End = End.HOLDS
    lost: int = 0

    def __str__(self) -> str:
        return f"{self.end}, {self.lost} lost"

    def after(self, combat: Aftermath, attackers: int = 1) -> Struggle:
        """The struggle after one more combat of so many attackers."""
        lost = self.lost + attackers * (combat.attacker is None)
        if combat.defender is None:
            return Struggle(0, False, End.DESTROYED, lost)
        if combat.result.won:
            return Struggle(0, False, End.DRIVEN_BACK, lost)
        return Struggle(combat.defender, self.fort and combat.works is Works.KEPT, End.HOLDS, lost)


def next_attack(
    umpire: Umpire, struggle: Struggle, pair: tuple[Fighter, Fighter], rules: Divisional
) -> Struggle | Roll[Struggle]:
    """The next attacker fights, unless the defender has gone (section 6; R7)."""
    if struggle.end is not End.HOLDS:
        return struggle
    attacker, defender = pair
    defender = replace(defender, fp=struggle.defender_fp)
    return exchange(umpire, attacker, defender, struggle.fort, rules).read("{}", struggle.after)


def joint_attack(
    umpire: Umpire, attackers: int, pair: tuple[Fighter, Fighter], fort: bool, rules: Divisional
) -> Roll[Struggle]:
    """All attackers add their factors, throw one die and share the result (R7=b)."""
    attacker, defender = pair
    attack, defence = modifiers(attacker, defender, fort, rules, attackers=attackers)
    met = clash(umpire, attack.total, defence.total, rules)
    before = Struggle(defender.fp, fort)
    return met.read(
        in_words(attack, defence),
        lambda met: before.after(aftermath(met, attacker, defender, fort, rules), attackers),
    )


def told(struggle: Struggle) -> str:
    """The fate of the defender, and the attackers lost."""
    return str(struggle)


def multi_combat(umpire: Umpire, situation: CombatOfMany, rules: Divisional) -> Roll[str]:
    """Several units against one in one combat phase (sections 6 and 10; R7)."""
    pair = (situation.attacker, situation.defender)
    if rules.R7 == "b":
        outcome = joint_attack(umpire, situation.attackers, pair, situation.defender_fort, rules)
    else:
        start = Struggle(situation.defender.fp, situation.defender_fort)
        outcome = umpire.in_turn("attacker", (pair,) * situation.attackers, next_attack, start, rules)
    return outcome.read("{}", told)
