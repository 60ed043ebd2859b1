"""PT-7 to PT-13 on the table: steps of fire, penalties, Defence, and why a shot cannot be taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pz8edu.board.battlefield import SMOKE, Battlefield
from pz8edu.board.bearings import point_at
from pz8edu.board.ground import Patch
from pz8edu.board.lengths import in_words
from pz8edu.board.position import Marker, Position
from pz8edu.board.table_setup import SetupTable
from pz8edu.board.tabletop import BoardState, once_a_state
from pz8edu.systems.panzertroops.line_of_fire import Seen, measure
from pz8edu.systems.panzertroops.miniatures import (
    MACHINE_GUN,
    MACHINE_GUNS,
    PRINTED,
    SPARED,
    Miniature,
    Skirmish,
)
from pz8edu.systems.panzertroops.ruleset import Panzertroops, Vehicle, Weapon
from pz8edu.systems.panzertroops.words import Target

HALF_TURN, SHELLS = "half-turn of Side A (1) or B (2)", "off-table weapons"
LETTERS = {"own": "A", "enemy": "B"}
State = BoardState[Miniature]


@dataclass(frozen=True)
class Shooting(SetupTable[Miniature]):
    """What is measured between two miniatures of a table, and what forbids a shot."""

    setup: Skirmish

    def start(self) -> Position[Miniature]:
        """Miniatures and smoke, whose half-turn it is, how many shells an observer calls; first guns fire."""
        stock = {HALF_TURN: self.setup.half_turn, SHELLS: self.setup.shells}
        start = super().start()
        units = {
            name: replace(unit, fires=unit.fires or self.weapons(unit, PRINTED)[0])
            for name, unit in start.units.items()
        }
        return replace(start, units=units, stock=stock)

    def battlefield(self, state: State) -> Battlefield:
        """The table as it stands, with its smoke; whoever is picked, it is the same."""
        return self.with_smoke(BoardState(state.position))

    @once_a_state
    def with_smoke(self, state: State) -> Battlefield:
        """Ground, miniatures and screens of a position."""
        field = super().battlefield(state)
        screens = tuple(screen(marker) for marker in state.position.marked(SMOKE))
        return replace(field, patches=(*field.patches, *screens))

    # --- what was measured
    def weapons(self, unit: Miniature, rules: Panzertroops) -> tuple[str, ...]:
        """What a miniature has to fire with: an armoured vehicle its guns, then its machine-guns (Table U5)."""
        if not unit.vehicle:
            return (unit.weapon,)
        row = rules.vehicles[unit.vehicle]
        machine_gun = unit.weapon if unit.weapon.startswith(MACHINE_GUNS) else MACHINE_GUN
        return (*row.guns.split(), *((machine_gun,) if row.machine_guns else ())) or (unit.weapon,)

    def weapon(self, unit: Miniature, rules: Panzertroops) -> tuple[str, Weapon]:
        """What a miniature fires: an armoured vehicle the gun that is chosen, or its first (Tables U2 and U5)."""
        carried = self.weapons(unit, rules)
        key = unit.fires if unit.fires in carried else carried[0]
        return key, rules.weapons[key]

    def changes(self, name: str, state: State, rules: Panzertroops) -> Mapping[str, Sequence[Any]]:
        """What fire has done to a miniature, what it does, and which of its guns fires: all may (PT-6)."""
        found = dict(super().changes(name, state, rules))
        unit = state.units.get(name)
        if unit and "posture" in found:
            kind = unit.posture.split("-")[0]
            found["posture"] = [posture for posture in found["posture"] if posture.startswith(kind)]
        carried = self.weapons(unit, rules) if unit else ()
        return {**found, "fires": carried} if len(carried) > 1 else found

    @once_a_state
    def seen(self, state: State, shooter: str, target: str, rules: Panzertroops) -> Seen:
        """What lies between two miniatures (PT-7 to PT-14)."""
        firer, at = state.units[shooter], state.units[target]
        return measure(
            self.battlefield(state),
            (firer, state.places[shooter]),
            (at, state.places[target]),
            self.weapon(firer, rules)[1].range,
            rules,
        )

    def attacks(self, unit: Miniature, state: State) -> bool:
        """Is it the half-turn of its side, so that its fire is attacking fire (turn sequence)?"""
        return LETTERS[unit.side] == "AB"[state.position.stock[HALF_TURN] - 1]

    def fire_step(self, unit: Miniature, state: State, rules: Panzertroops) -> str:
        """The step of the turn in which a side fires now."""
        what = "attacking" if self.attacks(unit, state) else "defensive"
        row = next(
            row for row in rules.sequence.rows if row.side == LETTERS[unit.side] and row.what.startswith(what)
        )
        return f"{row.what}, step {row.step}"

    def penalty(self, unit: Miniature, state: State, rules: Panzertroops) -> int:
        """The penalty for firing after a move, in attacking fire only (PT-13)."""
        if not (unit.has_moved and self.attacks(unit, state)):
            return 0
        if unit.vehicle:
            return rules.turret_moved if unit.mount == "turret" else rules.vehicle_moved
        return 0 if self.weapon(unit, rules)[0] in SPARED else rules.infantry_moved

    def defence(self, unit: Miniature, face: str, rules: Panzertroops) -> int:
        """The Defence value of a target: its armour, or what it does (Tables U4 and U5)."""
        if unit.kind is not Target.AFV:
            return rules.soft_defence(unit.posture)
        row: Vehicle = rules.vehicles[unit.vehicle]
        return row.front if face == "front" else row.side_rear

    def forbidden(self, firer: Miniature, target: Miniature, state: State) -> str:
        """Why the two have nothing to do with each other; empty if they have."""
        if firer.side == target.side:
            return f"{target.name} is on the same side."
        if firer.spent:
            return f"{firer.name} has used up what it fires."
        return ""

    def no_shot(
        self, firer: Miniature, target: Miniature, seen: Seen, state: State, rules: Panzertroops
    ) -> str:
        """Why a shot cannot be taken; empty if it can (PT-1, PT-7 to PT-10, PT-13)."""
        key, weapon = self.weapon(firer, rules)
        if self.unmanned(firer, rules):
            return self.unmanned(firer, rules)
        if firer.emplaced and firer.has_moved and self.attacks(firer, state):
            return f"{firer.name} has moved: heavy weapons and guns then fire no attacking fire (PT-13)."
        if self.firepower(target, weapon) is None:
            against = "armour" if target.kind is Target.AFV else "soft targets"
            return f"The {key} has no firepower against {against} (PT-10)."
        return self.out_of_line(firer, target, seen, weapon.range, rules)

    def unmanned(self, firer: Miniature, rules: Panzertroops) -> str:
        """Why a weapon is silent whose crew is not complete; empty if it is (PT-1, PT-17)."""
        crew = firer.crew(rules)
        if crew == 1 or not firer.crew_lost:
            return ""
        left = max(crew - firer.crew_lost, 0)
        return (
            f"{firer.name} needs a crew of {crew} to fire and has {left}; others may take over (PT-1, PT-17)."
        )

    def out_of_line(
        self, firer: Miniature, target: Miniature, seen: Seen, longest: int, rules: Panzertroops
    ) -> str:
        """Why a line of fire does not serve: range, field or line (PT-7 to PT-9)."""
        if not seen.reaches:
            limit = min(longest, rules.woods_range) if seen.short else longest
            through = f" into or through {seen.short.called}" if seen.short else ""
            return f"{target.name} is {in_words(seen.distance)}″ away; {limit}″ is the range{through} (PT-9)."
        if not seen.in_field:
            off = f"{in_words(abs(seen.field), 0)}° off the front of {firer.name}"
            return f"{target.name} lies {off}, which fires {rules.field_of_fire}° to either side (PT-8)."
        if seen.blocked:
            return f"The line of fire is blocked by {seen.blocked.blocker.name} (PT-7)."
        return ""

    def firepower(self, target: Miniature, weapon: Weapon) -> int | None:
        """The firepower of a weapon against a target; None if it has none (PT-10)."""
        return weapon.armour if target.kind is Target.AFV else weapon.soft


def screen(marker: Marker) -> Patch:
    """A round screen of smoke (PT-26)."""
    corners = tuple(
        point_at((marker.x, marker.y), bearing, Fraction(PRINTED.screen, 2)) for bearing in range(0, 360, 15)
    )
    return Patch(SMOKE, corners, SMOKE)
