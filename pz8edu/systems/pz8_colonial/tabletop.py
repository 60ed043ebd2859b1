"""The tables of Pz8 Colonial by name: scenarios, and forces on parade."""

from __future__ import annotations

from fractions import Fraction

from pz8edu.core import Situation
from pz8edu.errors import unknown
from pz8edu.systems.pz8_colonial.colonial_table import ColonialTable
from pz8edu.systems.pz8_colonial.forces import FORCES
from pz8edu.systems.pz8_colonial.scenarios import SCENARIOS, Scenario, UnitOnTable
from pz8edu.systems.pz8_colonial.shell_table import ShellTable


def on_parade(name: str) -> Scenario:
    """A force by itself, its units side by side; raises BadInput for an unknown one."""
    force = FORCES[name]
    across, positions = 1, []
    for unit in force.units:
        front = min(unit.men, MOST_ABREAST)
        middle = across + Fraction(front, 2)
        positions.append(UnitOnTable(unit=unit.name, x=middle, y=Fraction(PARADE_DEPTH, 2), front=front))
        across += front + 2
    return Scenario(
        title=force.name,
        note=force.note,
        width=Fraction(across),
        height=Fraction(PARADE_DEPTH),
        european=name,
        native=name,
        positions=tuple(positions),
    )


MOST_ABREAST, PARADE_DEPTH = 6, 8
"""Figures in a rank, and inches of the table, of a force on parade."""


NAMES = (*SCENARIOS.names(), *FORCES.names())
"""All scenarios, and all forces on parade."""


def tabletop(name: str | Situation) -> ColonialTable:
    """A scenario, or a force on parade, by its name or as set up; raises BadInput for an unknown one."""
    if isinstance(name, str) and name in FORCES.names():
        return ColonialTable(on_parade(name))
    if isinstance(name, str) and name not in SCENARIOS.names():
        raise unknown("table of pz8-colonial", name, NAMES)
    scenario = SCENARIOS[name]
    return ColonialTable(scenario) if scenario.shell is None else ShellTable(scenario)
