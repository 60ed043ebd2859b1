"""Pz8 WW2 on the table: units with their rows of the printed tables, and what is measured between them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.command import measure_command
from pz8edu.board.contact import in_contact
from pz8edu.board.ground import OPEN, ROAD, Patch, Road
from pz8edu.board.lengths import in_words
from pz8edu.board.march import Going
from pz8edu.board.ranges import is_spotted
from pz8edu.board.reach import reachable_area
from pz8edu.board.scene import Base, Scene, Shape
from pz8edu.board.shell import measure_deviation
from pz8edu.board.shot import Aim, Shot, measure_shot
from pz8edu.board.tabletop import Asked, BoardState, Fact, Place, Tabletop
from pz8edu.errors import unknown
from pz8edu.rulebook import Help, Situation
from pz8edu.rulebook.domain import WordDomain
from pz8edu.systems.pz8_ww2.boards import PRINTED, half_arc
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.words import Condition, Cover, Facing, Quality

FOLDER = Path(__file__).parent / "tabletops"
PATCHES = {
    "wood": Cover.ROUGH,
    "hill": Cover.ROUGH,
    "rough": Cover.ROUGH,
    "building": Cover.ROUGH,
    "field works": Cover.ROUGH,
    "bunker": Cover.BUNKER,
}
"""What the ground of a patch gives to a target in it (section 5)."""


class UnitOnTable(Situation):
    """One unit on the table, with its rows of the printed tables."""

    name: Annotated[str, Help("its name, all different")]
    what: Annotated[str, Help("what it is, in words")] = ""
    side: Annotated[Literal["own", "enemy"], Help("whose it is")]
    x: Annotated[Fraction, Help("inches from the west edge")]
    y: Annotated[Fraction, Help("inches from the south edge")]
    facing: Annotated[Fraction, Help("degrees clockwise from north")] = Fraction(0)
    symbol: Annotated[str, Help("the picture on its base")] = "infantry"
    movement: Annotated[str, WordDomain(tuple(PRINTED.movement)), Help("row of the movement table")]
    range: Annotated[str, WordDomain(tuple(PRINTED.ranges)), Help("row of the range table")]
    attack: Annotated[str, WordDomain(tuple(PRINTED.attack)), Help("row of the attack table")]
    defence: Annotated[str, WordDomain(tuple(PRINTED.defence)), Help("row of the defence table")]
    target_kind: Annotated[
        Literal["vehicle", "non-vehicle", "tank-hunter"], Help("how it hides in cover (section 5)")
    ] = "non-vehicle"
    quality: Annotated[Quality, Help("troop quality")] = Quality.AVERAGE
    condition: Annotated[Condition, Help("condition")] = Condition.OK
    hq: Annotated[bool, Help("is a headquarters")] = False
    turretless: Annotated[bool, Help("has only a forward arc (section 7)")] = False

    @property
    def base(self) -> Base:
        """Its base on the board."""
        return Base(
            self.name,
            self.what or self.defence,
            self.side,
            (self.x, self.y),
            facing=self.facing,
            condition=self.condition.value,
            role=f"unit: {self.side}",
            symbol="headquarters" if self.hq else self.symbol,
            weapon=self.range,
            quality=self.quality.value,
            traits=tuple(word for word, has in (("HQ", self.hq), ("turretless", self.turretless)) if has),
        )


class PatchOnTable(Situation):
    """A patch of ground."""

    ground: Annotated[str, WordDomain(tuple(PATCHES)), Help("what it is")]
    name: Annotated[str, Help("its name in a sentence")] = ""
    corners: Annotated[tuple[tuple[Fraction, Fraction], ...], Help("its corners, inches")]


class RoadOnTable(Situation):
    """A road."""

    points: Annotated[tuple[tuple[Fraction, Fraction], ...], Help("the points it runs through, inches")]


class Setup(Situation):
    """A table as its file describes it."""

    title: str
    note: str = ""
    width: Fraction
    height: Fraction
    units: tuple[UnitOnTable, ...]
    patches: tuple[PatchOnTable, ...] = ()
    roads: tuple[RoadOnTable, ...] = ()
    smoke: tuple[tuple[Fraction, Fraction], ...] = ()
    firer: str = ""
    target: str = ""
    aim: tuple[Fraction, Fraction] | None = None

    def check(self) -> None:
        names = [unit.name for unit in self.units]
        for name in (self.firer, self.target):
            if name and name not in names:
                raise unknown("unit", name, names)


def setups() -> tuple[str, ...]:
    """The names of the tables that are ready to play on."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


