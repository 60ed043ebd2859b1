"""What the questions of the Panzer8 Expansion Rules are asked about."""

from __future__ import annotations

from typing import Annotated

from pz8edu.core import Help, Items, Situation, Whole, WordDomain
from pz8edu.systems.panzer8_expansion.words import Level, Supply

Quality = Annotated[
    int,
    Whole(-30, 30),
    Help("troop-quality modifier added to the d20; its values stand in the missing basic rules"),
]
Need = Annotated[
    int,
    Whole(-30, 60),
    Help("score needed on the d20 after the roll's modifiers are added to the die"),
]
LevelOfFire = Annotated[Level, Help("attached level (section 15); corps also stands for naval fire")]
LastTry = Annotated[int, Whole(1, 60), Help("number of the last try reported singly")]
SupplyOfWeapon = Annotated[
    Supply,
    Help("ammunition class: normal runs out on an unmodified 1, scarce on 1 or 20, at-gun-ap never"),
]


class Troops(Situation):
    """Troops that take a test."""

    quality: Quality = 0


class Search(Troops):
    """An element that fires speculatively at something hidden (section 11)."""

    recce: Annotated[bool, Help("the spotting element is recce; without it -3")] = True


class SearchParty(Situation):
    """Several elements that fire speculatively at one marker (section 11)."""

    recce: Annotated[int, Whole(0, 40), Help("recce elements that fire")] = 0
    others: Annotated[int, Whole(0, 40), Help("other elements that fire, -3 each")] = 0
    quality: Quality = 0


class Weapon(Situation):
    """A weapon that may run out of ammunition (section 13)."""

    kind: SupplyOfWeapon = Supply.NORMAL


class SuppliedShot(Situation):
    """A shot whose one die decides about the hit and the supply (section 13)."""

    need: Need
    modifier: Annotated[int, Whole(-60, 60), Help("sum of the modifiers added to the die")] = 0
    kind: SupplyOfWeapon = Supply.NORMAL

    @property
    def face(self) -> int:
        """The face that the die needs."""
        return self.need - self.modifier


class ModifiedShot(Situation):
    """Any roll of fire, with the modifiers of these rules (sections 10, 14 and 17.2)."""

    need: Need
    modifiers: Annotated[
        tuple[int, ...],
        Items(minimum=0, maximum=20),
        Help("modifiers added to the die, such as -4 for smoke or -6 for a fortification"),
    ] = ()


class Call(Situation):
    """Support fire that is called, and called again until the call goes through (section 15)."""

    level: LevelOfFire
    quality: Quality = 0
    tries: Annotated[int, Whole(1, 8), Help("command phases in which a call is tried, the first in turn 1")]
    fdf: Annotated[bool, Help("final defensive fire at a pre-registered place")] = False
    foo: Annotated[
        bool,
        Help(
            "called by a forward observer; matters only with fdf: delay one turn shorter at brigade level or higher"
        ),
    ] = True


class RecceSides(Situation):
    """Who has recce elements, and who defends (section 10.2)."""

    both_sides: Annotated[bool, Help("both sides have recce elements")]
    has_defender: Annotated[bool, Help("the scenario has a defender")]


class Engineers(Situation):
    """Engineers that have stood a whole turn beside wire (section 17.1)."""

    quality: Annotated[
        int,
        Whole(-30, 30),
        Help(
            "troop-quality modifier added to the d20; its values stand in the missing basic rules; "
            "matters only with R5=b"
        ),
    ] = 0


# --- turn after turn
class Shots(Situation):
    """A weapon that fires shot after shot."""

    kind: Annotated[Supply, WordDomain((Supply.NORMAL, Supply.SCARCE), Supply), Help("ammunition class")] = (
        Supply.NORMAL
    )
    shots: Annotated[int, Whole(0, 200), Help("shots fired")]


class ClearingRolls(Situation):
    """Engineers that roll until there is a gap."""

    rolls: Annotated[int, Whole(1, 60), Help("number of the last clearing roll reported singly")]


class Tries(Troops):
    """Troops that try until they succeed."""

    up_to: LastTry


class Searches(Situation):
    """One element that searches until it finds."""

    quality: Quality = 0
    recce: Annotated[bool, Help("the element is recce; without it -3")] = True
    up_to: LastTry


class Missions(Situation):
    """Fire that is called in turn 1, and again until the call goes through."""

    level: LevelOfFire
    quality: Quality = 0
    turns: Annotated[int, Whole(1, 60), Help("turns of the game")]
    duration: Annotated[int, Whole(1, 60), Help("turns of fire wanted")]
