"""The shapes a board can show: each with a role, none with a colour.

A **role** is a word for what the shape means, written "family: detail" where a detail is needed, such as
"terrain: wood", "unit: enemy" or "sight: blocked". Whoever portrays a scene looks the whole role up first,
then its family. The roles in use:

=====================  ==========================================================================
unit: own, unit: enemy, unit: wreck, unit: smoke            bases and counters
unit: rock, unit: counter                                   what drifts, and points that can be moved
figure: own, figure: enemy                                  single men of a unit
terrain: wood, rough, hill, buildings, bunker, water, ...   ground
sea                                                         what a whole board lies in
road, river, wire, trench                                   lines on the ground
crater, mine, bunker, objective                             marks on the ground
range, half range, minimum range, charge, command radius, spotting   rings
blast                                                       a template
arc, face: front, face: side, face: rear                    wedges
reachable, hatched                                          where a unit can go
ending                                                      marks in cells where a unit can end
sight: clear, sight: blocked, blocker                       sight lines and what stands in them
shot, path, move, track                                     lines from somewhere to somewhere
deviation point, under the shell                            where a shell can fall
hex, square, zone (and "hex: in arc", "square: from", ...)  cells
border, label                                               lines and words on the board
=====================  ==========================================================================

Every shape carries `label`, the few letters drawn on the board, and `words`, the sentence behind it (text
alternative, hover). Positions are in the unit of the board; x grows to the east, y to the north; bearings
are degrees clockwise from north.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from pz8edu.board.lengths import Number, in_words

Point = tuple[Number, Number]
"""A position (x, y) in the unit of the board."""


def at_words(at: Point) -> str:
    """The position as people say it: '(2.5, 3)'."""
    return f"({in_words(at[0])}, {in_words(at[1])})"


def degrees_words(bearing: Number) -> str:
    """The bearing as people say it: '94°'."""
    return f"{in_words(bearing, 1)}°"


@dataclass(frozen=True)
class Base:
    """A unit on its base: a square or a rectangle, turned to its facing.

    `size` is its width, `depth` its length along the facing (the same as the width unless given). `symbol`
    is the picture on it: infantry, motor infantry, cavalry, reconnaissance, tank, gun, mortar, machine gun,
    anti-tank, missile, anti-aircraft, truck, headquarters, helicopter, aircraft, ship, spaceship, torpedo,
    engineers, hovertank, jet bike, gev, walker, satellite, bridge, target; any other word leaves it blank.
    `height` is an altitude or level. `where` names the cell it stands in ("hex (2, −1)", "zone 3").
    `picked` says why it stands out: "firer", "target".
    `traits` are other words that a rule set needs to know it by: "HQ", "turretless", "fired this turn".
    """

    name: str
    kind: str
    side: str
    at: Point
    size: Number = 1
    facing: Number | None = None
    condition: str = "ok"
    height: int | None = None
    role: str = "unit: own"
    symbol: str = ""
    depth: Number | None = None
    where: str = ""
    picked: str = ""
    label: str | None = None
    words: str = ""
    weapon: str = ""
    quality: str = ""
    traits: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.at, self.facing, self.condition, self.traits))

    @property
    def length(self) -> Number:
        """Its size along the facing, in the unit of the board."""
        return self.size if self.depth is None else self.depth

    @cached_property
    def span(self) -> float:
        """How far its corners lie from its middle."""
        return hypot(float(self.size), float(self.length)) / 2

    @property
    def shown(self) -> str:
        """The letters drawn beside it: its label, or its name."""
        return self.name if self.label is None else self.label

    def describe(self) -> str:
        """The unit in words, with everything that its picture shows."""
        parts = [part for part in (self.kind, self.weapon, self.quality, self.side, *self.traits) if part]
        parts.append(f"in {self.where}" if self.where else f"at {at_words(self.at)}")
        if self.facing is not None:
            parts.append(f"facing {degrees_words(self.facing)}")
        if self.height is not None:
            parts.append(f"height {self.height}")
        if self.condition and self.condition != "ok":
            parts.append(self.condition)
        if self.picked:
            parts.append(self.picked)
        return sentence(f"{self.name}: {', '.join(parts)}", self.words)


@dataclass(frozen=True, slots=True)
class Area:
    """A patch of the board: its outline as a polygon, with holes if it has any."""

    role: str
    outline: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()
    label: str = ""
    words: str = ""

    def describe(self) -> str:
        """The patch in words, corner by corner; of a long outline the box that holds it."""
        return sentence(
            f"{self.role}{named(self.label)}: {outline_words(self.outline, self.holes)}", self.words
        )


@dataclass(frozen=True, slots=True)
class Ring:
    """All points at one distance from a centre: a range, a command radius, a blast."""

    role: str
    centre: Point
    radius: Number
    label: str = ""
    words: str = ""

    def describe(self) -> str:
        """The ring in words."""
        text = f"{self.role}{named(self.label)}: {in_words(self.radius)} around {at_words(self.centre)}"
        return sentence(text, self.words)


@dataclass(frozen=True, slots=True)
class Wedge:
    """A sector of a circle, clockwise from one bearing to another."""

    role: str
    centre: Point
    radius: Number
    start: Number
    end: Number
    label: str = ""
    words: str = ""

    @property
    def angle(self) -> float:
        """How wide it opens, in degrees: more than 0, at most 360."""
        return float(self.end - self.start) % 360 or 360.0

    def describe(self) -> str:
        """The sector in words."""
        text = (
            f"{self.role}{named(self.label)}: from {degrees_words(self.start % 360)} clockwise to "
            f"{degrees_words(self.end % 360)}, out to {in_words(self.radius)} from {at_words(self.centre)}"
        )
        return sentence(text, self.words)


@dataclass(frozen=True, slots=True)
class Line:
    """A line through two or more points: a sight line, a road (with its width), a path, a trench."""

    role: str
    points: tuple[Point, ...]
    width: Number = 0
    arrow: bool = False
    label: str = ""
    words: str = ""

    def describe(self) -> str:
        """The line in words, point by point."""
        wide = f", {in_words(self.width)} wide" if self.width else ""
        text = f"{self.role}{named(self.label)}: from {' to '.join(map(at_words, self.points))}{wide}"
        return sentence(text, self.words)


@dataclass(frozen=True, slots=True)
class Mark:
    """A point that matters: where a sight line is blocked, where a shell can fall, a word on the board."""

    role: str
    at: Point
    label: str = ""
    words: str = ""

    @property
    def place(self) -> str:
        """Where it is, in words."""
        return at_words(self.at)

    def describe(self) -> str:
        """The mark in words."""
        return sentence(f"{self.role}{named(self.label)}: at {self.place}", self.words)


CELLS = {"hex": "hexes", "hex: space": "hexes", "square": "squares", "zone": "zones"}
"""The kinds of cells, and what several of them are called."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex, square or zone, with its address: (q, r), (column, row) or (number,)."""

    role: str
    address: tuple[int, ...]
    outline: tuple[Point, ...]
    label: str = ""
    words: str = ""

    @property
    def place(self) -> str:
        """Its address in words: '(2, -1)', or '3' for a zone."""
        return str(self.address[0]) if len(self.address) == 1 else str(self.address)

    def describe(self) -> str:
        """The cell in words: "in arc: hex (2, -1) “5–6”"."""
        kind, _, detail = self.role.partition(": ")
        here = f"{kind if kind in CELLS else 'cell'} {self.place}"
        role = detail if kind in CELLS else kind
        label = "" if self.label == here else named(self.label)
        return sentence(f"{role}: {here}{label}" if role else f"{here}{label}", self.words)


Shape = Base | Area | Ring | Wedge | Line | Mark | Cell

MOST_CORNERS = 8
"""So many corners of an outline are told one by one."""


def named(label: str) -> str:
    """The label in quotation marks after a role, or nothing."""
    return f" “{label}”" if label else ""


def sentence(text: str, words: str) -> str:
    """A description and the measurement behind it, closed with a full stop."""
    whole = f"{text}: {words}" if words else text
    return whole if whole.endswith((".", "!", "?")) else whole + "."


def outline_words(outline: Sequence[Point], holes: Sequence[Sequence[Point]]) -> str:
    """An outline in words: its corners if there are few, else the box around it."""
    if len(outline) <= MOST_CORNERS:
        text = f"corners {', '.join(map(at_words, outline))}"
    else:
        xs = [float(x) for x, _ in outline]
        ys = [float(y) for _, y in outline]
        text = (
            f"an outline of {len(outline)} points between {at_words((min(xs), min(ys)))} "
            f"and {at_words((max(xs), max(ys)))}"
        )
    if holes:
        text += f", {len(holes)} {'hole' if len(holes) == 1 else 'holes'}"
    return text
