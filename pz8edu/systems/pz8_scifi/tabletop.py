"""Pz8 Sci-Fi on the table: sample units that fire at each other, satellites and ground attacks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import cast

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.findings import Finding
from pz8edu.board.lengths import in_words
from pz8edu.board.scene import Shape
from pz8edu.board.shot import Aim, Shot
from pz8edu.board.tabletop import Asked, BoardState, Fact, once_a_position, once_a_state
from pz8edu.core import Situation
from pz8edu.systems.pz8_scifi.points import OneSample, sample_cost
from pz8edu.systems.pz8_scifi.ruleset import SciFi
from pz8edu.systems.pz8_scifi.setups import SATELLITE, TABLES, Setup, SupportOnTable, UnitOnTable
from pz8edu.systems.pz8_scifi.situations import NO_SAVE, GevTarget, ShellOnTable
from pz8edu.systems.pz8_ww2 import setups as ww2
from pz8edu.systems.pz8_ww2.fire import modifiers_of_a_shell
from pz8edu.systems.pz8_ww2.over_the_table import ATTACKS, left
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.tabletop import GROUND, ShellTable, Ww2Table, aim_in, score_needed
from pz8edu.systems.pz8_ww2.words import Cover

State = BoardState[ww2.UnitOnTable]
ALWAYS_SEEN = {"walker": "walkers", "gev": "GEV"}
HIT_GEV = ("infantry", "light-gun")
"""The weapons that can hit a GEV (section 11; R33)."""
REMOVED = "any damage removes a GEV (§6)"
ONLY = "only Light guns and Infantry can hit a GEV (§11)."


@dataclass(frozen=True)
class SciFiTable(Ww2Table):
    """A table on which it fills in `direct-fire`, `gev-fire`, `transport-fire`, `close-combat` and what supports."""

    setup: Setup

    def unit(self, name: str, state: State) -> UnitOnTable:
        """A unit of this book by its name."""
        return cast(UnitOnTable, state.units[name])

    @once_a_position
    def battlefield(self, state: State) -> Battlefield:
        """The table as it stands; a GEV leaves no wreck (section 6)."""
        field = super().battlefield(state)
        wrecks = (base for base in field.wrecks if state.units[base.name].target_kind != "gev")
        return replace(field, wrecks=tuple(wrecks))

    def aim(self, firer: ww2.UnitOnTable, rules: Ww2) -> Aim:
        """What the weapon of a unit can do; transports have none (sections 5, 7 and 12)."""
        return super().aim(firer, rules) if firer.range else GROUND

    @once_a_state
    def measured(self, state: State, rules: Ww2) -> Shot | None:
        """The shot between two units; walkers and GEV are always seen, ground does not cover GEV (§5; R29, R31)."""
        shot = super().measured(state, rules)
        if shot is None:
            return None
        for unit in (state.units[state.target], state.units[state.shooter]):
            if unit.target_kind in ALWAYS_SEEN:
                says = f"Sight is clear: {ALWAYS_SEEN[unit.target_kind]} always see and are seen (§5)."
                shot = replace(shot, sight=Finding(True, says), blocked=None)
        if state.units[state.target].target_kind == "gev":
            says = f"{state.target} is a GEV: no ground covers it (§11)."
            shot = replace(shot, cover=Finding(Cover.OPEN.value, says))
        return shot

    def umbrella(self, at: tuple[float, float], rules: Ww2) -> Iterator[Shape]:
        """Nothing on the ground spoils a ground attack (section 11)."""
        return iter(())

    # --- what stands beside it
    def facts(self, state: State, rules: Ww2) -> tuple[Fact, ...]:
        """Who acts on whom, what was measured, and the points that are left on the table (sections 4 to 7, 14)."""
        sides = (
            f"{side} {in_words(self.points(side, state, cast(SciFi, rules)), 3)}" for side in ("own", "enemy")
        )
        points = Fact("Points", ", ".join(sides), "on the table, with whom they carry (§14)")
        return (*super().facts(state, rules), points)

    def needed(self, state: State, rules: Ww2) -> Iterator[Fact]:
        """The score that the roll to hit needs, of a satellite too (sections 5 and 11)."""
        asked = self.question(state, rules)
        if asked is not None and asked.calculator == "indirect-fire":
            aim = aim_in(asked, rules.indirect_aim)
            yield score_needed(rules.indirect_hit_on, modifiers_of_a_shell(aim, rules))
        else:
            yield from super().needed(state, rules)

    def points(self, side: str, state: State, rules: SciFi) -> Fraction:
        """What the units of a side cost that are not lost (section 14)."""
        units = {name: cast(UnitOnTable, unit) for name, unit in state.units.items()}
        aboard = {name: unit.sample for name, unit in units.items() if unit.rides}
        samples = [
            OneSample(name=name, quality=unit.quality, hitech=unit.hitech and name == unit.sample)
            for unit in units.values()
            if unit.side == side and not unit.destroyed and not unit.rides
            for name in filter(None, (unit.sample, aboard.get(unit.passenger, unit.passenger)))
        ]
        return sum((sample_cost(sample, rules) for sample in samples), Fraction(0))

    # --- what it asks
    def attack_from_above(self, plane: ww2.AircraftOnTable, target: ww2.UnitOnTable, rules: Ww2) -> int:
        """The Attack Factor of a ground attack, or of a satellite: it fires as rockets (sections 8 and 11)."""
        if plane.aircraft == SATELLITE:
            return rules.attack_factor("rockets", armoured=rules.defence[target.defence].armoured)
        return super().attack_from_above(plane, target, rules)

    def air_attack(self, plane: ww2.AircraftOnTable, state: State, rules: Ww2) -> Asked | None:
        """A satellite or a ground attack on the target (sections 5 and 11; R33, R34)."""
        asked = super().air_attack(plane, state, rules)
        if asked is None:
            return None
        inputs = {name: value for name, value in asked.inputs.items() if name not in (*NO_SAVE, "aa_guns")}
        gev = self.unit(state.target, state).target_kind == "gev"
        return Asked(
            "indirect-fire" if plane.aircraft == SATELLITE else "air-attack",
            inputs | {"hitech": cast(SupportOnTable, plane).hitech},
            asked.why_not or (f"{state.target} is a GEV: {ONLY}" if gev else ""),
            (f"{plane.name}: {left(state.position.stock[ATTACKS.format(plane.name)])}",),
        )

    def fight(self, shot: Shot, state: State, rules: Ww2) -> Asked:
        """The shot (or, in contact, the close combat) of two units, with the measured inputs (sections 5 to 11)."""
        firer, target = self.unit(state.shooter, state), self.unit(state.target, state)
        asked = super().fight(shot, state, rules)
        sample, armoured = cast(SciFi, rules).sample(firer.sample), asked.inputs["armoured"]
        inputs = {name: value for name, value in asked.inputs.items() if name not in NO_SAVE}
        inputs["attack"] = (sample.armour if armoured else sample.soft) or 0
        flies, gev = firer.target_kind == "gev", target.target_kind == "gev"
        counted = (REMOVED,) if gev else ()
        if asked.calculator == "close-combat":
            if flies and armoured:
                counted = (f"Defence {inputs['defence']} halved: attacked by a GEV (§9)",)
                inputs |= {"defence": rules.halved(inputs["defence"]), "armoured": False}
            return replace(asked, inputs=inputs, counted=counted)
        inputs |= {"hitech": firer.hitech, "from_flyer": flies}
        if gev:
            inputs = {name: value for name, value in inputs.items() if name in GevTarget.fields()}
            return Asked("gev-fire", inputs, asked.why_not, counted)
        return replace(asked, inputs=inputs)

    def hidden(self, shot: Shot, firer: ww2.UnitOnTable, target: ww2.UnitOnTable, rules: Ww2) -> str:
        """Why a target in cover is not seen; walkers and GEV may see it from afar (section 5; T16)."""
        assert isinstance(rules, SciFi)
        sees = firer.target_kind in ALWAYS_SEEN and rules.T16 == "b"
        return "" if sees else super().hidden(shot, firer, target, rules)

    def forbidden(self, firer: ww2.UnitOnTable, target: ww2.UnitOnTable) -> str:
        """Why the two cannot fight at all; empty if they can (sections 6, 11 and 12; R33)."""
        if firer.side != target.side and not firer.attack:
            return f"{firer.name} has no weapon (§12)."
        if firer.side != target.side and target.target_kind == "gev" and firer.attack not in HIT_GEV:
            return f"{target.name} is a GEV: {ONLY}"
        return super().forbidden(firer, target)


@dataclass(frozen=True)
class SatelliteTable(ShellTable):
    """A table on which a satellite misses: its aiming point can be moved; it fills in `deviation`."""

    setup: Setup

    def aimed_at(self, state: State, rules: Ww2) -> ShellOnTable:
        """The shell of the satellite, with everybody as seen from the aiming point (section 5; R34)."""
        return ShellOnTable.of(super().aimed_at(state, rules), hitech=self.setup.battery.hitech)


NAMES = TABLES.names()


def tabletop(name: str | Situation) -> Ww2Table:
    """A table of Pz8 Sci-Fi by its name or as set up; raises BadInput for an unknown one."""
    setup = TABLES[name]
    return SciFiTable(setup) if setup.aim is None else SatelliteTable(setup)
