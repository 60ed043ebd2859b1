"""Rules of Pz8 Coastal played again and again: shots, duels, spotting rolls, torpedoes, speeding up."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, NamedTuple, Unpack

from pz8edu.core import (
    Chain,
    Closed,
    Help,
    Nullable,
    Number,
    Part,
    Parts,
    PlayedWith,
    Situation,
    Text,
    Umpire,
    Whole,
)
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_coastal.damage import light_gun_shot, opposed_roll, suffer
from pz8edu.systems.pz8_coastal.firing import light_gun_factor
from pz8edu.systems.pz8_coastal.movement import speed_choices
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.situations import PRINTED, AttackFactor, DefenceOfTarget, LightGunShot
from pz8edu.systems.pz8_coastal.words import SMALL, Level

NEVER = "never"
LONGEST_CHANCE = 40
Chance = Text(r"^\d+/\d+$")
BaseSpeed = Annotated[
    int,
    Whole(PRINTED.very_slow, max(row.inches for row in PRINTED.speeds.values())),
    Help("maximum speed of the class, inches"),
]


def check_chance(name: str, text: str) -> Fraction:
    """The chance that a text names; raises BadInput for one that is none."""
    above, _, below = text.partition("/")
    if len(text) > LONGEST_CHANCE or not 0 <= int(above) <= int(below) or not int(below):
        raise BadInput(
            f"{name} must be a chance from 0/1 to 1/1 such as 1/4, in at most {LONGEST_CHANCE} letters; "
            f"got {text[:LONGEST_CHANCE]}"
        )
    return Fraction(int(above), int(below))


# --- C1 shots-to-sink
class LikeShots(Situation):
    """Like shots at one vessel."""

    renamed: ClassVar = {"def": "defence"}

    hit: Annotated[str, Chance, Help("chance that a shot hits, exact 'num/den'")]
    af: AttackFactor
    defence: DefenceOfTarget
    shots: Annotated[int | None, Nullable(), Whole(1, 50), Help("null = ask for the expectation")] = None

    def check(self) -> None:
        check_chance("hit", self.hit)


def shots_at(situation: LikeShots, rules: Coastal, **how: Unpack[PlayedWith]) -> Chain[Level]:
    """Shot after shot at a vessel that was fresh at the start (section 7; R14)."""
    hit = check_chance("hit", situation.hit)

    def shot(umpire: Umpire, level: Level) -> Level:
        if not umpire.chance("hit?", hit):
            return level
        return suffer(level, opposed_roll(umpire, situation.af, situation.defence, rules), rules)

    return Chain(shot, start=Level.OK, over=lambda level: level is Level.SUNK, **how)


def shots_to_sink(situation: LikeShots, rules: Coastal) -> Mapping[str, Any]:
    """Like shots at one vessel until it is sunk (pz8-coastal, section 7; R14)."""
    chain = shots_at(situation, rules)
    if situation.shots is not None:
        return {"sunk": chain.after(situation.shots).fraction(Level.SUNK)}
    expected = chain.solver.expected_turns()
    return {"expected shots": NEVER if expected is None else expected}


# --- C2 small-gun-duel
Boat = tuple[
    Annotated[int, Whole(1, 12), Help("weapons of 30 mm or smaller")],
    Annotated[int, Whole(2, 5), Help("Defence factor")],
]


class LightGunDuel(Situation):
    """Two boats with light guns only."""

    boats: Annotated[str, Help("label such as 'Vosper v MAS'; no effect")] = ""
    x: Annotated[Boat, Closed(), Help("first boat: [light guns, Defence]")]
    y: Annotated[Boat, Closed(), Help("second boat: [light guns, Defence]")]
    distance: Annotated[
        Fraction, Number(0, PRINTED.weapons[SMALL].inches), Help("inches between them, fixed")
    ]
    speed: Annotated[int, Whole(0, PRINTED.full_speed), Help("speed die of both, inches")] = 3
    turns: Annotated[
        int | None, Nullable(), Whole(1, 50), Help("turns played; null = until a boat is sunk")
    ] = None


class Duel(NamedTuple):
    """The states of both boats."""

    x: Level = Level.OK
    y: Level = Level.OK

    @property
    def parts(self) -> Parts:
        """Both boats by their states."""
        return Part("x", self.x.value), Part("y", self.y.value)


def duel(situation: LightGunDuel, rules: Coastal, **how: Unpack[PlayedWith]) -> Chain[Duel]:
    """Turn after turn: a card decides who fires first, and damage counts at once (sections 3, 6 and 7)."""

    def fires(umpire: Umpire, both: Duel, x_fires: bool) -> Duel:
        firer, target = both if x_fires else both[::-1]
        if Level.SUNK in both:
            return both
        guns, defence = (situation.x[0], situation.y[1]) if x_fires else (situation.y[0], situation.x[1])
        shot = LightGunShot(
            count=guns,
            distance=situation.distance,
            defence=defence,
            level=target,
            firer_level=firer,
            target_speed=situation.speed,
            firer_speed=situation.speed,
        )
        after = umpire.resolve("x" if x_fires else "y", light_gun_shot, shot, rules)
        return both._replace(y=after) if x_fires else both._replace(x=after)

    def turn(umpire: Umpire, both: Duel) -> Duel:
        x_first = umpire.chance("x is activated first?", Fraction(1, 2))
        return fires(umpire, fires(umpire, both, x_first), not x_first)

    def silent(guns: int, level: Level) -> bool:
        return light_gun_factor(guns, level, False, situation.distance, rules) is None

    def over(both: Duel) -> bool:
        stalemate = silent(situation.x[0], both.x) and silent(situation.y[0], both.y)
        return Level.SUNK in both or stalemate

    return Chain(turn, start=Duel(), over=over, parts=lambda both: both.parts, **how)


def winner(both: object) -> str:
    """Who has won; nobody as long as both are afloat, and where no end ever comes."""
    if not isinstance(both, Duel) or Level.SUNK not in both:
        return ""
    return "y wins" if both.x is Level.SUNK else "x wins"


def small_gun_duel(situation: LightGunDuel, rules: Coastal) -> Mapping[str, Fraction]:
    """Two boats with light guns on each other's beam (pz8-coastal, sections 6 and 7; R8, R9, R11, R12, R14)."""
    chain = duel(situation, rules)
    if situation.turns is None:
        nobody, end = "stalemate", chain.ends().map(winner)
    else:
        nobody, end = "both afloat", chain.after(situation.turns).map(winner)
    chances = end.fractions()
    words = {"x wins": "x wins", "y wins": "y wins", nobody: ""}
    return {word: chances[won] for word, won in words.items() if won in chances}


