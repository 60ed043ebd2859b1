"""The maps of the edition of 2010: the shared scenarios, and every sample formation by itself."""

from __future__ import annotations

from pz8edu.core import Situation
from pz8edu.systems.pz8_divisional_2010 import situations
from pz8edu.systems.pz8_divisional_2010.kilometre_map import DivisionalTable
from pz8edu.systems.pz8_divisional_2010.scenarios import SCENARIOS, Scenario, parade, parade_name
from pz8edu.systems.pz8_divisional_2010.situations import PRINTED

FORMATIONS = {parade_name(name): name for name in PRINTED.formations}
NAMES = (*SCENARIOS.names(), *FORMATIONS)
FORMS = {
    "barrage": situations.Barrage,
    "minefield": situations.Minefield,
    "combat": situations.Combat,
    "multi-combat": situations.MultiCombat,
    "rally": situations.Rally,
}


def scenario(name: str | Situation) -> Scenario:
    """A scenario, or a formation lined up, by its name or as set up; raises BadInput for an unknown one."""
    found = (
        parade(FORMATIONS[name], PRINTED) if isinstance(name, str) and name in FORMATIONS else SCENARIOS[name]
    )
    found.musters(PRINTED)
    return found


def tabletop(name: str | Situation) -> DivisionalTable:
    """A map by its name or as set up; raises BadInput for an unknown one."""
    return DivisionalTable(scenario(name), FORMS)
