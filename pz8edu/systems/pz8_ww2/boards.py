"""What is read off the board and the tables of Pz8 WW2: moves, ranges, arcs, faces, sight."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from pz8edu.board.bearings import face_at, in_arc, off_facing
from pz8edu.board.contact import bases_touch
from pz8edu.board.deviation import deviation_point
from pz8edu.board.distances import within
from pz8edu.board.movement import as_stretches, path_cost
from pz8edu.board.outlines import rectangle
from pz8edu.board.ranges import find_range, is_spotted
from pz8edu.board.sight import line_is_clear
from pz8edu.core import Help, Items, Number, RowOf, Situation, Whole, WordDomain, printed_rules
from pz8edu.errors import BadInput, unknown
from pz8edu.systems.pz8_ww2.fire import modifiers_to_hit
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.situations import DefenceFactor, Living
from pz8edu.systems.pz8_ww2.words import Action, Condition, Cover, Facing, Ground, Quality

Point = tuple[Fraction, Fraction]
PRINTED = printed_rules(Ww2)
_AXES = "in inches; x grows to the east, y to the north"


# --- look-ups in the printed tables
def printed_table(name: str, rules: Ww2) -> Mapping[str, Any]:
    """A table of the interface by its name: row -> figure."""
    if name == "movement":
        return {key: row.inches for key, row in rules.movement.items()}
    if name == "range":
        return {key: row.inches for key, row in rules.ranges.items()}
    if name == "minimum-range":
        return {key: row.minimum for key, row in rules.ranges.items() if row.minimum is not None}
    if name == "attack":
        return {key: [row.soft, row.armour] for key, row in rules.attack.items()}
    return {key: row.defence for key, row in rules.defence.items()}


TABLES = ("movement", "range", "minimum-range", "attack", "defence")


def all_rows(rules: Ww2) -> tuple[str, ...]:
    """The keys of all rows of these tables."""
    return tuple(dict.fromkeys(row for name in TABLES for row in printed_table(name, rules)))


def rows_in_words(rules: Ww2) -> str:
    """What may be looked up: the rows of every table."""
    rows = ". ".join(f"{name}: {', '.join(printed_table(name, rules))}" for name in TABLES)
    return f"key of a row of that table. {rows}"


class LookUp(Situation):
    """A row of a printed table."""

    table: Annotated[str, WordDomain(TABLES), Help("which table")]
    row: Annotated[str, WordDomain(all_rows(PRINTED)), Help(rows_in_words(PRINTED))]


def look_up(situation: LookUp, rules: Ww2) -> Any:
    """A figure of the printed tables (pz8-ww2, sections 4, 7, 8, 9)."""
    rows = printed_table(situation.table, rules)
    if situation.row not in rows:
        raise unknown(f"row of the {situation.table} table", situation.row, rows)
    return rows[situation.row]


# --- movement (section 4)
MovementRow = Annotated[str, RowOf("movement"), Help("row of the movement table")]
MoveAction = Annotated[
    Action,
    Help(
        "mount = mounting or dismounting, limber = limbering or unlimbering; both halve the move of every kind, on top "
        "of the ground"
    ),
]


class OneMove(Situation):
    """A move over one kind of ground."""

    printed = PRINTED

    kind: MovementRow
    terrain: Annotated[Ground, Help("ground of the whole move: rough halves, road doubles")] = Ground.OPEN
    action: MoveAction = Action.NONE
    condition: Annotated[
        Living, Help("condition of the mover; Disorganized and Suppressed units do not move")
    ] = Condition.OK
    double: Annotated[bool, Help("infantry scale: every distance doubled")] = False


def cost_per_inch(kind: str, rules: Ww2) -> dict[str, Fraction]:
    """What an inch of each ground costs such a unit (section 4)."""
    if not rules.ground_counts(kind):
        return dict.fromkeys(Ground, Fraction(1))
    return {Ground.OPEN: Fraction(1), Ground.ROUGH: rules.rough_cost, Ground.ROAD: rules.road_cost}


def allowed(kind: str, action: Action, rules: Ww2) -> Fraction:
    """Inches of movement of a kind of unit on open ground, less in a turn of mounting or limbering (section 4)."""
    factor = Fraction(1) if action is Action.NONE else Fraction(1, rules.action_divisor)
    return rules.movement[kind].inches * factor


def move(situation: OneMove, rules: Ww2) -> Fraction:
    """Inches of one move (pz8-ww2, section 4)."""
    if situation.condition is not Condition.OK:
        return Fraction(0)
    cost = cost_per_inch(situation.kind, rules)[situation.terrain]
    scale = rules.infantry_scale if situation.double else 1
    return allowed(situation.kind, situation.action, rules) / cost * scale


class Path(Situation):
    """A way over several stretches of ground in one move."""

    printed = PRINTED

    kind: MovementRow
    path: Annotated[
        tuple[tuple[Ground, Annotated[Fraction, Number(minimum=0)]], ...],
        Help("stretches in order, each [ground, inches]"),
    ]
    action: MoveAction = Action.NONE


def path(situation: Path, rules: Ww2) -> Mapping[str, Any]:
    """Is a way of several stretches possible in one move (pz8-ww2, section 4; R13)?"""
    costs = cost_per_inch(situation.kind, rules)
    limit = allowed(situation.kind, situation.action, rules)
    if rules.R13 == "b":
        if any(ground is Ground.ROUGH for ground, _ in situation.path):
            limit = limit / costs[Ground.ROUGH]
        costs[Ground.ROUGH] = Fraction(1)
    cost = path_cost(as_stretches(situation.path), costs)
    return {"cost": cost, "allowance": limit, "legal": cost <= limit}


# --- fire (sections 5 and 7)
RangeRow = Annotated[str, RowOf("ranges"), Help("row of the range table")]
Inches = Annotated[Fraction, Number(minimum=0), Help("inches")]


class Ranged(Situation):
    """A weapon and a distance."""

    printed = PRINTED

    weapon: RangeRow
    distance: Annotated[Fraction, Number(minimum=0), Help("distance from base centre, inches")]


class Scaled(Situation):
    """A measure in one of the two scales of the book."""

    double: Annotated[bool, Help("infantry scale: range and minimum range doubled")] = False


class RangeOf(Scaled, Ranged):
    """A weapon and a distance."""


def range_of(situation: RangeOf, rules: Ww2) -> Mapping[str, Any]:
    """Range, minimum range and half range (pz8-ww2, section 7; R24)."""
    return found_range(situation.weapon, situation, rules, rules.infantry_scale if situation.double else 1)


def found_range(
    weapon: str, situation: Ranged | ShotProfile, rules: Ww2, scale: int = 1
) -> Mapping[str, Any]:
    """A distance held against the range of a weapon (section 7; R24)."""
    found = find_range(
        situation.distance,
        rules.full_range(weapon, situation) * scale,
        Fraction((rules.ranges[weapon].minimum or 0) * scale),
        half_counts_as_over=rules.R24 == "b",
    )
    return {
        "range": found.full_range,
        "in_range": found.in_range,
        "below_minimum": found.below_minimum,
        "over_half_range": found.over_half_range,
    }


class Arc(Situation):
    """A weapon that looks at a target."""

    turretless: Annotated[bool, Help("false = all round, always true")]
    facing: Annotated[Fraction, Help("direction the firer faces, degrees clockwise from north")]
    firer: Annotated[Point, Help(f"firer as [x, y] {_AXES}")]
    target: Annotated[Point, Help(f"target as [x, y] {_AXES}")]


def half_arc(rules: Ww2) -> Fraction:
    """Degrees of the forward arc to each side (section 7; R12)."""
    return rules.forward_arc / 2 if rules.R12 == "a" else rules.forward_arc


def arc(situation: Arc, rules: Ww2) -> bool:
    """Is the target inside the forward arc of a turretless weapon (pz8-ww2, section 7; R12)?"""
    if not situation.turretless:
        return True
    return in_arc(situation.facing, situation.firer, situation.target, half_arc(rules))


class Faced(Situation):
    """A target with its facing, and who shoots at it."""

    target: Annotated[Point, Help(f"centre of the target as [x, y] {_AXES}")]
    target_facing: Annotated[Fraction, Help("direction the target faces, degrees clockwise from north")]
    firer: Annotated[Point, Help(f"centre of the firer's base as [x, y] {_AXES}")]


def facing(situation: Faced, rules: Ww2) -> str:
    """The face of the target that is hit (pz8-ww2, section 9; R18)."""
    off = off_facing(situation.target_facing, situation.target, situation.firer)
    return face_at(off, rules.front_up_to, rules.side_up_to, lines_favour_target=rules.R18 == "a")


class Sight(Situation):
    """A line between two points, and what stands about."""

    firer: Annotated[Point, Help(f"firer as [x, y] {_AXES}")]
    target: Annotated[Point, Help(f"target as [x, y] {_AXES}")]
    blockers: Annotated[
        tuple[Annotated[tuple[Fraction, ...], Items(4, 4)], ...],
        Help(
            "rectangles [x0, y0, x1, y1] with x0 <= x1, y0 <= y1, in inches: other units, wrecks, smoke, non-open "
            "ground; not the bases of the two themselves nor the patch of ground one of them stands in"
        ),
    ]
    always_seen: Annotated[bool, Help("nothing blocks (no unit of this rule set has it; keep false)")] = False

    def check(self) -> None:
        for number, (x0, y0, x1, y1) in enumerate(self.blockers):
            if x0 > x1 or y0 > y1:
                raise BadInput(
                    f"blockers[{number}] must be [x0, y0, x1, y1] with x0 <= x1 and y0 <= y1; "
                    f"got [{float(x0):g}, {float(y0):g}, {float(x1):g}, {float(y1):g}]"
                )


def line_of_sight(situation: Sight, rules: Ww2) -> bool:
    """Is the line clear?  A line that has a point in a rectangle, edge included, is blocked (section 5)."""
    if situation.always_seen:
        return True
    outlines = (rectangle(*sides) for sides in situation.blockers)
    return line_is_clear(situation.firer, situation.target, outlines)


HIDING = ("non-vehicle", "tank-hunter")
"""Targets that hide in cover until they fire."""


class Spotting(Situation):
    """A target to which the line is clear."""

    target_kind: Annotated[str, WordDomain(("vehicle", "non-vehicle", "tank-hunter")), Help("kind of target")]
    in_cover: Annotated[bool, Help("target in rough ground, woods or buildings")]
    distance: Inches
    fired_this_turn: Annotated[bool, Help("the target has already fired this turn")] = False


def spotting(situation: Spotting, rules: Ww2) -> bool:
    """Is the target seen (pz8-ww2, section 5)?"""
    hides = situation.target_kind in HIDING and situation.in_cover and not situation.fired_this_turn
    return is_spotted(situation.distance, rules.spotting_distance, hidden=hides)


class Contact(Situation):
    """Two square bases."""

    a: Annotated[Point, Help(f"centre of one base as [x, y] {_AXES}")]
    b: Annotated[Point, Help(f"centre of the other base as [x, y] {_AXES}")]
    base: Annotated[
        Fraction, Number(minimum=0), Help("side of both square bases, inches; sides run along the axes")
    ] = Fraction(1)


def contact(situation: Contact, rules: Ww2) -> bool:
    """Do two square bases touch (pz8-ww2, section 5)?"""
    return bases_touch(situation.a, situation.b, situation.base)


class Within(Situation):
    """A unit and a point to measure from."""

    centre: Annotated[Point, Help(f"point measured from as [x, y] {_AXES}")]
    unit: Annotated[Point, Help(f"centre of the unit as [x, y] {_AXES}")]
    limit: Inches


def is_within(situation: Within, rules: Ww2) -> bool:
    """Is a unit within a distance, such as that of its HQ (pz8-ww2, sections 10 and 12)?"""
    return within(situation.centre, situation.unit, situation.limit)


class Impact(Situation):
    """A shell that deviates so far in one direction."""

    target: Annotated[Point, Help(f"aiming point as [x, y] {_AXES}")]
    direction: Annotated[
        int, Whole(1, 8), Help("direction number, 1 = north, clockwise; 1 to 6 (R7=a) or 1 to 8 (R7=b)")
    ]
    distance: Annotated[int, Whole(1, 6), Help("the distance die, inches")]


def impact(situation: Impact, rules: Ww2) -> list[float]:
    """Where the shell falls (pz8-ww2, section 5; R7), to three decimals."""
    if situation.direction > rules.directions:
        raise BadInput(
            f"direction must be from 1 to {rules.directions} under R7={rules.R7} (section 5); got {situation.direction}"
        )
    point = deviation_point(situation.target, situation.direction, situation.distance, rules.directions)
    return [round(float(place), 3) + 0.0 for place in point]


# --- factors (sections 8 and 9)
class Halving(Situation):
    """A Defence Factor and the causes that halve it."""

    defence: DefenceFactor
    armoured: Annotated[
        bool, Help("only armoured vehicles are halved; for others the printed Defence is returned")
    ]
    halving_causes: Annotated[
        tuple[str, ...],
        Help(
            "the causes of halving that apply, in words (e.g. 'side', 'rear', 'indirect'); only their number matters"
        ),
    ]


def defence_that_counts(situation: Halving, rules: Ww2) -> int:
    """The Defence added to the defender's die (pz8-ww2, section 9; R21)."""
    causes = len(situation.halving_causes) if situation.armoured else 0
    defence = situation.defence
    for _ in range(causes if rules.R21 == "b" else min(causes, 1)):
        defence = rules.halved(defence)
    return defence


