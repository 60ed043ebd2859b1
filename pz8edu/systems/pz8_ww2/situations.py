"""What the questions of Pz8 WW2 are asked about: shooters, targets, shots, obstacles."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pz8edu.core import Help, Items, Number, Situation, Whole, WordDomain
from pz8edu.errors import BadInput, unknown
from pz8edu.systems.pz8_ww2.words import LIVING, Condition, Cover, Damage, Facing, Quality

OverHalfRange = Annotated[
    bool, Help("the target is farther away than half the weapon's range: -1 (the board check `range` tells)")
]
GroundOfTarget = Annotated[
    Cover,
    Help(
        "ground the target is in: rough = rough ground, building or field fortification, -1; bunker = -2 (R5)"
    ),
]
Shooter = Annotated[Quality, Help("quality of the shooter: elite +1, green -1")]
Battery = Annotated[Quality, Help("quality of the battery: elite +1, green -1")]
ShooterDisorganized = Annotated[bool, Help("the shooter is Disorganized: -1")]
AttackFactor = Annotated[
    int,
    Whole(0, 6),
    Help("Attack Factor, already taken from the column (soft or armour) that fits the target"),
]
DefenceFactor = Annotated[
    int,
    Whole(0, 7),
    Help("printed Defence Factor of the target, before halving (this rule set prints 0 to 6)"),
]
Armoured = Annotated[
    bool,
    Help("the target is an armoured vehicle; only then are facing and the other causes of halving looked at"),
]
FaceHit = Annotated[
    Facing,
    Help(
        "face of the target that is hit; side and rear halve the Defence of an armoured vehicle, rounded up"
    ),
]
Living = Annotated[Condition, WordDomain(LIVING, Condition)]
ConditionBefore = Annotated[Living, Help("condition of the target before the attack")]
QualityForSave = Annotated[
    Quality, Help("quality of the target, used only for its HQ save: elite +1, green -1")
]


class Aim(Situation):
    """A direct shot before the roll to hit."""

    over_half_range: OverHalfRange = False
    cover: GroundOfTarget = Cover.OPEN
    quality: Shooter = Quality.AVERAGE
    disorganized: ShooterDisorganized = False


class OpposedRoll(Situation):
    """Attack against Defence after a hit."""

    attack: AttackFactor
    defence: DefenceFactor
    halved: Annotated[bool, Help("the Defence is halved, rounded up")] = False


class Hit(Situation):
    """A target that is hit from the ground."""

    attack: AttackFactor
    defence: DefenceFactor
    armoured: Armoured = False
    facing: FaceHit = Facing.FRONT
    target_condition: ConditionBefore = Condition.OK

    @property
    def halved(self) -> bool:
        """Is its Defence halved (section 9)?"""
        return self.armoured and self.facing is not Facing.FRONT

    @property
    def saves_as(self) -> Quality | None:
        """The quality with which the target saves; None if it does not (section 6)."""
        return None


class HitFromAbove(Situation):
    """A target that is hit by indirect fire or from the air."""

    attack: AttackFactor
    defence: DefenceFactor
    armoured: Armoured = False
    target_condition: ConditionBefore = Condition.OK

    @property
    def halved(self) -> bool:
        """Is its Defence halved (section 9)?"""
        return self.armoured

    @property
    def saves_as(self) -> Quality | None:
        """The quality with which the target saves; None if it does not (section 6)."""
        return None


class Saves(Situation):
    """A target that may be an HQ, which saves."""

    hq: Annotated[bool, Help("the target is an HQ and saves (see `hq-save`)")] = False
    target_quality: QualityForSave = Quality.AVERAGE

    @property
    def saves_as(self) -> Quality | None:
        """The quality with which the target saves; None if it does not (section 6)."""
        return self.target_quality if self.hq else None


class Shot(Saves, Hit, Aim):
    """One direct shot at one target."""


class IndirectAim(Situation):
    """A shell of an off-table battery before the roll to hit."""

    cover: GroundOfTarget = Cover.OPEN
    quality: Battery = Quality.AVERAGE


class IndirectShot(Saves, HitFromAbove, IndirectAim):
    """A shell of an off-table battery at one target."""


class NearbyUnit(Situation):
    """A unit near the aiming point of a shell that deviates."""

    name: Annotated[str, Help('name of the unit, used as outcome word; not "nothing", all different')]
    x: Annotated[Fraction, Help("offset of the base centre to the east of the aiming point, inches")]
    y: Annotated[Fraction, Help("offset of the base centre to the north of the aiming point, inches")]
    base: Annotated[
        Fraction,
        Number(minimum=0),
        Help(
            "side of the square base, inches; its sides run north-south and east-west; a point on the edge "
            "(tolerance 1e-9) is inside"
        ),
    ] = Fraction(1)


class Deviation(Situation):
    """A shell that missed its aiming point, and the units around it."""

    units: Annotated[
        tuple[NearbyUnit, ...], Help("units near the aiming point, tested in this order; may be empty")
    ]

    def check(self) -> None:
        names = [unit.name for unit in self.units]
        if "nothing" in names or "" in names:
            raise BadInput(
                'a unit cannot be called "nothing" or have no name: the outcome words would be unclear'
            )
        if len(set(names)) < len(names):
            raise BadInput(f"the names of the units must all be different; got {', '.join(names)}")


class UnderShell(Saves, HitFromAbove, NearbyUnit):
    """A unit near the aiming point, and what a shell is to it that falls on its base."""


class ShellOnTable(IndirectAim, Deviation):
    """An indirect shell of a battery, and all who stand around its aiming point."""

    units: Annotated[tuple[UnderShell, ...], Help("units near the aiming point, tested in this order")]
    target: Annotated[str, Help("the unit aimed at; empty for bare ground")] = ""

    def check(self) -> None:
        super().check()
        names = [unit.name for unit in self.units]
        if self.target and self.target not in names:
            raise unknown("target", self.target, names)


class CloseCombat(Hit):
    """An automatic hit on an enemy in contact."""


class Rallying(Situation):
    """A unit in the Rally phase."""

    condition: Annotated[Living, Help("condition of the unit before the roll")]
    quality: Annotated[Quality, Help("quality of the unit that rallies: elite +1, green -1")] = (
        Quality.AVERAGE
    )
    in_command: Annotated[bool, Help("the unit is within 12 inches of its HQ; if false it cannot rally")] = (
        True
    )


class AirAim(Situation):
    """An aircraft before its roll to hit."""

    cover: GroundOfTarget = Cover.OPEN
    quality: Annotated[Quality, Help("quality of the aircrew: elite +1, green -1 (R19)")] = Quality.AVERAGE
    aa_guns: Annotated[int, Whole(0), Help("AA guns within 6 inches of the target: -1 each")] = 0


class AirAttack(Saves, HitFromAbove, AirAim):
    """An aircraft that attacks one target."""


class Carries(Situation):
    """A transport with what it carries."""

    passenger_condition: Annotated[
        Living, Help("condition of the carried unit or towed gun before the attack")
    ] = Condition.OK


class LoadedTransport(Carries, Hit, Aim):
    """A direct shot at a transport with what it carries."""


class FiringUnit(Situation):
    """One shooter of a Fire phase."""

    over_half_range: OverHalfRange = False
    quality: Shooter = Quality.AVERAGE
    disorganized: ShooterDisorganized = False
    attack: AttackFactor


class Target(Situation):
    """What a unit is to those that shoot at it."""

    defence: DefenceFactor
    armoured: Armoured = False
    facing: FaceHit = Facing.FRONT
    cover: GroundOfTarget = Cover.OPEN
    target_condition: ConditionBefore = Condition.OK


class TargetUnit(Saves, Target):
    """The one target of a Fire phase."""


class FirePhase(Situation):
    """Several shooters at one target."""

    shots: Annotated[
        tuple[FiringUnit, ...],
        Items(1),
        Help("the shots in firing order, each with its own shooter's inputs as in `direct-fire`"),
    ]
    target: Annotated[TargetUnit, Help("the one target of all shots, inputs as in `direct-fire`")]


class HqSave(Situation):
    """A damage result that an HQ has just suffered."""

    result: Annotated[
        Damage,
        WordDomain((Damage.DISORGANIZED, Damage.SUPPRESSED), Damage),
        Help("the damage result just suffered by the HQ"),
    ]
    target_condition: ConditionBefore = Condition.OK
    target_quality: QualityForSave = Quality.AVERAGE
    close_combat: Annotated[
        bool,
        Help(
            "the result comes from close combat: no save, the result is applied in full as in `direct-fire` (the "
            "automatic destruction of a Suppressed unit in contact belongs to `close-combat`, not to this calculator)"
        ),
    ] = False

    @property
    def saves_as(self) -> Quality | None:
        """The quality with which the HQ saves; None in close combat (section 6)."""
        return None if self.close_combat else self.target_quality


class EntersMines(Situation):
    """A minefield counter and the unit that enters it."""

    fake_per_real: Annotated[
        int,
        Whole(1, 2),
        Help(
            "fake counters laid for each real one; an unknown counter is real with chance 1 / (1 + fake_per_real)"
        ),
    ] = 1
    known: Annotated[
        Literal["unknown", "real", "fake"], Help("what is known about the counter before it is entered")
    ] = "unknown"
    immune: Annotated[
        bool,
        Help("engineers or mine-clearing tank: a real counter does nothing to the unit, its condition stays"),
    ] = False
    defence: DefenceFactor
    armoured: Armoured = False
    target_condition: ConditionBefore = Condition.OK


class MineCounter(Saves, EntersMines):
    """A unit that enters a minefield counter."""


class EntersWire(Situation):
    """Wire and the unit that enters it."""

    defence: DefenceFactor = 0
    immune: Annotated[bool, Help("engineers or tracked vehicle: not attacked, its condition stays")] = False
    target_condition: ConditionBefore = Condition.OK


class WireSection(Saves, EntersWire):
    """A unit that enters wire."""


class Smoke(Situation):
    """Artillery that fires smoke at a point."""

    mode: Annotated[Literal["direct", "indirect"], Help("how the smoke shell is fired")]
    over_half_range: Annotated[
        bool,
        Help(
            "the target is farther away than half the weapon's range: -1 (the board check `range` tells); counts in "
            "direct mode only"
        ),
    ] = False
    cover: GroundOfTarget = Cover.OPEN
    quality: Shooter = Quality.AVERAGE
    disorganized: Annotated[bool, Help("the shooter is Disorganized: -1; counts in direct mode only")] = False
