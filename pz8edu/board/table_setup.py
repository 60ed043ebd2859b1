"""A table as its file describes it: ground, roads, counters, and what stands on it at the start.

The tabletops of several systems are read from such files; a system adds to `Placed` the state of its units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Literal, TypeVar, cast

from pz8edu.board.battlefield import Battlefield, Spot
from pz8edu.board.field_tabletop import FieldTabletop
from pz8edu.board.ground import same_patch, same_road
from pz8edu.board.position import Marker, Place, Position
from pz8edu.board.scene import Base, Line, Scene, Shape, Wedge
from pz8edu.board.shot import Aim, faces
from pz8edu.board.tabletop import BoardState, Fact, once_a_position
from pz8edu.core.rulebook.domain import JSON, Help, Number
from pz8edu.core.rulebook.draws import listed_values
from pz8edu.core.rulebook.situation import Situation
from pz8edu.errors import BadInput, unknown

PointOnTable = tuple[Fraction, Fraction]


class Piece(Situation):
    """What can be moved and aimed at, a unit or a point; lengths in the unit of its book."""

    name: Annotated[str, Help("its name, all different")]
    x: Annotated[Fraction, Help("from the west edge at the start")]
    y: Annotated[Fraction, Help("from the south edge at the start")]


class Placed(Piece):
    """One unit with its place at the start and its state."""

    what: Annotated[str, Help("what it is, in words")] = ""
    side: Annotated[Literal["own", "enemy"], Help("whose it is")]
    facing: Annotated[
        Fraction | None, Help("degrees clockwise from north at the start; none if it has none")
    ] = None
    symbol: Annotated[str, Help("the picture on its base")] = "infantry"
    destroyed: Annotated[bool, Help("is lost")] = False

    @property
    def changeable(self) -> tuple[str, ...]:
        """What of its state a player changes by hand, as a rule, a die or an event has done it."""
        return ("destroyed",)

    @property
    def size(self) -> tuple[Fraction, Fraction]:
        """Width and length of its base, in the unit of the book."""
        return Fraction(1), Fraction(1)

    @property
    def leaves_wreck(self) -> bool:
        """Does it stay on the table when it is lost?"""
        return False

    @property
    def harm(self) -> tuple[str, ...]:
        """What was done to it, in words."""
        return ("destroyed",) if self.destroyed else ()

    @property
    def doing(self) -> tuple[str, ...]:
        """What else is to be seen of its state, in words."""
        return ()

    @property
    def traits(self) -> tuple[str, ...]:
        """What the board and the rules know it by."""
        return self.doing

    @property
    def told(self) -> str:
        """The unit in a few words."""
        return ", ".join(filter(None, (self.name, self.what, *self.harm, *self.traits)))


class PatchOnTable(Situation):
    """A patch of ground."""

    ground: Annotated[str, Help("what it is")]
    name: Annotated[str, Help("its name in a sentence")] = ""
    corners: Annotated[tuple[PointOnTable, ...], Help("its corners")]


class RoadOnTable(Situation):
    """A road."""

    points: Annotated[tuple[PointOnTable, ...], Help("the points it runs through")]


class MarkerOnTable(Situation):
    """A counter."""

    kind: Annotated[str, Help("what it is")]
    x: Annotated[Fraction, Help("from the west edge")]
    y: Annotated[Fraction, Help("from the south edge")]


class SpotOnTable(Situation):
    """A place that is worth a look on this table: where best play and plain players may move."""

    name: Annotated[str, Help("why it is worth a look")]
    x: Annotated[Fraction, Help("from the west edge")]
    y: Annotated[Fraction, Help("from the south edge")]
    facing: Annotated[Fraction | None, Help("degrees clockwise from north; else to the enemy")] = None
    side: Annotated[str, Help("for whom; nobody: for both")] = ""


class Armies(Situation):
    """What the two sides are called; empty for their side or what their bases say."""

    own: Annotated[str, Help("what the own side is called")] = ""
    enemy: Annotated[str, Help("what the enemy is called")] = ""


class BareTable(Situation):
    """A table without anybody on it, as its file describes it."""

    title: str
    note: str = ""
    armies: Armies = Armies()
    width: Annotated[Fraction, Number(above=0), Help("from west to east")]
    height: Annotated[Fraction, Number(above=0), Help("from south to north")]
    patches: tuple[PatchOnTable, ...] = ()
    roads: tuple[RoadOnTable, ...] = ()
    spots: Annotated[tuple[SpotOnTable, ...], Help("the only places worth a look; none: they are found")] = ()

    def check_pieces(self, pieces: Iterable[Any]) -> None:
        """Raise BadInput for two pieces of one name, and for one beside the table."""
        names: set[str] = set()
        for piece in pieces:
            if piece.name in names:
                raise BadInput(f"{piece.name} is there twice: each has a name of its own")
            names.add(piece.name)
            if not (0 <= piece.x <= self.width and 0 <= piece.y <= self.height):
                where = f"{float(piece.x):g}, {float(piece.y):g}"
                raise BadInput(
                    f"{piece.name} must stand on the table of {self.width} by {self.height}; got {where}"
                )

    def laid(
        self, scale: Fraction = Fraction(1), kind: Literal["inches", "kilometres"] = "inches"
    ) -> Battlefield:
        """The table with its ground; a length of its book is so many units of the board."""

        def on_the_board(points: tuple[PointOnTable, ...]) -> tuple[PointOnTable, ...]:
            return tuple((x * scale, y * scale) for x, y in points)

        return Battlefield(
            (0, 0, self.width * scale, self.height * scale),
            patches=tuple(
                same_patch(patch.ground, on_the_board(patch.corners), patch.name) for patch in self.patches
            ),
            roads=tuple(same_road(on_the_board(road.points)) for road in self.roads),
            spots=tuple(
                Spot(
                    each.name,
                    float(each.x * scale),
                    float(each.y * scale),
                    None if each.facing is None else float(each.facing),
                    each.side,
                )
                for each in self.spots
            ),
            title=self.title,
            note=self.note,
            kind=kind,
        )


class Setup(BareTable):
    """A table as its file describes it; a system says of what record its units are."""

    units: tuple[Placed, ...]
    points: tuple[Piece, ...] = ()
    markers: tuple[MarkerOnTable, ...] = ()
    firer: str = ""
    target: str = ""

    def check(self) -> None:
        """Everybody stands on the table, with a name; so do firer and target."""
        self.check_pieces((*self.units, *self.points))
        names = [piece.name for piece in (*self.units, *self.points)]
        for name in (self.firer, self.target):
            if name and name not in names:
                raise unknown("unit", name, names)


P = TypeVar("P", bound=Placed)


@dataclass(frozen=True)
class SetupTable(FieldTabletop[P]):
    """A table read from a file. Subclass it with `measures`, `line_label`, `facts`, `asked`, `allowance`."""

    setup: Setup

    @property
    def set_up(self) -> Setup:
        """What its file says of it."""
        return self.setup

    def noted(self, name: str, place: Place) -> JSON:
        """Where a base stands, as its file says it: in lengths of the book."""
        scale = float(self.scale)
        return super().noted(name, place._replace(x=place.x / scale, y=place.y / scale))

    @property
    def scale(self) -> Fraction:
        """Inches on the table for one unit of length of the book."""
        return Fraction(1)

    def inches(self, length: Fraction | int) -> Fraction:
        """A length of the book on the table."""
        return length * self.scale

    def length(self, length: Fraction) -> float:
        """The same for a place on the board."""
        return float(self.inches(length))

    @cached_property
    def ground(self) -> Battlefield:
        """The table without anybody on it."""
        return self.setup.laid(self.scale)

    def start(self) -> Position[P]:
        """Units, points to aim at and counters as the file sets them up."""
        units = cast(tuple[P, ...], self.setup.units)
        return Position(
            {
                piece.name: Place(self.length(piece.x), self.length(piece.y), facing_of(piece))
                for piece in (*self.setup.units, *self.setup.points)
            },
            {unit.name: unit for unit in units},
            tuple(
                Marker(marker.kind, self.length(marker.x), self.length(marker.y))
                for marker in self.setup.markers
            ),
        )

    def chosen(self) -> tuple[str, str]:
        """Who acts on whom at the start."""
        return self.setup.firer, self.setup.target

    def changes(self, name: str, state: BoardState[P], rules: Any) -> Mapping[str, Sequence[Any]]:
        """What a player may change in the state of a unit by hand, and the values that each can take."""
        unit = state.units.get(name)
        if unit is None:
            return {}
        fields = type(unit).fields()
        return {word: listed_values(fields[word].domain) or () for word in unit.changeable}

    def base(self, unit: P, place: Place) -> Base:
        """A unit on its base, with its state beside its name."""
        wide, long = map(self.inches, unit.size)
        return Base(
            unit.name,
            unit.what,
            unit.side,
            (place.x, place.y),
            size=wide,
            depth=long,
            facing=place.facing,
            condition=", ".join(unit.harm) or "ok",
            role="unit: wreck" if unit.destroyed else f"unit: {unit.side}",
            symbol=unit.symbol,
            label=" · ".join((unit.name, *unit.harm, *unit.doing)),
            traits=unit.traits,
        )

    @once_a_position
    def battlefield(self, state: BoardState[P]) -> Battlefield:
        """The table as it stands: what is lost is gone, or stays as a wreck."""
        field = super().battlefield(state)
        lost = {name for name, unit in state.units.items() if unit.destroyed}
        return replace(
            field,
            units=tuple(base for base in field.units if base.name not in lost),
            wrecks=tuple(
                base for base in field.units if base.name in lost and state.units[base.name].leaves_wreck
            ),
        )

    def there(self, state: BoardState[P]) -> bool:
        """Are both that are chosen on the table, and two?"""
        gone = {name for name, unit in state.units.items() if unit.destroyed}
        chosen = {state.shooter, state.target}
        return len(chosen) == 2 and chosen <= set(state.places) - gone

    def measures(self, state: BoardState[P], rules: Any) -> Iterator[Shape]:
        """Rings, arcs, zones and reach: what was measured, from back to front."""
        yield from ()

    def faces(self, base: Base, front: int, rear: int, hit: str, words: str) -> Iterator[Shape]:
        """The faces of a base that has a front, up to two angles off it; the one that is hit says why."""
        if base.facing is None:
            return
        for face, start, end in faces(base.facing, Aim(0, front=front, rear=rear)):
            says = words if face == hit else ""
            yield Wedge(f"face: {face}", base.at, max(base.size, base.length), start, end, words=says)

    def line_label(self, state: BoardState[P], rules: Any) -> str:
        """The few words on the line between the chosen two."""
        return ""

    def line(self, state: BoardState[P], rules: Any) -> Iterator[Shape]:
        """The line between the chosen two: clear only if the rules let them act."""
        if self.there(state):
            asked = self.question(state, rules)
            why_not = asked.why_not if asked else ""
            ends = tuple(state.places[name][:2] for name in (state.shooter, state.target))
            role = "sight: blocked" if why_not else "sight: clear"
            yield Line(role, ends, label=self.line_label(state, rules), words=why_not)

    def scene(self, state: BoardState[P], rules: Any) -> Scene:
        """Ground, what was measured, the line between the chosen two, points to aim at, units."""
        field = self.battlefield(state)
        shapes = [*self.measures(state, rules), *self.line(state, rules), *self.way_gone(state, rules)]
        points = [
            Base(
                name,
                "point to aim at",
                "",
                place[:2],
                size=Fraction(1, 2),
                role="aiming point",
                picked=state.picked.get(name, ""),
            )
            for name, place in state.places.items()
            if name not in state.units
        ]
        return field.scene(*shapes, *points, picked=state.picked)

    def named(self, name: str, state: BoardState[P]) -> str:
        """What is chosen, in a few words."""
        if not name:
            return "choose one"
        return state.units[name].told if name in state.units else name

    def chosen_facts(self, state: BoardState[P]) -> tuple[Fact, Fact]:
        """Who is chosen, as facts beside the board."""
        return Fact("Acts", self.named(state.shooter, state)), Fact("On", self.named(state.target, state))


def facing_of(piece: Piece) -> float | None:
    """The facing at the start; None for what has none."""
    facing = piece.facing if isinstance(piece, Placed) else None
    return None if facing is None else float(facing)
