"""Pz8 WW2 on the table: units with their rows of the printed tables, and what is measured between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.command import command_ring
from pz8edu.board.contact import footprint, in_contact, outlines_touch, still_stops
from pz8edu.board.deviation import Deviation, measure_deviation, unit_under
from pz8edu.board.distances import distance_squared
from pz8edu.board.field_tabletop import FieldTabletop, once_a_unit
from pz8edu.board.ground import OPEN, ROAD
from pz8edu.board.lengths import in_words
from pz8edu.board.march import Going
from pz8edu.board.position import Marker, Place, Position
from pz8edu.board.ranges import is_spotted
from pz8edu.board.scene import Base, Line, Ring, Scene, Shape
from pz8edu.board.shot import Aim, Shot, measure_cover, measure_shot
from pz8edu.board.tabletop import Asked, BoardState, Fact, once_a_position, once_a_state
from pz8edu.core import Enumerating, Modifiers, Situation
from pz8edu.printing.percent import short_percent
from pz8edu.systems.pz8_ww2 import counters
from pz8edu.systems.pz8_ww2.aircraft import modifiers_from_the_air
from pz8edu.systems.pz8_ww2.boards import HIDING, half_arc
from pz8edu.systems.pz8_ww2.fire import Struck, modifiers_to_hit, shell_on_table
from pz8edu.systems.pz8_ww2.over_the_table import ATTACKS, BATTERY, air_asked, aircraft_base, guns_near, left
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.setups import COVERS, TABLES, AircraftOnTable, Setup, UnitOnTable
from pz8edu.systems.pz8_ww2.situations import ShellOnTable, UnderShell
from pz8edu.systems.pz8_ww2.words import Condition, Cover, Facing

State = BoardState[UnitOnTable]

A = TypeVar("A", bound=Situation)
AIM = "aiming point"
SMOKE_POINT = "smoke here"
"""What has a place on the table without being a unit."""
GROUND = Aim(0, cover=COVERS)
"""What the ground gives to whoever stands in it."""
FOUGHT_FOR = frozenset({"building", "field works", "bunker"})
"""Ground that is in close combat with whoever touches it from outside (section 5; R38)."""


@dataclass(frozen=True)
class Ww2Table(FieldTabletop[UnitOnTable]):
    """A table on which one unit fires at another: it fills in `direct-fire` and `close-combat`."""

    setup: Setup

    @property
    def set_up(self) -> Setup:
        """What its file says of it."""
        return self.setup

    @cached_property
    def ground(self) -> Battlefield:
        """The table as its file describes it."""
        return self.setup.laid()

    def start(self) -> Position[UnitOnTable]:
        """Units, aircraft and counters as the file sets them up."""
        setup = self.setup
        aboard = {unit.rides: unit for unit in setup.units if unit.rides}
        places = {
            unit.name: Place(float(unit.x), float(unit.y), float(unit.facing)) for unit in setup.units
        } | {plane.name: Place(float(plane.x), float(plane.y)) for plane in setup.aircraft}
        if setup.smoke_point is not None:
            places[SMOKE_POINT] = Place(float(setup.smoke_point[0]), float(setup.smoke_point[1]))
        return Position(
            places,
            {
                unit.name: unit.but(passenger=rider.name, passenger_condition=rider.condition)
                if (rider := aboard.get(unit.name))
                else unit
                for unit in setup.units
            },
            tuple(Marker(one.kind, float(one.x), float(one.y), one.side) for one in setup.counters),
            {ATTACKS.format(plane.name): plane.attacks for plane in setup.aircraft}
            | {BATTERY.format(battery.name): 1 for battery in setup.batteries},
        )

    def chosen(self) -> tuple[str, str]:
        """Who fires at whom at the start."""
        return self.setup.firer, self.setup.target

    def base(self, unit: UnitOnTable, place: Place) -> Base:
        """The base of a unit; that of a destroyed vehicle is a burning wreck (section 6)."""
        return Base(
            unit.name,
            unit.what or unit.defence,
            unit.side,
            (place.x, place.y),
            facing=place.facing,
            condition=unit.condition.value,
            role="unit: wreck" if unit.destroyed else f"unit: {unit.side}",
            symbol="headquarters" if unit.hq else unit.symbol,
            weapon=unit.range,
            quality=unit.quality.value,
            traits=unit.traits,
            label=" · ".join((unit.name, *unit.shown)) if unit.shown else None,
        )

    @once_a_position
    def battlefield(self, state: State) -> Battlefield:
        """The table as it stands: lost vehicles stay as wrecks, other lost units are gone (section 6).

        Who rides in a transport has no base on the table.
        """
        field = super().battlefield(state)
        lost = {name for name, unit in state.units.items() if unit.destroyed}
        gone = lost | {name for name, unit in state.units.items() if unit.rides}
        return replace(
            field,
            units=tuple(base for base in field.units if base.name not in gone),
            wrecks=tuple(
                base
                for base in field.units
                if base.name in lost and state.units[base.name].target_kind != "non-vehicle"
            ),
            smoke=counters.smoke(state.position),
        )

    @once_a_unit
    def aim(self, firer: UnitOnTable, rules: Ww2) -> Aim:
        """What the weapon of a unit can do (sections 5, 7 and 9; R12, R18, R24)."""
        return Aim(
            rules.full_range(firer.range, firer),
            rules.ranges[firer.range].minimum or 0,
            half_arc(rules) if firer.turretless else None,
            rules.front_up_to,
            rules.side_up_to,
            lines_favour_target=rules.R18 == "a",
            half_counts_as_over=rules.R24 == "b",
            cover=COVERS,
        )

    @once_a_state
    def measured(self, state: State, rules: Ww2) -> Shot | None:
        """The shot of a unit at another, or at the point for smoke; None while there are not two."""
        field = self.battlefield(state)
        if state.target == SMOKE_POINT:
            field = replace(field, units=(*field.units, self.smoke_point(state)))
        names = {base.name for base in field.units}
        if state.shooter not in state.units or not {state.shooter, state.target} <= names:
            return None
        return measure_shot(field, state.shooter, state.target, self.aim(state.units[state.shooter], rules))

    def smoke_point(self, state: State) -> Base:
        """Where smoke is to be fired."""
        at = state.places[SMOKE_POINT]
        return Base(SMOKE_POINT, SMOKE_POINT, "", at[:2], size=Fraction(1, 2), role=AIM)

    @cached_property
    def aircraft(self) -> Mapping[str, AircraftOnTable]:
        """The aircraft by name."""
        return {plane.name: plane for plane in self.setup.aircraft}

    def not_on_the_ground(self, state: State) -> Iterator[Base]:
        """The aircraft, and the point for smoke."""
        for name, plane in self.aircraft.items():
            if name in state.places:
                yield aircraft_base(plane, state.places[name], state.position.stock[ATTACKS.format(name)])
        if SMOKE_POINT in state.places:
            yield self.smoke_point(state)

    def counters_met(self, state: State) -> list[Marker]:
        """The minefields and wire that the chosen unit has entered."""
        if not state.position.markers:
            return []
        base = next((each for each in self.battlefield(state).units if each.name == state.shooter), None)
        return [] if base is None else counters.met(base, state.position)

    def counter_under(self, state: State) -> Marker | None:
        """The first of them."""
        return next(iter(self.counters_met(state)), None)

    def scene(self, state: State, rules: Ww2) -> Scene:
        """Ground, units, the reach and rings of the shooter, the sight line, the HQ's command radius."""
        field = self.battlefield(state)
        chosen = state.units.get(state.shooter)
        side = self.aircraft[state.shooter].side if state.shooter in self.aircraft else "own"
        shapes: list[Shape] = [
            command_ring(field, base.name, rules.command_radius)
            for base in field.units
            if base.side == (chosen.side if chosen else side) and state.units[base.name].hq
        ]
        if chosen is not None:
            reach = self.reach(state.shooter, state, rules)
            shapes += [reach] if reach else []
        shapes += [*counters.obstacles(state.position), *self.aimed(state, rules)]
        shown = replace(field, units=(*field.units, *self.not_on_the_ground(state)))
        return shown.scene(*shapes, *self.way_gone(state, rules), picked=state.picked)

    def aimed(self, state: State, rules: Ww2) -> Iterator[Shape]:
        """The line from who fires to the target, with what was measured along it."""
        shot = self.measured(state, rules)
        asked = self.question(state, rules)
        if shot:
            yield from shot.shapes(asked.why_not if asked else "")
        elif asked and state.shooter in self.aircraft:
            ends = (state.places[state.shooter][:2], state.places[state.target][:2])
            yield from self.umbrella(ends[1], rules)
            yield Line("sight: blocked" if asked.why_not else "shot", ends, arrow=True, words=asked.why_not)

    def umbrella(self, at: tuple[float, float], rules: Ww2) -> Iterator[Shape]:
        """How near AA guns must be to what is attacked from the air (section 12)."""
        yield Ring("range", at, rules.aa_radius, f"AA guns {in_words(rules.aa_radius)}″")

    @once_a_unit
    def move(self, unit: UnitOnTable, rules: Ww2) -> tuple[int, str]:
        """How many inches of open ground a unit may move, with the reason (sections 4 and 6)."""
        if unit.condition is not Condition.OK:
            return 0, f"it is {unit.condition.value} (§6)"
        if unit.defence == GUN and not unit.limbered:
            return 0, "a gun moves only limbered to a tractor (§4)"
        ground = (
            going(unit, rules).words(self.ground.kind) if rules.ground_counts(unit.movement) else NO_GROUND
        )
        return rules.movement[unit.movement].inches, f"hatched; {ground} (§4)"

    def allowance(self, name: str, state: State, rules: Ww2) -> tuple[int, Going]:
        """How many inches of open ground a unit may move, and what other ground costs (section 4)."""
        unit = state.units[name]
        return self.move(unit, rules)[0], self.going(unit, rules)

    @once_a_unit
    def going(self, unit: UnitOnTable, rules: Ww2) -> Going:
        """What an inch of ground costs a unit (section 4)."""
        return going(unit, rules)

    def why_it_stays(self, name: str, state: State, rules: Ww2) -> str:
        """Why a unit may not move at all (sections 4 and 6); empty if it may."""
        inches, why = self.move(state.units[name], rules)
        return "" if inches else why

    def stops(self, name: str, state: State, rules: Ww2) -> Iterator[Base]:
        """Mines and wire that a unit is not in yet: it stops where it comes to one (section 11)."""
        mover = self.battlefield(state).unit(name)
        for marker in state.position.markers:
            if marker.kind in (*counters.MINES, counters.WIRE):
                yield from still_stops(mover, counters.square_of(marker))

    def changes(self, name: str, state: State, rules: Ww2) -> Mapping[str, Sequence[Any]]:
        """Condition, whether a unit has fired, a gun is on its tractor, and whom it carries (sections 4 to 6)."""
        unit = state.units.get(name)
        if unit is None:
            return {}
        found: dict[str, Sequence[Any]] = {"condition": tuple(Condition), "fired": (False, True)}
        if unit.defence == GUN:
            found["limbered"] = (False, True)
        if unit.passenger:
            found |= {"passenger": (unit.passenger, ""), "passenger_condition": tuple(Condition)}
        return found

    def befalls(self, name: str, state: State, rules: Ww2) -> Mapping[str, Position[UnitOnTable]]:
        """The counter that a unit has entered, and the ends of a Fire phase and of a turn (sections 5 and 11)."""
        found, marker = counters.what_ends(state.position), self.counter_under(replace(state, shooter=name))
        if marker is not None:
            found[f"enters {marker.kind}"] = counters.after_entry(state.position, name, marker)
        return {event: after for event, after in found.items() if after != state.position}

    def facts(self, state: State, rules: Ww2) -> tuple[Fact, ...]:
        """Shooter, target, distance, sight, face hit, cover, and what may be done (sections 4 to 7)."""
        facts = [
            Fact("Shooter", self.named(state.shooter, state)),
            Fact("Target", self.named(state.target, state)),
        ]
        chosen = state.units.get(state.shooter)
        if chosen is not None:
            facts += counters.entry_facts(chosen, self.counter_under(state))
        shot = self.measured(state, rules)
        if shot is not None:
            over = f"{rules.over_half_range:+d} over half range".replace("-", "−")
            far = f"{in_words(shot.distance.value, 1)}″ of {in_words(shot.aim.full_range)}″"
            facts += [
                Fact("Distance", far, over if shot.over_half_range.value else shot.distance.says),
                Fact("Sight", "clear" if shot.sight.value else "blocked", shot.sight.says),
                Fact("Cover", shot.cover.value, shot.cover.says),
            ]
            if state.target in state.units and rules.defence[state.units[state.target].defence].armoured:
                facts.append(Fact("Face hit", shot.face.value, shot.off_facing.says))
            if not shot.in_arc.value:
                facts.append(Fact("Arc", "outside", shot.in_arc.says))
        facts += self.needed(state, rules)
        if chosen is not None:
            inches, why = self.move(chosen, rules)
            facts.append(Fact("Move", f"{inches}″", why))
        return tuple(facts)

    def needed(self, state: State, rules: Ww2) -> Iterator[Fact]:
        """The score that the roll to hit needs, with what goes into it (sections 5 and 12)."""
        asked = self.question(state, rules)
        if asked is not None and asked.calculator == "air-attack":
            yield score_needed(rules.air_hit_on, modifiers_from_the_air(aim_in(asked, rules.air_aim), rules))
        elif asked is not None and "over_half_range" in asked.inputs:
            yield score_needed(rules.hit_on, modifiers_to_hit(aim_in(asked, rules.aim), rules))

    def named(self, name: str, state: State) -> str:
        """A unit in a few words."""
        if name in self.aircraft:
            plane, attacks = self.aircraft[name], state.position.stock[ATTACKS.format(name)]
            return ", ".join((name, plane.what, plane.quality, *plane.traits, left(attacks)))
        if name not in state.units:
            return name or "choose one"
        unit = state.units[name]
        condition = "" if unit.condition is Condition.OK else unit.condition.value
        return ", ".join(filter(None, (name, unit.what, unit.quality.value, condition, *unit.traits)))

    def asked(self, state: State, rules: Ww2) -> Asked | None:
        """What the chosen do: enter a counter, attack from the air, fire smoke, or fight each other."""
        if state.shooter in self.aircraft:
            return self.air_attack(self.aircraft[state.shooter], state, rules)
        marker = self.counter_under(state)
        if marker is not None and (marker.kind != counters.WIRE or not state.target):
            unit = state.units[state.shooter]
            return counters.entry_asked(unit, marker, self.setup.fake_per_real, rules)
        shot = self.measured(state, rules)
        if shot is None:
            return None
        if state.target == SMOKE_POINT:
            return self.smoke(shot, state)
        return self.with_whom_it_carries(self.fight(shot, state, rules), state.units[state.target], rules)

    def air_attack(self, plane: AircraftOnTable, state: State, rules: Ww2) -> Asked | None:
        """The attack of an aircraft on the target (section 12)."""
        field = self.battlefield(state)
        at = next((base for base in field.units if base.name == state.target), None)
        if at is None:
            return None
        target, guns = state.units[state.target], guns_near(field, at, state.units, rules)
        asked = air_asked(plane, target, at, field, self.attack_from_above(plane, target, rules), guns, rules)
        if not state.position.stock[ATTACKS.format(plane.name)]:
            return replace(asked, why_not=f"{plane.name} has no attack left (§{plane.section}).")
        return asked

    def attack_from_above(self, plane: AircraftOnTable, target: UnitOnTable, rules: Ww2) -> int:
        """The Attack Factor of an aircraft against a unit (section 12)."""
        return rules.aircraft[plane.aircraft].attack

    def smoke(self, shot: Shot, state: State) -> Asked:
        """A smoke shell that a unit on the table fires directly (section 11)."""
        firer = state.units[state.shooter]
        inputs = {
            "mode": "direct",
            "over_half_range": shot.over_half_range.value,
            "cover": Cover(shot.cover.value),
            "quality": firer.quality,
            "disorganized": firer.condition is Condition.DISORGANIZED,
        }
        artillery = "" if firer.artillery else f"{firer.name} is no artillery, which alone fires smoke (§11)."
        return Asked("smoke", inputs, artillery or silent(firer) or out_of_reach(shot))

    def fight(self, shot: Shot, state: State, rules: Ww2) -> Asked:
        """The shot (or, in contact, the close combat) of the chosen two, with the measured inputs."""
        firer, target = state.units[state.shooter], state.units[state.target]
        armour = rules.defence[target.defence]
        inputs: dict[str, Any] = {
            "attack": rules.attack_factor(firer.attack, armoured=armour.armoured, early=firer.early_at_gun),
            "defence": armour.defence,
            "armoured": armour.armoured,
            "facing": Facing(shot.face.value),
            "target_condition": target.condition,
        }
        forbidden = self.forbidden(firer, target)
        if in_close_combat(self.battlefield(state), shot.firer, shot.target):
            return Asked("close-combat", inputs, forbidden)
        inputs |= {
            "over_half_range": shot.over_half_range.value,
            "cover": Cover(shot.cover.value),
            "quality": firer.quality,
            "disorganized": firer.condition is Condition.DISORGANIZED,
            "hq": target.hq,
            "target_quality": target.quality,
        }
        why_not = forbidden or out_of_reach(shot) or self.hidden(shot, firer, target, rules)
        return Asked("direct-fire", inputs, why_not)

    def hidden(self, shot: Shot, firer: UnitOnTable, target: UnitOnTable, rules: Ww2) -> str:
        """Why a target in cover is not seen; empty if it is (section 5)."""
        hides = target.target_kind in HIDING and shot.cover.value != Cover.OPEN
        hides = hides and not target.fired
        if not is_spotted(shot.distance.value, rules.spotting_distance, hidden=hides):
            limit = in_words(rules.spotting_distance)
            return f"{target.name} hides in cover: it is seen only within {limit} inches until it fires (§5)."
        return ""

    def with_whom_it_carries(self, asked: Asked, target: UnitOnTable, rules: Ww2) -> Asked:
        """A shot at a transport: whom it carries suffers the same damage (section 6)."""
        if asked.calculator != "direct-fire" or not target.aboard:
            return asked
        form = rules.loaded_transport.fields()
        inputs = {name: value for name, value in asked.inputs.items() if name in form}
        inputs["passenger_condition"] = target.passenger_condition
        counted = (*asked.counted, f"{target.aboard}: the same damage (§6)")
        return Asked("transport-fire", inputs, asked.why_not, counted)

    def forbidden(self, firer: UnitOnTable, target: UnitOnTable) -> str:
        """Why the two cannot fight at all; empty if they can (section 6)."""
        if firer.side == target.side:
            return f"{target.name} is on the same side."
        return silent(firer)


