"""What is measured on the kilometre map: contact, cover, spotting, fire, rally, ways back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import TOLERANCE
from pz8edu.board.contact import base_holds, footprint, gap, in_contact
from pz8edu.board.distances import distance, distance_squared, within
from pz8edu.board.lengths import told_apart
from pz8edu.board.pushing import Direction, free_way, towards
from pz8edu.board.scene import Base
from pz8edu.board.sight import line_is_clear
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010
from pz8edu.systems.pz8_divisional_2010.scenarios import Scenario, UnitOnTable
from pz8edu.systems.pz8_divisional_2010.words import Kind, Mover, Quality

COVER = ("wood", "buildings")
FORTIFICATION, HILL = "fortification", "hill"
SHELTERED = (Kind.INFANTRY, Kind.MOTOR_INFANTRY, Kind.ENGINEER, Kind.ARTILLERY)
ALSO_SHELTERED = (Kind.CAVALRY, Kind.RECON, Kind.HQ)
"""Who fits in a fortification section only under R24=b."""


@dataclass(frozen=True)
class Look:
    """Who looks at the target: how far it sees, how far away it is, and why it does not spot (or "")."""

    spotter: str
    reach: int
    distance: float
    why_not: str


@dataclass(frozen=True)
class OnTheMap:
    """The map as it stands under a ruleset.

    `works` are the middles of the fortification sections that are left, `mines` the minefield sections.
    `limited_fire` says that turns of fire run out, `attacking` which kinds may move into contact.
    """

    scenario: Scenario
    units: Mapping[str, UnitOnTable]
    field: Battlefield
    rules: Divisional2010
    works: tuple[tuple[float, float], ...]
    mines: tuple[Base, ...]
    limited_fire: bool
    attacking: Collection[Kind]
    longest_way_back: Fraction

    @cached_property
    def sections(self) -> tuple[Base, ...]:
        """The fortification sections, so many bases wide and one deep (section 10)."""
        return tuple(
            Base(f"{FORTIFICATION} {number}", FORTIFICATION, "", at, size=self.rules.section_bases, depth=1)
            for number, at in enumerate(self.works, 1)
        )

    @cached_property
    def contacts(self) -> Mapping[str, tuple[Base, ...]]:
        """Every unit with the enemies with which it is engaged."""
        field = self.field.units
        return {base.name: tuple(other for other in field if self.engaged(base, other)) for base in field}

    def open_move(self, unit: UnitOnTable) -> int:
        """Kilometres of a move over open ground, where it goes by the division of the unit (section 4; R13, R14)."""
        division = [
            each for each in self.scenario.units if each.side == unit.side and each.kind is not Kind.HQ
        ]
        if unit.kind is Kind.HQ and self.rules.R13 == "b" and division:
            return min(self.open_move(each) for each in division)
        if unit.kind is Kind.ENGINEER and any(each.mover is Mover.LEG_INFANTRY for each in division):
            return self.rules.movement[unit.mover].open
        return self.rules.open_move(unit.mover)

    def quality(self, unit: UnitOnTable) -> Quality:
        """The quality of a unit: that of its formation (section 12)."""
        return self.scenario.quality(unit.side, self.rules)

    @cached_property
    def garrisons(self) -> Mapping[str, Base]:
        """Who shelters in a section: it holds one base, the nearest to its middle (section 10; R24)."""
        fits = SHELTERED if self.rules.R24 == "a" else (*SHELTERED, *ALSO_SHELTERED)
        able = [base for base in self.field.units if self.units[base.name].kind in fits]
        found: dict[str, Base] = {}
        for section in self.sections:
            inside = [base for base in able if base_holds(section, base.at)]
            if inside:
                found.setdefault(
                    min(inside, key=lambda base: distance_squared(base.at, section.at)).name, section
                )
        return found

    def section_of(self, base: Base) -> Base | None:
        """The fortification section in which a unit shelters, if there is one (section 10)."""
        return self.garrisons.get(base.name)

    def enemy_works(self, base: Base) -> dict[str, Base]:
        """The sections in which enemies of a unit shelter: who touches one is in combat with them (section 10)."""
        return {
            name: section for name, section in self.garrisons.items() if self.units[name].side != base.side
        }

    def engaged(self, one: Base, other: Base) -> bool:
        """Are two enemies engaged: bases in touch, or one with the other's section (sections 6 and 10)?"""
        if one.side == other.side:
            return False
        works = (self.section_of(one), self.section_of(other))
        return (
            in_contact(one, other)
            or (works[0] is not None and in_contact(works[0], other))
            or (works[1] is not None and in_contact(works[1], one))
        )

    def enemies_of(self, base: Base) -> tuple[Base, ...]:
        """The enemies with which a unit is engaged."""
        return self.contacts[base.name]

    def cover(self, target: Base) -> int:
        """How often the cover of a target counts: woods, buildings and works once, or each (section 5; R27)."""
        in_ground = any(patch.ground in COVER and patch.holds(target.at) for patch in self.field.patches)
        in_works = self.section_of(target) is not None
        return in_ground + in_works if self.rules.R27 == "b" else int(in_ground or in_works)

    def looks(self, battery: Base, target: Base) -> tuple[Look, ...]:
        """What every unit of the battery's division sees of the target (section 5; R15, R22)."""
        return tuple(
            self.look(spotter, battery, target)
            for spotter in self.field.units
            if spotter.side == battery.side
        )

    def look(self, spotter: Base, battery: Base, target: Base) -> Look:
        """Whether one unit spots the target, and why not."""
        on_hill = any(patch.ground == HILL and patch.holds(spotter.at) for patch in self.field.patches)
        covered = self.cover(target)
        reach = self.rules.spotting_distance(self.units[spotter.name].kind, on_hill, covered > 0)
        reach -= self.rules.cover_spotting * max(0, covered - 1)
        away = distance(spotter.at, target.at) if self.rules.R29 == "a" else gap(spotter, target)
        why = ""
        if spotter.name == battery.name and self.rules.R22 == "b":
            why = "a battery does not spot for itself (R22)"
        elif self.enemies_of(spotter):
            why = "in contact with an enemy"
        elif not self.near(spotter, target, reach):
            why = f"{told_apart(away, reach)} km away, sees {reach} km"
        elif not self.line_free(spotter, target):
            why = "an enemy unit stands in the line (R15)"
        return Look(spotter.name, reach, away, why)

    def near(self, one: Base, other: Base, limit: int) -> bool:
        """Is one unit within a distance of another: from the middles, or the edges (R29)?"""
        return gap(one, other) <= limit if self.rules.R29 == "b" else within(one.at, other.at, limit)

    def line_free(self, viewer: Base, target: Base) -> bool:
        """Is the line free: nothing blocks it, unless enemy units do (R15)?"""
        if self.rules.R15 == "a":
            return True
        between = [
            footprint(unit)
            for unit in self.field.units
            if unit.side == target.side and unit.name != target.name and unit.side != viewer.side
        ]
        return line_is_clear(viewer.at, target.at, between)

    def shots_left(self, unit: UnitOnTable) -> int:
        """Turns of fire that a battery has left."""
        return self.scenario.turns_of_fire if unit.shots is None else unit.shots

    def out_of_ammo(self, base: Base) -> bool:
        """Is a unit a battery without turns of fire, where they run out (section 5)?"""
        unit = self.units[base.name]
        return self.limited_fire and unit.kind is Kind.ARTILLERY and not self.shots_left(unit)

    def why_not_fire(self, battery: Base, target: Base) -> str:
        """Why a battery may not fire at the target; empty if it may (section 5; R16)."""
        if battery.side == target.side:
            return f"{target.name} is on the same side."
        if self.rules.R16 != "b" and self.enemies_of(battery):
            return f"{battery.name} is in contact with an enemy and may not fire (R16)."
        if self.rules.R16 == "c" and self.enemies_of(target):
            return f"{target.name} is in contact and may not be fired at (R16)."
        if self.out_of_ammo(battery):
            return f"{battery.name} is out of ammo (§5)."
        if not self.near(battery, target, self.rules.range_of_fire):
            away = told_apart(distance(battery.at, target.at), self.rules.range_of_fire)
            return f"{target.name} is out of range: {away} km of {self.rules.range_of_fire} (§5)."
        if not self.line_free(battery, target):
            return "An enemy unit stands in the line of fire (R15)."
        if all(look.why_not for look in self.looks(battery, target)):
            return f"{target.name} is not spotted by an unengaged unit of the division (§5)."
        return ""

    def objectives_lost(self, side: str) -> tuple[str, ...]:
        """The objectives of a side on which an enemy base stands (section 11)."""
        return tuple(
            objective.name
            for objective in self.scenario.objectives
            if objective.owner == side
            and any(unit.side != side and base_holds(unit, objective.at) for unit in self.field.units)
        )

    def why_not_rally(self, base: Base) -> str:
        """Why a unit may not rally; empty if it may (section 7; R20, R21)."""
        unit = self.units[base.name]
        chief = self.headquarters(base)
        if chief is None:
            return "A division without an HQ cannot rally (R20)."
        if unit.kind is Kind.HQ and self.rules.R20 == "b":
            return "An HQ never rallies (R20)."
        if self.rules.R21 == "b" and self.enemies_of(base):
            return f"{base.name} is in contact with an enemy (R21)."
        limit = self.rally_reach(unit)
        at_the_head = self.field.unit(chief.name)
        if not self.near(base, at_the_head, limit):
            away = told_apart(distance(base.at, at_the_head.at), limit)
            return f"{base.name} is {away} km from {chief.name}: it rallies within {limit} (§7)."
        return ""

    def backwards(self, beaten: Base, winner: Base) -> Direction | None:
        """Which way a beaten unit withdraws: straight away from the enemy, or towards its HQ (R18)."""
        chief = self.headquarters(beaten)
        if self.rules.R18 == "b" and chief is not None and chief.name != beaten.name:
            return towards(beaten, self.field.unit(chief.name))
        return towards(winner, beaten)

    def way_back(self, beaten: Base, winner: Base) -> float | None:
        """Kilometres back to the nearest other enemy; None where that does not matter (section 6; R18).

        Enemies behind mines are not met (section 9); those from whom the unit parts are left behind (R7).
        """
        direction = self.backwards(beaten, winner)
        if direction is None:
            return None
        others = (
            base
            for name, base in self.touchable(beaten)
            if name != winner.name and not parts(beaten, base, direction)
        )
        way, mines = free_way(beaten, direction, others), self.stopping_mines(beaten, direction)
        if way is None or way > self.longest_way_back or (mines is not None and mines < way):
            return None
        return max(1.0, round(way, 6))

    def touchable(self, base: Base) -> Iterator[tuple[str, Base]]:
        """Every enemy of a unit with its base, and with the section that shelters it (sections 6 and 10)."""
        yield from ((unit.name, unit) for unit in self.field.units if unit.side != base.side)
        yield from self.enemy_works(base).items()

    def way_to_mines(self, base: Base, direction: Direction) -> float | None:
        """Kilometres to the nearest minefield section that a unit does not touch already (section 9)."""
        return free_way(base, direction, (mines for mines in self.mines if not in_contact(base, mines)))

    def stopping_mines(self, beaten: Base, direction: Direction) -> float | None:
        """The same to the section at which a unit stops that withdraws (section 9; T1)."""
        return self.way_to_mines(beaten, direction) if self.rules.T1 == "a" else None

    def headquarters(self, base: Base) -> UnitOnTable | None:
        """The HQ of a unit's division; None if it has none."""
        chiefs = (unit for unit in self.units.values() if unit.kind is Kind.HQ and unit.side == base.side)
        return next(chiefs, None)

    def rally_reach(self, unit: UnitOnTable) -> int:
        """Kilometres within which a unit rallies (section 7)."""
        green = self.quality(unit) is Quality.GREEN
        return self.rules.rally_reach_green if green else self.rules.rally_reach


def parts(base: Base, other: Base, way: Direction) -> bool:
    """Does a base that goes a way part from another that it touches?"""
    ahead = sum(float(there - here) * step for here, there, step in zip(base.at, other.at, way, strict=True))
    return ahead < TOLERANCE and in_contact(base, other)
