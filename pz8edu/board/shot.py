"""A shot measured on the table: distance, range, sight, face hit, arc and cover, each with its sentence.

The numbers are the rulebook's and come as arguments; whether a shot may be taken, and what the findings are
worth, is for the rules to say.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import Face, face_at, in_arc, off_facing
from pz8edu.board.distances import MOST_KEPT, distance
from pz8edu.board.findings import Finding
from pz8edu.board.ground import OPEN
from pz8edu.board.lengths import Number, exact_length, in_words, told_apart, with_unit
from pz8edu.board.ranges import RangeFinding, find_range_between
from pz8edu.board.scene import UNIT_SIGN, Base, Line, Mark, Ring, Shape, Wedge
from pz8edu.board.sight import Blocked, first_blocker
from pz8edu.core.records import FrozenRecord
from pz8edu.errors import BadInput


class Aim(FrozenRecord):
    """What a weapon can do, in the numbers of its rulebook; lengths in the unit of the board.

    `half_arc` is the angle to either side of the firer's facing (nothing: all round). `front` and `rear` are
    the angles off the target's facing that part its faces (45 and 135 cut a square by its diagonals);
    `lines_favour_target` and `half_counts_as_over` are readings. `cover` names the cover that each kind of
    ground gives; ground not named gives none. `see_through` lists ground that never blocks sight.
    """

    full_range: Number
    minimum: Number = 0
    half_arc: Number | None = None
    front: Number = 45
    rear: Number = 135
    lines_favour_target: bool = True
    half_counts_as_over: bool = False
    cover: Mapping[str, str] | None = None
    see_through: frozenset[str] = frozenset({OPEN})

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.full_range, self.minimum, self.half_arc, self.front, self.rear))


class Shot(FrozenRecord):
    """What was measured for one firer and one target; lengths in the unit of the board (`kind`)."""

    firer: Base
    target: Base
    aim: Aim
    kind: str
    distance: Finding[float]
    in_range: Finding[bool]
    below_minimum: Finding[bool]
    over_half_range: Finding[bool]
    sight: Finding[bool]
    blocked: Blocked | None
    in_arc: Finding[bool]
    off_facing: Finding[float]
    face: Finding[Face]
    cover: Finding[str]

    @property
    def possible(self) -> bool:
        """Whether the target is in range, in sight and in the arc."""
        return self.in_range.value and self.sight.value and self.in_arc.value

    def shapes(self, why_not: str = "") -> tuple[Shape, ...]:
        """What a board shows of the shot, from back to front: rings, arc, faces, sight line.

        A shot that cannot be taken, or that the rules refuse for the reason given, is no clear line.
        """
        return tuple(portray(self, why_not))


def measure_shot(field: Battlefield, firer: str, target: str, aim: Aim) -> Shot:
    """Everything that can be measured between a firer and a target.

    Raises BadInput for an unknown unit, or for a unit that fires at itself.
    """
    one, other = field.unit(firer), field.unit(target)
    if firer == target:
        raise BadInput(f"{firer} cannot fire at itself: choose another target.")
    blocked = first_blocker(one.at, other.at, field.blockers(one, other, aim.see_through))
    return shot_between(one, other, aim, field.kind, blocked, measure_cover(field, other, aim))


@lru_cache(MOST_KEPT)
def shot_between(
    one: Base, other: Base, aim: Aim, kind: str, blocked: Blocked | None, cover: Finding[str]
) -> Shot:
    """The shot of one base at another, once it is known what lies between them, and the target in."""
    found = find_range_between(
        one.at, other.at, aim.full_range, aim.minimum, half_counts_as_over=aim.half_counts_as_over
    )
    length = distance(one.at, other.at)
    says = range_words(length, found, kind)
    return Shot(
        firer=one,
        target=other,
        aim=aim,
        kind=kind,
        distance=Finding(length, says),
        in_range=Finding(found.in_range, says),
        below_minimum=Finding(found.below_minimum, says),
        over_half_range=Finding(found.over_half_range, says),
        sight=Finding(blocked is None, sight_words(one, blocked, kind)),
        blocked=blocked,
        in_arc=measure_arc(one, other, aim),
        off_facing=(off := measure_facing(one, other, aim)),
        face=Finding(face_of(off.value, aim), off.says),
        cover=cover,
    )


@lru_cache(MOST_KEPT)
def range_words(length: float, found: RangeFinding, kind: str) -> str:
    """A distance held against a range, in a sentence."""
    full, half, minimum = found.full_range, found.full_range / 2, found.minimum
    limits = [limit for limit in (full, half, minimum) if limit]
    told = with_unit(told_apart(length, *limits), kind)
    if found.below_minimum:
        return f"{told}: below the minimum of {in_words(minimum)}."
    if not found.in_range:
        return f"{told} of {in_words(full)}: out of range."
    return f"{told} of {in_words(full)}: {'over' if found.over_half_range else 'within'} half range."


def sight_words(viewer: Base, blocked: Blocked | None, kind: str) -> str:
    """A sight line, in a sentence."""
    if blocked is None:
        return "Sight is clear: nothing in between."
    away = with_unit(in_words(distance(viewer.at, blocked.at), 1), kind)
    return f"Sight is blocked by {blocked.blocker.name}, {away} from {viewer.name}."


def measure_arc(firer: Base, target: Base, aim: Aim) -> Finding[bool]:
    """Whether the target lies in the firer's arc; all round without a half arc, or without a facing."""
    if aim.half_arc is None or firer.facing is None:
        return Finding(True, f"{firer.name} fires all round.")
    off = off_facing(firer.facing, firer.at, target.at)
    inside = in_arc(firer.facing, firer.at, target.at, aim.half_arc)
    told = f"{told_apart(off, aim.half_arc, decimals=0)}° off the facing of {firer.name}"
    word = "inside" if inside else "outside"
    return Finding(inside, f"{told}: {word} its arc of {in_words(aim.half_arc)}° to either side.")


