"""Section 5, Fire: to hit, direct and indirect fire, deviation, close combat."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.board.deviation import deviation_point
from pz8edu.core import Modifiers, Roll, Umpire, together
from pz8edu.systems.pz8_ww2.damage import harm, struck, suffer
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.situations import (
    Aim,
    CloseCombat,
    Deviation,
    FirePhase,
    IndirectAim,
    IndirectShot,
    LoadedTransport,
    ShellOnTable,
    Shot,
)
from pz8edu.systems.pz8_ww2.words import Condition, Cover, Damage, Quality, ToHit


def modifiers_to_hit(aim: Aim, rules: Ww2) -> Modifiers:
    """The modifiers to a direct roll to hit, in the printed order (sections 5 and 6; R5)."""
    return (
        Modifiers((rules.over_half_range, "target over half range", aim.over_half_range, "5"))
        + cover_and_quality(aim.cover, aim.quality, rules)
        + rules.of_the_weapon(aim)
        + Modifiers((rules.disorganized_shooter, "shooter Disorganized", aim.disorganized, "6"))
    )


def cover_and_quality(cover: Cover, quality: Quality, rules: Ww2) -> Modifiers:
    """What the ground of the target and the quality of the shooter do to a roll to hit (section 5; R5)."""
    return Modifiers(
        (rules.cover_modifier(cover), f"target in {_GROUND[cover]}", True, "5"),
        (rules.quality_modifier(quality), f"{quality.value} shooter", True, "5"),
    )


_GROUND = {Cover.OPEN: "the open", Cover.ROUGH: "rough ground or buildings", Cover.BUNKER: "a bunker"}


def hits(die: Roll[int], modifiers: Modifiers, hit_on: int, rules: Ww2) -> bool:
    """Does a die with its modifiers hit (section 5)?  R1 decides about a natural 6 and a natural 1."""
    needed = hit_on - modifiers.total
    if rules.R1 != "a" and needed > 6:
        return die == 6
    if rules.R1 == "c" and needed < 2:
        return die != 1
    return die.modified(modifiers) >= hit_on


def aimed(umpire: Umpire, aim: Aim, rules: Ww2) -> bool:
    """Does a direct shot hit?"""
    return hits(umpire.d6("to hit"), modifiers_to_hit(aim, rules), rules.hit_on, rules)


def to_hit(umpire: Umpire, situation: Aim, rules: Ww2) -> ToHit:
    """The roll to hit of a direct shot (pz8-ww2, section 5; R1, R5)."""
    return ToHit.HIT if aimed(umpire, situation, rules) else ToHit.MISS


def direct_fire(umpire: Umpire, shot: Shot, rules: Ww2) -> Condition:
    """One shot at a target in sight: its final condition (pz8-ww2, sections 5 and 6; R1 to R5)."""
    if not aimed(umpire, shot, rules):
        return shot.target_condition
    return harm(umpire, shot, rules)


def next_shot(umpire: Umpire, condition: Condition, shot: Shot, rules: Ww2) -> Condition:
    """One shot of a Fire phase, at the target as the shots before have left it."""
    if condition is Condition.DESTROYED:
        return condition
    return direct_fire(umpire, shot.but(target_condition=condition), rules)


def shots_at(
    umpire: Umpire, condition: Condition, shots: tuple[Shot, ...], rules: Ww2
) -> Condition | Roll[Condition]:
    """The shots that a unit fires at its target in one Fire phase, one after the other (section 5)."""
    if len(shots) == 1:
        return next_shot(umpire, condition, shots[0], rules)
    return umpire.in_turn("shot", shots, next_shot, condition, rules)


def fire_phase(umpire: Umpire, situation: FirePhase, rules: Ww2) -> Roll[Condition]:
    """Several shooters at one target, one after the other until it is destroyed (sections 5 and 6)."""
    target = situation.target
    shots = (rules.shot.of(firing, target) for firing in situation.shots)
    every = tuple(each for shot in shots for each in rules.shots_of(shot))
    return umpire.in_turn("shot", every, next_shot, target.target_condition, rules)


@dataclass(frozen=True)
class Shell:
    """What became of an indirect shell and of its battery."""

    word: str
    spent: bool

    def __str__(self) -> str:
        return f"{self.word}/{'spent' if self.spent else 'available'}"


def modifiers_of_a_shell(aim: IndirectAim, rules: Ww2) -> Modifiers:
    """The modifiers to an indirect roll to hit: range does not matter (section 5; R5)."""
    return cover_and_quality(aim.cover, aim.quality, rules) + rules.of_the_weapon(aim)


def shell_hits(umpire: Umpire, aim: IndirectAim, rules: Ww2) -> bool:
    """Does an indirect shell hit (section 5; R1, R5)?"""
    return hits(umpire.d6("to hit"), modifiers_of_a_shell(aim, rules), rules.indirect_hit_on, rules)


def shell(umpire: Umpire, aim: IndirectAim, rules: Ww2, on_target: str, *more: Modifiers) -> Shell:
    """One indirect shell: does it hit, and is the battery spent (section 5; R1, R5, R6)?"""
    modifiers = sum(more, modifiers_of_a_shell(aim, rules))
    die = umpire.d6("to hit")
    hit = hits(die, modifiers, rules.indirect_hit_on, rules)
    last = die.called("battery spent")
    judged = last.modified(modifiers) if rules.R6 == "b" else last
    spent = judged <= rules.battery_spent_on
    return Shell(on_target if hit else "deviates", spent)


def indirect_to_hit(umpire: Umpire, situation: IndirectAim, rules: Ww2) -> Shell:
    """The roll to hit of an indirect shell, and the life of its battery (pz8-ww2, section 5)."""
    return shell(umpire, situation, rules, "hit")


DEVIATES = "deviates"


def indirect_fire(umpire: Umpire, shot: IndirectShot, rules: Ww2) -> Condition | str:
    """An indirect shell at a target: it deviates, or the target's final condition (sections 5 and 6)."""
    return harm(umpire, shot, rules) if shell_hits(umpire, shot, rules) else DEVIATES


