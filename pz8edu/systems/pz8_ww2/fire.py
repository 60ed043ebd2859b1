"""Section 5, Fire: to hit, direct and indirect fire, deviation, close combat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from pz8edu.board.deviation import deviation_point
from pz8edu.chance.modifiers import Modifiers
from pz8edu.chance.roll import Roll, together
from pz8edu.systems.pz8_ww2.damage import (
    effective_defence,
    halved_defence,
    opposed_roll,
    suffer,
    suffer_with_save,
)
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.situations import (
    Aim,
    CloseCombat,
    Deviation,
    FirePhase,
    IndirectAim,
    IndirectShot,
    LoadedTransport,
    Shot,
)
from pz8edu.systems.pz8_ww2.words import Condition, Cover, Damage, Quality, ToHit
from pz8edu.umpire import Umpire


@lru_cache(maxsize=1024)
def modifiers_to_hit(
    rules: Ww2, cover: Cover, quality: Quality, over_half_range: bool = False, disorganized: bool = False
) -> Modifiers:
    """The modifiers to a roll to hit, in the printed order (sections 5 and 6; R5)."""
    return Modifiers(
        (rules.over_half_range, "target over half range", over_half_range, "5"),
        (rules.cover_modifier(cover), f"target in {_GROUND[cover]}", True, "5"),
        (rules.quality_modifier(quality), f"{quality.value} shooter", True, "5"),
        (rules.disorganized_shooter, "shooter Disorganized", disorganized, "6"),
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
    modifiers = modifiers_to_hit(rules, aim.cover, aim.quality, aim.over_half_range, aim.disorganized)
    return hits(umpire.d6("to hit"), modifiers, rules.hit_on, rules)


def to_hit(umpire: Umpire, situation: Aim, rules: Ww2) -> ToHit:
    """The roll to hit of a direct shot (pz8-ww2, section 5; R1, R5)."""
    return ToHit.HIT if aimed(umpire, situation, rules) else ToHit.MISS


def direct_fire(umpire: Umpire, shot: Shot, rules: Ww2) -> Condition | Roll[Condition]:
    """One shot at a target in sight: its final condition (pz8-ww2, sections 5 and 6; R1 to R5)."""
    if not aimed(umpire, shot, rules):
        return shot.target_condition
    defence = effective_defence(shot.defence, shot.armoured, shot.facing, rules)
    result = umpire.step(opposed_roll, shot.attack, defence, rules)
    return umpire.then(result, suffer_with_save, shot.target_condition, shot.hq, shot.target_quality, rules)


def next_shot(umpire: Umpire, condition: Condition, shot: Shot, rules: Ww2) -> Condition | Roll[Condition]:
    """One shot of a Fire phase, at the target as the shots before have left it."""
    if condition is Condition.DESTROYED:
        return condition
    return direct_fire(umpire, replace(shot, target_condition=condition), rules)


def fire_phase(umpire: Umpire, situation: FirePhase, rules: Ww2) -> Roll[Condition]:
    """Several shooters at one target, one after the other until it is destroyed (sections 5 and 6)."""
    return umpire.in_turn("shot", situation.as_shots(), next_shot, situation.target.target_condition, rules)


@dataclass(frozen=True)
class Shell:
    """What became of an indirect shell and of its battery."""

    word: str
    spent: bool

    def __str__(self) -> str:
        return f"{self.word}/{'spent' if self.spent else 'available'}"


def shell(umpire: Umpire, aim: IndirectAim, rules: Ww2, on_target: str) -> Shell:
    """One indirect shell: does it hit, and is the battery spent (section 5; R1, R5, R6)?"""
    modifiers = modifiers_to_hit(rules, aim.cover, aim.quality)
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


def indirect_fire(umpire: Umpire, situation: IndirectShot, rules: Ww2) -> Condition | str:
    """An indirect shell at a target: it deviates, or the target's final condition (sections 5 and 6)."""
    modifiers = modifiers_to_hit(rules, situation.cover, situation.quality)
    if not hits(umpire.d6("to hit"), modifiers, rules.indirect_hit_on, rules):
        return DEVIATES
    defence = halved_defence(situation.defence, rules) if situation.armoured else situation.defence
    result = opposed_roll(umpire, situation.attack, defence, rules)
    return suffer_with_save(
        umpire, result, situation.target_condition, situation.hq, situation.target_quality, rules
    )


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


def close_combat(umpire: Umpire, situation: CloseCombat, rules: Ww2) -> Condition:
    """An automatic hit in contact; a Suppressed target is lost without a roll (sections 5 and 6; R3)."""
    if situation.target_condition is Condition.SUPPRESSED:
        return Condition.DESTROYED
    defence = effective_defence(situation.defence, situation.armoured, situation.facing, rules)
    result = opposed_roll(umpire, situation.attack, defence, rules)
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
    before = Transport(situation.target_condition, situation.passenger_condition)
    if not aimed(umpire, situation, rules):
        return before
    defence = effective_defence(situation.defence, situation.armoured, situation.facing, rules)
    result = opposed_roll(umpire, situation.attack, defence, rules)
    if result is Damage.NONE:
        return before
    transport = suffer(before.transport, result, rules)
    if rules.R22 == "b":
        return Transport(transport, max(before.passenger, transport, key=lambda each: each.place))
    return Transport(transport, suffer(before.passenger, result, rules))
