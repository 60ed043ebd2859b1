"""What both editions ask about, word for word; each adds the forms in which it differs."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from pz8edu.errors import BadInput
from pz8edu.rulebook import Help, Nullable, Number, Situation, Untyped, Whole
from pz8edu.systems.divisional_family.words import Kind, Quality, View

_EVERY_KIND = "accepted for every kind (who fits, R24, is a board matter and is not enforced)"
_ADJUSTMENT = "added to its total only when its opponent is a light, medium or heavy tank"
_WAY_BACK = (
    "straight back to the nearest other enemy unit; a withdrawal of this many inches or more destroys it; "
    "null = way free"
)

Batteries = Annotated[int, Whole(1, 6)]
Factor = Annotated[int | None, Nullable(), Whole(1, 7)]

AttackerKind = Annotated[Kind, Untyped(), Help("kind of the attacker unit (section 6)")]
EachAttackerKind = Annotated[Kind, Untyped(), Help("kind of the attackers (each) unit (section 6)")]
DefenderKind = Annotated[Kind, Untyped(), Help("kind of the defender unit (section 6)")]
TargetKind = Annotated[Kind, Untyped(), Help("kind of the target unit")]
CrossingKind = Annotated[Kind, Untyped(), Help("kind of the unit that crosses; engineers do not roll")]
BlockedAt = Annotated[Fraction | None, Nullable(), Number(1, 12)]
AttackerBlockedAt = Annotated[BlockedAt, Help(f"inches from the attacker {_WAY_BACK}")]
DefenderBlockedAt = Annotated[BlockedAt, Help(f"inches from the defender {_WAY_BACK}")]
DefenderFort = Annotated[bool, Help(f"the defender is inside a fortification; {_EVERY_KIND}")]
TargetFort = Annotated[
    bool, Help("the target is inside a fortification; accepted for every kind (R24 is not enforced)")
]
WhichView = Annotated[View, Untyped(), Help("which distribution over the 36 leaves")]
UnitQuality = Annotated[Quality, Untyped(), Help("quality of the unit")]
ObjectivesLost = Annotated[
    int, Whole(0, 3), Help("objectives of this side occupied by the enemy (section 11)")
]
Sections = Annotated[int, Whole(1, 4), Help("sections in its way")]
StateAfter = Annotated[int, Whole(1, 12), Help("turns after which the state is taken")]
RallyQuality = Annotated[
    Quality | None,
    Nullable(),
    Untyped(),
    Help(
        "quality with which the target's side rolls one rally for it at the end of every turn; null = no rally"
    ),
]


def adjustment_of(whose: str) -> Help:
    """What the anti-tank adjustment means."""
    return Help(f"anti-tank adjustment of the {whose}, {_ADJUSTMENT}")


def check_fp(name: str, fp: int, limit: int, why: str) -> None:
    """Raise BadInput for a unit that has reached its limit of FPs already (section 6)."""
    if fp >= limit:
        raise BadInput(f"{name} must be less than {limit}, {why} (section 6); got {fp}")


class Nothing(Situation):
    """A question without inputs."""


class RallyOfUnit(Situation):
    """A unit near its HQ that rolls to lose an FP; an edition says how many it can have."""

    quality: UnitQuality = Quality.AVERAGE
    objectives_lost: ObjectivesLost = 0
    fp: int = 1


class OvernightRally(Situation):
    """Tired units in the night."""

    units: Annotated[
        int,
        Whole(1, 12),
        Help(
            "fatigued units that roll, all of one quality (under R3=c only those within rally distance are counted)"
        ),
    ] = 6
    quality: UnitQuality = Quality.AVERAGE
    objectives_lost: ObjectivesLost = 0


Modifier = Annotated[
    int, Whole(-6, 3), Help("national or theatre modifier to the die for the number of attacks")
]
BombedFort = Annotated[bool, Help("the target is in a fortification (-1)")]
BombedHq = Annotated[bool, Help("the target is an HQ (-1)")]


class AirNumber(Situation):
    """The die for the number of air attacks."""

    modifier: Modifier = 0


class AirAttack(Situation):
    """The target of a bombing mission."""

    target_fort: BombedFort = False
    target_hq: BombedHq = False


class AirDay(Situation):
    """All air attacks of a battle."""

    modifier: Modifier = 0
    target_fort: BombedFort = False
    target_hq: BombedHq = False
