"""The maps of the revised edition: the shared scenarios, Sinai, and every sample formation by itself."""

from __future__ import annotations

from pathlib import Path

from pz8edu.core import Shelf, Situation
from pz8edu.systems.pz8_divisional import situations
from pz8edu.systems.pz8_divisional.situations import PRINTED
from pz8edu.systems.pz8_divisional_2010.kilometre_map import DivisionalTable
from pz8edu.systems.pz8_divisional_2010.scenarios import SCENARIOS, Scenario, parade, parade_name

SINAI = Shelf("scenario of pz8-divisional", Path(__file__).parent / "scenarios", Scenario)
FORMATIONS = {parade_name(name): name for name in (*PRINTED.formations, *PRINTED.sinai)}
NAMES = (*SCENARIOS.names(), *SINAI.names(), *FORMATIONS)
FORMS = {
    "barrage": situations.Barrage,
    "minefield": situations.Minefield,
    "combat": situations.Combat,
    "multi-combat": situations.MultiCombat,
    "rally": situations.Rally,
}


def scenario(name: str | Situation) -> Scenario:
    """A scenario, or a formation lined up, by its name or as set up; raises BadInput for an unknown one."""
    shelf = SINAI if name in SINAI.names() else SCENARIOS
    found = parade(FORMATIONS[name], PRINTED) if isinstance(name, str) and name in FORMATIONS else shelf[name]
    found.musters(PRINTED)
    return found


def tabletop(name: str | Situation) -> DivisionalTable:
    """A map by its name or as set up; raises BadInput for an unknown one."""
    return DivisionalTable(scenario(name), FORMS)
