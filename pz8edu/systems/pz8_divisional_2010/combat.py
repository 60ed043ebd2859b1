"""Section 6, Combat: two dice, the totals, and what they do to both units and to a fortification."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pz8edu.core import Modifiers, Roll, Umpire, Word, together
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010, Fighter
from pz8edu.systems.pz8_divisional_2010.situations import Combat
from pz8edu.systems.pz8_divisional_2010.words import TANKS, Fate, Kind, Position, Result, View, Works


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
    rules: Divisional2010,
    *,
    joined: Sequence[Fighter] = (),
    quality: tuple[int, int] | None = None,
) -> tuple[Modifiers, Modifiers]:
    """What attackers and defender add to their dice (section 6; R7).

    `joined` are others that throw the same die. `quality` is what their qualities add, where these two did not come into contact just now.
    """
    fighters = (attacker, *joined)
    armour = next((one.kind for one in fighters if one.kind in TANKS), attacker.kind)
    ours, theirs = quality or rules.quality_bonuses(attacker.quality, defender.quality)
    attack = Modifiers(
        (sum(rules.factor(one) for one in fighters), "combat factor", True, "6"),
        (sum(rules.anti_tank(one, defender.kind) for one in fighters), "against tanks", True, "6"),
        (ours, "quality", True, "6"),
    )
    defence = Modifiers(
        (rules.factor(defender), "combat factor", True, "6"),
        (rules.anti_tank(defender, armour), "against tanks", True, "6"),
        (theirs, "quality", True, "6"),
        (rules.fortified, "fortification", fort, "6"),
    )
    return attack, defence


def in_words(attack: Modifiers, defence: Modifiers) -> str:
    """Both totals, as they are called out at the table."""
    return f"attacker's die, {attack}, against defender's die, {defence}"


def clash(umpire: Umpire, attack: int, defence: int, rules: Divisional2010) -> Roll[Clash]:
    """Both sides throw a die and add what they have (section 6)."""
    attackers, defenders = umpire.d6("attacker's die"), umpire.d6("defender's die")
    return together(clash_of, attackers, defenders, attack, defence, rules)


def clash_of(attackers: int, defenders: int, attack: int, defence: int, rules: Divisional2010) -> Clash:
    """The result of two dice: the higher total wins, by how much, and is it a double (section 6)?"""
    ours, theirs = attackers + attack, defenders + defence
    if ours == theirs:
        return Clash(Result.TIE, rules.results[Result.TIE].withdrawal or 0)
    if ours > theirs:
        won = Result.WIN_DOUBLE if doubles(ours, theirs, attackers, defenders, rules) else Result.WIN
        return Clash(won, inches_back(won, ours - theirs, rules))
    lost = Result.LOSE_DOUBLE if doubles(theirs, ours, defenders, attackers, rules) else Result.LOSE
    return Clash(lost, inches_back(lost, theirs - ours, rules))


def doubles(high: int, low: int, winning_die: int, losing_die: int, rules: Divisional2010) -> bool:
    """Is the winner's total a double: the totals are compared, or the bare dice (section 6; R30)?"""
    if rules.R30 == "b":
        return winning_die >= rules.double * losing_die
    return high >= rules.double * low


def inches_back(result: Result, margin: int, rules: Divisional2010) -> int:
    """How far the loser withdraws: as printed, or by the difference of the totals (section 6)."""
    printed = rules.result(result).withdrawal
    return margin if printed is None else printed


def aftermath(
    met: Clash, attacker: Fighter, defender: Fighter, fort: bool, rules: Divisional2010
) -> Aftermath:
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


def fp_after(unit: Fighter, enemy: Kind, met: Clash, beaten: bool, rules: Divisional2010) -> int | None:
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
    umpire: Umpire, attacker: Fighter, defender: Fighter, fort: bool, rules: Divisional2010
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


def combat(umpire: Umpire, situation: Combat, rules: Divisional2010) -> Roll[Word | Aftermath]:
    """One combat between two units in contact (section 6; R4, R5, R6, R25, R30)."""
    after = exchange(umpire, situation.attacker, situation.defender, situation.defender_fort, rules)
    return after.read("{}", TOLD[situation.view])