def measure_facing(firer: Base, target: Base, aim: Aim) -> Finding[float]:
    """How far the firer stands off the target's facing, and the face that it sees."""
    if target.facing is None:
        return Finding(0.0, f"{target.name} has no facing.")
    off = off_facing(target.facing, target.at, firer.at)
    told = told_apart(off, aim.front, aim.rear, decimals=0)
    face = face_of(off, aim)
    return Finding(off, f"{firer.name} stands {told}° off the facing of {target.name}: the {face} is hit.")


def face_of(off: float, aim: Aim) -> Face:
    """The face that an angle off the facing means."""
    return face_at(off, aim.front, aim.rear, lines_favour_target=aim.lines_favour_target)


def measure_cover(field: Battlefield, target: Base, aim: Aim) -> Finding[str]:
    """The cover of the ground under the centre of the target: roads give none."""
    patch = field.patch_at(target.at)
    if patch is None:
        return cover_found(OPEN, f"{target.name} stands in the open.")
    cover = (aim.cover or {}).get(patch.ground, OPEN)
    value = cover if cover != OPEN else "no cover"
    return cover_found(cover, f"{target.name} stands in {patch.called}: {value}.")


@lru_cache(MOST_KEPT)
def cover_found(cover: str, says: str) -> Finding[str]:
    """The same finding for whoever asks again."""
    return Finding(cover, says)


def portray(shot: Shot, why_not: str) -> Iterator[Shape]:
    """The shapes of a measured shot, from back to front."""
    aim, at, target = shot.aim, shot.firer.at, shot.target
    full, sign = exact_length(aim.full_range), UNIT_SIGN[shot.kind]
    yield Ring("range", at, full, f"range {in_words(full)}{sign}")
    yield Ring("half range", at, full / 2, f"half range {in_words(full / 2)}{sign}")
    if aim.minimum:
        yield Ring("minimum range", at, aim.minimum, f"minimum {in_words(aim.minimum)}{sign}")
    if aim.half_arc is not None and shot.firer.facing is not None:
        facing = shot.firer.facing
        yield Wedge("arc", at, full, facing - aim.half_arc, facing + aim.half_arc, words=shot.in_arc.says)
    if target.facing is not None:
        for face, start, end in faces(target.facing, aim):
            words = shot.face.says if face == shot.face.value else ""
            yield Wedge(
                f"face: {face}", target.at, 1.5 * max(target.size, target.length), start, end, words=words
            )
    role = "sight: clear" if shot.possible and not why_not else "sight: blocked"
    words = " ".join(dict.fromkeys(filter(None, (shot.distance.says, shot.sight.says, why_not))))
    yield Line(role, (at, target.at), label=line_label(shot), words=words)
    if shot.blocked is not None:
        yield Mark("blocker", shot.blocked.at, words=shot.sight.says)


def faces(facing: Number, aim: Aim) -> tuple[tuple[Face, Number, Number], ...]:
    """The faces of a target as sectors: name, from and to bearing."""
    return (
        ("front", facing - aim.front, facing + aim.front),
        ("side", facing + aim.front, facing + aim.rear),
        ("rear", facing + aim.rear, facing + 360 - aim.rear),
        ("side", facing - aim.rear, facing - aim.front),
    )


def line_label(shot: Shot) -> str:
    """The few words on the sight line: '7.3″ · over half of 12″ · clear'."""
    full, sign = exact_length(shot.aim.full_range), UNIT_SIGN[shot.kind]
    told = told_apart(shot.distance.value, full, full / 2)
    longest = f"{in_words(full)}{sign}"
    if shot.below_minimum.value:
        where = f"below {in_words(shot.aim.minimum)}{sign}"
    elif not shot.in_range.value:
        where = f"out of {longest}"
    else:
        where = f"{'over' if shot.over_half_range.value else 'within'} half of {longest}"
    sight = "clear" if shot.blocked is None else f"blocked by {shot.blocked.blocker.name}"
    arc = "" if shot.in_arc.value else " · out of arc"
    return f"{told}{sign} · {where} · {sight}{arc}"
