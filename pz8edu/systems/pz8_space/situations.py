"""What the questions of Pz8 Space are asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pz8edu.core import Closed, Help, Nullable, Situation, Untyped, Whole
from pz8edu.errors import BadInput

Point = Annotated[tuple[Annotated[int, Help("q")], Annotated[int, Help("r")]], Closed()]
Ship = Annotated[
    tuple[Annotated[int, Help("q")], Annotated[int, Help("r")], Annotated[int, Whole(0, 5), Help("facing")]],
    Closed(),
]
Points = tuple[Annotated[Point, Help("[q, r]")], ...]
Distance = Annotated[int, Whole(0, 12), Help("hexes from firer to target; 0 or beyond 9 there is no shot")]
AttackerDamaged = Annotated[bool, Help("the attacker is Damaged")]
TargetDamaged = Annotated[bool, Help("the target is Damaged")]
MovementPoints = Annotated[int, Whole(1, 10), Help("movement points n")]
LegalPoints = Annotated[int, Whole(2, 10), Help("movement points; the move spends 2 to mp")]

EXACTLY, LEGAL = "exactly n, first forward", "legal move: 2..n MPs"
Mode = Annotated[
    Literal["exactly n, first forward", "legal move: 2..n MPs"],
    Untyped(),
    Help("all words of exactly mp letters that begin with F, or of 2 to mp letters"),
]


# --- Initiative and fire
class Initiative(Situation):
    """Both sides roll."""

    show: Annotated[
        Literal["first throw", "settled"],
        Untyped(),
        Help("one throw of both dice, or with ties thrown again"),
    ] = "settled"


class Aim(Situation):
    """A shot before the die to hit."""

    distance: Distance = 3
    damaged: Annotated[bool, Help("the firing ship is Damaged (-1)")] = False
    fire_back: Annotated[bool, Help("the shot is a fire back (-1)")] = False
    at_torpedo: Annotated[bool, Help("the target is a torpedo (-1)")] = False
    cloaked: Annotated[bool, Help("the target is cloaked (-1)")] = False


class Dice(Situation):
    """The dice of both sides."""

    attacker_dice: Annotated[
        int,
        Whole(1, 2),
        Help("dice of the attacker: 2, or 1 if Damaged (a torpedo: 2, or 1 against a cloaked ship)"),
    ] = 2
    target_dice: Annotated[int, Whole(1, 2), Help("dice of the target: 2, or 1 if Damaged")] = 2


class Hit(Situation):
    """A ship that was hit by another."""

    attacker_damaged: AttackerDamaged = False
    target_damaged: TargetDamaged = False


class Shot(Situation):
    """One shot at a ship."""

    distance: Distance = 3
    attacker_damaged: AttackerDamaged = False
    target_damaged: TargetDamaged = False
    cloaked: Annotated[bool, Help("the target is cloaked")] = False


class Exchange(Situation):
    """A shot that may be answered."""

    distance: Distance = 3
    attacker_damaged: AttackerDamaged = False
    target_damaged: TargetDamaged = False
    target_faces: Annotated[bool, Help("the attacker is on the target's own firing line")] = True
    target_cloaked: Annotated[bool, Help("the target is cloaked: -1 to hit it, and it cannot fire back")] = (
        False
    )


# --- Torpedoes
class TorpedoHit(Situation):
    """A ship that a torpedo reaches."""

    target_damaged: TargetDamaged = False
    cloaked: Annotated[bool, Help("the target is cloaked: the torpedo attacks with one die")] = False


class ShotsAtTorpedo(Situation):
    """Ships that shoot at a torpedo."""

    distance: Distance = 3
    damaged: Annotated[bool, Help("the firing ships are Damaged")] = False
    shooters: Annotated[int, Whole(1, 6), Help("ships that shoot, all alike")] = 1


class Nearest(Situation):
    """A torpedo with several nearest enemies."""

    equally_near: Annotated[int, Whole(1, 6), Help("enemy ships at the least distance")] = 1


# --- Jumps
class Jump(Situation):
    """A ship that jumps."""

    aim: Annotated[Point, Help("chosen hex, axial [q, r]")] = (0, 0)
    occupied: Annotated[Points, Help("hexes that hold a ship")] = ()


class JumpInSights(Situation):
    """A ship that jumps to get a target in its sights."""

    aim: Annotated[Point, Help("chosen hex, axial [q, r]")] = (0, 0)
    target: Annotated[Point, Help("hex of the target; landing on it is a collision, not in sights")]
    occupied: Annotated[Points, Help("hexes of other ships; landing there is a collision")] = ()


# --- Turn after turn
class StandOff(Situation):
    """Two ships that shoot at each other every turn."""

    extra_schema: ClassVar[Mapping[str, Any]] = {
        "not": {
            "properties": {"turns": {"type": "integer"}, "initiative_turn_1": {"const": "x"}},
            "required": ["turns", "initiative_turn_1"],
        }
    }

    distance: Annotated[int, Whole(1, 9), Help("hexes between them")]
    face_each_other: Annotated[
        bool, Help("each has the other on its firing line; false = no fire back (R2=a)")
    ] = True
    turns: Annotated[
        int | None,
        Whole(1, 50),
        Nullable(),
        Help("turns played; null = until one is destroyed"),
    ] = None
    initiative_turn_1: Annotated[
        Literal["x"] | None,
        Nullable(),
        Untyped(),
        Help("x = you have the initiative in turn 1, later turns by the coin; null = coin in every turn"),
    ] = None

    def check(self) -> None:
        """The first initiative is asked about play to the end."""
        if self.turns is not None and self.initiative_turn_1 is not None:
            raise BadInput("turns and initiative_turn_1 cannot be given together")


class Chase(Situation):
    """A ship that flies straight away from a torpedo."""

    distance: Annotated[int, Whole(1, 40), Help("hexes from torpedo to ship before the ship's first move")]
    straight_moves_per_turn: Annotated[
        int, Whole(2, 6), Help("hexes the ship moves straight ahead each turn, before the torpedo's 6")
    ]


class TorpedoAhead(Situation):
    """A torpedo straight ahead of the bow."""

    distance: Annotated[int, Whole(2, 12), Help("hexes from the ship to the torpedo")]
    mp: Annotated[Literal[6, 3], Untyped(), Help("MPs of the ship: 6, or 3 if Damaged")] = 6


class Screen(Situation):
    """Ships that a torpedo passes."""

    ships: Annotated[int, Whole(0, 20), Help("undamaged ships that each shoot once a turn")]
    distance: Annotated[int, Whole(1, 9), Help("hexes")] = 3
    turns: Annotated[int, Whole(1, 20), Help("turns")] = 1


# --- The board
class Moves(Situation):
    """Moves of so many movement points."""

    mp: MovementPoints
    mode: Mode


class MovesFrom(Situation):
    """The same from anywhere."""

    start: Annotated[Ship, Help("[q, r, facing] at the start")]
    mp: MovementPoints
    mode: Mode


class Way(Situation):
    """A move from one place to another."""

    start: Annotated[Ship, Help("[q, r, facing] at the start")]
    goal: Annotated[Ship, Help("[q, r, facing] wanted")]
    mp: LegalPoints


class AmongAsteroids(Situation):
    """Moves past asteroids."""

    mp: LegalPoints
    asteroids: Annotated[Points, Help("asteroid hexes, never entered")]


class AmongShips(Situation):
    """Moves among other ships."""

    mp: LegalPoints
    ships: Annotated[Points, Help("hexes of other ships: may be passed, not ended on")]


class AerialMoves(Situation):
    """Moves of the aerial rules, for comparison."""

    set: Annotated[
        Literal["1935/65", "1965-75"],
        Untyped(),
        Help("aerial set: forward with a 60-degree turn costs 2 MPs or 1 MP"),
    ]
    mp: MovementPoints
    mode: Annotated[
        Literal["exactly n", "legal move: ceil(n/3)..n"],
        Untyped(),
        Help("moves of exactly n MPs, or of every total from n/3 (fractions up) to n"),
    ]


class Threat(Situation):
    """What a ship may threaten."""

    mp: LegalPoints


class Cheapest(Situation):
    """A hex to be reached."""

    target: Annotated[Point, Help("[q, r]")]
    facing: Annotated[int | None, Whole(0, 5), Nullable(), Help("facing wanted there; null = any")] = None


class TwoHexes(Situation):
    """Two hexes."""

    a: Annotated[Point, Help("[q, r]")]
    b: Annotated[Point, Help("[q, r]")]


class LineOfFire(Situation):
    """A ship and what it wants to fire at."""

    state: Annotated[Ship, Help("[q, r, facing] of the firing ship")]
    target: Annotated[Point, Help("[q, r]")]
    asteroids: Annotated[Points, Help("asteroid hexes")] = ()


class Fleets(Situation):
    """The ships of both sides."""

    initiative: Annotated[int, Whole(1, 20), Help("ships of the side with initiative")]
    other: Annotated[int, Whole(1, 20), Help("ships of the other side")]
