"""The tables of Pz8 WW1: an assault, or the bombardment before a battle."""

from __future__ import annotations

from pz8edu.core import Situation
from pz8edu.systems.pz8_ww1.assault_table import AssaultTable
from pz8edu.systems.pz8_ww1.barrage_table import BarrageTable
from pz8edu.systems.pz8_ww1.ground import Ground
from pz8edu.systems.pz8_ww1.scenarios import SCENARIOS

NAMES = SCENARIOS.names()


def tabletop(name: str | Situation) -> Ground:
    """A table of Pz8 WW1 by its name or as set up; raises BadInput for an unknown one."""
    scenario = SCENARIOS[name]
    return BarrageTable(scenario) if scenario.shelled else AssaultTable(scenario)
