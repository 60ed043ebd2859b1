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
from pz8edu.board.tabletop import BoardState, once_a_position, once_a_state
from pz8edu.systems.panzertroops.line_of_fire import Seen, measure
from pz8edu.systems.panzertroops.miniatures import (
    LINE,
    MACHINE_GUN,
    MACHINE_GUNS,
    PRINTED,
    ROOF,
    SIDEARMS,
    SPARED,
    Miniature,
    Skirmish,
)
from pz8edu.systems.panzertroops.ruleset import Panzertroops, Vehicle, Weapon
from pz8edu.systems.panzertroops.words import Cover, Target

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

    @once_a_position
    def battlefield(self, state: State) -> Battlefield:
        """The table as it stands, with its smoke."""
        field = super().battlefield(state)
        screens = tuple(screen(marker) for marker in state.position.marked(SMOKE))
        on_foot = tuple(base for base in field.units if not state.units[base.name].aboard)
        return replace(field, units=on_foot, patches=(*field.patches, *screens))

    @once_a_position
    def underfoot(self, state: State) -> Battlefield:
        """The table without its smoke, under which the ground costs what it costs."""
        field = self.battlefield(state)
        return replace(field, patches=tuple(patch for patch in field.patches if patch.ground != SMOKE))

    # --- what was measured
    def weapons(self, unit: Miniature, rules: Panzertroops) -> tuple[str, ...]:
        """What a miniature has to fire with: an armoured vehicle its guns, then its machine-guns (Table U5)."""
        if not unit.vehicle:
            return (unit.weapon, *self.sidearms(unit))
        row, roof = rules.vehicles[unit.vehicle], self.roof_gun(unit, rules)
        machine_gun = unit.weapon if unit.weapon.startswith(MACHINE_GUNS) else MACHINE_GUN
        others = (machine_gun,) if row.machine_guns > bool(row.roof) else ()
        return (*row.guns.split(), *others, *((ROOF + roof,) if roof else ())) or (unit.weapon,)

    def roof_gun(self, unit: Miniature, rules: Panzertroops) -> str:
        """The machine-gun on the roof of a vehicle; empty if it has none (PT-15, Table U5)."""
        if not unit.vehicle:
            return ""
        own = unit.mount == "roof" and unit.weapon.startswith(MACHINE_GUNS)
        return unit.weapon if own else rules.vehicles[unit.vehicle].roof

    def times(self, unit: Miniature, weapon: str, rules: Panzertroops) -> int:
        """How often a weapon fires in a step: armour fires each of its machine-guns (PT-6, Table U5)."""
        if not (unit.vehicle and weapon.startswith(MACHINE_GUNS)):
            return 1
        row = rules.vehicles[unit.vehicle]
        return max(row.machine_guns - bool(row.roof), 1)

    def sidearms(self, unit: Miniature) -> tuple[str, ...]:
        """What a man on foot has besides his weapon: line troopers grenades, weapons carriers a pistol (PT-1)."""
        if not unit.posture.startswith("infantry") or unit.observer or unit.weapon == SIDEARMS["line"]:
            return ()
        return (SIDEARMS["line"] if unit.weapon in LINE else SIDEARMS["infantry"],)

    def weapon(self, unit: Miniature, rules: Panzertroops) -> tuple[str, Weapon]:
        """What a miniature fires: an armoured vehicle the gun that is chosen, or its first (Tables U2 and U5)."""
        carried = self.weapons(unit, rules)
        key = unit.fires if unit.fires in carried else carried[0]
        return key, rules.weapons[key.removeprefix(ROOF)]

    def changes(self, name: str, state: State, rules: Panzertroops) -> Mapping[str, Sequence[Any]]:
        """What fire has done to a miniature, what it does, and which of its guns fires: all may (PT-6)."""
        found = dict(super().changes(name, state, rules))
        unit = state.units.get(name)
        if unit and "posture" in found:
            kind = unit.posture.split("-")[0]
            found["posture"] = [posture for posture in found["posture"] if posture.startswith(kind)]
        carried = self.weapons(unit, rules) if unit else ()
        if unit and self.roof_gun(unit, rules):
            found |= dict.fromkeys(("looks_out", "gunner_lost"), (False, True))
        return {**found, "fires": carried} if len(carried) > 1 else found

    def seen(self, state: State, firer: Miniature, target: Miniature, rules: Panzertroops) -> Seen:
        """What lies between two miniatures, and whether the weapon in hand reaches so far (PT-7 to PT-14)."""
        found = self.line_between(BoardState(state.position), firer.name, target.name, rules)
        return found.with_range(self.weapon(firer, rules)[1].range, rules)

    @once_a_state
    def line_between(self, state: State, shooter: str, target: str, rules: Panzertroops) -> Seen:
        """What lies between two miniatures for any weapon."""
        firer, at = state.units[shooter], state.units[target]
        found = measure(
            self.battlefield(state), (firer, state.places[shooter]), (at, state.places[target]), 0, rules
        )
        if at.looks_out and at.aboard:
            return replace(found, cover=Cover.HARD, cover_words=f"looks out of {at.aboard}")
        return found

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
            roof = self.weapon(unit, rules)[0].startswith(ROOF)
            turret = rules.T7 == "b" if roof else unit.mount == "turret"
            return rules.turret_moved if turret else rules.vehicle_moved
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
        sidearm = not firer.vehicle and firer.fires not in ("", firer.weapon)
        if firer.spent and not sidearm:
            return f"{firer.name} has used up what it fires."
        return ""

    def no_shot(
        self, firer: Miniature, target: Miniature, seen: Seen, state: State, rules: Panzertroops
    ) -> str:
        """Why a shot cannot be taken; empty if it can (PT-1, PT-7 to PT-10, PT-13)."""
        key, weapon = self.weapon(firer, rules)
        unseen = next((each for each in (firer, target) if self.inside(each, state)), None)
        if unseen is not None:
            return f"{unseen.name} is inside {unseen.aboard} (PT-5, PT-15)."
        if key.startswith(ROOF) and not firer.looks_out:
            lost = "is dead: the gun is out of action" if firer.gunner_lost else "has his head down"
            return f"The roof gunner of {firer.name} {lost} (PT-15)."
        if self.unmanned(firer, rules):
            return self.unmanned(firer, rules)
        if firer.emplaced and firer.has_moved and self.attacks(firer, state):
            return f"{firer.name} has moved: heavy weapons and guns then fire no attacking fire (PT-13)."
        if self.firepower(target, weapon) is None:
            against = "armour" if target.kind is Target.AFV else "soft targets"
            return f"The {key} has no firepower against {against} (PT-10)."
        return self.out_of_line(firer, target, seen, weapon.range, rules)

    def inside(self, unit: Miniature, state: State) -> bool:
        """Is it where nobody sees it: in a vehicle with its head down, towed, or in a wreck (PT-5, PT-15)?"""
        carrier = state.units.get(unit.aboard)
        if carrier is None:
            return False
        return (
            carrier.destroyed
            or carrier.kind is Target.MAN
            or not (unit.looks_out if carrier.carries else carrier.vehicle)
        )

    def unmanned(self, firer: Miniature, rules: Panzertroops) -> str:
        """Why a weapon is silent whose crew is not complete; empty if it is (PT-1, PT-17)."""
        crew = firer.crew(rules)
        sidearm = not firer.vehicle and self.weapon(firer, rules)[0] != firer.weapon
        if crew == 1 or not firer.crew_lost or sidearm:
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
