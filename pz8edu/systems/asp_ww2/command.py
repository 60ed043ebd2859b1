"""AS-1, AS-12, AS-17, AS-20 and AS-22: command points, calls, morale, suppression, obstacles."""

from __future__ import annotations

from pz8edu.core import Modifiers, Roll, Umpire
from pz8edu.systems.asp_ww2 import situations
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.words import Grade, Style

PASS, FAIL = "pass", "fail"
GRANTED, REFUSED = "granted", "refused"
COUNTED_DICE = 2


def command_points(umpire: Umpire, situation: situations.CommandRoll, rules: AspWw2) -> Roll[int]:
    """The command points of a battle group in a turn (asp-ww2, AS-12)."""
    points = umpire.lowest("command points", COUNTED_DICE, rules.grades[situation.grade].dice)
    if situation.radio:
        points = points + umpire.d6("radio").half()
    style = Modifiers(
        (rules.mobile, "mobile", situation.style is Style.MOBILE, "AS-12"),
        (rules.cautious, "cautious", situation.style is Style.CAUTIOUS, "AS-12"),
    )
    return points.modified(style).at_least(0)


def passes(umpire: Umpire, grade: Grade, rules: AspWw2) -> bool:
    """Does a stand or battle group pass its morale test (U4)?"""
    return umpire.d6("morale") >= rules.grades[grade].morale_on


def morale_test(umpire: Umpire, situation: situations.MoraleRoll, rules: AspWw2) -> str:
    """The morale test of a repulsed stand, or of a battle group (asp-ww2, AS-17 and AS-20)."""
    return PASS if passes(umpire, situation.grade, rules) else FAIL


def markers_left(umpire: Umpire, markers: int, rules: AspWw2) -> Roll[int]:
    """The suppression markers that are left after an own turn (sequence, step 1; R4)."""
    removed = umpire.pool("markers removed", markers, rules.marker_removed_on)
    return markers - (removed.at_most(1) if rules.R4 == "b" else removed)


def suppression_removal(umpire: Umpire, situation: situations.Suppressed, rules: AspWw2) -> Roll[int]:
    """The suppression markers that are left (asp-ww2, step 1 of the sequence; R4)."""
    return markers_left(umpire, situation.markers, rules)


def obstacle_crossing(umpire: Umpire, situation: situations.AtObstacle, rules: AspWw2) -> str:
    """Does a stand cross an obstacle (asp-ww2, AS-22)?"""
    many = situation.markers >= rules.many
    modifiers = Modifiers(
        (rules.few_markers, "suppression markers", situation.markers > 0 and not many, "AS-22"),
        (rules.many_markers, "many suppression markers", many, "AS-22"),
    )
    crosses = umpire.d6("obstacle").modified(modifiers) >= rules.crosses_on
    return "crosses" if crosses else "stuck"


def call_of_fire(umpire: Umpire, situation: situations.Call, rules: AspWw2) -> str:
    """Is fire granted near the HQ of another battle group (asp-ww2, AS-1)?"""
    needed = rules.fire_granted_british if situation.late_british else rules.fire_granted_on
    return GRANTED if umpire.d6("call") >= needed else REFUSED
