"""A table that is measured in inches or kilometres: bare ground, and the units of a position on it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, wraps
from itertools import pairwise
from typing import Any, ClassVar, TypeVar, cast

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.contact import first_contact
from pz8edu.board.lengths import Number, in_words
from pz8edu.board.march import Going, March
from pz8edu.board.position import Place, Position, U
from pz8edu.board.reach import best_move, reachable_area
from pz8edu.board.scene import UNIT_SIGN
from pz8edu.board.shapes import Area, Base, Shape
from pz8edu.board.tabletop import BoardState, Tabletop, once_a_position

T = TypeVar("T")
INTO = 0.002
"""How far into contact a base goes that something stops: more than three decimals round away."""
MOST_BASES = 10_000
"""So many bases of a table are kept before all are forgotten."""


def once_a_unit(method: Callable[[Any, U, Any], T]) -> Callable[[Any, U, Any], T]:
    """Let a method of a table that looks at one unit and the rules alone answer once for each."""

    @wraps(method)
    def kept(table: Any, unit: U, rules: Any) -> T:
        known = table.of_units
        key = method, unit, id(rules)
        if key not in known:
            if len(known) == MOST_BASES:
                known.clear()
            known[key] = method(table, unit, rules), rules
        return cast(T, known[key][0])

    return kept


class FieldTabletop(Tabletop[U]):
    """A table of ground and units in inches or kilometres. Subclass it with `ground`, `base`, `allowance`."""

    moves_by: ClassVar[str] = "§4"
    """The section that says how far units move."""

    @property
    def ground(self) -> Battlefield:
        """The table without anybody on it."""
        raise NotImplementedError

    def base(self, unit: U, place: Place) -> Base:
        """A unit on its base, where it stands now."""
        raise NotImplementedError

    def allowance(self, name: str, state: BoardState[U], rules: Any) -> tuple[Number, Going]:
        """How far a unit may go over open ground, and what other ground costs it."""
        raise NotImplementedError

    def ways(self, name: str, state: BoardState[U], rules: Any) -> tuple[tuple[Number, Going], ...]:
        """The allowances of a unit, of which it takes one for its whole move: that is all of its reach."""
        return (self.allowance(name, state, rules),)

    def why_it_stays(self, name: str, state: BoardState[U], rules: Any) -> str:
        """Why a unit may not move at all; empty if it may, or if its allowance says it all."""
        return ""

    def way_to(self, name: str, place: Place, state: BoardState[U], rules: Any) -> March | None:
        """The way of a unit to a place: straight, or round corners and by road; None for what is no unit."""
        field = self.underfoot(state)
        if name not in {base.name for base in field.units} or state.places[name][:2] == place[:2]:
            return None
        return best_move(field, name, place[:2], *self.ways(name, state, rules))

    def why_not_move(self, name: str, place: Place, position: Position[U], rules: Any) -> str:
        """Why a unit may not go to a place: it stays, its way is closed, or that is too far."""
        state = BoardState(position)
        way = self.way_to(name, place, state, rules)
        if way is None or way.is_legal:
            return ""
        stays = self.why_it_stays(name, state, rules)
        if stays:
            return f"{name} does not move: {stays}."
        if way.spent <= way.allowance:
            return f"{way.legal.says.rstrip('.')} ({self.moves_by})."
        sign = UNIT_SIGN[way.kind]
        return (
            f"{name} would need {in_words(way.spent)}{sign}; "
            f"its move is {in_words(way.allowance)}{sign} ({self.moves_by})."
        )

    def arrives(self, name: str, place: Place, position: Position[U], rules: Any) -> Place:
        """Where a unit ends: at the first obstacle on its way that stops it, if there is one."""
        state = BoardState(position)
        way = self.way_to(name, place, state, rules)
        if way is None or not way.is_legal:
            return place
        mover = self.battlefield(state).unit(name)
        for start, end in pairwise(way.path):
            on_leg = mover if start == mover.at else replace(mover, at=start)
            met = [first_contact(on_leg, end, each) for each in self.stops(name, state, rules)]
            shares = [share for share in met if share is not None]
            if shares:
                x, y = into_contact(start, end, min(shares))
                return place._replace(x=x, y=y)
        return place

    def stops(self, name: str, state: BoardState[U], rules: Any) -> Iterator[Base]:
        """What would stop a unit that comes into contact with it: not where it stands already."""
        yield from ()

    def way_gone(self, state: BoardState[U], rules: Any) -> Iterator[Shape]:
        """The way of the base that is moved, with its cost held against its move: it may be too far."""
        if state.before is None:
            return
        origin = state.at_first
        for base in self.battlefield(origin).units:
            place = state.places[base.name]
            way = self.way_to(base.name, place, origin, rules)
            if way is not None:
                why_not = self.why_not_move(base.name, place, origin.position, rules)
                role = "move: too far" if why_not else "move: legal"
                yield replace(way.line, role=role, words=" ".join(filter(None, (way.line.words, why_not))))

    def reach(
        self, name: str, state: BoardState[U], rules: object, left: Number | None = None
    ) -> Area | None:
        """Where a unit can go from where its move began, with what is left of its move; None if nowhere."""
        origin = state.at_first
        field = self.underfoot(origin)
        if state.moving or name not in {base.name for base in field.units}:
            return None
        (most, going), *others = self.ways(name, origin, rules)
        if left is not None:
            most, others = left, []
        key = (self, rules, name, "reach", left)
        return origin.once(key, lambda: reachable_area(field, name, most, going, *others), ())

    def underfoot(self, state: BoardState[U]) -> Battlefield:
        """The table as those who move find it: without what only hides."""
        return self.battlefield(state)

    @once_a_position
    def battlefield(self, state: BoardState[U]) -> Battlefield:
        """The table with every unit of a position where it stands."""
        units = tuple([self._standing(unit, state.places[name]) for name, unit in state.units.items()])
        return replace(self.ground, units=units)

    def _standing(self, unit: U, place: Place) -> Base:
        """A unit on its base: the same one for whoever asks again, with all that was measured of it."""
        known = self._bases.get((unit, place))
        if known is None:
            if len(self._bases) == MOST_BASES:
                self._bases.clear()
            known = self._bases[unit, place] = self.base(unit, place)
        return known

    @cached_property
    def of_units(self) -> dict[tuple[object, ...], tuple[Any, object]]:
        """What was asked of units, with the rules."""
        return {}

    @cached_property
    def _bases(self) -> dict[tuple[U, Place], Base]:
        """The bases that were asked for."""
        return {}


def into_contact(start: tuple[Number, ...], end: tuple[Number, ...], share: float) -> tuple[float, float]:
    """The point a share of a straight way along, a hair further, to three decimals."""
    (x, y), (far_x, far_y) = map(float, start), map(float, end)
    length = ((far_x - x) ** 2 + (far_y - y) ** 2) ** 0.5
    share = min(1.0, share + INTO / length) if length else 0.0
    return round(x + (far_x - x) * share, 3), round(y + (far_y - y) * share, 3)
