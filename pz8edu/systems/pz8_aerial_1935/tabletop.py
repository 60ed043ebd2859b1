"""The Pz8 aerial rules on the board: aircraft on hexes, where they can fly, and whom they can fire at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from pz8edu.board.hexes import (
    Hex,
    bearing_facing,
    facing_bearing,
    field_extent,
    hex_at,
    hex_cell,
    hex_centre,
    hex_distance,
    hex_words,
)
from pz8edu.board.scene import Base, Line, Mark, Scene, Shape
from pz8edu.board.tabletop import Asked, BoardState, Fact, Place, Tabletop
from pz8edu.systems.pz8_aerial_1935.arcs import (
    MAY_FIRE,
    OUT_OF_ARC,
    OUT_OF_RANGE,
    WRONG_ALTITUDE,
    Bearing,
    arc,
    bearing,
)
from pz8edu.systems.pz8_aerial_1935.fire import modifiers_to_hit
from pz8edu.systems.pz8_aerial_1935.movement import Flying, Performance, ends, performance
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935, AircraftRow
from pz8edu.systems.pz8_aerial_1935.scenarios import PRINTED, SCENARIOS, Member, Scenario, hex_in
from pz8edu.systems.pz8_aerial_1935.situations import Aim, Flight
from pz8edu.systems.pz8_aerial_1935.tailing import tailed_by
from pz8edu.systems.pz8_aerial_1935.words import GroundWeapon, Side, Weapon

NOT_FOR = {
    OUT_OF_RANGE: "out of range of",
    OUT_OF_ARC: "in no firing arc of",
    WRONG_ALTITUDE: "at the wrong altitude for",
}
"""Why an aircraft cannot be fired at by another, in words."""
WIDTH = 0.76
"""A base on paper, in hexes."""
ROLES = {Side.A: "unit: own", Side.B: "unit: enemy"}


@dataclass(frozen=True)
class Machine:
    """An aircraft of the scenario as it starts."""

    side: Side
    nation: str
    member: Member
    start: Flying
    damaged: bool

    @property
    def name(self) -> str:
        """How it is called."""
        return self.member.name

    @property
    def loaded(self) -> bool:
        """Does it carry bombs or rockets?"""
        return self.member.load is not None

    @property
    def ww1(self) -> bool:
        """Is it an aircraft of the First World War (section 12)?"""
        return self.member.aircraft in PRINTED.aircraft_ww1

    def data(self, rules: Aerial1935) -> AircraftRow:
        """Its printed row (sections 7 and 12)."""
        return rules.named(self.member.aircraft)

    def attack(self, weapon: Weapon, rules: Aerial1935) -> int | None:
        """The Attack factor of a weapon; None if it has none."""
        data = self.data(rules)
        return data.front if weapon is Weapon.FRONT else data.rear

    def performance(self, altitude: int, rules: Aerial1935) -> Performance:
        """What it can do in an activation that begins at a level (section 3)."""
        data = self.data(rules)
        flight = Flight(
            mp=data.mp,
            alt=altitude,
            max_alt=data.altitude,
            biplane=data.biplane,
            ww1=self.ww1,
            loaded=self.loaded,
        )
        return performance(flight, self.damaged, rules)


@dataclass(frozen=True)
class Sky(Tabletop):
    """A board on which an aircraft fires at another or at the ground: `exchange` or `ground-attack`."""

    scenario: Scenario

    step: ClassVar[float] = 1.0
    turn: ClassVar[float] = 60.0

    @cached_property
    def machines(self) -> Mapping[str, Machine]:
        """The aircraft by name."""
        return {
            member.name: Machine(side, self.scenario.squadron(side).nation, member, start, damaged)
            for side, member, start, damaged in self.scenario.at_start()
        }

    @cached_property
    def ground(self) -> Mapping[str, Hex]:
        """The targets on the ground and their hexes."""
        return {each.name: hex_in(each.column, each.row) for each in self.scenario.ground}

    @cached_property
    def field(self) -> frozenset[Hex]:
        """The hexes of the board."""
        return frozenset(self.scenario.field)

    def places(self) -> Mapping[str, Place]:
        """Where every aircraft is at the start."""
        flying = {
            name: Place(
                *hex_centre(machine.start.at),
                float(facing_bearing(machine.start.facing)),
                machine.start.altitude,
            )
            for name, machine in self.machines.items()
        }
        return flying | {name: Place(*hex_centre(at)) for name, at in self.ground.items()}

    def chosen(self) -> tuple[str, str]:
        """Who fires at whom at the start."""
        return self.scenario.firer, self.scenario.target

    def settle(self, name: str, place: Place) -> Place:
        """A base stands in the middle of the nearest hex of the board and faces one of its sides.

        An aircraft is on a level from 1 to its printed maximum, or to the one on which it starts.
        """
        at = hex_at(place.x, place.y)
        if at not in self.field:
            centre = (place.x, place.y)
            at = min(self.field, key=lambda each: (off(hex_centre(each), centre), each))
        facing = None if place.facing is None else float(facing_bearing(bearing_facing(place.facing)))
        altitude = place.altitude
        if altitude is not None and name in self.machines:
            machine = self.machines[name]
            altitude = min(max(altitude, 1), max(machine.data(PRINTED).altitude, machine.start.altitude))
        return Place(*hex_centre(at), facing, altitude)

    # --- what is measured
    def at(self, name: str, state: BoardState) -> Hex:
        """The hex in which something stands."""
        place = state.places[name]
        return hex_at(place.x, place.y)

    def altitude(self, name: str, state: BoardState) -> int:
        """The level of an aircraft."""
        altitude = state.places[name].altitude
        return self.machines[name].start.altitude if altitude is None else altitude

    def performance(self, name: str, state: BoardState, rules: Aerial1935) -> Performance:
        """What an aircraft can do in an activation from where it is (section 3)."""
        return self.machines[name].performance(self.altitude(name, state), rules)

    def flying(self, name: str, state: BoardState) -> Flying:
        """Where an aircraft is and how it flies."""
        facing = bearing_facing(state.places[name].facing or 0)
        return Flying(*self.at(name, state), facing, self.altitude(name, state))

    def reached(self, name: str, state: BoardState, rules: Aerial1935) -> tuple[Flying, ...]:
        """Every state in which an aircraft can end its activation on the board (section 3)."""
        occupied = [self.at(other, state) for other in self.machines if other != name]
        start = self.flying(name, state)
        found = ends(start, self.performance(name, state, rules), occupied, rules)
        return tuple(end for end in found if end.at in self.field)

    def bears(self, firer: str, target: str, state: BoardState, rules: Aerial1935) -> tuple[Weapon, Bearing]:
        """The weapon of an aircraft that bears on another, else its front weapon (sections 5 and 8; R16)."""
        at, other = self.flying(firer, state), self.flying(target, state)
        found = {
            weapon: bearing(at, weapon, other.at, other.altitude, rules)
            for weapon in Weapon
            if self.machines[firer].attack(weapon, rules) is not None
        }
        weapon = next((weapon for weapon, each in found.items() if each.allowed), Weapon.FRONT)
        return weapon, found[weapon]

    def aim(self, firer: str, weapon: Weapon, found: Bearing) -> Aim:
        """A shot as it is measured; it needs a distance in range."""
        machine = self.machines[firer]
        return Aim(
            distance=found.distance,
            skill=machine.member.skill,
            weapon=weapon,
            target_higher=found.higher,
            damaged=machine.damaged,
            ww1=machine.ww1,
        )

    def scores(self, aim: Aim, rules: Aerial1935) -> str:
        """The faces that hit: "5–6", "6"; empty where none does (section 5; R15)."""
        needed = rules.needed(aim.distance)
        if needed is None:
            return ""
        lowest = max(1, needed - modifiers_to_hit(aim, rules).total)
        if lowest > 6:
            return "6" if rules.R15 == "b" else ""
        return "6" if lowest == 6 else f"{lowest}–6"

    # --- what the board shows
    def scene(self, state: BoardState, rules: Aerial1935) -> Scene:
        """The hexes with the arcs of the firer, where it can end, all aircraft, and its shot."""
        shapes: list[Shape] = [*self.hexes(state, rules)]
        shapes += [self.on_the_ground(name, state) for name in self.ground]
        shapes += [self.base(name, state, rules) for name in self.machines]
        if state.shooter in self.machines and state.target:
            shapes.append(self.shot(state, rules))
        extent = field_extent(self.scenario.columns, self.scenario.rows)
        return Scene("hexes", extent, self.scenario.title, self.scenario.note, tuple(shapes))

    def hexes(self, state: BoardState, rules: Aerial1935) -> Iterator[Shape]:
        """The hexes: in the arc of the firer, reachable for it, or neither."""
        aimed: dict[Hex, str] = {}
        reachable: frozenset[Hex] = frozenset()
        if state.shooter in self.machines and not state.moving:
            if state.target not in self.ground:
                aimed = dict(self.arcs(state.shooter, state, rules))
            reachable = frozenset(end.at for end in self.reached(state.shooter, state, rules))
        for at in self.scenario.field:
            if at in aimed:
                yield hex_cell(at, "hex: in arc", aimed[at])
            else:
                yield hex_cell(at, "hex: reachable" if at in reachable else "hex")
        for at in self.scenario.field:
            if at in reachable and at in aimed:
                yield Mark("ending", hex_centre(at))

    def arcs(self, name: str, state: BoardState, rules: Aerial1935) -> Iterator[tuple[Hex, str]]:
        """The hexes into which an aircraft can fire at its own level, with the faces that hit (section 5)."""
        at = self.flying(name, state)
        for weapon in Weapon:
            if self.machines[name].attack(weapon, rules) is None:
                continue
            for target in arc(at.at, at.facing, weapon, rules):
                found = Bearing(hex_distance(at.at, target), False, MAY_FIRE)
                yield target, self.scores(self.aim(name, weapon, found), rules)

    def base(self, name: str, state: BoardState, rules: Aerial1935) -> Base:
        """An aircraft with its altitude."""
        machine, place = self.machines[name], state.places[name]
        member, data = machine.member, machine.data(rules)
        condition = "damaged" if machine.damaged else "ok"
        return Base(
            name,
            member.aircraft,
            machine.nation,
            (place.x, place.y),
            size=WIDTH,
            facing=place.facing,
            condition=condition,
            height=self.altitude(name, state),
            role=ROLES[machine.side],
            symbol="aircraft",
            where=hex_words(self.at(name, state)),
            picked=self.picked(name, state),
            words=f"MP {data.mp} · Att {attack_words(data)} · Def {data.defence} · Alt {data.altitude}",
            quality=member.skill.value,
            traits=(f"carries {member.load}",) if member.load else (),
        )

    def on_the_ground(self, name: str, state: BoardState) -> Base:
        """A target on the ground."""
        place = state.places[name]
        where, picked = hex_words(self.at(name, state)), self.picked(name, state)
        return Base(
            name,
            "ground target",
            "",
            (place.x, place.y),
            size=0.6,
            role="unit: enemy",
            where=where,
            picked=picked,
        )

    def picked(self, name: str, state: BoardState) -> str:
        """Why a base stands out."""
        return "firer" if name == state.shooter else "target" if name == state.target else ""

    def shot(self, state: BoardState, rules: Aerial1935) -> Line:
        """The line from firer to target, with its measurement."""
        line = tuple((state.places[name].x, state.places[name].y) for name in (state.shooter, state.target))
        distance = hexes_in_words(hex_distance(self.at(state.shooter, state), self.at(state.target, state)))
        why_not = self.forbidden(state, rules)
        if why_not:
            return Line("sight: blocked", line, label=distance, words=why_not)
        if state.target in self.ground:
            return Line("sight: clear", line, label=f"{distance} · ground attack")
        weapon, found = self.bears(state.shooter, state.target, state, rules)
        aim = self.aim(state.shooter, weapon, found)
        faces = self.scores(aim, rules)
        label = f"{distance} · hits on {faces}" if faces else f"{distance} · cannot hit"
        return Line("sight: clear", line, label=label, words=str(modifiers_to_hit(aim, rules)))

    def facts(self, state: BoardState, rules: Aerial1935) -> tuple[Fact, ...]:
        """Firer and target, distance, arc and altitude, return fire, reach, tailing (sections 3, 4 and 5)."""
        facts = [
            Fact("Firer", self.named(state.shooter, state, rules)),
            Fact("Target", self.named(state.target, state, rules)),
        ]
        if state.shooter in self.machines:
            if state.target:
                facts += self.facts_of_shot(state, rules)
            facts.append(self.fact_of_reach(state, rules))
        facts += self.facts_of_tails(state, rules)
        return tuple(facts)

    def facts_of_shot(self, state: BoardState, rules: Aerial1935) -> Iterator[Fact]:
        """Distance, why not, or what is needed and whether the target fires back."""
        why_not = self.forbidden(state, rules)
        distance = hex_distance(self.at(state.shooter, state), self.at(state.target, state))
        yield Fact("Distance", hexes_in_words(distance), why_not)
        if why_not or state.target in self.ground:
            return
        weapon, found = self.bears(state.shooter, state.target, state, rules)
        aim = self.aim(state.shooter, weapon, found)
        yield Fact("To hit", self.scores(aim, rules) or "cannot hit", f"{modifiers_to_hit(aim, rules)} (§5)")
        answer, back = self.bears(state.target, state.shooter, state, rules)
        if back.allowed:
            yield Fact("Return fire", f"yes, with the {answer} weapon", "−1 (§5)")
        else:
            yield Fact("Return fire", "no", f"{state.shooter} is {NOT_FOR[back.verdict]} {state.target} (§5)")

    def fact_of_reach(self, state: BoardState, rules: Aerial1935) -> Fact:
        """What the chosen aircraft can spend, and in how many ways it can end (section 3)."""
        found = self.reached(state.shooter, state, rules)
        aircraft = self.performance(state.shooter, state, rules)
        ways = f"{len(found):,} places and facings on {len({end.at for end in found})} hexes"
        spent = f"spending {aircraft.min_mp} to {aircraft.mp} MPs (§3)"
        if self.altitude(state.shooter, state) > aircraft.ceiling:
            spent += f"; it must dive first, to level {aircraft.ceiling} (§5)"
        return Fact("Can end in", ways, spent)

    def facts_of_tails(self, state: BoardState, rules: Aerial1935) -> Iterator[Fact]:
        """Who is tailed and must be activated first (section 4)."""
        for name, machine in self.machines.items():
            plane = self.flying(name, state)
            for other, enemy in self.machines.items():
                if enemy.side is not machine.side and tailed_by(plane, self.flying(other, state), rules):
                    yield Fact("Tailed", f"{name} by {other}", f"{name} is activated first (§4)")

    def named(self, name: str, state: BoardState, rules: Aerial1935) -> str:
        """An aircraft or target in a few words."""
        if not name:
            return "choose one"
        if name in self.ground:
            return f"{name}, on the ground"
        machine = self.machines[name]
        data = machine.data(rules)
        factors = f"Att {attack_words(data)}, Def {data.defence}, level {self.altitude(name, state)}"
        more = [machine.member.skill.value, *(["damaged"] if machine.damaged else [])]
        return ", ".join([name, factors, *more])

    # --- what it asks
    def asked(self, state: BoardState, rules: Aerial1935) -> Asked | None:
        """The exchange or ground attack of the chosen two; None while there are not two."""
        if state.shooter not in self.machines or not state.target:
            return None
        if state.target in self.ground:
            return self.asked_of_ground(state, rules)
        firer, target = self.machines[state.shooter], self.machines[state.target]
        weapon, found = self.bears(state.shooter, state.target, state, rules)
        answer, back = self.bears(state.target, state.shooter, state, rules)
        inputs = {
            "distance": min(max(found.distance, 1), rules.longest_range),
            "a_att": firer.attack(weapon, rules),
            "a_def": firer.data(rules).defence,
            "t_att": target.attack(answer, rules),
            "t_def": target.data(rules).defence,
            "a_skill": firer.member.skill.value,
            "t_skill": target.member.skill.value,
            "a_damaged": firer.damaged,
            "t_damaged": target.damaged,
            "t_can_return": back.allowed,
            "a_weapon": weapon.value,
            "a_target_higher": weapon is Weapon.REAR and found.higher,
            "ww1": firer.ww1,
        }
        return Asked("exchange", inputs, self.forbidden(state, rules))

    def asked_of_ground(self, state: BoardState, rules: Aerial1935) -> Asked:
        """The ground attack of the chosen aircraft (section 9)."""
        machine = self.machines[state.shooter]
        inputs: dict[str, Any] = {
            "weapon": (machine.member.load or GroundWeapon.STRAFING).value,
            "altitude": min(self.altitude(state.shooter, state), HIGHEST_ATTACK),
            "dive_bomber": machine.data(rules).dive_bomber,
        }
        return Asked("ground-attack", inputs, self.forbidden(state, rules))

    def forbidden(self, state: BoardState, rules: Aerial1935) -> str:
        """Why the one may not fire at the other; empty if it may (sections 5 and 9; R19)."""
        name, target = state.shooter, state.target
        machine = self.machines[name]
        if target in self.ground:
            away = hex_distance(self.at(name, state), self.at(target, state))
            if away != 1:
                return f"{target} is {hexes_in_words(away)} away; a ground attack needs the next hex (§9)."
            top = self.performance(name, state, rules).ceiling
            if machine.data(rules).dive_bomber and self.altitude(name, state) != top:
                return f"{name} is a dive bomber and attacks from level {top} (§9)."
            return ""
        if self.machines[target].side is machine.side:
            return f"{target} is on the same side."
        _, found = self.bears(name, target, state, rules)
        why = {
            OUT_OF_RANGE: f"is {hexes_in_words(found.distance)} away; range is 1 to {rules.longest_range} hexes",
            OUT_OF_ARC: f"is not in a firing arc of {name}",
            WRONG_ALTITUDE: f"is at level {self.altitude(target, state)}, not at that of {name}",
        }
        return f"{target} {why[found.verdict]} (§5)." if found.verdict in why else ""


HIGHEST_ATTACK = 5
"""The highest level that the calculator of ground attacks knows; from there nothing is hit."""


def attack_words(data: AircraftRow) -> str:
    """The Attack factors of an aircraft: "3", "3 front, 1 rear"."""
    return str(data.front) if data.rear is None else f"{data.front} front, {data.rear} rear"


def hexes_in_words(distance: int) -> str:
    """A distance in words: "1 hex", "3 hexes"."""
    return "1 hex" if distance == 1 else f"{distance} hexes"


def off(a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far two points are apart, squared."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def tabletop(name: str) -> Sky:
    """A board of the aerial rules by its name; raises BadInput for an unknown one."""
    return Sky(SCENARIOS[name])
