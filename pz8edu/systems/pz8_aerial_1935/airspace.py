"""What all boards of aircraft on hexes share: where they can fly, who is tailed, what stands on a base."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, ClassVar, Generic, TypeVar

from pz8edu.board.hex_tabletop import Ending, HexTabletop, hexes_in_words
from pz8edu.board.hexes import Hex, facing_bearing, hex_centre, hex_distance, hex_words, ring
from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Base, Line, Scene, Shape
from pz8edu.board.tabletop import BoardState, Fact
from pz8edu.systems.pz8_aerial_1935 import sequence
from pz8edu.systems.pz8_aerial_1935.movement import (
    Flying,
    Performance,
    ends,
    reach_from,
    seen_from_origin,
)
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.scenarios import Pilot, Scenario
from pz8edu.systems.pz8_aerial_1935.tailing import tailed_by
from pz8edu.systems.pz8_aerial_1935.words import Fate, Side

WIDTH = 0.76
"""A base on paper, in hexes."""
ROLES = {Side.A: "unit: own", Side.B: "unit: enemy"}


@dataclass(frozen=True)
class Aircraft:
    """An aircraft of the scenario: its pilot, and what has happened to it.

    `turned180` says that it changed direction by 180 degrees in this activation (section 5).
    """

    side: Side
    nation: str
    member: Pilot
    damaged: bool = False
    turned180: bool = False
    fate: Fate = Fate.FLYING

    @property
    def name(self) -> str:
        """How it is called."""
        return self.member.name

    @property
    def flies(self) -> bool:
        """Is it still in the game?"""
        return self.fate is Fate.FLYING

    def highest(self, rules: Any) -> int:
        """Its printed maximum altitude (section 7)."""
        raise NotImplementedError

    def performance(self, altitude: int, rules: Any) -> Performance:
        """What it can do in an activation that begins at a level (section 3)."""
        raise NotImplementedError

    def factors(self, rules: Any) -> Mapping[str, str]:
        """Its factors in words, by their short names (section 7)."""
        raise NotImplementedError

    @property
    def stores(self) -> str:
        """What it still has to fire or to drop, as it stands beside its base."""
        return ""

    @property
    def label(self) -> str:
        """What stands beside its base: its name, its state and its stores."""
        state = ("damaged" * self.damaged, "turned 180°" * self.turned180, self.stores)
        return " · ".join(filter(None, (self.name, *state)))


A = TypeVar("A", bound=Aircraft)
B = TypeVar("B", bound=Aerial1935)


class Airspace(HexTabletop[A], Generic[A, B]):
    """A board of aircraft `A` under the book `B`. Subclass it with `unit`, `aimed`, `shot`, `facts_of_shot`, `forbidden`, `asked`."""

    scenario: Scenario
    printed: ClassVar[Aerial1935]
    leaves: ClassVar[str] = "3"
    """The section that lets aircraft leave the table."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.scenario.columns, self.scenario.rows

    def unit(self, side: Side, member: Any, placed: Any) -> A:
        """An aircraft as its squadron and the scenario have it; `placed` is None for one that enters."""
        raise NotImplementedError

    def start(self) -> Position[A]:
        """The aircraft where the scenario puts them."""
        places, units = {}, {}
        for side, member, at, placed in self.scenario.at_start():
            places[member.name] = Place(*hex_centre(at.at), float(facing_bearing(at.facing)), at.altitude)
            units[member.name] = self.unit(side, member, placed)
        return Position(places, units)

    def chosen(self) -> tuple[str, str]:
        """Who fires at whom at the start."""
        return self.scenario.firer, self.scenario.target

    def settle(self, name: str, place: Place, position: Position[A]) -> Place:
        """In the middle of a hex, on a level from 1 to the printed maximum, or the one on which it is."""
        place, altitude = super().settle(name, place, position), place.altitude
        if altitude is not None and name in position.units:
            highest = max(position.units[name].highest(self.printed), position.places[name].altitude or 1)
            place = place._replace(altitude=min(max(altitude, 1), highest))
        return place

    # --- what is measured
    def flying(self, name: str, state: BoardState[A]) -> Flying:
        """Where an aircraft is and how it flies."""
        return Flying(*self.at(name, state), self.facing(name, state), self.altitude(name, state))

    def altitude(self, name: str, state: BoardState[A]) -> int:
        """The level of an aircraft."""
        altitude = state.places[name].altitude
        return 1 if altitude is None else altitude

    def in_the_air(self, state: BoardState[A]) -> tuple[str, ...]:
        """The aircraft that are still in the game."""
        return tuple(name for name, aircraft in state.units.items() if aircraft.flies)

    def performance(self, name: str, state: BoardState[A], rules: B) -> Performance:
        """What an aircraft can do in an activation from where it is (section 3)."""
        return state.units[name].performance(self.altitude(name, state), rules)

    def ends(
        self, name: str, state: BoardState[A], rules: B, beyond: frozenset[Hex] = frozenset()
    ) -> tuple[Flying, ...]:
        """Every state in which an aircraft can end its activation, on the board or beyond it (section 3)."""
        occupied = frozenset(self.at(other, state) for other in self.in_the_air(state) if other != name)
        return ends(self.flying(name, state), self.performance(name, state, rules), occupied, rules, beyond)

    def reached(self, name: str, state: BoardState[A], rules: B) -> tuple[Flying, ...]:
        """Every state in which an aircraft can end its activation without leaving the board (section 3)."""
        return state.once((self, "reached", name, rules), lambda: self._reached(name, state, rules), ())

    def _reached(self, name: str, state: BoardState[A], rules: B) -> tuple[Flying, ...]:
        return self.ends(name, state, rules, self.beyond(name, state, rules))

    def beyond(self, name: str, state: BoardState[A], rules: B) -> frozenset[Hex]:
        """The hexes off the board to which an aircraft might get: it would not come back (section 3; R9)."""
        return state.once((self, "beyond", name, rules), lambda: self._beyond(name, state, rules), ())

    def _beyond(self, name: str, state: BoardState[A], rules: B) -> frozenset[Hex]:
        here, most = self.at(name, state), self.performance(name, state, rules).mp
        if all(at in self.field for at in ring(here, most)):
            return frozenset()
        near = chain.from_iterable(ring(here, far) for far in range(1, most + 1))
        return frozenset(near) - self.field

    def half_turned(self, name: str, to: Flying, state: BoardState[A], rules: B) -> bool:
        """Must an aircraft turn by 180 degrees to get somewhere (sections 3 and 5)?"""
        aircraft = self.performance(name, state, rules)
        without = self.spent(name, to, aircraft._replace(loaded=True), state, rules)
        return not any(total >= aircraft.min_mp for total in without)

    def least_spent(self, name: str, to: Flying, state: BoardState[A], rules: B) -> int:
        """The least MPs that an aircraft spends to get somewhere it can end (section 3)."""
        aircraft = self.performance(name, state, rules)
        totals = self.spent(name, to, aircraft, state, rules)
        return min(total for total in totals if total >= aircraft.min_mp)

    def spent(
        self, name: str, to: Flying, aircraft: Performance, state: BoardState[A], rules: B
    ) -> tuple[int, ...]:
        """The MPs that lead an aircraft somewhere, over the board (section 3)."""
        start = self.flying(name, state)
        reach = reach_from(start, aircraft, rules, self.beyond(name, state, rules))
        return reach.totals(seen_from_origin(to, start))

    def ends_of(self, name: str, state: BoardState[A], rules: B) -> Collection[Ending] | None:
        """Where an aircraft can end its activation; what stands on the ground goes anywhere (section 3)."""
        if name not in state.units:
            return None
        return {(end.at, end.facing, end.altitude) for end in self.reached(name, state, rules)}

    def cannot_end(self, name: str, at: Hex, state: BoardState[A], rules: B) -> str:
        """Why an aircraft does not end its activation in a hex, or not facing so on that level (section 3)."""
        reached, aircraft = self.reached(name, state, rules), self.performance(name, state, rules)
        if not reached:
            return f"{name} can end in no hex: it leaves the table (§3, R9)."
        how = " facing so on that level" if any(end.at == at for end in reached) else ""
        spends = f"it spends {aircraft.min_mp} to {aircraft.mp} MPs"
        return f"{name} cannot end in {hex_words(at)}{how}: {spends} (§3)."

    def may_leave(self, name: str, state: BoardState[A], rules: B) -> bool:
        """May an aircraft leave the table: it must when it cannot spend its minimum (section 3; R9)."""
        return not self.reached(name, state, rules)

    def may_act(self, name: str, state: BoardState[A]) -> bool:
        """Is it an aircraft that is still in the game?"""
        return name in state.units and state.units[name].flies

    def out_of_the_game(self, state: BoardState[A]) -> str:
        """Why one of the two that are chosen is not in the game; empty if both are."""
        for name in (state.shooter, state.target):
            if name in state.units and not state.units[name].flies:
                destroyed = state.units[name].fate is Fate.DESTROYED
                return (
                    f"{name} {'is destroyed (§5)' if destroyed else f'has left the table (§{self.leaves})'}."
                )
        return ""

    def of_both(self, state: BoardState[A]) -> dict[str, Any]:
        """What an exchange asks of the two that are chosen, whatever they fire (section 5)."""
        firer, target = state.units[state.shooter], state.units[state.target]
        return {
            "a_skill": firer.member.skill.value,
            "t_skill": target.member.skill.value,
            "a_damaged": firer.damaged,
            "t_damaged": target.damaged,
            "a_turned180": firer.turned180,
        }

    def scores(self, distance: int, modifiers: int, rules: B) -> str:
        """The faces that hit: "5–6", "6"; empty where none does (section 5; R15)."""
        needed = rules.needed(distance)
        if needed is None:
            return ""
        lowest = max(1, needed - modifiers)
        if lowest > 6:
            return "6" if rules.R15 == "b" else ""
        return "6" if lowest == 6 else f"{lowest}–6"

    # --- what the board shows
    def aimed(self, state: BoardState[A], rules: B) -> Mapping[Hex, str]:
        """The hexes into which the firer can fire, and what is written there (section 5)."""
        raise NotImplementedError

    def shot(self, state: BoardState[A], rules: B) -> tuple[str, str]:
        """What stands at the line from firer to target beside the distance, and the words behind it."""
        raise NotImplementedError

    def forbidden(self, state: BoardState[A], rules: B) -> str:
        """Why the one may not fire at the other; empty if it may."""
        raise NotImplementedError

    def bases(self, state: BoardState[A], rules: B) -> Iterator[Base]:
        """Everything that stands on the board."""
        return (self.base(name, state, rules) for name in self.in_the_air(state))

    def scene(self, state: BoardState[A], rules: B) -> Scene:
        """The hexes with the arcs of the firer, where it can end, all aircraft, and its shot."""
        aimed: Mapping[Hex, str] = {}
        reachable: frozenset[Hex] = frozenset()
        if self.may_act(state.shooter, state) and not state.moving:
            aimed = self.aimed(state, rules)
            reachable = frozenset(end.at for end in self.reached(state.shooter, state, rules))
        shapes: list[Shape] = [*self.hexes(aimed, reachable), *self.bases(state, rules)]
        if self.may_act(state.shooter, state) and state.target and not self.out_of_the_game(state):
            shapes.append(self.line(state, rules))
        return Scene("hexes", self.extent, self.scenario.title, self.scenario.note, tuple(shapes))

    def base(self, name: str, state: BoardState[A], rules: B) -> Base:
        """An aircraft with its altitude."""
        aircraft, place = state.units[name], state.places[name]
        return Base(
            name,
            aircraft.member.type_name,
            aircraft.nation,
            (place.x, place.y),
            size=WIDTH,
            facing=place.facing,
            condition="damaged" if aircraft.damaged else "ok",
            height=self.altitude(name, state),
            role=ROLES[aircraft.side],
            symbol="aircraft",
            where=hex_words(self.at(name, state)),
            picked=state.picked.get(name, ""),
            label=aircraft.label,
            words=" · ".join(f"{short} {value}" for short, value in aircraft.factors(rules).items()),
            quality=aircraft.member.skill.value,
            traits=(*(["turned 180°"] if aircraft.turned180 else []), *filter(None, [aircraft.stores])),
        )

    def line(self, state: BoardState[A], rules: B) -> Line:
        """The line from firer to target, with its measurement."""
        way = tuple((state.places[name].x, state.places[name].y) for name in (state.shooter, state.target))
        distance = hexes_in_words(hex_distance(self.at(state.shooter, state), self.at(state.target, state)))
        why_not = self.forbidden(state, rules)
        if why_not:
            return Line("sight: blocked", way, label=distance, words=why_not)
        label, words = self.shot(state, rules)
        return Line("sight: clear", way, label=f"{distance} · {label}", words=words)

    def changes(self, name: str, state: BoardState[A], rules: Any) -> Mapping[str, Sequence[Any]]:
        """What may have happened to an aircraft: damage, a half turn, the end."""
        left = state.units[name].fate is Fate.LEFT or self.may_leave(name, state, rules)
        return {
            "damaged": (False, True),
            "turned180": (False, True),
            "fate": tuple(Fate) if left else (Fate.FLYING, Fate.DESTROYED),
        }

    # --- facts
    def facts(self, state: BoardState[A], rules: B) -> tuple[Fact, ...]:
        """Firer and target, distance, arc and altitude, reach, tailing, losses (sections 3, 4 and 5)."""
        return (
            Fact("Firer", self.named(state.shooter, state, rules)),
            Fact("Target", self.named(state.target, state, rules)),
            *self.facts_of_fire(state, rules),
            *self.facts_of_flight(state, rules),
            *self.facts_of_turn(state),
            *self.facts_of_hexes(state),
            *self.facts_of_tails(state, rules),
            *self.facts_of_losses(state, rules),
        )

    def facts_of_fire(self, state: BoardState[A], rules: B) -> Iterator[Fact]:
        """Distance, and why not or what is needed."""
        if self.may_act(state.shooter, state) and state.target:
            why_not = self.out_of_the_game(state) or self.forbidden(state, rules)
            distance = hex_distance(self.at(state.shooter, state), self.at(state.target, state))
            yield Fact("Distance", hexes_in_words(distance), why_not)
            if not why_not:
                yield from self.facts_of_shot(state, rules)

    def facts_of_shot(self, state: BoardState[A], rules: B) -> Iterator[Fact]:
        """What is needed, and whether the target fires back."""
        raise NotImplementedError

    def facts_of_flight(self, state: BoardState[A], rules: B) -> Iterator[Fact]:
        """What the chosen aircraft can spend and where it can end; what the flight of one in hand costs."""
        for name in self.in_the_air(state) if state.before else ():
            if state.before and state.before.places[name] != state.places[name]:
                yield self.flight(name, state.at(state.before), self.flying(name, state), rules)
        if not self.may_act(state.shooter, state):
            return
        found = self.reached(state.shooter, state, rules)
        aircraft = self.performance(state.shooter, state, rules)
        if not found:
            yield Fact("Can end in", "no hex", "it leaves the table and is withdrawn (§3, R9)")
            return
        hexes = len({end.at for end in found})
        ways = f"{hexes} hexes, in {len(found):,} ways (hex, facing and level)"
        spent = f"spending {aircraft.min_mp} to {aircraft.mp} MPs (§3)"
        if self.altitude(state.shooter, state) > aircraft.ceiling:
            spent += f"; it must dive first, to level {aircraft.ceiling} (§5)"
        yield Fact("Can end in", ways, spent)

    def flight(self, name: str, before: BoardState[A], to: Flying, rules: B) -> Fact:
        """What it costs to fly from one place to another (section 3)."""
        aircraft = self.performance(name, before, rules)
        totals = self.spent(name, to, aircraft, before, rules)
        legal = [str(total) for total in totals if total >= aircraft.min_mp]
        found = " or ".join(legal) + " MPs" if legal else "too few MPs" if totals else "out of reach"
        return Fact("Flight", found, f"at least {aircraft.min_mp} of {aircraft.mp} MPs must be spent (§3)")

    def facts_of_turn(self, state: BoardState[A]) -> Iterator[Fact]:
        """How many aircraft each side activates at a time (section 2)."""
        sides = [state.units[name].side for name in self.in_the_air(state)]
        count = {side: sides.count(side) for side in Side}
        if all(count.values()):
            each = (
                f"{sequence.together(count[side], count[side.other])} {self.scenario.squadron(side).nation}"
                for side in Side
            )
            numbers = " to ".join(str(count[side]) for side in Side)
            yield Fact("Activated at a time", ", ".join(each), f"with {numbers} in the air (§2)")

    def facts_of_hexes(self, state: BoardState[A]) -> Iterator[Fact]:
        """Who ends in the hex of another (section 3)."""
        for one, other in combinations(self.in_the_air(state), 2):
            if self.at(one, state) == self.at(other, state):
                yield Fact("One hex", f"{one} and {other}", "no aircraft ends in an occupied hex (§3)")

    def facts_of_tails(self, state: BoardState[A], rules: B) -> Iterator[Fact]:
        """Who is tailed and must be activated first (section 4)."""
        for name in self.in_the_air(state):
            plane = self.flying(name, state)
            for other in self.in_the_air(state):
                enemies = state.units[other].side is not state.units[name].side
                if enemies and tailed_by(plane, self.flying(other, state), rules):
                    yield Fact("Tailed", f"{name} by {other}", f"{name} is activated first (§4)")

    def facts_of_losses(self, state: BoardState[A], rules: B) -> Iterator[Fact]:
        """Who is out of the game."""
        for fate in (Fate.DESTROYED, Fate.LEFT):
            names = [name for name, aircraft in state.units.items() if aircraft.fate is fate]
            if names:
                yield Fact(fate.value.capitalize(), ", ".join(names))

    def named(self, name: str, state: BoardState[A], rules: B) -> str:
        """An aircraft in a few words."""
        if not name:
            return "choose one"
        aircraft = state.units[name]
        factors = [f"{short} {aircraft.factors(rules)[short]}" for short in ("Att", "Def")]
        more = [aircraft.member.skill.value, *(["damaged"] if aircraft.damaged else [])]
        return ", ".join([name, *factors, f"level {self.altitude(name, state)}", *more])
