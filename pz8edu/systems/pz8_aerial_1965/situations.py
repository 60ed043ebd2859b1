"""What the questions of the Pz8 aerial rules for 1965 to 1975 ask otherwise than those for 1935 to 1965."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pz8edu.core import Help, Items, Situation, Whole, WordDomain, printed_rules
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_aerial_1935 import chains
from pz8edu.systems.pz8_aerial_1935 import situations as aerial
from pz8edu.systems.pz8_aerial_1935.situations import Attack, Defence
from pz8edu.systems.pz8_aerial_1935.words import Skill
from pz8edu.systems.pz8_aerial_1935.words import Weapon as Arc
from pz8edu.systems.pz8_aerial_1965.ruleset import Aerial1965
from pz8edu.systems.pz8_aerial_1965.words import Bloc, Weapon

PRINTED = printed_rules(Aerial1965)


# --- 5a Cannon
Distance = Annotated[int, Whole(1, 2), Help("distance in hexes")]
DistanceOfBoth = Annotated[
    int, Whole(1, 2), Help("distance between A and T in hexes, the same for both shots")
]


class Aim(aerial.Aim):
    """One cannon shot before the roll to hit."""

    not_asked: ClassVar[tuple[str, ...]] = ("weapon", "target_higher", "ww1")

    distance: Distance = 1


class Hit(aerial.Hit):
    """A target that is hit by cannon."""

    att: Attack = 4
    defence: Defence = 3


class Fire(Hit, Aim, aerial.Fire):
    """One cannon shot and its target."""


class Exchange(aerial.Exchange):
    """A cannon shot and the shot that answers it."""

    not_asked = ("a_weapon", "a_target_higher", "ww1")

    distance: DistanceOfBoth


class ShotsToKill(Fire, chains.ShotsToKill):
    """The same cannon shot again and again."""

    not_asked = (*Aim.not_asked, *chains.ShotsToKill.not_asked)

    distance: Annotated[int, Whole(1, 2), Help("distance in hexes, the same for every shot")] = 1


class Duel(chains.Duel):
    """Two aircraft with cannon at the same distance, turn after turn."""

    not_asked = ("ww1",)

    distance: DistanceOfBoth


# --- 5b and 5c Missiles
class Fired(Situation):
    """The missiles of one salvo."""

    missiles: Annotated[int, Whole(1, 4), Help("missiles of one kind fired in the salvo, +1 each (R20)")] = 1


class MissileTarget(Situation):
    """A target of missiles, and who fires them."""

    distance: int
    altitude: Annotated[
        int, Whole(1, 7), Help("common altitude level of firer and target; level 1 gives the firer -1")
    ]
    bloc: Annotated[Bloc, Help("side of the firer: nato and israel +1, third-world -1, other 0")] = Bloc.OTHER
    first_generation: Annotated[bool, Help("first-generation missiles: firer -1")] = False
    target_mp: Annotated[
        int,
        Whole(1, 12),
        Help("printed MPs of the target; more than 4 gives the target +2 against HS, +1 against RH (R21)"),
    ]
    target_skill: Annotated[
        Skill, Help("class of the target's pilot: green -1, veteran +1 for the target")
    ] = Skill.AVERAGE
    target_damaged: Annotated[
        bool,
        Help("the target is Damaged: its MPs are halved (round up) for the question 'more than 4 MPs' (R21)"),
    ] = False


class Missiles(MissileTarget, Fired):
    """A salvo of missiles of one kind at one target."""


class HsMissile(Missiles):
    """A salvo of heat-seeking missiles."""

    distance: Annotated[int, Whole(4, 12), Help("distance to the target in hexes (4 to 12)")]


class RhMissile(Missiles):
    """A salvo of radar-homing missiles."""

    distance: Annotated[int, Whole(7, 24), Help("distance to the target in hexes (7 to 24)")]


class Stock(Situation):
    """Missiles of one kind, divided into salvos."""

    kind: Annotated[Weapon, WordDomain((Weapon.HS, Weapon.RH), Weapon), Help("heat-seeking or radar-homing")]
    plan: Annotated[
        tuple[Annotated[int, Whole(1, 4), Help("missiles in this salvo")], ...],
        Items(1, 12),
        Help("sizes of the salvos in the order of firing"),
    ]


class MissilePlan(MissileTarget, Stock):
    """A stock of missiles, fired salvo by salvo at one target."""

    distance: Annotated[
        int,
        Whole(4, 24),
        Help("distance to the target in hexes, the same for every salvo: 4 to 12 for hs, 7 to 24 for rh"),
    ]

    def check(self) -> None:
        reach = PRINTED.weapons[self.kind]
        if not reach.least <= self.distance <= reach.most:
            raise BadInput(
                f"distance must be from {reach.least} to {reach.most} hexes for {self.kind} missiles (section 5); "
                f"got {self.distance}"
            )


# --- flight
class Flight(aerial.Flight):
    """An aircraft before its activation."""

    not_asked = ("biplane", "ww1", "loaded")


DamagedFlight = Annotated[bool, Help("Damaged: MPs halved (round up), maximum altitude -1 (never below 1)")]


class ReachableCount(Flight, aerial.ReachableCount):
    """Everywhere that an aircraft can end its activation."""

    damaged: DamagedFlight = False


class MinCost(Flight, aerial.MinCost):
    """One place where an aircraft would like to end its activation."""

    damaged: DamagedFlight = False


class MoveSequence(Flight, aerial.MoveSequence):
    """A list of actions to be flown."""

    actions: Annotated[
        tuple[str, ...],
        Help("action codes in order: F, D, C, SL, SR, TL, TR, I; any other word is an unknown action"),
    ]


# --- arcs
class InArc(aerial.InArc):
    """A firer and a hex."""

    weapon: Annotated[
        Arc,
        WordDomain((Arc.FRONT,), Arc),
        Help("the only arc of this set, the same for cannon and missiles"),
    ] = Arc.FRONT


class WeaponCover(Situation):
    """A weapon."""

    weapon: Annotated[Weapon, Help("cannon distance 1-2, hs 4-12, rh 7-24")]


class MayFire(Situation):
    """A firer with its weapon, and a target."""

    q: aerial.ColumnOfFirer
    r: aerial.RowOfFirer
    facing: aerial.FacingOfFirer
    alt: Annotated[int, Whole(0, 9), Help("altitude level of the firer")]
    weapon: Annotated[Weapon, Help("weapon")]
    target: aerial.HexOfBoard
    target_alt: Annotated[int, Whole(0, 9), Help("altitude level of the target")]
    target_facing: Annotated[int, Whole(0, 5), Help("facing of the target; matters only for hs")] = 0
