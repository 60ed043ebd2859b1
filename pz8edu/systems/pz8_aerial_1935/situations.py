"""What the questions of the Pz8 aerial rules are asked about: shots, exchanges, flights, arcs."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pz8edu.board.hexes import Hex
from pz8edu.core import Closed, Help, Situation, Whole
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_aerial_1935.words import Drawn, GroundWeapon, Side, Skill, Weapon

Firer = Annotated[Skill, Help("class of the pilot or gunner who fires: green -1, veteran +1 on the die")]
FiredWith = Annotated[Weapon, Help("front = fixed weapons, rear = flexible weapon of a gunner")]
Turned180 = Annotated[bool, Help("the firer changed direction by 180 degrees in this activation: -1")]
TargetHigher = Annotated[
    bool,
    Help(
        "the target is exactly one level higher: -1, counted only with weapon rear "
        "(front weapons cannot fire there at all)"
    ),
]
FirerDamaged = Annotated[bool, Help("the firer is Damaged: -1")]
ReturnFire = Annotated[bool, Help("this shot is return fire: -1")]
OfWW1 = Annotated[
    bool,
    Help(
        "First World War rules: an unmodified 1 on the to-hit die jams the machine gun, whatever the modifiers"
    ),
]
Distance = Annotated[int, Whole(1, 4), Help("distance in hexes")]
Attack = Annotated[int, Whole(1, 6), Help("Attack factor of the weapon used, added to the attacker's D6")]
Defence = Annotated[int, Whole(1, 6), Help("Defence factor of the target, added to its D6")]
TargetDamaged = Annotated[
    bool, Help("the target is already Damaged: a difference of +1 or +2 then destroys it")
]
HexOfBoard = Annotated[Hex, Closed(), Help("[q, r], axial hex coordinates")]


# --- fire
class Aim(Situation):
    """One shot before the roll to hit."""

    distance: Distance = 2
    skill: Firer = Skill.AVERAGE
    weapon: FiredWith = Weapon.FRONT
    turned180: Turned180 = False
    target_higher: TargetHigher = False
    damaged: FirerDamaged = False
    return_fire: ReturnFire = False
    ww1: OfWW1 = False


class Hit(Situation):
    """A target that is hit."""

    renamed: ClassVar = {"def": "defence"}

    att: Attack = 3
    defence: Defence = 2
    target_damaged: TargetDamaged = False


class Fire(Situation):
    """One shot and its target."""

    renamed: ClassVar = {"def": "defence"}

    distance: Distance = 2
    att: Attack = 3
    defence: Defence = 2
    skill: Firer = Skill.AVERAGE
    weapon: FiredWith = Weapon.FRONT
    turned180: Turned180 = False
    target_higher: TargetHigher = False
    damaged: FirerDamaged = False
    return_fire: ReturnFire = False
    ww1: OfWW1 = False
    target_damaged: TargetDamaged = False


JamsOfWW1 = Annotated[
    bool,
    Help(
        "First World War rules: an unmodified 1 on a to-hit die loses that shot (a jam; nothing lasting here)"
    ),
]


class TwoAircraft(Situation):
    """A that attacks, and T that may answer."""

    distance: Annotated[int, Whole(1, 4), Help("distance between A and T in hexes, the same for both shots")]
    a_att: Annotated[int, Whole(1, 6), Help("Attack factor of A, the aircraft that shoots first")]
    a_def: Annotated[int, Whole(1, 6), Help("Defence factor of A")]
    t_att: Annotated[int, Whole(1, 6), Help("Attack factor of T, the target, for its return shot")]
    t_def: Annotated[int, Whole(1, 6), Help("Defence factor of T")]
    a_skill: Annotated[Skill, Help("class of A's pilot or gunner")] = Skill.AVERAGE
    t_skill: Annotated[Skill, Help("class of T's pilot or gunner")] = Skill.AVERAGE
    a_damaged: Annotated[
        bool, Help("A is already Damaged before the exchange: -1 to hit, and a further damage destroys it")
    ] = False
    t_damaged: Annotated[bool, Help("T is already Damaged before the exchange")] = False
    t_can_return: Annotated[
        bool,
        Help(
            "T may fire back if it is not destroyed: A lies in one of T's own arcs at a permitted level "
            "(the whole return shot: -1, a further -1 if T is Damaged)"
        ),
    ] = True


class Exchange(TwoAircraft):
    """A shot and the shot that answers it."""

    a_turned180: Annotated[
        bool, Help("A changed direction by 180 degrees in this activation: -1 on A's shot")
    ] = False
    a_weapon: Annotated[
        Weapon,
        Help("weapon A fires with; T always answers with a weapon at its own level, without this modifier"),
    ] = Weapon.FRONT
    a_target_higher: Annotated[
        bool, Help("T is exactly one level higher than A: -1, counted only with a_weapon rear")
    ] = False
    ww1: JamsOfWW1 = False


# --- ground attack, campaign, solo
class GroundAttack(Situation):
    """An attack on a target in the next hex."""

    weapon: Annotated[
        GroundWeapon,
        Help("kind of attack: rockets need 3 or more, bombs 4 or more, strafing 5"),
    ]
    altitude: Annotated[
        int,
        Whole(1, 5),
        Help("altitude level of the attacker, subtracted from the D6 (ignored by a dive bomber that bombs)"),
    ]
    over3: Annotated[bool, Help("more than 3 MPs were expended this turn: -1")] = False
    dive_bomber: Annotated[
        bool,
        Help("dive bomber: with bombs the result is simply D6 - 1; no effect on rockets and strafing (R20)"),
    ] = False


class EntryAltitude(Situation):
    """An aircraft before the game."""

    max_alt: Annotated[
        int, Whole(1, 6), Help("printed maximum altitude of the aircraft; 2 or more if loaded")
    ]
    loaded: Annotated[bool, Help("carries bombs or rockets: maximum altitude -1")] = False

    def check(self) -> None:
        if self.loaded and self.max_alt < 2:
            raise BadInput(
                "max_alt must be 2 or more for a loaded aircraft, whose maximum altitude is one level less; "
                f"got {self.max_alt}"
            )


class SoloDraw(Situation):
    """The cards of a turn of the solo game."""

    player: Annotated[int, Whole(1, 6), Help("number of the player's aircraft, one card each")]
    npo: Annotated[
        int,
        Whole(1, 6),
        Help("number of the non-playing opponent's (NPO) aircraft, one card each"),
    ]
    ask: Annotated[
        Drawn,
        Help(
            "which number is counted: NPO aircraft drawn before any player aircraft; NPO aircraft drawn before "
            "one particular player aircraft; longest unbroken streak of NPO cards"
        ),
    ]


# --- flight
class Flight(Situation):
    """An aircraft before its activation."""

    mp: Annotated[
        int,
        Whole(1, 12),
        Help("printed movement points of the aircraft (before loaded and damaged)"),
    ]
    alt: Annotated[int, Whole(1, 7), Help("present altitude level")]
    max_alt: Annotated[
        int,
        Whole(1, 7),
        Help("printed maximum altitude level (before loaded and damaged)"),
    ]
    q: Annotated[int, Help("axial column of the starting hex")] = 0
    r: Annotated[int, Help("axial row of the starting hex")] = 0
    facing: Annotated[
        int,
        Whole(0, 5),
        Help("starting facing: 0 = (+1,0), 1 = (+1,-1), 2 = (0,-1), 3 = (-1,0), 4 = (-1,+1), 5 = (0,+1)"),
    ] = 0
    biplane: Annotated[bool, Help("biplane (or triplane): action I costs 3 instead of 4")] = False
    ww1: Annotated[bool, Help("First World War: the 120-degree turns WL and WR (3 MPs) are available")] = (
        False
    )
    loaded: Annotated[bool, Help("carries bombs or rockets: MPs -1, maximum altitude -1, no action I")] = (
        False
    )


DamagedFlight = Annotated[
    bool,
    Help("Damaged: MPs halved (round up) after the -1 of a load (R18), maximum altitude -1 (never below 1)"),
]
Occupied = Annotated[
    tuple[HexOfBoard, ...],
    Help("hexes holding another aircraft at any level: may be flown through, not ended in"),
]


class ReachableCount(Flight):
    """Everywhere that an aircraft can end its activation."""

    damaged: DamagedFlight = False
    occupied: Occupied = ()


class MinCost(Flight):
    """One place where an aircraft would like to end its activation."""

    damaged: DamagedFlight = False
    to: Annotated[
        tuple[
            Annotated[int, Help("q")],
            Annotated[int, Help("r")],
            Annotated[int, Whole(0, 5), Help("facing")],
            Annotated[int, Whole(0, 9), Help("altitude level")],
        ],
        Closed(),
        Help("wanted end state [q, r, facing, altitude]"),
    ]


class MoveSequence(Flight):
    """A list of actions to be flown."""

    occupied: Occupied = ()
    actions: Annotated[
        tuple[str, ...],
        Help(
            "action codes in order: F, D, C, SL, SR, TL, TR, I and, with ww1, WL, WR; "
            "any other word is an unknown action"
        ),
    ]


class MinimumMp(Situation):
    """An undamaged aircraft."""

    mp: Annotated[int, Whole(1, 12), Help("MPs of the undamaged aircraft")]


# --- arcs, tailing, sequence
ColumnOfFirer = Annotated[int, Help("axial column of the firer")]
RowOfFirer = Annotated[int, Help("axial row of the firer")]
FacingOfFirer = Annotated[int, Whole(0, 5), Help("facing of the firer")]
ArcOf = Annotated[
    Weapon,
    Help("front arc (R10) or rear arc (R11, the shape turned by 180 degrees)"),
]


class InArc(Situation):
    """A firer and a hex."""

    q: ColumnOfFirer
    r: RowOfFirer
    facing: FacingOfFirer
    weapon: ArcOf
    target: HexOfBoard


class ArcCount(Situation):
    """How far an arc is counted."""

    max_range: Annotated[int, Whole(1, 24), Help("greatest distance counted, in hexes")]


class MayFire(Situation):
    """A firer and a target with their altitudes."""

    q: ColumnOfFirer
    r: RowOfFirer
    facing: FacingOfFirer
    alt: Annotated[int, Whole(0, 9), Help("altitude level of the firer")]
    weapon: ArcOf
    target: HexOfBoard
    target_alt: Annotated[int, Whole(0, 9), Help("altitude level of the target")]


class Plane(Situation):
    """Where an aircraft is and how it flies."""

    q: Annotated[int, Help("axial column")]
    r: Annotated[int, Help("axial row")]
    facing: Annotated[int, Whole(0, 5), Help("facing")]
    alt: Annotated[int, Whole(0, 9), Help("altitude level")]


class Tailed(Situation):
    """An aircraft and an enemy behind it."""

    plane: Annotated[Plane, Help("the aircraft that may be tailed")]
    enemy: Annotated[Plane, Help("the enemy aircraft")]


class ActivationSchedule(Situation):
    """The numbers of a turn."""

    a: Annotated[int, Whole(1, 40), Help("aircraft of side A at the start of the turn")]
    b: Annotated[int, Whole(1, 40), Help("aircraft of side B at the start of the turn")]
    first: Annotated[Side, Help("side that won the initiative")] = Side.A
