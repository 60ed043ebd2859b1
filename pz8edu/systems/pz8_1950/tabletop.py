"""Pz8 1950/1975 on the table: helicopters that all see, missiles that are fired once, the umbrella of SAM teams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.distances import within
from pz8edu.board.findings import Finding
from pz8edu.board.lengths import in_words
from pz8edu.board.position import Marker
from pz8edu.board.shapes import Base
from pz8edu.board.shot import Shot
from pz8edu.board.tabletop import Asked, BoardState, once_a_position, once_a_state
from pz8edu.core import Situation
from pz8edu.systems.pz8_1950.ruleset import Y1950
from pz8edu.systems.pz8_1950.setups import FIRED, GUIDED, SAM, TABLES, UnitOnTable
from pz8edu.systems.pz8_ww2 import setups as ww2
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.tabletop import ShellTable, Ww2Table, out_of_reach
from pz8edu.systems.pz8_ww2.words import Condition, Cover

State = BoardState[ww2.UnitOnTable]
AT_HELICOPTERS = frozenset({"infantry", "hmg", SAM})
"""Weapons that may be fired at helicopters; AA guns too (section 12)."""
ONLY = "Only infantry, HMG, AA guns and SAM fire at helicopters (§12)."
SEEN = Finding(True, "A helicopter sees everything and is always seen (§5).")
NO_COVER = Finding(Cover.OPEN.value, "Ground does not cover a helicopter (§12; R31).")


@dataclass(frozen=True)
class Table1950(Ww2Table):
    """A table with helicopters and missiles: it fills in `helicopter-fire` and `transport-fire` too."""

    @once_a_position
    def battlefield(self, state: State) -> Battlefield:
        """The table as it stands; a helicopter leaves no wreck: it is removed (section 6)."""
        field = super().battlefield(state)
        wrecks = (base for base in field.wrecks if not flies(base.name, state))
        return replace(field, wrecks=tuple(wrecks))

    def stops(self, name: str, state: State, rules: Ww2) -> Iterator[Base]:
        """Mines and wire stop who comes to them on the ground (section 11; R36)."""
        return iter(()) if flies(name, state) else super().stops(name, state, rules)

    def counters_met(self, state: State) -> list[Marker]:
        """The minefields and wire that the chosen unit has entered; no helicopter does (R36)."""
        return [] if flies(state.shooter, state) else super().counters_met(state)

    @once_a_state
    def measured(self, state: State, rules: Ww2) -> Shot | None:
        """The shot between the chosen two; nothing blocks the sight of and to helicopters."""
        shot = super().measured(state, rules)
        if shot is None:
            return None
        firer, target = (
            cast("UnitOnTable | None", state.units.get(one.name)) for one in (shot.firer, shot.target)
        )
        if target is not None and target.flies:
            return replace(shot, sight=SEEN, blocked=None, cover=NO_COVER)
        return replace(shot, sight=SEEN, blocked=None) if firer is not None and firer.flies else shot

    def fight(self, shot: Shot, state: State, rules: Ww2) -> Asked:
        """The shot of the chosen two, with what missiles and helicopters add to it (sections 5, 6, 9 and 12)."""
        firer, target = (cast(UnitOnTable, state.units[name]) for name in (state.shooter, state.target))
        asked = super().fight(shot, state, rules)
        if target.flies:
            return self.at_a_helicopter(firer, target, shot, asked, rules)
        if asked.calculator == "close-combat":
            grounded = "A helicopter is in contact with nobody on the ground (R39)." if firer.flies else ""
            return replace(asked, why_not=asked.why_not or grounded)
        more = {"guided": firer.range in GUIDED, "from_flyer": firer.flies}
        halves = firer.flies and asked.inputs["armoured"]
        counted = ("from a helicopter: Defence halved (§9)",) if halves else ()
        return replace(asked, inputs={**asked.inputs, **more}, counted=counted)

    def hidden(self, shot: Shot, firer: ww2.UnitOnTable, target: ww2.UnitOnTable, rules: Ww2) -> str:
        """Why a target in cover is not seen; a helicopter may see it from afar (section 5; T16)."""
        assert isinstance(rules, Y1950)
        sees = flies_over(firer) and rules.T16 == "b"
        return "" if sees else super().hidden(shot, firer, target, rules)

    def at_a_helicopter(
        self, firer: UnitOnTable, target: UnitOnTable, shot: Shot, asked: Asked, rules: Ww2
    ) -> Asked:
        """A shot at a helicopter (section 12): small arms need damage, a SAM only a hit."""
        sam = firer.range == SAM
        inputs: dict[str, Any] = {
            "over_half_range": shot.over_half_range.value,
            "quality": firer.quality,
            "disorganized": firer.condition is Condition.DISORGANIZED,
            "weapon": SAM if sam else "small-arms",
            "guided": sam,
        }
        if not sam:
            inputs |= {name: asked.inputs[name] for name in ("attack", "defence")}
        return Asked("helicopter-fire", inputs, self.forbidden(firer, target) or out_of_reach(shot))

    def forbidden(self, firer: ww2.UnitOnTable, target: ww2.UnitOnTable) -> str:
        """Why the two cannot fight at all; empty if they can (sections 5, 6, 8 and 12)."""
        assert isinstance(firer, UnitOnTable)
        assert isinstance(target, UnitOnTable)
        if why := super().forbidden(firer, target):
            return why
        if firer.fires_once and firer.missile_fired:
            return FIRED.format(firer)
        if target.flies:
            able = firer.range in AT_HELICOPTERS or firer.anti_aircraft
            return "" if able and not firer.flies else ONLY
        return "A SAM has no Attack Factor: it is for helicopters only (§8)." if firer.range == SAM else ""

    def air_attack(self, plane: ww2.AircraftOnTable, state: State, rules: Ww2) -> Asked | None:
        """The attack of an aircraft on the target, spoiled by SAM teams too (section 12; R32, R36)."""
        asked = super().air_attack(plane, state, rules)
        if asked is None:
            return None
        if flies(state.target, state):
            asked = replace(asked, why_not=asked.why_not or ONLY)
        assert isinstance(rules, Y1950)
        field, target = self.battlefield(state), state.units[state.target]
        at = field.unit(state.target).at
        teams = [
            base.name
            for base in field.units
            if state.units[base.name].range == SAM
            and base.side == target.side
            and within(at, base.at, rules.sam_radius)
        ]
        reach = in_words(rules.sam_radius)
        counted = (*asked.counted, *(f"SAM team within {reach}″: {name}" for name in teams))
        return replace(asked, inputs={**asked.inputs, "sam_teams": len(teams)}, counted=counted)

    def changes(self, name: str, state: State, rules: Ww2) -> Mapping[str, Sequence[Any]]:
        """What a result or a shot changes in a unit: whether its missile is fired, and whom it carries, too."""
        found = dict(super().changes(name, state, rules))
        unit = cast("UnitOnTable | None", state.units.get(name))
        if unit is not None and unit.fires_once:
            found["missile_fired"] = (False, True)
        return found


def flies(name: str, state: State) -> bool:
    """Is a unit of a table a helicopter?"""
    unit = state.units.get(name)
    return unit is not None and flies_over(unit)


def flies_over(unit: ww2.UnitOnTable) -> bool:
    """Is a unit a helicopter?"""
    return cast(UnitOnTable, unit).flies


NAMES = TABLES.names()


def tabletop(name: str | Situation) -> Ww2Table:
    """A table of Pz8 1950/1975 by its name or as set up; raises BadInput for an unknown one."""
    setup = TABLES[name]
    return Table1950(setup) if setup.aim is None else ShellTable(setup)
