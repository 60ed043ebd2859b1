"""AS-14 to AS-17: detection, tactical initiative, the score for effect, results."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.core import Bands, Modifiers, Umpire
from pz8edu.systems.asp_ww2 import situations
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.words import Arc, Cover, Grade, Light, Result, Shooters, Target

DETECTED, UNDETECTED = "detected", "undetected"
IMPOSSIBLE = "impossible"
NO_SHOT = "no shot"


# --- AS-14 Detection
def needed_to_detect(situation: situations.Detecting, rules: AspWw2) -> int | None:
    """The score that detects a target; None beyond both ranges (U6, AS-25, AS-26; R24)."""
    light = situation.light
    near, far = rules.detection_ranges(
        situation.kind, situation.cover, situation.motion, light, situation.weather
    )
    if situation.distance <= near or (
        situation.distance <= far and light is Light.NIGHT and rules.R24 == "b"
    ):
        return rules.near_on
    return rules.far_on if situation.distance <= far else None


def modifiers_of_detection(situation: situations.Detecting, rules: AspWw2) -> Modifiers:
    """What is added to the die of detection (AS-14; R2)."""
    both = situation.option_b and situation.fire_marker and rules.R2 == "a"
    return Modifiers(
        (rules.seen_firing, "option B", situation.option_b, "AS-14"),
        (rules.seen_firing, "FIRE marker", situation.fire_marker and not both, "AS-14"),
    )


def detection(umpire: Umpire, situation: situations.Detecting, rules: AspWw2) -> str:
    """Does a stand detect its target (asp-ww2, AS-14; R2, R3, R24)?"""
    needed = needed_to_detect(situation, rules)
    if needed is None:
        return UNDETECTED
    modifiers = modifiers_of_detection(situation, rules)
    die = umpire.d6("detection")
    if rules.R3 == "b" and needed - modifiers.total < 2:
        return DETECTED if die != 1 else UNDETECTED
    return DETECTED if die.modified(modifiers) >= needed else UNDETECTED


# --- AS-15 Tactical initiative
def modifiers_of_initiative(stand: situations.Stand, nominated: bool, rules: AspWw2) -> Modifiers:
    """What a stand adds to its die (AS-15; R15)."""
    fired = stand.opponent_fire_marker and (nominated or rules.R15 == "a")
    return Modifiers(
        (rules.higher_grade, "higher grade", stand.higher_grade, "AS-15"),
        (rules.enemy_fired, "FIRE marker", fired, "AS-15"),
        (rules.has_detected, "has detected", stand.detected, "AS-15"),
        (rules.own_marker * stand.markers, "own suppression markers", True, "AS-15"),
        (rules.no_effect, "cannot affect the other stand", stand.no_effect, "AS-15"),
    )


def who_shoots(umpire: Umpire, shooter: Modifiers, target: Modifiers, rules: AspWw2) -> Shooters:
    """Both throw a die: who may shoot (AS-15)?"""
    lead = umpire.d6("shooter").modified(shooter) - umpire.d6("target").modified(target)
    return umpire.look_up(
        "initiative",
        lead,
        Bands((-rules.lead, Shooters.TARGET), (rules.lead - 1, Shooters.BOTH), (None, Shooters.SHOOTER)),
    )


def initiative(umpire: Umpire, situation: situations.Initiative, rules: AspWw2) -> Shooters:
    """Tactical initiative (asp-ww2, AS-15; R15)."""
    if situation.shooter is None or situation.target is None:
        ahead = Modifiers((situation.ahead, "modifiers of both", True, "AS-15"))
        return who_shoots(umpire, ahead, Modifiers(), rules)
    shooter = modifiers_of_initiative(situation.shooter, True, rules)
    return who_shoots(umpire, shooter, modifiers_of_initiative(situation.target, False, rules), rules)


# --- AS-16 Score for effect
def modifiers_of_score(aim: situations.Aim, rules: AspWw2) -> Modifiers:
    """What is added to the needed score, in the printed order (AS-16; R5)."""
    both = aim.pinned and aim.repulsed and rules.R5 == "b"
    return (
        modifiers_of_ground(aim, rules)
        + Modifiers(
            (rules.pinned_shooter, "shooter pinned", aim.pinned and not both, "AS-16"),
            (rules.repulsed_shooter, "shooter repulsed", aim.repulsed, "AS-16"),
        )
        + modifiers_of_arc(aim, rules)
    )


def modifiers_of_ground(aim: situations.Aim, rules: AspWw2) -> Modifiers:
    """What the move of the shooter and the cover of the target add (AS-16)."""
    return Modifiers(
        (rules.moving_shooter, f"option {aim.option}", rules.options[aim.option].moves_and_fires, "AS-16"),
        (rules.target_in_cover, "target in cover", aim.cover is Cover.COVER, "AS-16"),
        (rules.target_in_hard_cover, "target in hard cover", aim.cover is Cover.HARD, "AS-16"),
    )


def modifiers_of_arc(aim: situations.Aim, rules: AspWw2) -> Modifiers:
    """What the arc of the target adds, which may have skirt plates; an aircraft has none (AS-16)."""
    if aim.arc is Arc.FRONT or aim.target is Target.AIRCRAFT:
        return Modifiers()
    if aim.arc is Arc.REAR:
        return Modifiers((rules.rear, "rear of the target", True, "AS-16"))
    flank = rules.flank
    if aim.skirts and aim.target.armoured:
        flank = rules.flank_with_skirts_infantry if aim.shooter.infantry else rules.flank_with_skirts
    return Modifiers((flank, "flank of the target", True, "AS-16"))


def needed_score(aim: situations.Aim, rules: AspWw2) -> int | None:
    """The needed score with its modifiers; None for a dash (U7, AS-16; R5)."""
    score = rules.score(aim.shooter, aim.target)
    return None if score is None else score + modifiers_of_score(aim, rules).total


# --- AS-17 Result
def result_of(umpire: Umpire, need: int, grade: Grade, modifiers: Modifiers, rules: AspWw2) -> Result:
    """A shot: the margin of the first die modifies the second one (U8, AS-17; R1)."""
    score = umpire.d6("score")
    die = score if rules.R1 == "b" else umpire.d6("result")
    total = (score + die).modified(Modifiers((-need, "needed score", True, "AS-16")) + modifiers)
    return umpire.look_up("result", total, rules.result[grade])


def effect(umpire: Umpire, hit: situations.Hit, rules: AspWw2) -> Result | str:
    """What a shot does to its target (asp-ww2, AS-16 and AS-17; R1)."""
    if hit.need is None:
        return IMPOSSIBLE
    return result_of(umpire, hit.need, hit.grade, modifiers_of_effect(hit, rules), rules)


def modifiers_of_effect(hit: situations.Hit, rules: AspWw2) -> Modifiers:
    """What is added to both dice, in the printed order (AS-17)."""
    return Modifiers(
        (rules.marker_on_target * hit.markers, "suppression markers", True, "AS-17"),
        (rules.late_british, "late British artillery", hit.late_british, "AS-17"),
        (rules.light_mortars, "light mortars", hit.light_mortars, "AS-17"),
        (rules.transport_aircraft, "transport aircraft", hit.transport, "AS-17"),
        (rules.night_aircraft, "aircraft by night", hit.night_aircraft, "AS-17"),
    )


def shot(umpire: Umpire, situation: situations.Shot, rules: AspWw2) -> Result | str:
    """One shot, complete (asp-ww2, AS-16 and AS-17; R1, R5)."""
    need = needed_score(situation, rules)
    if need is None:
        return IMPOSSIBLE
    return result_of(umpire, need, situation.grade, Modifiers(), rules)


# --- AS-14 to AS-17 Engagement
def detects(umpire: Umpire, label: str, needed: int | None) -> bool:
    """Does a stand detect the other one?"""
    return needed is not None and umpire.d6(label) >= needed


def as_stand(own: situations.Engaged, other: situations.Engaged, detected: bool) -> situations.Stand:
    """A stand of an engagement, as it throws for initiative."""
    return situations.Stand(
        detected=detected,
        higher_grade=own.grade.place < other.grade.place,
        opponent_fire_marker=other.fire_marker,
        markers=own.markers,
        no_effect=own.need is None,
    )


def suffered(
    umpire: Umpire, shoots: bool, by: situations.Engaged, at: situations.Engaged, rules: AspWw2
) -> Result | str:
    """What one stand does to the other."""
    if not shoots or by.need is None:
        return NO_SHOT
    modifiers = Modifiers(
        (rules.marker_on_target * at.markers, "suppression markers", True, "AS-17"),
        (by.bonus, "bonus of the shooter", True, "AS-17"),
    )
    return result_of(umpire, by.need, at.grade, modifiers, rules)


@dataclass(frozen=True)
class Exchange:
    """What two stands have done to each other: to the one that was nominated, and to its target."""

    to_a: Result | str
    to_b: Result | str

    def __str__(self) -> str:
        return f"A:{self.to_a} B:{self.to_b}"


def engagement(umpire: Umpire, situation: situations.Engagement, rules: AspWw2) -> Exchange:
    """Two stands that detect, throw for initiative, and shoot (asp-ww2, AS-14 to AS-17; R1, R8, R15)."""
    a, b = situation.a, situation.b
    a_sees = detects(umpire, "A detects", a.detect)
    b_sees = detects(umpire, "B detects", b.detect)
    a_can, b_can = a_sees and a.need is not None, b_sees and b.need is not None
    if not a_can and not b_can:
        return Exchange(NO_SHOT, NO_SHOT)
    first = who_shoots(
        umpire,
        modifiers_of_initiative(as_stand(a, b, a_sees), True, rules),
        modifiers_of_initiative(as_stand(b, a, b_sees), False, rules),
        rules,
    )
    a_may = first is not Shooters.TARGET or (rules.R8 == "b" and not b_can)
    b_may = first is not Shooters.SHOOTER or (rules.R8 == "b" and not a_can)
    to_b = umpire.resolve("A shoots", suffered, a_can and a_may, a, b, rules)
    to_a = umpire.resolve("B shoots", suffered, b_can and b_may, b, a, rules)
    return Exchange(to_a, to_b)
