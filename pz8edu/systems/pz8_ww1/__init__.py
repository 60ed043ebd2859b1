"""Pz8 WW1: trench warfare on squares, an infantry battalion a base."""

from __future__ import annotations

from pz8edu.core import System, Texts
from pz8edu.systems.pz8_ww1 import (
    artillery,
    assault,
    boards,
    bombardment,
    chains,
    gas,
    movement,
    scenarios,
    victory,
    wire,
)
from pz8edu.systems.pz8_ww1.situations import PRINTED

TEXTS = Texts(__file__)

CALCULATORS = TEXTS.calculators(
    bombardment,
    movement,
    assault,
    gas,
    wire,
    artillery,
    victory,
    scenarios,
    chains,
    word={
        "wire-removal": chains.wires_word,
        "wire-clearing": chains.wires_word,
    },
    further={
        "wire-clearing": chains.clearing_time,
        "bombard-until": chains.bombardment_time,
        "assault-chain": chains.assaults_needed,
    },
    rule={"assault-chain": chains.repeated_assault},
)

CHAINS = TEXTS.chains(
    answer={
        "tank-run": chains.tank_run_chain,
        "wire-clearing": chains.wire_clearing_chain,
        "bombard-until": chains.bombardment_time,
        "assault-chain": chains.repeated_assault_chain,
        "ap-budget": chains.ap_budget_chain,
    },
    chain={
        "tank-run": chains.tank_chain,
        "wire-clearing": chains.wire_chain,
        "bombard-until": chains.bombardment_chain,
        "assault-chain": chains.assault_chain,
    },
)

BOARDS = TEXTS.boards(boards)

SYSTEM = System(
    title="Pz8 - WW 1 Divisional Wargame Rules",
    era="Western Front, 1914–18",
    scale="a base is an infantry battalion, or a company of machine guns or tanks",
    board="squares",
    rules=PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
