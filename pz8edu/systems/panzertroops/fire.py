"""PT-6 to PT-19 and PT-25: shooting, cover, splitting fire, pinning, immobilisation."""

from __future__ import annotations

from pz8edu.core import Modifiers, Roll, Umpire
from pz8edu.systems.panzertroops import situations
from pz8edu.systems.panzertroops.ruleset import Panzertroops
from pz8edu.systems.panzertroops.words import Ammunition, Cover, Effect, Game, Save, State, Target


def two_dice(umpire: Umpire, label: str) -> Roll[int]:
    """Two six-sided dice added, the roll of most rules."""
    return umpire.sum_of(label, 2)


def ammunition_for(target: Target) -> Ammunition:
    """The ammunition that fits a target (PT-10)."""
    return Ammunition.ARMOUR_PIERCING if target is Target.AFV else Ammunition.SOFT


def saved_by_cover(umpire: Umpire, cover: Cover, vehicle: bool, rules: Panzertroops) -> bool:
    """Does cover save a target that was hit (PT-14)?"""
    if cover is Cover.HARD:
        return two_dice(umpire, "save") >= rules.hard_save_on
    if cover is Cover.SOFT and not vehicle:
        return two_dice(umpire, "save").is_in((rules.soft_save, rules.soft_save_too))
    return False


def cover_save(umpire: Umpire, situation: situations.InCover, rules: Panzertroops) -> Save:
    """The saving roll of a target that was hit (panzertroops, PT-14)."""
    saved = saved_by_cover(umpire, situation.cover, situation.vehicle, rules)
    return Save.SAVED if saved else Save.DESTROYED


def effect_of(
    umpire: Umpire,
    total: Roll[int],
    defence: int,
    target: Target,
    cover: Cover,
    game: Game,
    rules: Panzertroops,
) -> Effect:
    """What the total of a shot does to a target (PT-6, 14, 18, 19, 25; R3)."""
    man = target is Target.MAN
    if total > defence:
        if saved_by_cover(umpire, cover, not man, rules):
            pinned = man and game is Game.ADVANCED and rules.R3 == "b"
            return Effect.PINNED if pinned else Effect.SAVED
        if man and total.called("weapons too") >= defence + rules.total_destruction:
            return Effect.WITH_WEAPONS
        return Effect.DESTROYED
    if game is Game.ADVANCED:
        if man and total.called("pinned") >= defence - rules.pinned_below:
            return Effect.PINNED
        if target is Target.AFV and cover is not Cover.HARD and total.called("immobilised") == defence:
            return Effect.IMMOBILISED
    return Effect.MISS


def net_firepower(shot: situations.Shot, rules: Panzertroops) -> Modifiers:
    """What is added to the roll of a shot (PT-6, 13, 24; R7)."""
    firepower = Modifiers((shot.firepower, "firepower", True, "PT-6"))
    lowered = shot.firepower + rules.broken_firer
    if shot.broken and (lowered >= 0 or rules.R7 == "a"):
        firepower += Modifiers((rules.broken_firer, "firer's group is broken", True, "PT-24"))
    return firepower + Modifiers((shot.penalty, "firer moved", True, "PT-13"))


def fire(umpire: Umpire, shot: situations.Shot, rules: Panzertroops) -> Effect:
    """One shot (panzertroops, PT-6, 13, 14, 18, 19, 25; R3, R7)."""
    fitting = ammunition_for(shot.target)
    if (shot.ammo or fitting) is not fitting:
        return Effect.NOT_ALLOWED
    total = two_dice(umpire, "to hit").modified(net_firepower(shot, rules))
    return effect_of(umpire, total, shot.defense, shot.target, shot.cover, shot.rules, rules)


def one_more_shot(
    umpire: Umpire, state: State, shot: tuple[int, situations.Volley], rules: Panzertroops
) -> State:
    """One shot of several, at the target as the shots before have left it."""
    if state is State.DESTROYED:
        return state
    net, at = shot
    total = two_dice(umpire, "to hit").modified(Modifiers((net, "firepower", True, "PT-6")))
    effect = effect_of(umpire, total, at.defense, at.target, at.cover, at.rules, rules)
    if effect.destroys:
        return State.DESTROYED
    return State(effect.value) if effect in (Effect.PINNED, Effect.IMMOBILISED) else state


def volley(umpire: Umpire, situation: situations.Volley, rules: Panzertroops) -> Roll[State]:
    """Several shots at one target, one after the other (panzertroops, PT-6; R3)."""
    shots = tuple((net, situation) for net in situation.shots)
    return umpire.in_turn("shot", shots, one_more_shot, State.UNHARMED, rules)


def one_part(umpire: Umpire, destroyed: int, part: tuple[int, int, Cover], rules: Panzertroops) -> int:
    """One part of split fire, at its own target: so many are destroyed then."""
    net, defence, cover = part
    total = two_dice(umpire, "to hit").modified(Modifiers((net, "firepower", True, "PT-16")))
    hit = total > defence
    return destroyed + (hit and not saved_by_cover(umpire, cover, False, rules))


def one_save(umpire: Umpire, destroyed: int, cover: Cover, rules: Panzertroops) -> int:
    """One target that was hit by split fire: so many are destroyed then."""
    return destroyed + (not saved_by_cover(umpire, cover, False, rules))


def split_fire(umpire: Umpire, situation: situations.SplitFire, rules: Panzertroops) -> Roll[int]:
    """Soft firepower split over several targets: how many are destroyed (panzertroops, PT-16; R1, R2)?"""
    penalty = situation.penalty if rules.R2 == "a" else 0
    covers = situation.covers or (Cover.NONE,) * len(situation.points)
    nets = tuple(points + penalty for points in situation.points)
    parts = tuple(zip(nets, situation.defenses, covers, strict=True))
    if rules.R1 == "a":
        return umpire.in_turn("target", parts, one_part, 0, rules)
    roll = two_dice(umpire, "to hit")
    hit = umpire.look_up(
        "targets hit",
        roll,
        lambda dice: tuple(cover for net, defence, cover in parts if dice + net > defence),
    )
    return umpire.in_turn("target", hit, one_save, 0, rules)
