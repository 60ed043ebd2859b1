"""Section 2, Fire: the dice of a volley, the figures it hits, the saves of leaders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pz8edu.board.lengths import told_apart
from pz8edu.board.ranges import find_range
from pz8edu.core import Modifiers, Roll, Umpire, together
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.ruleset import Colonial, WeaponRow
from pz8edu.systems.pz8_colonial.situations import (
    Canister,
    FiringUnit,
    HitLeader,
    MachineGun,
    Volley,
    VolleyAtUnit,
)
from pz8edu.systems.pz8_colonial.words import Leader, Quality, Save


@dataclass(frozen=True)
class Fire:
    """The dice that are rolled, and the score that each must show."""

    dice: int
    on: int
    halved: bool = False


def fire_with(dice: int, hit_on: int, modifiers: Modifiers, rules: Colonial) -> Fire:
    """Needing more than 6 halves the dice, which then hit on a 6 (section 2; R5)."""
    needed = hit_on - modifiers.total
    beyond = max(needed - rules.most_needed, 0)
    for _ in range(beyond if rules.R5 == "b" else min(beyond, 1)):
        dice = rules.halved(dice)
    return Fire(dice, min(needed, rules.most_needed), beyond > 0)


def roll_for_hits(umpire: Umpire, fire: Fire, modifiers: Modifiers) -> Roll[int]:
    """All dice together: how many hit (section 2)."""
    label = "hits with half the dice" if fire.halved else "hits"
    return umpire.pool(label, fire.dice, fire.on).because_of(modifiers)


def class_modifier(quality: Quality, rules: Colonial) -> tuple[int, str, bool, str]:
    """What the class of a unit does to its fire (section 2)."""
    return rules.classes[quality].in_fire, quality.value, True, "2"


def gun_modifiers(gun: MachineGun | Canister, rules: Colonial) -> Modifiers:
    """The modifiers of a machine gun and of canister, in the printed order (sections 2 and 11; R25)."""
    short = gun.short_munitions and rules.R25 == "a"
    return Modifiers(
        class_modifier(gun.quality, rules),
        (rules.in_cover, "target in bad ground or cover", gun.target_cover, "2"),
        (rules.short_munitions, "Short on Munitions", short, "11"),
    )


def hit_on(weapon: WeaponRow, distance: Fraction, rules: Colonial) -> int:
    """The die that hits at a distance; raises BadInput beyond the range (section 2)."""
    found = find_range(distance, weapon.inches)
    if not found.in_range:
        raise BadInput(
            f"distance must be at most {weapon.inches} inches, the range of a {weapon.weapon} (section 2); "
            f"got {told_apart(distance, weapon.inches)}"
        )
    return rules.hit_on_over_half if found.over_half_range and weapon.half_range else rules.hit_on


def fire_of(unit: FiringUnit, rules: Colonial) -> Fire:
    """The dice of a unit that fires (sections 2, 5, 11; R5)."""
    base = hit_on(rules.weapons[unit.weapon], unit.distance, rules)
    return fire_with(unit.figures, base, modifiers_of_fire(unit, rules), rules)


def modifiers_of_fire(unit: FiringUnit, rules: Colonial) -> Modifiers:
    """The modifiers of a unit that fires, in the printed order (sections 2, 5 and 11)."""
    weapon = rules.weapons[unit.weapon]
    return Modifiers(
        (rules.aimed_fire, "aimed fire", unit.aimed and weapon.aimed, "2"),
        class_modifier(unit.quality, rules),
        (rules.in_cover, "target in bad ground or cover", unit.target_cover, "2"),
        (weapon.modifier, weapon.weapon, True, "2"),
        (rules.mounted_native, "mounted Natives", unit.mounted_native and weapon.firearm, "5"),
        (rules.short_munitions, "Short on Munitions", unit.short_munitions, "11"),
    )


def volley(umpire: Umpire, situation: Volley, rules: Colonial) -> Roll[int]:
    """The hits of one unit (pz8-colonial, sections 2 and 5; R5)."""
    return roll_for_hits(umpire, fire_of(situation, rules), modifiers_of_fire(situation, rules))


@dataclass(frozen=True)
class LeadersHit:
    """How many leaders are hit, as pairs (the die on which they save, their number)."""

    by_save: tuple[tuple[int, int], ...]

    @property
    def count(self) -> int:
        """All of them."""
        return sum(count for _, count in self.by_save)

    def __str__(self) -> str:
        hit = [f"{count} who save{'s' * (count == 1)} on {save}" for save, count in self.by_save if count]
        return ", ".join(hit) or "no leaders"


@dataclass(frozen=True)
class Fallen:
    """The figures that fire eliminates: ordinary ones, and leaders as pairs (the die on which they save, number)."""

    ordinary: int
    by_save: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        return str(self.ordinary + sum(count for _, count in self.by_save))


def volley_losses(umpire: Umpire, situation: VolleyAtUnit, rules: Colonial) -> Fallen | Roll[Fallen]:
    """The figures that the fire of one unit eliminates (pz8-colonial, section 2; R5, R7)."""
    target = situation.target_plain + len(situation.target_leaders)
    struck = umpire.settle("figures hit", volley(umpire, situation, rules).at_most(target))
    leaders = leaders_struck(umpire, struck, situation, rules)
    ordinary, saves = struck - leaders.count, [save for save, _ in leaders.by_save]
    if not saves:
        return Fallen(ordinary)
    lost = [
        unsafe(umpire, f"leaders who do not save on {save}", count, save) for save, count in leaders.by_save
    ]
    return together(lambda *fallen: Fallen(ordinary, tuple(zip(saves, fallen, strict=True))), *lost)


def leaders_struck(umpire: Umpire, struck: int, target: VolleyAtUnit, rules: Colonial) -> LeadersHit:
    """The leaders among so many figures hit (section 2; R7)."""
    leaders = sorted(rules.saves[leader].ignores_on for leader in target.target_leaders)
    if rules.R7 == "a":
        return leaders_hit(Counter(leaders[: max(struck - target.target_plain, 0)]))
    if rules.R7 == "b":
        return leaders_hit(Counter(leaders[::-1][:struck]))
    if not leaders:
        return LeadersHit(())
    who = umpire.hand("who is hit", {NO_LEADER: target.target_plain, **Counter(leaders)}, struck)
    return umpire.settle("leaders hit", who.read("leaders hit", leaders_hit))


NO_LEADER = 0
"""The save of an ordinary figure: none."""


def leaders_hit(figures: Mapping[int, int]) -> LeadersHit:
    """The leaders among figures that are counted by the die on which they save."""
    return LeadersHit(tuple((save, count) for save, count in sorted(figures.items()) if save != NO_LEADER))


def unsafe(umpire: Umpire, label: str, figures: int, safe_on: int) -> Roll[int]:
    """How many of several figures roll less than the die on which they are safe (sections 2 and 4)."""
    return umpire.sum_of(label, figures, dict.fromkeys(range(1, safe_on), 1))


def ignores_hit(umpire: Umpire, leader: Leader, rules: Colonial) -> bool:
    """Does a leader that was hit save (section 2)?"""
    return umpire.d6(f"{leader.value}'s save") >= rules.saves[leader].ignores_on


def leader_save(umpire: Umpire, situation: HitLeader, rules: Colonial) -> Save:
    """The save of a leader that was hit (pz8-colonial, section 2)."""
    return Save.IGNORED if ignores_hit(umpire, situation.kind, rules) else Save.ELIMINATED
