"""Sections 2, 4, 5 and 7: initiative, firing, fire back, torpedoes that hit."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.core import Modifiers, Order, Roll, Umpire
from pz8edu.systems.pz8_space import situations
from pz8edu.systems.pz8_space.ruleset import Space
from pz8edu.systems.pz8_space.words import Condition

YOU, OPPONENT, TIE = "you", "opponent", "tie, throw again"
HIT, MISS = "hit", "miss"
EXPLODED, RUNNING = "exploded", "still running"
HIGHEST = 6


def higher_die(umpire: Umpire) -> str | None:
    """Both sides roll: who has the higher die? None for a tie."""
    order = umpire.compare("initiative", umpire.d6("you"), umpire.d6("opponent"))
    return {Order.HIGHER: YOU, Order.LOWER: OPPONENT, Order.EQUAL: None}[order]


def initiative(umpire: Umpire, situation: situations.Initiative, rules: Space) -> str:
    """Who has the initiative (pz8-space, section 2; R10)?"""
    if situation.show == "first throw":
        return higher_die(umpire) or TIE
    return umpire.until("initiative", higher_die)


# --- Section 4, To hit
def modifiers_to_hit(aim: situations.Aim, rules: Space) -> Modifiers:
    """The modifiers to a die to hit (sections 4, 5 and 7)."""
    return Modifiers(
        (rules.damaged_firer, "firing ship Damaged", aim.damaged, "4"),
        (rules.fire_back, "fire back", aim.fire_back, "4"),
        (rules.at_torpedo, "target is a torpedo", aim.at_torpedo, "5"),
        (rules.cloaked, "target is cloaked", aim.cloaked, "7"),
    )


def needed_face(aim: situations.Aim, rules: Space) -> int | None:
    """The lowest face that hits; None where no face does (section 4; R3)."""
    needed = rules.needed(aim.distance)
    if needed is None:
        return None
    face = needed - modifiers_to_hit(aim, rules).total
    if face > HIGHEST:
        return HIGHEST if rules.R3 == "b" else None
    return face


def faces_that_hit(aim: situations.Aim, rules: Space) -> str:
    """The faces that hit: "4–6", "6"; empty where none does (section 4; R3)."""
    lowest = needed_face(aim, rules)
    return "" if lowest is None else str(lowest) if lowest == HIGHEST else f"{lowest}–{HIGHEST}"


def hits(umpire: Umpire, aim: situations.Aim, rules: Space) -> bool:
    """Does a shot hit (sections 4, 5 and 7; R3)?"""
    needed = rules.needed(aim.distance)
    if needed is None:
        return False
    die, modifiers = umpire.d6("to hit"), modifiers_to_hit(aim, rules)
    if rules.R3 == "b" and needed - modifiers.total > HIGHEST:
        return die == HIGHEST
    return die.modified(modifiers) >= needed


def to_hit(umpire: Umpire, situation: situations.Aim, rules: Space) -> str:
    """One shot: does it hit (pz8-space, sections 4, 5 and 7; R3)?"""
    return HIT if hits(umpire, situation, rules) else MISS


# --- Section 4, Damage
def dice_of(damaged: bool, rules: Space) -> int:
    """The dice of damage of a ship (section 4)."""
    return rules.damage_dice_damaged if damaged else rules.damage_dice


def margin_of(umpire: Umpire, attacker_dice: int, target_dice: int) -> Roll[int]:
    """The attacker's dice minus the target's (section 4)."""
    return umpire.sum_of("attacker", attacker_dice) - umpire.sum_of("target", target_dice)


def margin(umpire: Umpire, situation: situations.Dice, rules: Space) -> Roll[int]:
    """The margin of the attacker (pz8-space, section 4)."""
    return margin_of(umpire, situation.attacker_dice, situation.target_dice)


def damaged_by(umpire: Umpire, dice: int, target_damaged: bool, rules: Space) -> Condition:
    """What becomes of a ship that is attacked with so many dice (section 4)."""
    attack = margin_of(umpire, dice, dice_of(target_damaged, rules))
    return umpire.look_up("damage", attack, rules.damage_of_damaged if target_damaged else rules.damage_of)


def damage(umpire: Umpire, situation: situations.Hit, rules: Space) -> Condition:
    """What becomes of a ship that was hit by another (pz8-space, section 4)."""
    return damaged_by(umpire, dice_of(situation.attacker_damaged, rules), situation.target_damaged, rules)


def condition_of(damaged: bool) -> Condition:
    """The condition of a ship that is still there."""
    return Condition.DAMAGED if damaged else Condition.OK


def aim_of(shot: situations.Shot, fire_back: bool) -> situations.Aim:
    """A shot before the die to hit."""
    return situations.Aim(
        distance=shot.distance, damaged=shot.attacker_damaged, fire_back=fire_back, cloaked=shot.cloaked
    )


@dataclass(frozen=True)
class Fired:
    """What a shot did: did it hit, and what is its target then?"""

    hit: bool
    target: Condition


def shoot(umpire: Umpire, shot: situations.Shot, fire_back: bool, rules: Space) -> Fired:
    """One shot and its damage (section 4; R3)."""
    if not hits(umpire, aim_of(shot, fire_back), rules):
        return Fired(False, condition_of(shot.target_damaged))
    dice = dice_of(shot.attacker_damaged, rules)
    return Fired(True, damaged_by(umpire, dice, shot.target_damaged, rules))


def fire(umpire: Umpire, situation: situations.Shot, rules: Space) -> Condition:
    """One shot and its damage: what becomes of the target (pz8-space, section 4; R3)?"""
    return shoot(umpire, situation, False, rules).target


# --- Section 4, Fire back
@dataclass(frozen=True)
class Both:
    """The conditions of an attacker and its target."""

    attacker: Condition
    target: Condition

    @property
    def over(self) -> bool:
        """Is one of them destroyed?"""
        return Condition.DESTROYED in (self.attacker, self.target)

    @property
    def changed_over(self) -> Both:
        """The same seen by the other."""
        return Both(self.target, self.attacker)

    def __str__(self) -> str:
        return f"{self.attacker}/{self.target}"


@dataclass(frozen=True)
class FireBack:
    """Who fires back now: the target, or the attacker at the fire back; `over` when nobody does."""

    both: Both
    by_target: bool = True
    over: bool = False

    @property
    def shot_conditions(self) -> Both:
        """The conditions of who fires and who is fired at."""
        return self.both.changed_over if self.by_target else self.both


def one_fire_back(umpire: Umpire, now: FireBack, distance: int, rules: Space) -> FireBack:
    """One fire back, and whose turn it is then (section 4; R1, R6)."""
    who = now.shot_conditions
    shot = situations.Shot(
        distance=distance,
        attacker_damaged=who.attacker is Condition.DAMAGED,
        target_damaged=who.target is Condition.DAMAGED,
    )
    fired = umpire.resolve("fire back", shoot, shot, True, rules)
    after = Both(who.attacker, fired.target)
    both = after.changed_over if now.by_target else after
    over = both.over or rules.R6 == "a" or (rules.R1 == "b" and not fired.hit)
    return FireBack(both, not now.by_target, over)


def until_something_changes(umpire: Umpire, now: FireBack, distance: int, rules: Space) -> FireBack | None:
    """One fire back of each; None when both are as they were and it goes on (R6=b)."""
    after = one_fire_back(umpire, now, distance, rules)
    if after.over or after.both != now.both:
        return after
    again = one_fire_back(umpire, after, distance, rules)
    return None if again == now else again


def can_hit(now: FireBack, distance: int, rules: Space) -> bool:
    """Can one of them still hit the other by firing back?"""
    return any(
        needed_face(
            situations.Aim(distance=distance, damaged=ship is Condition.DAMAGED, fire_back=True), rules
        )
        is not None
        for ship in (now.both.attacker, now.both.target)
    )


def exchange_of_fire(umpire: Umpire, situation: situations.Exchange, rules: Space) -> Both:
    """A shot and the fire back (pz8-space, section 4; R1, R2, R3, R6)."""
    shot = situations.Shot(
        distance=situation.distance,
        attacker_damaged=situation.attacker_damaged,
        target_damaged=situation.target_damaged,
        cloaked=situation.target_cloaked,
    )
    fired = umpire.resolve("shot", shoot, shot, False, rules)
    now = FireBack(Both(condition_of(situation.attacker_damaged), fired.target))
    sees = situation.target_faces or rules.R2 == "b"
    may = fired.hit or rules.R1 == "a"
    if now.both.over or not may or not sees or situation.target_cloaked:
        return now.both
    if rules.R6 == "a":
        return one_fire_back(umpire, now, situation.distance, rules).both
    while not now.over and can_hit(now, situation.distance, rules):
        now = umpire.until("fire back", until_something_changes, now, situation.distance, rules)
    return now.both


# --- Sections 5 and 7, Torpedoes
def torpedo_hit(umpire: Umpire, situation: situations.TorpedoHit, rules: Space) -> Condition:
    """A torpedo reaches a ship (pz8-space, sections 5 and 7)."""
    dice = rules.torpedo_dice_cloaked if situation.cloaked else rules.torpedo_dice
    return damaged_by(umpire, dice, situation.target_damaged, rules)


def shoot_at_torpedo(umpire: Umpire, situation: situations.ShotsAtTorpedo, rules: Space) -> str:
    """Ships shoot at a torpedo; one hit explodes it (pz8-space, section 5; R3)."""
    aim = situations.Aim(distance=situation.distance, damaged=situation.damaged, at_torpedo=True)
    return EXPLODED if one_hits(umpire, situation.shooters, aim, rules) else RUNNING


def one_hits(umpire: Umpire, ships: int, aim: situations.Aim, rules: Space) -> bool:
    """Does one of several equal shots hit (sections 4, 5 and 7; R3)?"""
    face = needed_face(aim, rules)
    if face is None:
        return False
    return umpire.pool("to hit", ships, face).because_of(modifiers_to_hit(aim, rules)) >= 1


@dataclass(frozen=True, order=True)
class Pick:
    """Which of several ships, counted from 1."""

    number: int

    def __str__(self) -> str:
        return f"ship {self.number}"


def torpedo_target(umpire: Umpire, situation: situations.Nearest, rules: Space) -> Roll[Pick]:
    """Which of several equally near ships a torpedo takes (pz8-space, section 5)."""
    return umpire.die("ship", situation.equally_near).read("ship", Pick)
