"""Sections 3 to 7: the chits beside a ship, and what they leave it to do in its turn."""

from __future__ import annotations

from typing import Annotated

from pz8edu.core import Help, Situation
from pz8edu.systems.pz8_space.ruleset import Space
from pz8edu.systems.pz8_space.words import Condition


class Chits(Situation):
    """The condition of a ship, and what it has done."""

    condition: Annotated[Condition, Help("condition (section 4)")] = Condition.OK
    torpedo: Annotated[bool, Help("still has its one torpedo (section 5)")] = True
    launched: Annotated[bool, Help("has launched it in this turn (section 5)")] = False
    cloaked: Annotated[bool, Help("is cloaked until the next turn (section 7)")] = False
    jumped: Annotated[bool, Help("has jumped in this turn (section 6)")] = False
    activated: Annotated[bool, Help("its activation is over (section 3)")] = False

    @property
    def damaged(self) -> bool:
        """Is the ship Damaged?"""
        return self.condition is Condition.DAMAGED

    @property
    def gone(self) -> bool:
        """Is it destroyed?"""
        return self.condition is Condition.DESTROYED

    @property
    def lying(self) -> tuple[str, ...]:
        """What lies beside it, in words."""
        words = {
            str(self.condition): self.condition is not Condition.OK,
            "cloaked": self.cloaked,
            "jumped": self.jumped,
            "torpedo launched": self.launched,
            "torpedo used": not (self.torpedo or self.launched),
            "activated": self.activated,
        }
        return tuple(word for word, lies in words.items() if lies)


def movement_points(ship: Chits, rules: Space) -> int:
    """The most movement points that a ship may still spend in this turn (sections 3, 4, 6 and 7; R20)."""
    if ship.gone or ship.activated or ship.jumped or ship.cloaked:
        return 0
    return rules.mp_damaged if ship.damaged else rules.mp


def why_no_fire(ship: Chits, rules: Space) -> str:
    """Why a ship does not fire; empty if it may (sections 3 to 7; R5)."""
    reasons = {
        "is destroyed (§4)": ship.gone,
        "has been activated (§3)": ship.activated,
        "has jumped and does not fire in this turn (§6)": ship.jumped,
        "is cloaked and does not fire in this turn (§7)": ship.cloaked,
        "has launched its torpedo instead of shooting (§5; R5)": ship.launched and rules.R5 == "a",
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def why_no_fire_back(ship: Chits) -> str:
    """Why a ship does not fire back, whoever is on its firing line; empty if it may (sections 6 and 7)."""
    if ship.cloaked:
        return "is cloaked (§7)"
    return "has jumped in this turn (§6)" if ship.jumped else ""


def why_no_jump(ship: Chits) -> str:
    """Why a ship cannot jump; empty if it may (sections 3, 6 and 7)."""
    reasons = {
        "is destroyed (§4)": ship.gone,
        "has been activated (§3)": ship.activated or ship.jumped,
        "is cloaked and cannot jump (§7)": ship.cloaked,
        "has launched its torpedo and cannot jump (§6)": ship.launched,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")
