"""What the questions of Pz8 Colonial are asked about: cards, units that fire, figures in melee, guns."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pz8edu.core import Closed, Help, Items, Nullable, Number, Situation, Whole, WordDomain, printed_rules
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.words import Card, Gun, Leader, Place, Quality, Weapon

PRINTED = printed_rules(Colonial)
NATIONS = tuple(PRINTED.ratings)

# --- cards
RedCards = Annotated[int, Whole(0, 60), Help("red cards in the pack (without a Joker)")]
PlainBlackCards = Annotated[
    int, Whole(0, 60), Help("black cards that are neither king, queen nor jack (nor Joker)")
]
BlackCourtCards = Annotated[int, Whole(0, 60), Help("black kings, queens and jacks")]


class TopCard(Situation):
    """The pack from which one card is drawn."""

    red: RedCards = 26
    black_plain: PlainBlackCards = 20
    black_court: BlackCourtCards = 6
    joker_red: Annotated[int, Whole(0, 4), Help("red Jokers")] = 0
    joker_black: Annotated[int, Whole(0, 4), Help("black Jokers")] = 0
    native_activation: Annotated[
        bool, Help("optional rule of section 12: a black court card activates two Native units")
    ] = False

    @property
    def pack(self) -> dict[Card, int]:
        """The cards by what they activate."""
        return {
            Card.RED: self.red,
            Card.PLAIN_BLACK: self.black_plain,
            Card.BLACK_COURT: self.black_court,
            Card.RED_JOKER: self.joker_red,
            Card.BLACK_JOKER: self.joker_black,
        }

    def check(self) -> None:
        if not any(self.pack.values()):
            raise BadInput("the pack must have at least one card (section 2); got none of any kind")


class ColoursDrawn(Situation):
    """Several cards of a pack of two colours."""

    draws: Annotated[int, Whole(0, 108), Help("cards drawn; without replacement at most red + black")]
    red: Annotated[int, Whole(0, 60), Help("red cards in the pack")] = 26
    black: Annotated[int, Whole(0, 60), Help("black cards in the pack")] = 26


class JokersDrawn(Situation):
    """Several cards of a pack with Jokers."""

    cards: Annotated[int, Whole(1, 120), Help("cards in the pack, Jokers included")] = 54
    jokers: Annotated[int, Whole(0, 8), Help("Jokers in the pack")] = 2
    draws: Annotated[int, Whole(0, 120), Help("cards drawn")]

    def check(self) -> None:
        if self.jokers > self.cards:
            raise BadInput(f"jokers must be at most cards = {self.cards} (section 11); got {self.jokers}")


class ActivationsDrawn(Situation):
    """Several cards with the rule of section 12."""

    draws: Annotated[int, Whole(0, 120), Help("cards drawn; without replacement at most the whole pack")]
    red: RedCards = 26
    black_plain: PlainBlackCards = 20
    black_court: BlackCourtCards = 6


# --- fire
TargetInCover = Annotated[bool, Help("target in bad ground or cover: -1")]
CrewClass = Annotated[Quality, Help("class of the crew: green -1, veteran +1, fanatic nothing")]
ShortGun = Annotated[bool, Help("gun hit by the event Short on Munitions: -1 (R25)")]
KindOfLeader = Annotated[Leader, Help("kind of leader")]


class FiringUnit(Situation):
    """A unit that fires, wherever its target is."""

    figures: Annotated[int, Whole(1, 24), Help("figures that fire, one die each")]
    weapon: Annotated[
        Weapon,
        Help("weapon of the firing figures (range, half range and -1 for musket and spear follow from it)"),
    ]
    distance: Annotated[Fraction, Number(minimum=0), Help("distance to the target in inches")]
    quality: Annotated[
        Quality, Help("class of the firing unit: green -1, veteran +1, fanatic nothing in fire")
    ] = Quality.AVERAGE
    aimed: Annotated[bool, Help("the unit did not move: +1; no effect with spears")] = False
    target_cover: TargetInCover = False
    mounted_native: Annotated[
        bool,
        Help(
            "mounted Natives (Boers too) firing: -1 with any firearm, revolvers included; no effect with bow or spear"
        ),
    ] = False
    short_munitions: Annotated[bool, Help("unit hit by the event Short on Munitions: -1")] = False


class Volley(FiringUnit):
    """A unit that fires at a target in range."""

    distance: Annotated[
        Fraction,
        Number(minimum=0, maximum=max(row.inches for row in PRINTED.weapons.values())),
        Help("distance to the target in inches, at most the weapon's range"),
    ]


class VolleyAtUnit(Volley):
    """A unit that fires at a unit with its leaders."""

    target_plain: Annotated[int, Whole(0, 24), Help("ordinary figures in the target unit")]
    target_leaders: Annotated[tuple[KindOfLeader, ...], Items(0, 8), Help("leaders in the target unit")] = ()


class HitLeader(Situation):
    """A leader that was hit."""

    kind: Annotated[Leader, Help("kind of leader: officer and chief 4-6, nco and religious leader 5-6")]


class MachineGun(Situation):
    """A machine gun that fires."""

    distance: Annotated[
        Fraction,
        Number(minimum=0, maximum=PRINTED.weapons["machine gun"].inches),
        Help("distance to the target in inches; the number needed is one higher beyond 12"),
    ]
    quality: CrewClass = Quality.AVERAGE
    target_cover: TargetInCover = False
    short_munitions: ShortGun = False


class JammedGun(Situation):
    """A machine gun that is jammed."""


GunFired = Annotated[
    Gun, Help("light gun: 8 canister dice, burst radius 2 inches; medium gun: 12 dice, 3 inches")
]


class Canister(Situation):
    """A gun that fires canister."""

    gun: GunFired
    distance: Annotated[
        Fraction,
        Number(minimum=0, maximum=PRINTED.canister_range),
        Help("distance to the target in inches; matters only with R9=c"),
    ]
    quality: CrewClass = Quality.AVERAGE
    target_cover: TargetInCover = False
    short_munitions: ShortGun = False


LeaderUnderShell = Annotated[
    tuple[KindOfLeader, Annotated[Place, Help("place")]], Closed(), Help("[kind, place]")
]


class ShellBurst(Situation):
    """The figures under a shell."""

    cover: Annotated[int, Whole(0, 24), Help("ordinary figures in cover under the burst: 4-6 is safe")] = 0
    open: Annotated[int, Whole(0, 24), Help("ordinary figures in the open under the burst: 5-6 is safe")] = 0
    leaders: Annotated[
        tuple[LeaderUnderShell, ...],
        Items(0, 8),
        Help("leaders under the burst, in addition to the ordinary figures"),
    ] = ()


# --- melee
class Figure(Situation):
    """One figure in melee; without entries an average man on foot in the open."""

    quality: Annotated[Quality, Help("class: green -1, veteran or fanatic +1")] = Quality.AVERAGE
    shield_revolver_lance: Annotated[bool, Help("has a shield, a revolver or a cavalry lance: +1, once")] = (
        False
    )
    cavalry: Annotated[bool, Help("counts as cavalry (Native camelry too): +2")] = False
    crew_or_native_firearm: Annotated[bool, Help("gun crew, or Native with a firearm: -1")] = False
    defending: Annotated[bool, Help("defends a hill, building or field fortification: +1")] = False
    leader: Annotated[
        Leader | None,
        Nullable(),
        Help("kind of leader, null for none; matters only with R11=b"),
    ] = None


_NOTHING_GIVEN = "an empty object is an average man on foot in the open"
FigureA = Annotated[Figure, Help(f"figure of side a; {_NOTHING_GIVEN}")]
FigureB = Annotated[Figure, Help(f"figure of side b; {_NOTHING_GIVEN}")]


class Pair(Situation):
    """Two figures in contact."""

    a: FigureA
    b: FigureB


class Pairs(Situation):
    """Several equal pairs of figures in contact."""

    pairs: Annotated[int, Whole(1, 24), Help("pairs of figures in contact, each fights once")]
    a: FigureA
    b: FigureB


class CarryOn(Situation):
    """A horseman with several enemies on his path."""

    enemies: Annotated[
        int,
        Whole(1, 24),
        Help("enemies on his path within the charge distance, met one after another"),
    ]
    a: Annotated[Figure, Help(f"the horseman; {_NOTHING_GIVEN}")]
    b: Annotated[Figure, Help(f"each of the enemies; {_NOTHING_GIVEN}")]


# --- morale, solo game
UnitClass = Annotated[Quality, Help("class of the unit: veteran or fanatic +1, green -1")]
LeaderPresent = Annotated[bool, Help("an officer, chief, NCO or religious leader is present: +1")]


class Shaken(Situation):
    """A unit at half strength or less."""

    quality: UnitClass = Quality.AVERAGE
    leader: LeaderPresent = False


class SoloUnit(Situation):
    """A Native unit that a card activates in the solo game."""

    half_strength: Annotated[bool, Help("the unit is at half strength or less and tests morale first")] = (
        False
    )
    quality: UnitClass = Quality.AVERAGE
    leader: LeaderPresent = False
    within_charge: Annotated[bool, Help("an enemy is within charge distance")] = False
    in_range: Annotated[bool, Help("a target is within firing range")] = False


# --- ratings
class RatedUnit(Situation):
    """A unit without a class."""

    nation: Annotated[str, WordDomain(NATIONS), Help("force the unit belongs to")]


class RatedArmy(Situation):
    """Several units of one force without a class."""

    nation: Annotated[str, WordDomain(NATIONS), Help("force the units belong to")]
    units: Annotated[int, Whole(1, 12), Help("units rated, independently")]


# --- snipers
SniperTargetInCover = Annotated[bool, Help("target in cover: 6 instead of 5-6")]


class SnipersSetUp(Situation):
    """A Native force with snipers."""


class SniperTarget(Situation):
    """What a sniper shoots at."""

    target: Annotated[
        Literal["figure", "officer", "chief", "nco", "religious leader"],
        Help("ordinary figure or kind of leader"),
    ] = "figure"
    target_cover: SniperTargetInCover = False

    @property
    def leader(self) -> Leader | None:
        """The kind of leader; None for an ordinary figure."""
        return None if self.target == "figure" else Leader(self.target)


class SniperTargets(Situation):
    """Ordinary figures that unknown snipers shoot at."""

    target_cover: SniperTargetInCover = False


# --- movement
class MoveMade(Situation):
    """A unit that moves."""

    troop: Annotated[
        Literal["foot", "mounted", "camel", "gun"],
        Help("kind of troops; gun = machine gun or artillery"),
    ]
    bad: Annotated[bool, Help("bad ground")] = False
    extra: Annotated[bool, Help("a further 1D6 inches instead of firing; not allowed for guns")] = False

    def check(self) -> None:
        if self.troop == "gun" and self.extra:
            raise BadInput(
                "extra must be false for a gun: only foot and mounted units move on (section 2); got true"
            )
