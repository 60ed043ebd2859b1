"""Section 5, Firing: to hit, damage, a whole shot, and return fire."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.core import Modifiers, Roll, Umpire
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.situations import Aim, Exchange, Fire, Hit
from pz8edu.systems.pz8_aerial_1935.words import Aimed, Condition, Damage, Shot, Skill, Weapon


def modifiers_to_hit(aim: Aim, rules: Aerial1935) -> Modifiers:
    """The modifiers to the die to hit, in the printed order (section 5)."""
    higher = aim.target_higher and aim.weapon is Weapon.REAR
    return Modifiers(
        (rules.turned_180, "turned 180°", aim.turned180, "5"),
        (rules.target_higher, "target one level higher", higher, "5"),
        (rules.green, "Green", aim.skill is Skill.GREEN, "5"),
        (rules.veteran, "Veteran", aim.skill is Skill.VETERAN, "5"),
        (rules.damaged_firer, "firer Damaged", aim.damaged, "5"),
        (rules.return_fire, "return fire", aim.return_fire, "5"),
    )


def to_hit(umpire: Umpire, situation: Aim, rules: Aerial1935) -> Aimed:
    """The roll to hit (pz8-aerial-1935, sections 5 and 12; R15)."""
    needed = rules.needed(situation.distance)
    if needed is None:
        return Aimed.MISS
    die, modifiers = umpire.d6("to hit"), modifiers_to_hit(situation, rules)
    if situation.ww1 and die.called("jam") <= rules.jams_up_to:
        return Aimed.JAM
    only_a_6 = rules.R15 == "b" and needed - modifiers.total > 6
    hit = die == 6 if only_a_6 else die.modified(modifiers) >= needed
    return Aimed.HIT if hit else Aimed.MISS


def damage(umpire: Umpire, attack: int, defence: int, target: Condition, rules: Aerial1935) -> Damage:
    """Both sides roll a die and add their factor (section 5)."""
    difference = (umpire.d6("attack") + attack) - (umpire.d6("defence") + defence)
    return umpire.look_up("damage", difference, rules.damages[target])


def condition(damaged: bool) -> Condition:
    """The state of an aircraft that lives."""
    return Condition.DAMAGED if damaged else Condition.OK


def damage_roll(umpire: Umpire, situation: Hit, rules: Aerial1935) -> Damage:
    """The damage of a hit (pz8-aerial-1935, section 5)."""
    return damage(umpire, situation.att, situation.defence, condition(situation.target_damaged), rules)


def shoot(umpire: Umpire, aim: Aim, attack: int, defence: int, target: Condition, rules: Aerial1935) -> Shot:
    """One shot, to hit and damage (sections 5 and 12; R15)."""
    aimed = to_hit(umpire, aim, rules)
    if aimed is not Aimed.HIT:
        return Shot(aimed.value)
    return Shot(damage(umpire, attack, defence, target, rules).value)


def fire(umpire: Umpire, situation: Fire, rules: Aerial1935) -> Shot:
    """One complete shot (pz8-aerial-1935, sections 5 and 12; R15)."""
    aimed = to_hit(umpire, Aim.of(situation), rules)
    return Shot((damage_roll(umpire, Hit.of(situation), rules) if aimed is Aimed.HIT else aimed).value)


# --- return fire
@dataclass(frozen=True)
class Both:
    """The states of A and T after an exchange."""

    a: Condition
    t: Condition

    @property
    def over(self) -> bool:
        """Is one of them destroyed?"""
        return Condition.DESTROYED in (self.a, self.t)

    @property
    def seen_by_t(self) -> Both:
        """The same with the two changed over."""
        return Both(self.t, self.a)

    def __str__(self) -> str:
        return f"A {self.a} / T {self.t}"


@dataclass(frozen=True)
class Exchanged:
    """What an exchange has done: the states of both, and whose gun has jammed (section 12)."""

    both: Both
    a_jams: bool = False
    t_jams: bool = False

    def __str__(self) -> str:
        return str(self.both)


def fires_back(shot: Shot, may: bool, rules: Aerial1935) -> bool:
    """Does a target fire back after a shot at it (section 5; R13)?"""
    return may and shot is not Shot.DESTROYED and (shot.hits or rules.R13 == "a")


def first_aim(both: Exchange) -> Aim:
    """How A aims."""
    return Aim(
        distance=both.distance,
        skill=both.a_skill,
        weapon=both.a_weapon,
        turned180=both.a_turned180,
        target_higher=both.a_target_higher,
        damaged=both.a_damaged,
        ww1=both.ww1,
    )


def return_aim(both: Exchange, t: Condition, rules: Aerial1935) -> Aim:
    """How T answers, after the shot at it (section 5; R14)."""
    damaged = both.t_damaged if rules.R14 == "b" else t is Condition.DAMAGED
    return Aim(distance=both.distance, skill=both.t_skill, damaged=damaged, return_fire=True, ww1=both.ww1)


def exchange(umpire: Umpire, situation: Exchange, rules: Aerial1935) -> Exchanged | Roll[Exchanged]:
    """A shot and its return fire (pz8-aerial-1935, sections 5 and 12; R13, R14, R15)."""
    shot = first_shot(umpire, situation, rules)
    t, jams = condition(situation.t_damaged).after(shot), shot is Shot.JAM
    if not fires_back(shot, situation.t_can_return, rules):
        return Exchanged(Both(condition(situation.a_damaged), t), jams)
    return answer(umpire, situation, t, jams, rules)


def first_shot(umpire: Umpire, both: Exchange, rules: Aerial1935) -> Shot:
    """The shot of A."""
    return umpire.resolve("A fires", a_shoots, both, rules)


def a_shoots(umpire: Umpire, both: Exchange, rules: Aerial1935) -> Shot:
    """A fires at T (section 5)."""
    aimed = a_aims(umpire, both, rules)
    return Shot((a_strikes(umpire, both, rules) if aimed is Aimed.HIT else aimed).value)


def a_aims(umpire: Umpire, both: Exchange, rules: Aerial1935) -> Aimed:
    """Does A hit (section 5)?"""
    return to_hit(umpire, first_aim(both), rules)


def a_strikes(umpire: Umpire, both: Exchange, rules: Aerial1935) -> Damage:
    """What a hit of A does (section 5)."""
    return damage(umpire, both.a_att, both.t_def, condition(both.t_damaged), rules)


def answer(umpire: Umpire, both: Exchange, t: Condition, jams: bool, rules: Aerial1935) -> Roll[Exchanged]:
    """The states that the shot of T leaves, after the one at it, with which the gun of A may have jammed."""
    shot, a = umpire.odds("T fires back", t_shoots, both, t, rules), condition(both.a_damaged)
    return shot.read("states", lambda back: Exchanged(Both(a.after(back), t), jams, back is Shot.JAM))


def t_shoots(umpire: Umpire, both: Exchange, t: Condition, rules: Aerial1935) -> Shot:
    """T fires back at A (section 5)."""
    aimed = t_aims(umpire, both, t, rules)
    return Shot((t_strikes(umpire, both, rules) if aimed is Aimed.HIT else aimed).value)


def t_aims(umpire: Umpire, both: Exchange, t: Condition, rules: Aerial1935) -> Aimed:
    """Does T hit, as the shot at it has left it (section 5; R14)?"""
    return to_hit(umpire, return_aim(both, t, rules), rules)


def t_strikes(umpire: Umpire, both: Exchange, rules: Aerial1935) -> Damage:
    """What a hit of T does (section 5)."""
    return damage(umpire, both.t_att, both.a_def, condition(both.a_damaged), rules)
