"""Section 6, Combat: two dice, the totals, and what they do to both units and to a fortification."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from pz8edu.chance.modifiers import Modifiers
from pz8edu.chance.roll import Roll, together
from pz8edu.rulebook import Word
from pz8edu.systems.divisional_family.ruleset import Divisional, Fighter
from pz8edu.systems.divisional_family.words import Fate, Kind, Position, Result, View, Works
from pz8edu.umpire import Umpire


class CombatOfTwo(Protocol):
    """What a combat is asked about in either edition."""

    @property
    def attacker(self) -> Fighter: ...
    @property
    def defender(self) -> Fighter: ...
    @property
    def defender_fort(self) -> bool: ...
    @property
    def view(self) -> View: ...


@dataclass(frozen=True)
class Clash:
    """Whose total is higher, and the inches that the loser withdraws."""

    result: Result
    inches: int

    def __str__(self) -> str:
        return f"{self.result} w{self.inches}"


@dataclass(frozen=True)
class Aftermath:
    """What a combat has done: FPs of both units (None: destroyed), and whether the fortification went."""

    result: Result
    inches: int
    attacker: int | None
    defender: int | None
    works: Works

    def __str__(self) -> str:
        return f"{self.result} w{self.inches} A{marked(self.attacker)} D{marked(self.defender)}"

    @property
    def fate(self) -> Fate:
        """Which of the two units are destroyed."""
        if self.attacker is None:
            return Fate.ATTACKER_DESTROYED if self.defender is not None else Fate.BOTH_DESTROYED
        return Fate.DEFENDER_DESTROYED if self.defender is None else Fate.BOTH_SURVIVE

    @property
    def position(self) -> Position:
        """Who is still where he stood: neither destroyed nor withdrawn."""
        attacker_stays = self.attacker is not None and not self.result.lost
        defender_stays = self.defender is not None and not self.result.won
        if attacker_stays:
            return Position.CONTESTED if defender_stays else Position.TAKEN
        return Position.HELD if defender_stays else Position.VACATED


def marked(fp: int | None) -> str:
    """The FPs of a unit, X for a destroyed one."""
    return "X" if fp is None else str(fp)


def modifiers(
    attacker: Fighter,
    defender: Fighter,
    fort: bool,
    rules: Divisional,
    *,
    attackers: int = 1,
    quality: tuple[int, int] | None = None,
) -> tuple[Modifiers, Modifiers]:
    """What attackers and defender add to their dice (section 6; R7, R31, R32).

    `quality` is what their qualities add, where these two did not come into contact just now.
    """
    ours, theirs = quality or rules.quality_bonuses(attacker.quality, defender.quality)
    attack = Modifiers(
        (attackers * rules.factor(attacker), "combat factor", True, "6"),
        (attackers * rules.anti_tank(attacker, defender.kind), "against tanks", True, "6"),
        (ours, "quality", True, "6"),
    )
    defence = Modifiers(
        (rules.factor(defender), "combat factor", True, "6"),
        (rules.anti_tank(defender, attacker.kind), "against tanks", True, "6"),
        (theirs, "quality", True, "6"),
        (rules.fortified, "fortification", fort, "10"),
    )
    return attack, defence


def in_words(attack: Modifiers, defence: Modifiers) -> str:
    """Both totals, as they are called out at the table."""
    return f"attacker's die, {attack}, against defender's die, {defence}"


def clash(umpire: Umpire, attack: int, defence: int, rules: Divisional) -> Roll[Clash]:
    """Both sides throw a die and add what they have (section 6)."""
    attackers, defenders = umpire.d6("attacker's die"), umpire.d6("defender's die")
    return together(clash_of, attackers, defenders, attack, defence, rules)


def clash_of(attackers: int, defenders: int, attack: int, defence: int, rules: Divisional) -> Clash:
    """The result of two dice (section 6; R30)."""
    margin = attackers + attack - defenders - defence
    if not margin:
        return Clash(Result.TIE, rules.results[Result.TIE].withdrawal or 0)
    high, low = (attackers + attack, defenders + defence)[:: 1 if margin > 0 else -1]
    if rules.R30 == "b":
        high, low = (attackers, defenders)[:: 1 if margin > 0 else -1]
    double = high >= rules.double * low
    won = Result.WIN_DOUBLE if double else Result.WIN
    lost = Result.LOSE_DOUBLE if double else Result.LOSE
    inches = rules.results[won].withdrawal
    return Clash(won if margin > 0 else lost, abs(margin) if inches is None else inches)


def aftermath(met: Clash, attacker: Fighter, defender: Fighter, fort: bool, rules: Divisional) -> Aftermath:
    """What the result does to both units and to the fortification (section 6; R5, R6, R25)."""
    result = met.result
    goes = result.won or (result.lost and rules.R6 == "b")
    return Aftermath(
        result,
        met.inches,
        fp_after(attacker, defender.kind, met, result.lost, rules),
        fp_after(defender, attacker.kind, met, result.won, rules),
        Works.REMOVED if fort and goes else Works.KEPT,
    )


def fp_after(unit: Fighter, enemy: Kind, met: Clash, beaten: bool, rules: Divisional) -> int | None:
    """The FPs of a unit after the combat; None if it is destroyed (section 6; R5, R25)."""
    tired = 0 if met.result is Result.TIE and rules.R5 == "b" else rules.fp_of_combat
    fp = unit.fp + tired
    if beaten:
        row = rules.result(met.result)
        blocked = unit.blocked_at is not None and met.inches >= unit.blocked_at
        if row.destroyed or blocked:
            return None
        fp += row.fp
    return None if fp >= rules.fp_limit_against(unit, enemy) else fp


def exchange(
    umpire: Umpire, attacker: Fighter, defender: Fighter, fort: bool, rules: Divisional
) -> Roll[Aftermath]:
    """One whole combat between two units (section 6)."""
    attack, defence = modifiers(attacker, defender, fort, rules)
    met = clash(umpire, attack.total, defence.total, rules)
    return met.read(in_words(attack, defence), lambda met: aftermath(met, attacker, defender, fort, rules))


TOLD: Mapping[View, Callable[[Aftermath], Word | Aftermath]] = {
    View.RESULT: lambda after: after.result,
    View.FATE: lambda after: after.fate,
    View.POSITION: lambda after: after.position,
    View.FORT: lambda after: after.works,
    View.DETAIL: lambda after: after,
}
"""What is told of a combat."""


def combat(umpire: Umpire, situation: CombatOfTwo, rules: Divisional) -> Roll[Word | Aftermath]:
    """One combat between two units in contact (section 6; R4, R5, R6, R25, R30)."""
    after = exchange(umpire, situation.attacker, situation.defender, situation.defender_fort, rules)
    return after.read("{}", TOLD[situation.view])
