"""Section 10, Campaign rules: pilots, entry side, starting altitude."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pz8edu.core import Nothing, Roll, Umpire
from pz8edu.systems.pz8_aerial_1935.movement import ceiling
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.situations import EntryAltitude
from pz8edu.systems.pz8_aerial_1935.words import EntrySide, Skill

RETURNS, REPLACED = "returns", "replaced by Green"


def survives(umpire: Umpire, rules: Aerial1935) -> bool:
    """Does the pilot of a destroyed fighter return (section 10)?"""
    return umpire.d6("pilot") >= rules.survives_on


def pilot_survival(umpire: Umpire, situation: Nothing, rules: Aerial1935) -> str:
    """The pilot of a destroyed fighter (pz8-aerial-1935, section 10)."""
    return RETURNS if survives(umpire, rules) else REPLACED


def entry_side(umpire: Umpire, situation: Nothing, rules: Aerial1935) -> EntrySide:
    """Where the second squadron comes from (pz8-aerial-1935, section 10)."""
    return umpire.look_up("side", umpire.d6("side"), rules.sides)


def entry_altitude(umpire: Umpire, situation: EntryAltitude, rules: Aerial1935) -> Roll[int]:
    """The starting altitude of an aircraft of a squadron (pz8-aerial-1935, section 10)."""
    return umpire.d6("altitude").at_most(ceiling(situation.max_alt, situation.loaded, False, rules))


@dataclass(frozen=True)
class Seat:
    """A seat of a squadron: the class of its pilot, and whether he is the first."""

    skill: Skill
    original: bool = True


def one_game(umpire: Umpire, seat: Seat, down: Fraction, kill: Fraction, rules: Aerial1935) -> Seat:
    """A game: is the fighter destroyed, has it destroyed one, who flies the next (section 10; R25)?"""
    kills = umpire.chance("scores a kill", kill)
    shot_down = umpire.chance("is shot down", down)
    if shot_down and not survives(umpire, rules):
        return Seat(Skill.GREEN, original=False)
    if kills and not (shot_down and rules.R25 == "b"):
        return Seat(seat.skill.promoted, seat.original)
    return seat
