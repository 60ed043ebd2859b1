"""What the questions of Panzertroops are asked about."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar

from pz8edu.core import Help, Items, Nullable, Situation, Text, Whole, WordDomain
from pz8edu.errors import BadInput
from pz8edu.systems.panzertroops.words import Aboard, Ammunition, Cover, Game, Target

_SAVES = "soft saves a destroyed non-vehicle target on a 2d6 roll of exactly 7 or 11, hard saves any target on 8 or more"

Firepower = Annotated[
    int, Whole(0, 10), Help("firepower value of the weapon for the kind of target, before penalties")
]
NetFirepower = Annotated[
    int,
    Whole(-3, 10),
    Help("net firepower: firepower plus movement penalty, minus 1 if the firer is broken"),
]
Defence = Annotated[
    int,
    Whole(1, 30),
    Help(
        "defence value of the target (soft targets 6 to 9, armour 8 upward); a total greater than it destroys"
    ),
]
KindOfTarget = Annotated[
    Target,
    Help(
        "man = any soft target that is not a vehicle (men, crews, guns); soft-vehicle = unarmoured vehicle; "
        "afv = armoured vehicle"
    ),
]
Penalty = Annotated[
    int,
    Whole(-2, 0),
    Help(
        "movement penalty added to the roll: 0, -1 (turret weapon of a vehicle that moved) or -2 (infantry, other "
        "vehicle weapons)"
    ),
]
CoverOfTarget = Annotated[Cover, Help(f"cover of the target: {_SAVES}")]
GameRules = Annotated[Game, Help("basic game, or advanced game with pinning and immobilisation")]
Green = Annotated[bool, Help("any green men: -1")]


# --- PT-6 to PT-19 Shooting
class Shot(Situation):
    """One shot."""

    firepower: Firepower = 1
    defense: Defence = 9
    target: KindOfTarget = Target.MAN
    ammo: Annotated[
        Ammunition | None,
        Help(
            "s = soft firepower (only against man and soft-vehicle), ap = armour-piercing (only against afv); "
            "if left out: ap for afv, else s"
        ),
    ] = None
    penalty: Penalty = 0
    broken: Annotated[bool, Help("the firer's group is broken: firepower -1")] = False
    cover: CoverOfTarget = Cover.NONE
    rules: GameRules = Game.ADVANCED


class Volley(Situation):
    """Several shots at one target, one after the other."""

    shots: Annotated[
        tuple[NetFirepower, ...],
        Items(minimum=0),
        Help(
            "net firepowers fired one after another at the one target, the ammunition that fits it being used"
        ),
    ]
    defense: Defence
    target: KindOfTarget = Target.MAN
    cover: CoverOfTarget = Cover.NONE
    rules: GameRules = Game.ADVANCED


class SplitFire(Situation):
    """Soft firepower split over several targets."""

    points: Annotated[
        tuple[Annotated[int, Whole(1, 10), Help("firepower points put on this target")], ...],
        Items(minimum=1),
        Help("one entry for each target"),
    ]
    defenses: Annotated[
        tuple[Annotated[int, Whole(1, 30), Help("defence value")], ...],
        Items(minimum=1),
        Help("defence value of each soft target, as many as points"),
    ]
    covers: Annotated[
        tuple[Cover, ...] | None, Help("cover of each target, as many as points; if left out: none for all")
    ] = None
    penalty: Penalty = 0

    def check(self) -> None:
        """Every target has its points, its Defence and its cover."""
        for name, entries in (("defenses", self.defenses), ("covers", self.covers)):
            if entries is not None and len(entries) != len(self.points):
                raise BadInput(
                    f"{name} must have as many entries as points ({len(self.points)}); got {len(entries)}"
                )


class InCover(Situation):
    """A target that was hit."""

    cover: Annotated[Cover, Help("kind of cover; none never saves")]
    vehicle: Annotated[bool, Help("the target is a vehicle, soft or armoured (soft cover does not save it)")]


# --- PT-24, PT-25 Morale and immobilisation
class Group(Situation):
    """A combat group that checks its morale."""

    elite: Annotated[bool, Help("all veteran or elite: +1 (not together with green)")] = False
    green: Green = False
    leaderless: Annotated[bool, Help("no noncom or officer: -3")] = False
    immobilised: Annotated[bool, Help("immobilised AFV: -3 (R5)")] = False

    def check(self) -> None:
        """A group of veterans has no green men."""
        if self.elite and self.green:
            raise BadInput(
                "elite and green cannot both be true: a group that is all veteran has no green men"
            )


class TankShot(Situation):
    """An armour-piercing shot at an AFV whose crew may lose heart."""

    firepower: Firepower
    defense: Defence
    penalty: Penalty = 0
    cover: Annotated[Cover, Help("cover of the AFV; soft cover never saves a vehicle")] = Cover.NONE
    elite: Annotated[bool, Help("crew veteran or elite: morale +1")] = False
    green: Annotated[bool, Help("green crew: morale -1")] = False
    already_immobilised: Annotated[
        bool,
        Help("immobilised before the shot: morale -3; it may still get the outcome immobilised"),
    ] = False


# --- PT-20 Bailing out
class BailingOut(Situation):
    """Men aboard a vehicle that was destroyed."""

    who: Annotated[
        Aboard,
        Help("whose die: afv-crew D6 - 3, halftrack-crew D6 - 5, riders or passengers D6 - 1"),
    ]
    aboard: Annotated[int, Whole(1, 20), Help("number of them aboard, caps the survivors (R13)")]


class Wreck(Situation):
    """Crew and riders of a vehicle that was destroyed."""

    crew_kind: Annotated[
        Aboard, WordDomain((Aboard.CREW, Aboard.HALFTRACK_CREW), Aboard), Help("kind of crew")
    ]
    crew: Annotated[int, Whole(0, 20), Help("crew aboard")]
    riders: Annotated[int, Whole(0, 20), Help("riders or passengers aboard")]


# --- PT-21 to PT-23 Satchel charges, flamethrowers, artillery support
class SatchelRun(Situation):
    """A man carries a satchel charge to its target."""

    defensive_shots: Annotated[
        tuple[NetFirepower, ...],
        Items(minimum=0),
        Help("shots at the carrier before he drops the charge, basic rules; may be empty"),
    ]
    man_defense: Annotated[int, Whole(1, 30), Help("defence value of the carrier")] = 6
    man_cover: Annotated[Cover, Help(f"cover of the carrier: {_SAVES}")] = Cover.NONE
    target_defense: Annotated[int, Whole(1, 30), Help("defence value of the target of the charge (7 aps)")]
    target: KindOfTarget = Target.AFV
    cover: CoverOfTarget = Cover.NONE


class FlameShot(Situation):
    """A shot of a flamethrower."""

    defense: Defence
    target: KindOfTarget = Target.MAN
    cover: CoverOfTarget = Cover.NONE
    penalty: Penalty = 0
    rules: GameRules = Game.ADVANCED


class Mission(Situation):
    """Off-table shells called by radio."""

    rounds: Annotated[int, Whole(0, 20), Help("shells fired at the one target")]
    firepower: Firepower
    defense: Defence
    target: KindOfTarget = Target.MAN
    cover: CoverOfTarget = Cover.NONE
    observer_loss: Annotated[
        str,
        Text(r"^[0-9]+(/[1-9][0-9]*)?$"),
        Help(
            "chance that the observer team is knocked out between call and shells, exact fraction as text "
            "('n' or 'n/d'), 0 to 1"
        ),
    ] = "0"

    @property
    def loss(self) -> Fraction:
        """The chance that the team is knocked out."""
        return Fraction(self.observer_loss)

    def check(self) -> None:
        """A chance is not above 1."""
        if self.loss > 1:
            raise BadInput(f"observer_loss must be a chance from 0 to 1; got {self.observer_loss}")


# --- PT-26 Smoke
class SmokeRound(Situation):
    """One round of smoke."""

    limited: Annotated[
        bool,
        Help(
            "vehicle, or gun or mortar moved by vehicle during the battle: rolls for its supply after the round"
        ),
    ]


# --- turn after turn
class UpTo(Situation):
    """How far single numbers are reported."""

    up_to: Annotated[int, Whole(1, 20), Help("number of explicit terms")]


class Duellist(Situation):
    """One side of a duel."""

    firepower: Annotated[int, Whole(0, 10), Help("firepower of {side} against the other")]
    defense: Annotated[int, Whole(1, 30), Help("own defence value of {side}")]
    cover: Annotated[Cover, Help(f"cover of {{side}}: {_SAVES}")] = Cover.NONE
    target: Annotated[Target, Help("what {side} is as a target; the other fires the fitting ammunition")] = (
        Target.MAN
    )


class DuellistA(Duellist):
    """Side A of a duel."""

    says: ClassVar = {"side": "side A"}


class DuellistB(Duellist):
    """Side B of a duel."""

    says: ClassVar = {"side": "side B"}


class Duel(Situation):
    """Two stationary enemies who shoot until one is destroyed."""

    a: Annotated[DuellistA, Help("side A")]
    b: Annotated[DuellistB, Help("side B")]
    order: Annotated[
        str,
        Text(r"^[AB]+$"),
        Help(
            "who shoots, in order, repeated for ever (BAAB: Side A moves first; AB or BA: strict alternation)"
        ),
    ] = "BAAB"


class Squad(Situation):
    """A group that loses men one after another."""

    size: Annotated[int, Whole(2, 20), Help("men at the start, leader included")]
    losses: Annotated[int, Whole(0, 20), Help("men lost one after another")]
    leader_lost_at: Annotated[
        int | None,
        Whole(1),
        Nullable(),
        Help(
            "number of the loss (from 1) that takes the only leader: one extra check, and -3 for this and all later "
            "checks; null = never"
        ),
    ] = None
    elite: Annotated[bool, Help("all veteran or elite: +1")] = False
    green: Green = False


class SquadSize(Situation):
    """A group at full strength."""

    size: Annotated[int, Whole(2, 30), Help("men at the start")]