def read_setup(name: str) -> Setup:
    """A table by its name; raises BadInput for an unknown one."""
    if name not in setups():
        raise unknown("table of pz8-ww2", name, setups())
    return Setup.read(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")), name)


@dataclass(frozen=True)
class Ww2Table(Tabletop):
    """A table on which one unit fires at another: it fills in `direct-fire` and `close-combat`."""

    setup: Setup

    @cached_property
    def units(self) -> Mapping[str, UnitOnTable]:
        """The units by name."""
        return {unit.name: unit for unit in self.setup.units}

    @cached_property
    def battlefield(self) -> Battlefield:
        """The table at the start."""
        setup = self.setup
        field = Battlefield(
            (0, 0, setup.width, setup.height),
            tuple(unit.base for unit in setup.units),
            tuple(Patch(patch.ground, patch.corners, patch.name) for patch in setup.patches),
            tuple(Road(road.points) for road in setup.roads),
            title=setup.title,
            note=setup.note,
        )
        for point in setup.smoke:
            field = field.with_smoke(point)
        return field

    def places(self) -> Mapping[str, Place]:
        """Where every unit stands at the start."""
        return {
            unit.name: Place(float(unit.x), float(unit.y), float(unit.facing)) for unit in self.setup.units
        }

    def chosen(self) -> tuple[str, str]:
        """Who fires at whom at the start."""
        return self.setup.firer, self.setup.target

    def arranged(self, state: BoardState) -> Battlefield:
        """The table with every unit where the player put it."""
        return replace(
            self.battlefield, units=tuple(put(unit, state.places) for unit in self.battlefield.units)
        )

    def aim(self, firer: UnitOnTable, rules: Ww2) -> Aim:
        """What the weapon of a unit can do (sections 5, 7 and 9; R12, R18, R24)."""
        row = rules.ranges[firer.range]
        return Aim(
            row.inches,
            row.minimum or 0,
            half_arc(rules) if firer.turretless else None,
            rules.front_up_to,
            rules.side_up_to,
            lines_favour_target=rules.R18 == "a",
            half_counts_as_over=rules.R24 == "b",
            cover={ground: cover.value for ground, cover in PATCHES.items()},
        )

    def measured(self, state: BoardState, rules: Ww2) -> Shot | None:
        """The shot between the chosen two; None while there are not two."""
        if not (state.shooter and state.target):
            return None
        aim = self.aim(self.units[state.shooter], rules)
        return measure_shot(self.arranged(state), state.shooter, state.target, aim)

    def scene(self, state: BoardState, rules: Ww2) -> Scene:
        """Ground, units, the reach and rings of the shooter, the sight line, the HQ's command radius."""
        field = self.arranged(state)
        shapes: list[Shape] = []
        for unit in self.setup.units:
            if unit.hq and unit.side == self.side(state):
                shapes += measure_command(field, unit.name, rules.command_radius).shapes()
        if state.shooter:
            mover = self.units[state.shooter]
            going = Going({OPEN: 1, ROAD: rules.road_cost}, other=rules.rough_cost)
            if not state.moving and mover.condition is Condition.OK:
                allowance = rules.movement[mover.movement].inches
                reach = reachable_area(field, mover.name, allowance, going)
                shapes += [reach] if reach else []
        shot = self.measured(state, rules)
        if shot:
            shapes += shot.shapes()
        picked = {name: role for name, role in ((state.shooter, "firer"), (state.target, "target")) if name}
        return field.scene(*shapes, picked=picked)

    def side(self, state: BoardState) -> str:
        """The side whose shooter is chosen."""
        return self.units[state.shooter].side if state.shooter else "own"

    def facts(self, state: BoardState, rules: Ww2) -> tuple[Fact, ...]:
        """Shooter, target, distance, sight, face hit, cover, and what may be done (sections 4 to 7)."""
        facts = [Fact("Shooter", self.named(state.shooter)), Fact("Target", self.named(state.target))]
        shot = self.measured(state, rules)
        if shot is not None:
            over = f"{rules.over_half_range:+d} over half range".replace("-", "−")
            facts += [
                Fact(
                    "Distance",
                    distance_words(shot),
                    over if shot.over_half_range.value else shot.distance.says,
                ),
                Fact("Sight", "clear" if shot.sight.value else "blocked", shot.sight.says),
                Fact("Face hit", shot.face.value, shot.off_facing.says),
                Fact("Cover", shot.cover.value, shot.cover.says),
            ]
            if not shot.in_arc.value:
                facts.append(Fact("Arc", "outside", shot.in_arc.says))
        if state.shooter:
            mover = self.units[state.shooter]
            inches = rules.movement[mover.movement].inches if mover.condition is Condition.OK else 0
            facts.append(Fact("Move", f"{inches}″", "hatched; half in rough ground, twice on roads (§4)"))
        return tuple(facts)

    def named(self, name: str) -> str:
        """A unit in a few words."""
        if not name:
            return "choose one"
        unit = self.units[name]
        return ", ".join(filter(None, (name, unit.what, unit.quality.value)))

    def asked(self, state: BoardState, rules: Ww2) -> Asked | None:
        """The shot (or, in contact, the close combat) of the chosen two, with the measured inputs."""
        shot = self.measured(state, rules)
        if shot is None:
            return None
        firer, target = self.units[state.shooter], self.units[state.target]
        weapon, armour = rules.attack[firer.attack], rules.defence[target.defence]
        inputs: dict[str, Any] = {
            "attack": weapon.armour if armour.armoured else weapon.soft,
            "defence": armour.defence,
            "armoured": armour.armoured,
            "facing": Facing(shot.face.value),
            "target_condition": target.condition,
        }
        if in_contact(shot.firer, shot.target):
            return Asked("close-combat", inputs, self.forbidden(firer, target))
        inputs |= {
            "over_half_range": shot.over_half_range.value,
            "cover": Cover(shot.cover.value),
            "quality": firer.quality,
            "disorganized": firer.condition is Condition.DISORGANIZED,
            "hq": target.hq,
            "target_quality": target.quality,
        }
        return Asked(
            "direct-fire", inputs, self.forbidden(firer, target) or not_possible(shot, target, rules)
        )

    def forbidden(self, firer: UnitOnTable, target: UnitOnTable) -> str:
        """Why the two cannot fight at all; empty if they can (section 6)."""
        if firer.side == target.side:
            return f"{target.name} is on the same side."
        if firer.condition in (Condition.SUPPRESSED, Condition.DESTROYED):
            return f"{firer.name} is {firer.condition.value} and does not fire (§6)."
        return ""


def not_possible(shot: Shot, target: UnitOnTable, rules: Ww2) -> str:
    """Why a shot cannot be taken; empty if it can (sections 5 and 7)."""
    for finding in (shot.in_range, shot.sight, shot.in_arc):
        if not finding.value:
            return finding.says
    hides = target.target_kind != "vehicle" and shot.cover.value != Cover.OPEN
    if not is_spotted(shot.distance.value, rules.spotting_distance, hidden=hides):
        limit = in_words(rules.spotting_distance)
        return f"{target.name} hides in cover: it is seen only within {limit} inches until it fires (§5)."
    return ""


AIM = "aiming point"


@dataclass(frozen=True)
class ShellTable(Ww2Table):
    """A table on which an indirect shell misses: its aiming point can be moved; it fills in `deviation`."""

    choosing = False

    def places(self) -> Mapping[str, Place]:
        """The units, whose sides run along the table's edges, and the aiming point."""
        x, y = self.setup.aim or (Fraction(0), Fraction(0))
        units = {name: place._replace(facing=None) for name, place in super().places().items()}
        return {AIM: Place(float(x), float(y)), **units}

    def chosen(self) -> tuple[str, str]:
        """Nobody on the table fires."""
        return "", ""

    def scene(self, state: BoardState, rules: Ww2) -> Scene:
        """The units, and every point where the shell can fall with who is under it (section 5; R7)."""
        field, aim = self.arranged(state), state.places[AIM]
        found = measure_deviation(field, (aim.x, aim.y), rules.directions)
        marker = Base(AIM, AIM, "", (aim.x, aim.y), size=Fraction(1, 2), role=AIM)
        return replace(field, units=(*field.units, marker)).scene(*found.shapes())

    def facts(self, state: BoardState, rules: Ww2) -> tuple[Fact, ...]:
        """How many of the equally likely points lie on each unit."""
        field, aim = self.arranged(state), state.places[AIM]
        found = measure_deviation(field, (aim.x, aim.y), rules.directions)
        points = len(found.falls)
        return tuple(Fact(name, f"{count} of {points} points") for name, count in found.under.items())

    def asked(self, state: BoardState, rules: Ww2) -> Asked:
        """The deviation, with every unit's place seen from the aiming point."""
        aim = state.places[AIM]
        units = [
            {
                "name": unit.name,
                "x": round(state.places[unit.name].x - aim.x, 6),
                "y": round(state.places[unit.name].y - aim.y, 6),
            }
            for unit in self.setup.units
        ]
        return Asked("deviation", {"units": units})


def put(unit: Base, places: Mapping[str, Place]) -> Base:
    """A unit where the player put it."""
    place = places.get(unit.name)
    return replace(unit, at=(place.x, place.y), facing=place.facing) if place else unit


def distance_words(shot: Shot) -> str:
    """The distance against the range: "7.3″ of 12″"."""
    return f"{in_words(shot.distance.value, 1)}″ of {in_words(shot.aim.full_range)}″"


def tabletop(name: str) -> Ww2Table:
    """A table of Pz8 WW2 by its name; raises BadInput for an unknown one."""
    setup = read_setup(name)
    return Ww2Table(setup) if setup.aim is None else ShellTable(setup)
