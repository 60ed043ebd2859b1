"""What the questions of asp games World War 2 are asked about."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from pz8edu.core import Help, Items, Nullable, Number, Situation, Whole
from pz8edu.errors import BadInput
from pz8edu.systems.asp_ww2 import words

_SCALE = "(the scale below 2 and above 6 goes on: the margin counts)"

ZoneOfGame = Annotated[words.Zone, Help("climatic zone")]
GradeOfGroup = Annotated[words.Grade, Help("grade of the battle group")]
GradeOfStand = Annotated[words.Grade, Help("grade of the stand")]
NeededScore = Annotated[
    int | None,
    Whole(-6, 15),
    Nullable(),
    Help(f"needed score after all modifiers {_SCALE}; null = a dash in Table U7, no effect possible"),
]


# --- Terrain
class InZone(Situation):
    """A square in a climatic zone."""

    zone: ZoneOfGame


class OnMajor(Situation):
    """A square with its major feature."""

    major: Annotated[words.Major, Help("major feature of the square; a wood is ignored in LFA and SFH")]


class Square(InZone):
    """What is counted on a square."""

    what: Annotated[
        words.Counted,
        Help(
            "what is counted: woods; minor BUA plus the major built-up area; hills; all minor features that are not "
            "ignored"
        ),
    ]


# --- Command
class CommandRoll(Situation):
    """A battle group that rolls for its command points."""

    grade: GradeOfGroup
    radio: Annotated[bool, Help("has radio: plus half of a further die, rounded up")] = False
    style: Annotated[words.Style, Help("mobile +2, cautious -2")] = words.Style.NORMAL


class MoraleRoll(Situation):
    """Who tests his morale."""

    grade: Annotated[words.Grade, Help("grade of the stand or battle group")]


class Suppressed(Situation):
    """A stand with suppression markers."""

    markers: Annotated[int, Whole(0, 8), Help("suppression markers on the stand")]


# --- Detection
class Seen(Situation):
    """A target that is to be detected."""

    kind: Annotated[words.Kind, Help("kind of the target")]
    cover: Annotated[words.Concealment, Help("target in cover or in the open")]
    motion: Annotated[words.Motion, Help("target moving or stationary")]
    light: Annotated[
        words.Light,
        Help(
            "light; dawn and dusk both halve the ranges, night limits them to 125 m in the open and 75 m in cover"
        ),
    ] = words.Light.DAY
    weather: Annotated[words.Sky, Help("awc = adverse weather conditions: ranges halved")] = words.Sky.CLEAR


class AtDistance(Situation):
    """How far it is to a target."""

    distance: Annotated[Fraction, Number(minimum=0, maximum=30000), Help("distance in metres; 0 = contact")]


class Detecting(Seen, AtDistance):
    """A stand that looks for a target."""

    option_b: Annotated[bool, Help("the shooter fires on option B: +1")] = False
    fire_marker: Annotated[bool, Help("the target has a FIRE marker: +1 (R2)")] = False


# --- Initiative
class Stand(Situation):
    """A stand that throws for tactical initiative."""

    detected: Annotated[bool, Help("it has detected the other stand: +3")] = False
    higher_grade: Annotated[bool, Help("it has the higher grade: +1")] = False
    opponent_fire_marker: Annotated[bool, Help("the other stand has a FIRE marker: +1 (R15)")] = False
    markers: Annotated[int, Whole(0, 24), Help("its own suppression markers: -1 each")] = 0
    no_effect: Annotated[bool, Help("it cannot affect the other stand (a dash in Table U7): -2")] = False


class Initiative(Situation):
    """Two stands: the sums of their modifiers, or what makes them up."""

    extra_schema: ClassVar[Mapping[str, Any]] = {
        "description": "either shooter_mod and target_mod, or shooter and target",
        "oneOf": [
            {
                "required": ["shooter_mod", "target_mod"],
                "not": {"anyOf": [{"required": ["shooter"]}, {"required": ["target"]}]},
            },
            {
                "required": ["shooter", "target"],
                "not": {"anyOf": [{"required": ["shooter_mod"]}, {"required": ["target_mod"]}]},
            },
        ],
    }

    shooter_mod: Annotated[int | None, Whole(-30, 30), Help("sum of the nominated shooter's modifiers")] = (
        None
    )
    target_mod: Annotated[int | None, Whole(-30, 30), Help("sum of the target's modifiers")] = None
    shooter: Annotated[Stand | None, Help("the nominated shooter; omitted keys take their defaults")] = None
    target: Annotated[Stand | None, Help("the target; omitted keys take their defaults")] = None

    @property
    def ahead(self) -> int:
        """How much more the shooter's sum is."""
        return (self.shooter_mod or 0) - (self.target_mod or 0)

    def check(self) -> None:
        """Either both sums or both stands."""
        sums = [value is not None for value in (self.shooter_mod, self.target_mod)]
        stands = [value is not None for value in (self.shooter, self.target)]
        if not ((all(sums) and not any(stands)) or (all(stands) and not any(sums))):
            raise BadInput("initiative needs either shooter_mod and target_mod, or shooter and target")


# --- Shots
class Hit(Situation):
    """A shot whose needed score is known."""

    need: NeededScore
    grade: Annotated[words.Grade, Help("grade of the target")]
    markers: Annotated[int, Whole(0, 24), Help("suppression markers on the target: +1 each")] = 0
    late_british: Annotated[bool, Help("late British artillery fires: +1")] = False
    light_mortars: Annotated[bool, Help("an IG or RG with light mortars fires: +1")] = False
    transport: Annotated[bool, Help("transport aircraft or glider as target: +2")] = False
    night_aircraft: Annotated[bool, Help("aircraft as target by night without radar: -2")] = False