class ShotProfile(Situation):
    """A weapon, a target and the distance between them."""

    printed = PRINTED

    range_row: RangeRow
    attack_row: Annotated[str, RowOf("attack"), Help("row of the attack table")]
    defence_row: Annotated[str, RowOf("defence"), Help("row of the defence table")]
    distance: Inches
    facing: Annotated[Facing, Help("face that is hit")] = Facing.FRONT
    cover: Annotated[Cover, Help("ground of the target; counted as given, for every row")] = Cover.OPEN
    quality: Annotated[Quality, Help("quality of the shooter")] = Quality.AVERAGE


def shot_profile(situation: ShotProfile, rules: Ww2) -> Mapping[str, Any]:
    """Range, needed roll and factors of one direct shot, read off the tables (sections 5, 7, 8, 9; R5, R24)."""
    found = found_range(situation.range_row, situation, rules)
    aim = rules.aim.of(situation, over_half_range=found["over_half_range"])
    target = rules.defence[situation.defence_row]
    halved = target.armoured and situation.facing is not Facing.FRONT
    return {
        "in_range": found["in_range"],
        "needed": rules.hit_on - modifiers_to_hit(aim, rules).total,
        "attack": rules.attack_factor(situation.attack_row, armoured=target.armoured),
        "defence": rules.halved(target.defence) if halved else target.defence,
    }
