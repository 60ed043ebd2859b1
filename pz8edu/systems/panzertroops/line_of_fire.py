"""PT-7 to PT-11 and PT-14 on the table: line, field and range of fire, the face of armour, cover."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import dist

from pz8edu.board.battlefield import SMOKE, Battlefield
from pz8edu.board.bearings import bearing_to, point_at, turn_between
from pz8edu.board.contact import footprint, in_contact, out_of_way, outlines_touch
from pz8edu.board.ground import OPEN, Patch, stretches
from pz8edu.board.outlines import Outline, nearest_point
from pz8edu.board.position import Place
from pz8edu.board.shapes import Base, Point
from pz8edu.board.sight import Blocked, Blocker, first_blocker
from pz8edu.systems.panzertroops.boards import (
    FirerSeen,
    LineOfFire,
    TargetSeen,
    armour_facing,
    in_range,
    limited_field_of_fire,
)
from pz8edu.systems.panzertroops.miniatures import ARMOURED, Miniature
from pz8edu.systems.panzertroops.ruleset import Panzertroops
from pz8edu.systems.panzertroops.words import Cover, Target

WOODS, BUILDINGS, HEDGE, WALL = "wood", "buildings", "hedge", "wall"
STEEP = "steep hill"
HILLS: Mapping[str, int] = {"hill": 1, STEEP: 2}
"""How high hills are; what stands on level ground has height 0, a building 1 (PT-7 prints no heights)."""
HEIGHTS = {**HILLS, BUILDINGS: 1}
HIDING = frozenset({WOODS, BUILDINGS})
"""Ground into or through which range is short (PT-9)."""
COVER_OF = {
    WOODS: Cover.SOFT,
    "rough": Cover.SOFT,
    HEDGE: Cover.SOFT,
    BUILDINGS: Cover.HARD,
    WALL: Cover.HARD,
}
"""What ground gives to who is in it, or behind it (PT-14)."""
PRECISION = 9
"""Decimals of a length that comes from a square root."""


@dataclass(frozen=True)
class Seen:
    """What was measured between a firer and a target, in inches and degrees."""

    distance: Fraction
    short: Patch | None
    reaches: bool
    blocked: Blocked | None
    field: Fraction
    in_field: bool
    cover: Cover
    cover_words: str
    face: str

    def with_range(self, longest: int, rules: Panzertroops) -> Seen:
        """The same for a weapon of a range (PT-9; R15)."""
        line = LineOfFire(
            distance=self.distance,
            weapon_range=longest,
            into_or_through_woods_or_buildings=self.short is not None,
        )
        return replace(self, reaches=in_range(line, rules))


def measure(
    field: Battlefield,
    firer: tuple[Miniature, Place],
    target: tuple[Miniature, Place],
    longest: int,
    rules: Panzertroops,
) -> Seen:
    """Everything between two miniatures for a weapon of a range (panzertroops, PT-7 to 11, PT-14).

    Who rides fires from his vehicle, and is fired at where it is.
    """
    one, other = (bearer(field, each) for each in (firer[0], target[0]))
    start = firing_point(one, firer[0])
    distance, nearest = to_nearest(start, footprint(other))
    short = short_ground(field, one, start, other, nearest, target[0])
    off = rounded(turn_between(firer[1].facing or 0, bearing_to(start, nearest)))
    cover, words = cover_of(field, one, start, other)
    found = Seen(
        distance=distance,
        short=short,
        reaches=False,
        blocked=line_blocked(field, one, start, other),
        field=off,
        in_field=not firer[0].looks_ahead or limited_field_of_fire(TargetSeen(bearing=off), rules),
        cover=cover,
        cover_words=words,
        face=face_of(target, start, cover, rules),
    )
    return found.with_range(longest, rules)


def bearer(field: Battlefield, miniature: Miniature) -> Base:
    """The base of a miniature, or of what it rides on; of a wreck too."""
    name = miniature.aboard or miniature.name
    return next(base for base in (*field.units, *field.wrecks) if base.name == name)


def rounded(value: float) -> Fraction:
    """A measured length or angle, without the last digits of trigonometry."""
    return Fraction(str(round(value, PRECISION)))


def firing_point(base: Base, miniature: Miniature) -> Point:
    """The body of a man, the centre of a gun, the mantlet of a vehicle: in the hull its front (PT-7)."""
    if miniature.mount == "hull" and base.facing is not None:
        return point_at(base.at, base.facing, base.length / 2)
    return base.at


def to_nearest(start: Point, outline: Outline) -> tuple[Fraction, Point]:
    """How far the nearest point of an outline is, and where it lies."""
    near = nearest_point(start, outline)
    away = dist(map(float, start), near)
    return rounded(away), (round(near[0], PRECISION), round(near[1], PRECISION))


def inside(start: Point, end: Point, patch: Patch) -> float:
    """How much of a line lies in a patch, in inches."""
    return float(sum(piece.length for piece in stretches((start, end), [patch]) if piece.ground != OPEN))


def at_the_edge(base: Base, patch: Patch) -> bool:
    """Does a base that stands in a patch reach out of it?"""
    return not all(patch.holds(corner) for corner in footprint(base))


def short_ground(
    field: Battlefield, one: Base, start: Point, other: Base, end: Point, target: Miniature
) -> Patch | None:
    """The woods or buildings into or through which the line runs; nothing if there are none (PT-9).

    A miniature at their edge shoots out at normal range; by that it is exposed to normal range too.
    """
    for patch in field.patches:
        if patch.ground not in HIDING:
            continue
        out = patch.holds(one.at) and at_the_edge(one, patch) and inside(start, end, patch) <= one.length
        exposed = patch.holds(other.at) and at_the_edge(other, patch) and target.exposed
        through = inside(start, end, patch) > 0 or patch.holds(other.at)
        if through and not out and not exposed:
            return patch
    return None


def height(field: Battlefield, base: Base) -> int:
    """How high a miniature stands (PT-7)."""
    return max((HILLS.get(patch.ground, 0) for patch in field.patches if patch.holds(base.at)), default=0)


def blockers(field: Battlefield, one: Base, start: Point, other: Base) -> Iterator[Blocker]:
    """Hills, buildings and miniatures as high as the higher end of a line, and not far from it (PT-7)."""
    top = max(height(field, one), height(field, other))
    hiding = (one, other, *shelters(field, one, other))
    for base in (*field.units, *field.wrecks):
        if not out_of_way(other, start, base) and base not in hiding and top <= height(field, base):
            yield Blocker(f"the wreck of {base.name}" if base in field.wrecks else base.name, footprint(base))
    for patch in field.patches:
        high = HEIGHTS.get(patch.ground, 0)
        if high and top <= high and not patch.holds(one.at) and not patch.holds(other.at):
            yield Blocker(patch.called, patch.outline)
        if patch.ground == SMOKE:
            yield Blocker(SMOKE, patch.outline)


def line_blocked(field: Battlefield, one: Base, start: Point, other: Base) -> Blocked | None:
    """What blocks the line to every part of the target: its centre and its corners are tried (PT-7)."""
    there = tuple(blockers(field, one, start, other))
    first = first_blocker(start, other.at, there)
    if first is None:
        return None
    tries = (first_blocker(start, corner, there) for corner in footprint(other))
    return None if any(found is None for found in tries) else first


def shelters(field: Battlefield, one: Base, other: Base) -> tuple[Base, ...]:
    """AFVs and wrecks that a target stands against: they give cover and hide only a part of it (PT-14)."""
    return tuple(
        base
        for base in (*field.units, *field.wrecks)
        if base not in (one, other)
        and (base in field.wrecks or ARMOURED in base.traits)
        and in_contact(base, other)
    )


def cover_of(field: Battlefield, one: Base, start: Point, other: Base) -> tuple[Cover, str]:
    """The cover of a target against a firer, and why (PT-14): hard before soft.

    A hedge, a wall, an AFV or a wreck counts where the target touches it and the line crosses it.
    """
    found: dict[Cover, str] = {}
    for patch in field.patches:
        cover = COVER_OF.get(patch.ground, Cover.NONE)
        linear = patch.ground in (HEDGE, WALL)
        behind = (
            linear and outlines_touch(footprint(other), patch.outline) and inside(start, other.at, patch) > 0
        )
        if cover is not Cover.NONE and (behind if linear else patch.holds(other.at)):
            found.setdefault(cover, f"{'behind' if linear else 'in'} {patch.called}")
    if height(field, other) > height(field, one):
        found.setdefault(Cover.HARD, "it stands higher")
    for base in shelters(field, one, other):
        if first_blocker(start, other.at, (Blocker(base.name, footprint(base)),)):
            found.setdefault(Cover.HARD, f"behind {base.name}")
    for cover in (Cover.HARD, Cover.SOFT):
        if cover in found:
            return cover, found[cover]
    return Cover.NONE, "in the open"


def ahead_of(target: Miniature, place: Place, cover: Cover) -> float:
    """Where the armour of a vehicle faces: its hull, behind hard cover its turret (PT-11)."""
    turned = target.turret if cover is Cover.HARD else None
    return float(turned) if turned is not None else place.facing or 0.0


def face_of(target: tuple[Miniature, Place], start: Point, cover: Cover, rules: Panzertroops) -> str:
    """The face of armour that a shot meets; behind hard cover the turret has it (PT-11)."""
    miniature, place = target
    if miniature.kind is not Target.AFV:
        return ""
    off = abs(turn_between(ahead_of(miniature, place, cover), bearing_to(place[:2], start)))
    return armour_facing(FirerSeen(bearing=rounded(off)), rules)