class Aim(Situation):
    """Who shoots at what, and how."""

    shooter: Annotated[words.Shooter, Help("row of Table U7")]
    target: Annotated[words.Target, Help("column of Table U7")]
    option: Annotated[
        words.Option, Help("tactical move option the shot belongs to: +1 with C, D, E or F")
    ] = words.Option.B
    cover: Annotated[words.Cover, Help("cover of the target: cover +1, hard +2")] = words.Cover.NONE
    pinned: Annotated[bool, Help("the shooter is pinned: +1")] = False
    repulsed: Annotated[bool, Help("the shooter is repulsed: +2")] = False
    arc: Annotated[
        words.Arc,
        Help("arc of the target that is shot at: flank -2, rear -3; no effect on an aircraft (AC)"),
    ] = words.Arc.FRONT
    skirts: Annotated[
        bool,
        Help(
            "the target's model has skirt plates: the flank modifier of an AFV (LA, MA, HA, XA) becomes 0 for BARG, "
            "Rifle Group and Inf Group, -1 for every other shooter; no effect on front, rear and other targets"
        ),
    ] = False


class Shot(Aim):
    """One shot."""

    grade: Annotated[words.Grade, Help("grade of the target, which has no suppression markers")]


class Engaged(Situation):
    """One stand of an engagement."""

    detect: Annotated[
        int | None,
        Whole(-6, 7),
        Nullable(),
        Help("score needed on its detection die after the bonus; 1 or less is certain, null or 7 impossible"),
    ]
    grade: Annotated[words.Grade, Help("grade of this stand")]
    markers: Annotated[int, Whole(0, 24), Help("its suppression markers before the shots")] = 0
    fire_marker: Annotated[bool, Help("this stand has a FIRE marker")] = False
    need: Annotated[
        int | None,
        Whole(-6, 15),
        Nullable(),
        Help(
            f"its needed score after all modifiers {_SCALE}; null = a dash in Table U7: it never shoots and has -2 in "
            "initiative"
        ),
    ]
    bonus: Annotated[
        int,
        Whole(-4, 4),
        Help("added to the results die of its shot (late British artillery, light mortars …)"),
    ] = 0


class Engagement(Situation):
    """Two stands that may both shoot."""

    a: Annotated[Engaged, Help("the nominated shooter")]
    b: Annotated[Engaged, Help("the target")]


# --- Aircraft
class DefensiveShot(Situation):
    """One shot at an aircraft stand."""

    need: NeededScore
    bonus: Annotated[int, Whole(-4, 4), Help("added to the results die of this shot")] = 0


class AirAttack(Situation):
    """An aircraft stand that flies through defensive shots to its attack."""

    shots: Annotated[
        tuple[DefensiveShot, ...],
        Items(minimum=0, maximum=8),
        Help(
            "defensive shots at the aircraft stand, resolved in this order; every P adds 1 marker and pins it (R16); "
            "a shot with need null has no effect at all"
        ),
    ]
    grade: Annotated[words.Grade, Help("grade of the aircraft stand")]
    need: Annotated[
        int | None,
        Whole(-6, 15),
        Nullable(),
        Help(
            f"needed score after all modifiers {_SCALE} of the aircraft's own attack when it is not pinned; "
            "null = no effect possible"
        ),
    ]
    target_grade: Annotated[
        words.Grade, Help("grade of the target of its attack, which has no suppression markers")
    ]


class Sorties(AirAttack):
    """The same attack three times."""

    shots: Annotated[
        tuple[DefensiveShot, ...],
        Items(minimum=0, maximum=8),
        Help(
            "defensive shots at the aircraft stand in every sortie, resolved in this order; each of the three sorties "
            "starts without markers and unpinned"
        ),
    ]


# --- Obstacles, calls
class AtObstacle(Situation):
    """A stand that touches an obstacle."""

    markers: Annotated[
        int,
        Whole(0, 24),
        Help("suppression markers on the stand: 1 or 2 give -1, more give -2"),
    ]


class Call(Situation):
    """A battle group of batteries or aircraft that calls for fire."""

    late_british: Annotated[bool, Help("late British artillery: 4+ instead of 5+")] = False


# --- Time and weather
class InSeason(Situation):
    """A season, or one that is rolled."""

    season: Annotated[
        Literal["spring", "summer", "autumn", "winter", "random"],
        Help("season; random = rolled too"),
    ]


class SeasonAndZone(Situation):
    """A season in a zone."""

    season: Annotated[words.Season, Help("season")]
    zone: ZoneOfGame


# --- turn after turn
class Clearing(Situation):
    """A stand that gets rid of its markers."""

    markers: Annotated[int, Whole(0, 8), Help("markers at the start")]


class ClearingTurns(Clearing):
    """The same for some turns."""

    turns: Annotated[int, Whole(0, 60), Help("own turns")]


LastTurn = Annotated[int, Whole(1, 60), Help("number of the last turn (attempt) reported singly")]


class Recovery(Situation):
    """A repulsed stand that tries to recover."""

    grade: GradeOfStand
    up_to: LastTurn


class SteadyFire(Situation):
    """The same shot again and again."""

    need: Annotated[int, Whole(-6, 8), Help("needed score after all modifiers, the same for every shot")]
    grade: Annotated[words.Grade, Help("grade of the target, without markers at the start")]


class Crossing(Situation):
    """A stand that tries to cross an obstacle."""

    markers: Annotated[int, Whole(0, 24), Help("suppression markers on the stand, unchanged")]
    up_to: LastTurn


class Collapse(Situation):
    """A battle group whose threshold is reached."""

    grade: GradeOfGroup
    turns: Annotated[int, Whole(1, 60), Help("own turns during which the threshold holds")] = 3