# --- C3 submarine-undetected
class SpottingRolls(Situation):
    """A submarine through several spotting rolls."""

    spot: Annotated[str, Chance, Help("chance that one roll spots it, exact 'num/den'")]
    rolls: Annotated[int, Whole(1, 50), Help("spotting rolls")]

    def check(self) -> None:
        check_chance("spot", self.spot)


def submarine_undetected(situation: SpottingRolls, rules: Coastal) -> Mapping[str, Fraction]:
    """Is a submarine still unseen after so many rolls (pz8-coastal, section 11)?"""
    return {"still unseen": (1 - check_chance("spot", situation.spot)) ** situation.rolls}


# --- C4 speed-up
class FromRest(Situation):
    """A vessel at rest."""

    base: BaseSpeed
    agile: Annotated[bool, Help("MTB, S-boot, PT or MAS: 2 levels a turn; else 1")]


def speed_up(situation: FromRest, rules: Coastal) -> Mapping[str, list[int]]:
    """The speed die turn by turn until the maximum (pz8-coastal, section 3a; R5)."""
    speeds, speed = [], 0
    while speed < situation.base:
        speed = speed_choices(speed, situation.base, situation.agile, Level.OK, rules)[-1]
        speeds.append(speed)
    return {"speeds": speeds}


# --- C5 convoy-under-torpedoes
class Torpedoes(Situation):
    """Torpedoes that cross one ship."""

    hit: Annotated[str, Chance, Help("chance that one torpedo hits, exact 'num/den'")]
    torpedoes: Annotated[int, Whole(1, 20), Help("torpedoes that cross it")]

    def check(self) -> None:
        check_chance("hit", self.hit)


def convoy_under_torpedoes(situation: Torpedoes, rules: Coastal) -> Mapping[str, Fraction]:
    """Is a ship sunk by one of several torpedoes (pz8-coastal, section 10)?"""
    return {"sunk": 1 - (1 - check_chance("hit", situation.hit)) ** situation.torpedoes}
