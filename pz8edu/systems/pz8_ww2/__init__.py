"""Pz8 WW2: platoons and batteries of the Second World War, an inch 100 metres."""

from __future__ import annotations

from pz8edu.core import System, Texts, printed_rules
from pz8edu.systems.pz8_ww2 import (
    aircraft,
    boards,
    chains,
    damage,
    fire,
    obstacles,
    rally,
    sequence,
)
from pz8edu.systems.pz8_ww2.ruleset import Ww2

TEXTS = Texts(__file__)

CALCULATORS = TEXTS.calculators(sequence, fire, damage, rally, aircraft, obstacles)

CHAINS = TEXTS.chains(
    chains,
    chain={
        "rally-chain": chains.rallies_until_ok,
        "battery-life": chains.battery_shots,
        "shots-to-destroy": chains.repeated_shots,
        "fire-and-rally": chains.turns_of_fire_and_rally,
        "duel": chains.duel_chain,
    },
)

BOARDS = TEXTS.boards(
    boards,
    answer={
        "table": boards.look_up,
        "range": boards.range_of,
        "within": boards.is_within,
        "deviation-point": boards.impact,
        "effective-defence": boards.defence_that_counts,
    },
)

SYSTEM = System(
    title="Pz8 – WW 2 Wargame Rules",
    era="Second World War",
    scale="a base is a platoon or battery; 1 inch = 100 m",
    board="inches",
    rules=printed_rules(Ww2),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