NOTHING = "nothing"


def deviation(umpire: Umpire, situation: Deviation, rules: Ww2) -> Roll[str]:
    """Which unit, if any, lies under a shell that missed its aiming point (pz8-ww2, section 5; R7)."""
    directions = rules.directions

    def under(direction: int, inches: int) -> str:
        x, y = deviation_point((0, 0), direction, inches, directions)
        for unit in situation.units:
            reach = float(unit.base) / 2 + 1e-9
            if abs(x - float(unit.x)) <= reach and abs(y - float(unit.y)) <= reach:
                return unit.name
        return NOTHING

    return together(under, umpire.die("direction", directions), umpire.d6("inches"))


@dataclass(frozen=True)
class Struck:
    """Whom a shell struck, and the condition that it left; nobody's is None."""

    name: str
    condition: Condition | None = None

    def __str__(self) -> str:
        return self.name if self.condition is None else f"{self.name}/{self.condition.value}"


def shell_on_table(umpire: Umpire, situation: ShellOnTable, rules: Ww2) -> Struck:
    """An indirect shell hits its target, or deviates onto whoever stands there (sections 5 and 6; R7, R8)."""
    if shell_hits(umpire, situation, rules):
        name = situation.target or NOTHING
    else:
        name = umpire.settle("falls on", deviation(umpire, situation, rules))
    unit = next((each for each in situation.units if each.name == name), None)
    if unit is None:
        return Struck(NOTHING)
    return Struck(name, harm(umpire, unit, rules))


def close_combat(umpire: Umpire, situation: CloseCombat, rules: Ww2) -> Condition:
    """An automatic hit in contact; a Suppressed target is lost without a roll (sections 5 and 6; R3)."""
    if situation.target_condition is Condition.SUPPRESSED:
        return Condition.DESTROYED
    result = struck(umpire, situation, rules)
    return suffer(situation.target_condition, result, rules)


@dataclass(frozen=True)
class Transport:
    """The conditions of a transport and of what it carries."""

    transport: Condition
    passenger: Condition

    def __str__(self) -> str:
        return f"{self.transport.value}/{self.passenger.value}"


def transport_fire(umpire: Umpire, situation: LoadedTransport, rules: Ww2) -> Transport:
    """One shot at a loaded transport; what it carries suffers the same (sections 5 and 6; R22)."""
    if not aimed(umpire, situation, rules):
        return Transport(situation.target_condition, situation.passenger_condition)
    return both_suffer(umpire, situation, rules)


def both_suffer(umpire: Umpire, situation: LoadedTransport, rules: Ww2) -> Transport:
    """What a hit does to a transport and to what it carries (section 6; R22)."""
    before = Transport(situation.target_condition, situation.passenger_condition)
    return after_damage(before, struck(umpire, situation, rules), rules)


def after_damage(before: Transport, result: Damage, rules: Ww2) -> Transport:
    """What a damage result makes of a transport and of what it carries (section 6; R22)."""
    if result is Damage.NONE:
        return before
    transport = suffer(before.transport, result, rules)
    if rules.R22 == "b":
        return Transport(transport, max(before.passenger, transport, key=lambda each: each.place))
    return Transport(transport, suffer(before.passenger, result, rules))
