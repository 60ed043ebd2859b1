"""Pz8 1975/2010 on the table: lasers, stabilised guns, add-on armour, top attack and thermal sights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from pz8edu.board.findings import Finding
from pz8edu.board.shot import Shot
from pz8edu.board.tabletop import Asked, once_a_state
from pz8edu.core import Situation
from pz8edu.systems.pz8_1950.tabletop import State, Table1950
from pz8edu.systems.pz8_1975.setups import FITTED_AGAINST, TABLES, UnitOnTable
from pz8edu.systems.pz8_ww2 import setups as ww2
from pz8edu.systems.pz8_ww2.counters import LIFE
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.tabletop import ShellTable, Ww2Table

THROUGH_SMOKE = Finding(True, "Thermal sights see through the smoke (§11).")


@dataclass(frozen=True)
class Table1975(Table1950):
    """A table on which units are fitted with what the last decades have brought."""

    @once_a_state
    def measured(self, state: State, rules: Ww2) -> Shot | None:
        """The shot between the chosen two; who has thermal sights sees through smoke (section 11; R43)."""
        shot = super().measured(state, rules)
        firer = cast("UnitOnTable | None", state.units.get(state.shooter))
        if shot is None or shot.sight.value or firer is None or not firer.thermal:
            return shot
        clear = tuple(marker for marker in state.position.markers if marker.kind not in LIFE)
        seen = super().measured(state.at(replace(state.position, markers=clear)), rules)
        return replace(seen, sight=THROUGH_SMOKE) if seen is not None and seen.sight.value else seen

    def fight(self, shot: Shot, state: State, rules: Ww2) -> Asked:
        """The shot of the chosen two, with what both are fitted with (sections 5 and 9)."""
        firer, target = (cast(UnitOnTable, state.units[name]) for name in (state.shooter, state.target))
        asked = super().fight(shot, state, rules)
        if target.flies:
            return asked
        helped_against = firer.attack in FITTED_AGAINST and not (firer.tandem or firer.top_attack)
        protected = target.reactive and helped_against and asked.inputs["armoured"]
        fitted = {"add-on armour of the target (§9)": protected}
        more = {"reactive": protected}
        if asked.calculator == "direct-fire":
            more |= {name: getattr(firer, name) for name in ("laser", "stabilised", "top_attack")}
            fitted |= {
                "stabilised: two shots (§5)": firer.stabilised,
                "top attack: Defence halved (§9)": firer.top_attack,
            }
        counted = (*asked.counted, *(words for words, counts in fitted.items() if counts))
        return replace(asked, inputs={**asked.inputs, **more}, counted=counted)

    def with_whom_it_carries(self, asked: Asked, target: ww2.UnitOnTable, rules: Ww2) -> Asked:
        """A shot at a transport; two shots of a stabilised gun are asked of the transport itself (sections 5, 6)."""
        if not (asked.inputs.get("stabilised") and target.aboard):
            return super().with_whom_it_carries(asked, target, rules)
        counted = (*asked.counted, f"the transport's chances; {target.aboard}: the same damage (§6)")
        return replace(asked, counted=counted)

    def changes(self, name: str, state: State, rules: Ww2) -> Mapping[str, Sequence[Any]]:
        """What a result or a shot changes in a unit, and the add-on armour that may be fitted to it."""
        armoured = name in state.units and rules.defence[state.units[name].defence].armoured
        return {**super().changes(name, state, rules), **({"reactive": (False, True)} if armoured else {})}


NAMES = TABLES.names()


def tabletop(name: str | Situation) -> Ww2Table:
    """A table of Pz8 1975/2010 by its name or as set up; raises BadInput for an unknown one."""
    setup = TABLES[name]
    return Table1975(setup) if setup.aim is None else ShellTable(setup)
