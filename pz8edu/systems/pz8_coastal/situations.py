"""What the questions of Pz8 Coastal are asked about: vessels seen at night, shots, torpedoes."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pz8edu.core import Closed, Help, Items, Number, Situation, Untyped, Whole, WordDomain, printed_rules
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.words import SMALL, Gun, Level, Size, Target

PRINTED = printed_rules(Coastal)
_INCHES = Number(0, 60)
_SPEED = Whole(0, max(row.inches for row in PRINTED.speeds.values()))
_DEFENCE = Whole(*(pick(row.defence for row in PRINTED.defences.values()) for pick in (min, max)))
_LIGHT_GUNS = Whole(1, 12)

# --- 2 Night visibility, 11 Submarines
SizeOfVessel = Annotated[Size, Untyped(), Help("class of the vessel looked at")]
SpeedLookedAt = Annotated[int, _SPEED, Help("speed die of the vessel looked at, inches")]
IsSubmarine = Annotated[bool, Help('the vessel looked at is a submarine (-5")')]
FromViewer = Annotated[Fraction, _INCHES, Help("inches from the viewer")]


class NightVisibility(Situation):
    """A class of vessels that is looked at."""

    size: SizeOfVessel = Size.NORMAL
    target_speed: SpeedLookedAt = 3
    submarine: IsSubmarine = False
    scale: Annotated[Literal[1, 2], Help("1 = 1/1250 models, 2 = every distance doubled (1/600, 1/700)")] = 1


class FirstSighting(Situation):
    """A vessel that is looked at before the visibility is known."""

    distance: FromViewer
    size: SizeOfVessel = Size.NORMAL
    target_speed: SpeedLookedAt = 3
    submarine: IsSubmarine = False


class SubmarineLookedAt(Situation):
    """A submarine that is looked at."""

    distance: FromViewer
    spotting_distance: Annotated[
        Fraction, _INCHES, Help('spotting distance in inches with the -5" already taken off')
    ]


# --- 3 Turn sequence
class BothSides(Situation):
    """The vessels of both sides at the start of a turn."""

    allied: Annotated[int, Whole(1, 6), Help("Allied vessels (red cards)")]
    axis: Annotated[int, Whole(1, 6), Help("Axis vessels (black cards)")]


# --- 6 Firing, 7 Damage
ToTarget = Annotated[Fraction, _INCHES, Help("inches from firer to target")]
TargetSpeed = Annotated[int, _SPEED, Help("speed die of the target, inches")]
FirerSpeed = Annotated[int, _SPEED, Help("speed die of the firer, inches")]
DeckGun = Annotated[bool, Help("a submarine's deck gun (-1)")]
AttackFactor = Annotated[int, Whole(0, 9), Help("attack factor")]
DefenceOfTarget = Annotated[int, _DEFENCE, Help("Defence factor of the target")]
AFLOAT = (Level.OK, Level.DAMAGED, Level.WRECKED)
_AFLOAT = WordDomain(AFLOAT, Level, typed=False)
LevelOfTarget = Annotated[Level, _AFLOAT, Help("state of the target before the shot")]
LevelOfFirer = Annotated[
    Level, _AFLOAT, Help("state of the firer: damaged -1, wrecked -3 to the light guns' factor")
]
ForeOrAft = Annotated[
    bool, Help("the target lies in the forward or aft arc: the light guns' factor is halved")
]
LightGuns = Annotated[int, _LIGHT_GUNS, Help("weapons of 30 mm or smaller aboard")]


class Aimed(Situation):
    """A weapon that is aimed at a target."""

    weapon: Annotated[
        str,
        WordDomain((*map(str, Gun), SMALL), typed=False),
        Help("gun of 37 mm or larger, or small = all weapons of 30 mm or smaller together"),
    ]
    distance: ToTarget
    target_speed: TargetSpeed = 3
    firer_speed: FirerSpeed = 3
    submarine_deck_gun: DeckGun = False


class TargetHit(Situation):
    """A target that is hit."""

    renamed: ClassVar = {"def": "defence"}

    af: AttackFactor
    defence: DefenceOfTarget


class VesselHit(TargetHit):
    """A vessel in some state that is hit."""

    level: LevelOfTarget = Level.OK


class GunShot(Situation):
    """A gun of 37 mm or larger that bears on a vessel."""

    renamed: ClassVar = {"def": "defence"}

    weapon: Annotated[Gun, Untyped(), Help("gun of 37 mm or larger")]
    distance: ToTarget
    defence: DefenceOfTarget
    level: LevelOfTarget = Level.OK
    target_speed: TargetSpeed = 3
    firer_speed: FirerSpeed = 3
    submarine_deck_gun: DeckGun = False


class LightGunShot(Situation):
    """The light guns of a vessel and their target."""

    renamed: ClassVar = {"def": "defence"}

    count: LightGuns
    distance: ToTarget
    defence: DefenceOfTarget
    level: LevelOfTarget = Level.OK
    firer_level: LevelOfFirer = Level.OK
    fore_aft: ForeOrAft = False
    target_speed: TargetSpeed = 3
    firer_speed: FirerSpeed = 3


Weapon = (
    Annotated[Gun, Untyped()]
    | Annotated[tuple[Annotated[Literal["small"], Untyped()], LightGuns], Closed(), Help("the light guns")]
)


class Volley(Situation):
    """Several weapons of one vessel and their target."""

    renamed: ClassVar = {"def": "defence"}

    weapons: Annotated[
        tuple[Weapon, ...],
        Items(1),
        Help(
            'weapons in the order they fire: a gun of 37 mm or larger, or ["small", n] (at most once) for n light guns'
        ),
    ]
    distance: ToTarget
    defence: DefenceOfTarget
    level: LevelOfTarget = Level.OK
    target_speed: TargetSpeed = 3
    firer_speed: FirerSpeed = 3
    fore_aft: ForeOrAft = False
    firer_level: LevelOfFirer = Level.OK

    def check(self) -> None:
        light = [weapon for weapon in self.weapons if not isinstance(weapon, Gun)]
        if len(light) > 1:
            raise BadInput(
                f"weapons must have the light guns at most once, for they fire together (section 6); "
                f"got them {len(light)} times"
            )


class GunsLost(Situation):
    """A vessel that has just been Damaged or Wrecked."""

    guns: Annotated[int, Whole(1, 4), Help("working guns of 37 mm or larger")]
    result: Annotated[
        Level, WordDomain((Level.DAMAGED, Level.WRECKED), Level, typed=False), Help("result just taken")
    ]
    level_before: Annotated[
        Level,
        WordDomain((Level.OK, Level.DAMAGED), Level, typed=False),
        Help("state before it; only matters to R13=b"),
    ] = Level.OK


# --- 10 Torpedoes
class TorpedoAttack(Situation):
    """Torpedo counters that cross a vessel."""

    calibre: Annotated[
        int,
        WordDomain(tuple(map(int, PRINTED.torpedoes))),
        Help("calibre in inches, also the range in inches"),
    ] = 21
    distance: Annotated[
        Fraction, _INCHES, Help("inches from the firing vessel to the point where they cross")
    ] = Fraction(10)
    target_speed: TargetSpeed = 3
    firer_speed: Annotated[int, _SPEED, Help("speed die of the firer at launch, inches")] = 3
    target: Annotated[
        Target,
        Untyped(),
        Help("torpedoes have no effect on small and large MTBs (R24 says which vessels these are)"),
    ] = Target.OTHER
    torpedoes: Annotated[int, Whole(1, 4), Help("counters that cross it")] = 1
