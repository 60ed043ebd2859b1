"""Section 12, WW1 appendix: machine guns that jam."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.core import Nothing, Umpire
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935

UNJAMMED, STILL_JAMMED = "unjammed", "still jammed"


def clears(umpire: Umpire, rules: Aerial1935) -> bool:
    """Is a jam cleared (section 12)?"""
    return umpire.d6("unjam") >= rules.clears_on


def unjam(umpire: Umpire, situation: Nothing, rules: Aerial1935) -> str:
    """The roll to clear a jam (pz8-aerial-1935, section 12)."""
    return UNJAMMED if clears(umpire, rules) else STILL_JAMMED


@dataclass(frozen=True)
class Gun:
    """A machine gun: is it jammed, and was a real shot taken in the last activation?"""

    jammed: bool = False
    shot: bool = False


def next_activation(umpire: Umpire, gun: Gun, rules: Aerial1935) -> Gun:
    """A gun that wants to fire (section 12; R23)."""
    if gun.jammed:
        if not clears(umpire, rules):
            return Gun(jammed=True)
        if rules.R23 == "a":
            return Gun()
    jams = umpire.d6("to hit") <= rules.jams_up_to
    return Gun(jammed=jams, shot=not jams)