def aim_in(asked: Asked, form: type[A]) -> A:
    """What the roll to hit asks for, out of what a calculator is filled with."""
    return form(**{name: value for name, value in asked.inputs.items() if name in form.fields()})


def silent(firer: UnitOnTable) -> str:
    """Why a unit cannot fire; empty if it can (section 6)."""
    if firer.condition is Condition.SUPPRESSED:
        return f"{firer.name} is {firer.condition.value} and does not fire (§6)."
    return ""


def score_needed(hit_on: int, modifiers: Modifiers) -> Fact:
    """The score that a roll to hit needs, and what goes into it."""
    said = ", ".join((f"{hit_on} or more", *map(str, modifiers)))
    needed = hit_on - modifiers.total
    return Fact("Needs", "any score" if needed <= 1 else f"{needed} or more", said)


GUN = "gun"
"""The row of the defence table that artillery and anti-tank guns share."""


NO_GROUND = "ground neither slows nor helps it"


def going(unit: UnitOnTable, rules: Ww2) -> Going:
    """What an inch of ground costs a unit (section 4)."""
    if not rules.ground_counts(unit.movement):
        return Going({}, other=1)
    return Going({OPEN: 1, ROAD: rules.road_cost}, other=rules.rough_cost)


def in_close_combat(field: Battlefield, one: Base, other: Base) -> bool:
    """Do two bases touch, or one the building or field defences of which the other is the nearest inside?

    (Section 5; R38.)
    """
    return in_contact(one, other) or fights_into(field, one, other) or fights_into(field, other, one)


