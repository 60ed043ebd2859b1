"""The kilometre map of both editions: what is measured between two units, and the question it fills in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import hypot
from typing import Any

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.command import measure_command
from pz8edu.board.contact import base_holds, footprint, gap, in_contact
from pz8edu.board.distances import distance, within
from pz8edu.board.ground import OPEN, ROAD, Patch, Road
from pz8edu.board.lengths import exact, in_words, told_apart
from pz8edu.board.march import Going
from pz8edu.board.reach import reachable_area
from pz8edu.board.scene import Area, Base, Line, Mark, Ring, Scene, Shape
from pz8edu.board.sight import Blocker, line_is_clear
from pz8edu.board.tabletop import Asked, BoardState, Fact, Place, Tabletop
from pz8edu.rulebook import Situation
from pz8edu.systems.divisional_family.ruleset import Divisional
from pz8edu.systems.divisional_family.scenarios import Scenario, UnitOnTable
from pz8edu.systems.divisional_family.words import TANKS, Ground, Kind, Quality

COVER = ("wood", "buildings")
FORTIFICATION, HILL = "fortification", "hill"
SHELTERED = (Kind.INFANTRY, Kind.MOTOR_INFANTRY, Kind.ENGINEER, Kind.ARTILLERY)
ALSO_SHELTERED = (Kind.CAVALRY, Kind.RECON, Kind.HQ)
"""Who fits in a fortification section only under R24=b."""
SYMBOLS = {
    Kind.CAVALRY: "cavalry",
    Kind.ENGINEER: "engineers",
    Kind.ARTILLERY: "gun",
    Kind.HQ: "headquarters",
    **dict.fromkeys(TANKS, "tank"),
}
KM = " km"
SHOWN_WAY_BACK = 4
LABEL_ABOVE = Fraction(3, 2)
LONGEST_WAY_BACK = 12
"""Kilometres behind a unit that matter to its withdrawal, as far as the calculators ask."""


Direction = tuple[float, float]
"""A step of length 1 across the map."""


def towards(start: Base, goal: Base) -> Direction | None:
    """The direction from one base to another; None where they stand on one spot."""
    x, y = (float(there - here) for here, there in zip(start.at, goal.at, strict=True))
    length = hypot(x, y)
    return (x / length, y / length) if length else None


def free_way(start: Base, direction: Direction, others: Iterable[Base]) -> float | None:
    """How far a base can be pushed in a direction before it touches one of the others; None: it never does."""
    meetings = (first_touch(start, other, direction) for other in others)
    return min((meeting for meeting in meetings if meeting is not None), default=None)


def first_touch(mover: Base, other: Base, direction: Direction) -> float | None:
    """The way in a direction after which an upright base first touches another; None if it never does."""
    reach = (float(mover.size) + float(other.size)) / 2
    enter, leave = 0.0, float("inf")
    for here, there, step in zip(mover.at, other.at, direction, strict=True):
        ahead = float(there - here)
        if abs(step) < 1e-12:
            if abs(ahead) > reach:
                return None
            continue
        first, last = sorted(((ahead - reach) / step, (ahead + reach) / step))
        enter, leave = max(enter, first), min(leave, last)
    return enter if enter <= leave else None


@dataclass(frozen=True)
class Look:
    """Who looks at the target: how far it sees, how far away it is, and why it does not spot (or "")."""

    spotter: str
    reach: int
    distance: float
    why_not: str


@dataclass(frozen=True)
class DivisionalTable(Tabletop):
    """A map on which batteries fire, units fight in contact, and tired units rally.

    `forms` are the edition's forms of `barrage`, `combat`, `multi-combat` and `rally`.
    """

    scenario: Scenario
    forms: Mapping[str, type[Situation]]

    @cached_property
    def units(self) -> Mapping[str, UnitOnTable]:
        """The units by name."""
        return {unit.name: unit for unit in self.scenario.units}

    @cached_property
    def sections(self) -> tuple[Base, ...]:
        """The fortification sections: two bases wide, one deep."""
        return tuple(
            Base(f"{FORTIFICATION} {number}", FORTIFICATION, "", at, size=2, depth=1)
            for number, at in enumerate(self.scenario.fortifications, 1)
        )

    @cached_property
    def battlefield(self) -> Battlefield:
        """The map at the start."""
        scenario = self.scenario
        return Battlefield(
            (0, 0, scenario.width, scenario.height),
            tuple(map(base_of, scenario.units)),
            tuple(Patch(patch.ground, patch.corners, patch.name) for patch in scenario.patches),
            tuple(Road(road.points) for road in scenario.roads),
            title=scenario.title,
            note=scenario.note,
            kind="kilometres",
        )

    # --- the player's part
    def places(self) -> Mapping[str, Place]:
        """Where every unit stands at the start; bases have no facing."""
        return {unit.name: Place(float(unit.x), float(unit.y)) for unit in self.scenario.units}

    def chosen(self) -> tuple[str, str]:
        """The two that are chosen at the start."""
        return self.scenario.chosen, self.scenario.target

    def settle(self, name: str, place: Place) -> Place:
        """A base stays on the map, a kilometre square whose edges lie along those of the map."""
        half = 0.5
        x = min(max(place.x, half), float(self.scenario.width) - half)
        y = min(max(place.y, half), float(self.scenario.height) - half)
        return Place(x, y)

    def arranged(self, state: BoardState) -> Battlefield:
        """The map with every unit where the player put it."""
        units = []
        for unit in self.battlefield.units:
            place = state.places.get(unit.name)
            units.append(replace(unit, at=(exact(place.x), exact(place.y))) if place else unit)
        return replace(self.battlefield, units=tuple(units))

    # --- what is measured
    def quality(self, unit: UnitOnTable, rules: Divisional) -> Quality:
        """The quality of a unit: that of its formation (section 12)."""
        return self.scenario.quality(unit.side, rules)

    def section_of(self, base: Base, rules: Divisional) -> Base | None:
        """The fortification section in which a unit shelters, if it is one that can (section 10; R24)."""
        fits = SHELTERED if rules.R24 == "a" else (*SHELTERED, *ALSO_SHELTERED)
        if self.units[base.name].kind not in fits:
            return None
        return next((section for section in self.sections if base_holds(section, base.at)), None)

    def engaged(self, one: Base, other: Base, rules: Divisional) -> bool:
        """Are two enemies engaged: bases in touch, or one with the other's section (sections 6 and 10)?"""
        if one.side == other.side:
            return False
        works = (self.section_of(one, rules), self.section_of(other, rules))
        return (
            in_contact(one, other)
            or (works[0] is not None and in_contact(works[0], other))
            or (works[1] is not None and in_contact(works[1], one))
        )

    def enemies_of(self, field: Battlefield, base: Base, rules: Divisional) -> tuple[Base, ...]:
        """The enemies with which a unit is engaged."""
        return tuple(other for other in field.units if self.engaged(base, other, rules))

    def cover(self, field: Battlefield, target: Base, rules: Divisional) -> int:
        """How often the cover of a target counts: woods, buildings and works once, or each (section 5; R27)."""
        in_ground = any(patch.ground in COVER and patch.holds(target.at) for patch in field.patches)
        in_works = self.section_of(target, rules) is not None
        return in_ground + in_works if rules.R27 == "b" else int(in_ground or in_works)

    def looks(self, field: Battlefield, battery: Base, target: Base, rules: Divisional) -> tuple[Look, ...]:
        """What every unit of the battery's division sees of the target (section 5; R15, R22)."""
        return tuple(
            self.look(field, spotter, battery, target, rules)
            for spotter in field.units
            if spotter.side == battery.side
        )

    def look(self, field: Battlefield, spotter: Base, battery: Base, target: Base, rules: Divisional) -> Look:
        """Whether one unit spots the target, and why not."""
        on_hill = any(patch.ground == HILL and patch.holds(spotter.at) for patch in field.patches)
        covered = self.cover(field, target, rules)
        reach = rules.spotting_distance(self.units[spotter.name].kind, on_hill, covered > 0)
        reach -= rules.cover_spotting * max(0, covered - 1)
        away = distance(spotter.at, target.at) if rules.R29 == "a" else gap(spotter, target)
        why = ""
        if spotter.name == battery.name and rules.R22 == "b":
            why = "a battery does not spot for itself (R22)"
        elif self.enemies_of(field, spotter, rules):
            why = "in contact with an enemy"
        elif not self.near(spotter, target, reach, rules):
            why = f"{told_apart(away, reach)} km away, sees {reach} km"
        elif not self.line_free(field, spotter, target, rules):
            why = "an enemy unit stands in the line (R15)"
        return Look(spotter.name, reach, away, why)

    def near(self, one: Base, other: Base, limit: int, rules: Divisional) -> bool:
        """Is one unit within a distance of another: from the middles, or the edges (R29)?"""
        return gap(one, other) <= limit if rules.R29 == "b" else within(one.at, other.at, limit)

    def line_free(self, field: Battlefield, viewer: Base, target: Base, rules: Divisional) -> bool:
        """Is the line free: nothing blocks it, unless enemy units do (R15)?"""
        if rules.R15 == "a":
            return True
        between = [
            Blocker(unit.name, footprint(unit)).outline
            for unit in field.units
            if unit.side == target.side and unit.name != target.name and unit.side != viewer.side
        ]
        return line_is_clear(viewer.at, target.at, between)

    def shots_left(self, unit: UnitOnTable) -> int:
        """Turns of fire that a battery has left."""
        return self.scenario.turns_of_fire if unit.shots is None else unit.shots

    def limited_fire(self) -> bool:
        """Do turns of fire run out in this edition?"""
        return "defender_out_of_ammo" in self.forms["combat"].fields()

    def why_not_fire(self, field: Battlefield, battery: Base, target: Base, rules: Divisional) -> str:
        """Why a battery may not fire at the target; empty if it may (section 5; R16)."""
        if battery.side == target.side:
            return f"{target.name} is on the same side."
        if rules.R16 != "b" and self.enemies_of(field, battery, rules):
            return f"{battery.name} is in contact with an enemy and may not fire (R16)."
        if rules.R16 == "c" and self.enemies_of(field, target, rules):
            return f"{target.name} is in contact and may not be fired at (R16)."
        if self.limited_fire() and not self.shots_left(self.units[battery.name]):
            return f"{battery.name} is out of ammo (§5)."
        if not self.near(battery, target, rules.range_of_fire, rules):
            away = told_apart(distance(battery.at, target.at), rules.range_of_fire)
            return f"{target.name} is out of range: {away} km of {rules.range_of_fire} (§5)."
        if not self.line_free(field, battery, target, rules):
            return "An enemy unit stands in the line of fire (R15)."
        if all(look.why_not for look in self.looks(field, battery, target, rules)):
            return f"{target.name} is not spotted by an unengaged unit of the division (§5)."
        return ""

    def objectives_lost(self, field: Battlefield, side: str) -> tuple[str, ...]:
        """The objectives of a side on which an enemy base stands (section 11)."""
        return tuple(
            objective.name
            for objective in self.scenario.objectives
            if objective.owner == side
            and any(unit.side != side and base_holds(unit, objective.at) for unit in field.units)
        )

    def why_not_rally(self, field: Battlefield, base: Base, rules: Divisional) -> str:
        """Why a unit may not rally; empty if it may (section 7; R20, R21)."""
        unit = self.units[base.name]
        chief = self.headquarters(base)
        if chief is None:
            return "A division without an HQ cannot rally (R20)."
        if unit.kind is Kind.HQ and rules.R20 == "b":
            return "An HQ never rallies (R20)."
        if rules.R21 == "b" and self.enemies_of(field, base, rules):
            return f"{base.name} is in contact with an enemy (R21)."
        green = self.quality(unit, rules) is Quality.GREEN
        limit = rules.rally_reach_green if green else rules.rally_reach
        at_the_head = field.unit(chief.name)
        if not self.near(base, at_the_head, limit, rules):
            away = told_apart(distance(base.at, at_the_head.at), limit)
            return f"{base.name} is {away} km from {chief.name}: it rallies within {limit} (§7)."
        return ""

    # --- what is shown
    def scene(self, state: BoardState, rules: Divisional) -> Scene:
        """Ground, works and mines, objectives, what the chosen unit reaches, spots and fires at."""
        field = self.arranged(state)
        shapes = list(self.on_the_ground())
        if state.shooter:
            shapes += self.around(field, field.unit(state.shooter), state, rules)
        if state.shooter and state.target:
            shapes += self.between(field, field.unit(state.shooter), field.unit(state.target), rules)
        picked = {name: role for name, role in ((state.shooter, "chosen"), (state.target, "target")) if name}
        return field.scene(*shapes, picked=picked)

    def on_the_ground(self) -> Iterator[Shape]:
        """Fortification sections, minefields and objectives."""
        for section in self.sections:
            yield Area(f"terrain: {FORTIFICATION}", footprint(section), words="shelters one base (§10)")
        for at in self.scenario.minefields:
            yield Area("terrain: rough", footprint(Base("", "", "", at)), words="a minefield section (§9)")
            yield Mark("mine", at)
        for objective in self.scenario.objectives:
            x, y = objective.at
            said = f"objective of the {objective.owner} side at {in_words(x)}, {in_words(y)} (§11)"
            yield Mark("label", (x, y + LABEL_ABOVE), f"objective: {objective.name}", said)

    def around(self, field: Battlefield, base: Base, state: BoardState, rules: Divisional) -> Iterator[Shape]:
        """What a chosen unit can do: its move, its range, its HQ's reach."""
        unit = self.units[base.name]
        chief = self.headquarters(base)
        if chief is not None:
            green = self.quality(unit, rules) is Quality.GREEN
            limit = rules.rally_reach_green if green else rules.rally_reach
            yield from (
                replace(shape, label=f"rally {limit}{KM}") if isinstance(shape, Ring) else shape
                for shape in measure_command(field, chief.name, limit).shapes()
            )
        if unit.kind is Kind.ARTILLERY:
            yield Ring("range", base.at, rules.range_of_fire, f"fire {rules.range_of_fire}{KM}")
        reach = None if state.moving else self.reachable(field, base, rules)
        if reach is not None:
            yield reach

    def reachable(self, field: Battlefield, base: Base, rules: Divisional) -> Area | None:
        """Where a unit can go in its move; nowhere while it is in contact (section 4; R17)."""
        if rules.R17 == "a" and self.enemies_of(field, base, rules):
            return None
        rough = rules.points_per_inch(Ground.ROUGH)
        going = Going({OPEN: Fraction(1), ROAD: rules.points_per_inch(Ground.ROAD)}, other=rough)
        return reachable_area(field, base.name, rules.open_move(self.units[base.name].mover), going)

    def between(self, field: Battlefield, base: Base, target: Base, rules: Divisional) -> Iterator[Shape]:
        """The line of fire with those who spot, or the way back of a beaten defender."""
        if self.engaged(base, target, rules):
            direction = self.backwards(field, target, base, rules)
            if direction is None:
                return
            way = self.way_back(field, target, base, rules)
            far = min(way or SHOWN_WAY_BACK, SHOWN_WAY_BACK)
            end = (
                float(target.at[0]) + direction[0] * far,
                float(target.at[1]) + direction[1] * far,
            )
            said = "way back free" if way is None else f"way back blocked after {in_words(way, 1)}{KM}"
            yield Line("path", (target.at, end), arrow=True, label=said)
            return
        if self.units[base.name].kind is not Kind.ARTILLERY:
            return
        why = self.why_not_fire(field, base, target, rules)
        yield Line("sight: blocked" if why else "shot", (base.at, target.at), label="" if why else "fire")
        for look in self.looks(field, base, target, rules):
            if not look.why_not and look.spotter != base.name:
                words = f"{look.spotter} spots at {in_words(look.distance, 1)} of {look.reach} km"
                yield Line(
                    "sight: clear", (field.unit(look.spotter).at, target.at), label="spots", words=words
                )

    def backwards(
        self, field: Battlefield, beaten: Base, winner: Base, rules: Divisional
    ) -> Direction | None:
        """Which way a beaten unit withdraws: straight away from the enemy, or towards its HQ (R18)."""
        chief = self.headquarters(beaten)
        if rules.R18 == "b" and chief is not None and chief.name != beaten.name:
            return towards(beaten, field.unit(chief.name))
        return towards(winner, beaten)

    def way_back(self, field: Battlefield, beaten: Base, winner: Base, rules: Divisional) -> float | None:
        """Kilometres back to the nearest other enemy; None where that does not matter (section 6; R18)."""
        direction = self.backwards(field, beaten, winner, rules)
        if direction is None:
            return None
        others = (unit for unit in field.units if unit.side != beaten.side and unit.name != winner.name)
        way = free_way(beaten, direction, others)
        return None if way is None or way > LONGEST_WAY_BACK else max(1.0, round(way, 6))

    def headquarters(self, base: Base) -> UnitOnTable | None:
        """The HQ of a unit's division; None if it has none."""
        chiefs = (unit for unit in self.scenario.units if unit.kind is Kind.HQ and unit.side == base.side)
        return next(chiefs, None)

    def facts(self, state: BoardState, rules: Divisional) -> tuple[Fact, ...]:
        """The chosen units, their contact, spotters, rally and objectives (sections 4 to 11)."""
        if not state.shooter:
            return (Fact("Unit", "choose one"),)
        field = self.arranged(state)
        base = field.unit(state.shooter)
        unit = self.units[base.name]
        facts = [Fact("Unit", self.named(unit, rules))]
        enemies = self.enemies_of(field, base, rules)
        contact = ", ".join(enemy.name for enemy in enemies)
        facts.append(Fact("In contact with", contact or "nobody"))
        move = rules.open_move(unit.mover)
        facts.append(Fact("Move", f"{move}{KM}", "half on rough ground, twice on roads (§4)"))
        why = self.why_not_rally(field, base, rules)
        facts.append(Fact("Rally", "no" if why else "yes", why or "within reach of its HQ (§7)"))
        lost = self.objectives_lost(field, base.side)
        if lost:
            facts.append(Fact("Objectives lost", ", ".join(lost), "off every rally die (§11)"))
        if state.target:
            facts += self.facts_of_two(field, base, field.unit(state.target), rules)
        return tuple(facts)

    def facts_of_two(self, field: Battlefield, base: Base, target: Base, rules: Divisional) -> Iterator[Fact]:
        """What lies between the chosen unit and its target."""
        yield Fact("Target", self.named(self.units[target.name], rules))
        yield Fact("Distance", f"{in_words(distance(base.at, target.at), 1)}{KM}")
        if self.section_of(target, rules) is not None:
            yield Fact("Cover", "in a fortification", "+1 in combat, harder to hit and to see (§10)")
        if self.units[base.name].kind is Kind.ARTILLERY:
            for look in self.looks(field, base, target, rules):
                yield Fact(f"{look.spotter} spots", "no" if look.why_not else "yes", look.why_not)

    def named(self, unit: UnitOnTable, rules: Divisional) -> str:
        """A unit in a few words."""
        parts = [unit.name, str(unit.kind), str(self.quality(unit, rules)), f"{unit.fp} FP"]
        if unit.kind is Kind.ARTILLERY and self.limited_fire():
            parts.append(f"{self.shots_left(unit)} turns of fire")
        return ", ".join(parts)

    # --- what is asked
    def asked(self, state: BoardState, rules: Divisional) -> Asked | None:
        """One unit: its rally. Two in contact: their combat, of several against one too. A battery: its fire."""
        if not state.shooter:
            return None
        field = self.arranged(state)
        base = field.unit(state.shooter)
        if not state.target:
            return self.rally_asked(field, base, rules)
        target = field.unit(state.target)
        if self.engaged(base, target, rules):
            return self.combat_asked(field, base, target, rules)
        if self.units[base.name].kind is Kind.ARTILLERY:
            return self.fire_asked(field, base, target, rules)
        inputs = self.of_combat(field, base, target, rules)
        if base.side == target.side:
            return self.filled("combat", inputs, f"{target.name} is on the same side.")
        away = in_words(gap(base, target), 1)
        return self.filled(
            "combat", inputs, f"{base.name} does not touch {target.name}: {away} km apart (§6)."
        )

    def filled(self, calculator: str, inputs: Mapping[str, Any], why_not: str = "") -> Asked:
        """The question with those inputs that the edition's form has and allows."""
        known = self.forms[calculator].fields()
        kept = {name: value for name, value in inputs.items() if name in known}
        kinds = known.get("attacker_type")
        kind = kept.get("attacker_type")
        if kinds is not None and kind is not None and kind not in getattr(kinds.domain, "options", (kind,)):
            del kept["attacker_type"]
            why_not = why_not or f"A unit of {kind} does not attack of its own will (§4)."
        return Asked(calculator, kept, why_not)

    def rally_asked(self, field: Battlefield, base: Base, rules: Divisional) -> Asked:
        """The rally of the chosen unit."""
        unit = self.units[base.name]
        inputs = {
            "quality": self.quality(unit, rules),
            "objectives_lost": min(3, len(self.objectives_lost(field, base.side))),
            "fp": unit.fp,
        }
        why = self.why_not_rally(field, base, rules) if unit.fp else f"{unit.name} has no FP to lose (§7)."
        return self.filled("rally", inputs, why)

    def fire_asked(self, field: Battlefield, base: Base, target: Base, rules: Divisional) -> Asked:
        """The fire of the chosen battery, and of all others of its side that may fire at the target."""
        why = self.why_not_fire(field, base, target, rules)
        able = [
            other
            for other in field.units
            if other.side == base.side
            and self.units[other.name].kind is Kind.ARTILLERY
            and not self.why_not_fire(field, other, target, rules)
        ]
        unit = self.units[target.name]
        inputs = {
            "batteries": min(6, max(1, len(able))),
            "firer_quality": self.quality(self.units[base.name], rules),
            "target_type": unit.kind,
            "target_fp": unit.fp,
            "target_fort": self.section_of(target, rules) is not None,
        }
        return self.filled("barrage", inputs, why)

    def combat_asked(self, field: Battlefield, base: Base, target: Base, rules: Divisional) -> Asked:
        """The combat of two units in contact; of all that are alike and engage the same enemy."""
        kinds = self.forms["combat"].fields()["attacker_type"].domain
        if self.units[base.name].kind not in getattr(kinds, "options", ()):
            base, target = target, base
        mine = self.units[base.name]
        alike = [
            other
            for other in self.enemies_of(field, target, rules)
            if (self.units[other.name].kind, self.units[other.name].fp) == (mine.kind, mine.fp)
        ]
        inputs = self.of_combat(field, base, target, rules)
        if len(alike) > 1:
            return self.filled("multi-combat", inputs | {"attackers": min(4, len(alike))})
        return self.filled("combat", inputs)

    def of_combat(
        self, field: Battlefield, attacker: Base, defender: Base, rules: Divisional
    ) -> dict[str, Any]:
        """All that a combat depends on, as it stands on the map."""
        ours, theirs = self.units[attacker.name], self.units[defender.name]
        empty = theirs.kind is Kind.ARTILLERY and not self.shots_left(theirs)
        return {
            "attacker_type": ours.kind,
            "attacker_fp": ours.fp,
            "attacker_quality": self.quality(ours, rules),
            "attacker_blocked_at": self.way_back(field, attacker, defender, rules),
            "defender_type": theirs.kind,
            "defender_fp": theirs.fp,
            "defender_quality": self.quality(theirs, rules),
            "defender_blocked_at": self.way_back(field, defender, attacker, rules),
            "defender_fort": self.section_of(defender, rules) is not None,
            "defender_out_of_ammo": empty,
        }


def base_of(unit: UnitOnTable) -> Base:
    """A unit's base: a kilometre square without facing."""
    return Base(
        unit.name,
        str(unit.kind),
        unit.side,
        (unit.x, unit.y),
        role=f"unit: {unit.side}",
        symbol=SYMBOLS.get(unit.kind, "infantry"),
        traits=(f"{unit.fp} FP",) if unit.fp else (),
    )