def fights_into(field: Battlefield, outside: Base, inside: Base) -> bool:
    """Does one base touch the building or field defences that shelter the other, the nearest in there (R38)?"""
    patch = field.patch_at(inside.at)
    if patch is None or patch.ground not in FOUGHT_FOR or patch.holds(outside.at):
        return False
    if not outlines_touch(footprint(outside), patch.outline):
        return False
    garrison = [base for base in field.units if base.side != outside.side and patch.holds(base.at)]
    nearest = min(distance_squared(outside.at, base.at) for base in garrison)
    return inside.side != outside.side and distance_squared(outside.at, inside.at) == nearest


def out_of_reach(shot: Shot) -> str:
    """Why a shot does not reach its target; empty if it does (sections 5 and 7)."""
    return next((one.says for one in (shot.in_range, shot.sight, shot.in_arc) if not one.value), "")


@dataclass(frozen=True)
class ShellTable(Ww2Table):
    """A table on which an indirect shell misses: its aiming point can be moved; it fills in `deviation`."""

    choosing = False

    def start(self) -> Position[UnitOnTable]:
        """The units, whose sides run along the table's edges, and the aiming point."""
        x, y = self.setup.aim or (Fraction(0), Fraction(0))
        position = super().start()
        units = {name: place._replace(facing=None) for name, place in position.places.items()}
        return replace(position, places={AIM: Place(float(x), float(y)), **units})

    def chosen(self) -> tuple[str, str]:
        """Nobody on the table fires."""
        return "", ""

    def falls(self, state: State, rules: Ww2) -> Deviation:
        """Every point where the shell can fall, with who is under it (section 5; R7)."""
        aim = state.places[AIM]
        return measure_deviation(self.battlefield(state), (aim.x, aim.y), rules.directions)

    def scene(self, state: State, rules: Ww2) -> Scene:
        """The units, and every point where the shell can fall."""
        field, found = self.battlefield(state), self.falls(state, rules)
        marker = Base(AIM, AIM, "", found.aim, size=Fraction(1, 2), role=AIM)
        return replace(field, units=(*field.units, marker)).scene(*found.shapes())

    def facts(self, state: State, rules: Ww2) -> tuple[Fact, ...]:
        """At whom the battery fires, who lies under the points of a miss, and what becomes of them."""
        found, aimed = self.falls(state, rules), self.aimed_at(state, rules)
        law = Enumerating(draw=False).tree(shell_on_table, aimed, rules).distribution.fractions()
        battery = self.setup.battery
        facts = [Fact("Fires", f"{battery.name}, {battery.attack}", f"at {aimed.target or 'bare ground'}")]
        for name in dict.fromkeys(filter(None, (aimed.target, *found.under))):
            where = f"{found.under.get(name, 0)} of {len(found.falls)} points"
            ends = [
                f"{condition.value} {short_percent(law[end])}"
                for condition in Condition
                if (end := Struck(name, condition)) in law
            ]
            facts.append(Fact(name, where, f"by this shell: {', '.join(ends)}"))
        return tuple(facts)

    def aimed_at(self, state: State, rules: Ww2) -> ShellOnTable:
        """The shell, with everybody as seen from the aiming point; the target lies under that point."""
        aim, field = state.places[AIM], self.battlefield(state)
        target = unit_under((aim.x, aim.y), field.units)
        battery = self.setup.battery
        return ShellOnTable(
            target=target.name if target else "",
            cover=Cover(measure_cover(field, target, GROUND).value) if target else Cover.OPEN,
            quality=battery.quality,
            units=tuple(self.under_shell(base, state, rules) for base in field.units),
        )

    def under_shell(self, base: Base, state: State, rules: Ww2) -> UnderShell:
        """A unit, and what a shell of the battery is to it that falls on its base."""
        aim, unit = state.places[AIM], state.units[base.name]
        armour = rules.defence[unit.defence]
        return UnderShell(
            name=base.name,
            x=Fraction(str(round(float(base.at[0]) - aim.x, 6))),
            y=Fraction(str(round(float(base.at[1]) - aim.y, 6))),
            attack=rules.attack_factor(self.setup.battery.attack, armoured=armour.armoured),
            defence=armour.defence,
            armoured=armour.armoured,
            target_condition=unit.condition,
            hq=unit.hq,
            target_quality=unit.quality,
        )

    def asked(self, state: State, rules: Ww2) -> Asked:
        """The deviation, with every unit's place seen from the aiming point."""
        units = [
            {"name": unit.name, "x": float(unit.x), "y": float(unit.y)}
            for unit in self.aimed_at(state, rules).units
        ]
        return Asked("deviation", {"units": units})

    def struck(self, position: Position[UnitOnTable], end: Struck) -> Position[UnitOnTable]:
        """The position after a shell: whoever was struck shows it."""
        if end.condition is None:
            return position
        return position.with_unit(end.name, condition=end.condition)


NAMES = TABLES.names()


def tabletop(name: str | Situation) -> Ww2Table:
    """A table of Pz8 WW2 by its name or as set up; raises BadInput for an unknown one."""
    setup = TABLES[name]
    return Ww2Table(setup) if setup.aim is None else ShellTable(setup)
