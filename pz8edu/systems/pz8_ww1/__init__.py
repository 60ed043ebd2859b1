"""Pz8 WW1: trench warfare on squares, an infantry battalion a base."""

from __future__ import annotations

from pz8edu.core.rulebook import System, Texts
from pz8edu.systems.pz8_ww1 import (
    artillery,
    assault,
    boards,
    bombardment,
    chains,
    gas,
    movement,
    scenarios,
    tabletop,
    victory,
    wire,
)
from pz8edu.systems.pz8_ww1.situations import PRINTED

TEXTS = Texts(__file__)

CALCULATORS = (
    TEXTS.calculator("bombardment", bombardment.bombardment),
    TEXTS.calculator("tank-move", movement.tank_move),
    TEXTS.calculator("assault", assault.assault),
    TEXTS.calculator("support-fire", assault.support_fire),
    TEXTS.calculator("mg-fire", assault.mg_fire),
    TEXTS.calculator("gas", gas.gas),
    TEXTS.calculator("wire-removal", wire.wire_removal, word=chains.wires_word),
    TEXTS.calculator("last-rounds", artillery.last_rounds),
    TEXTS.calculator("game-length", victory.game_length),
    TEXTS.calculator("scenario-forces", scenarios.scenario_forces),
    TEXTS.calculator("tank-run", chains.tank_run),
    TEXTS.calculator(
        "wire-clearing", chains.wire_clearing, word=chains.wires_word, further=chains.clearing_time
    ),
    TEXTS.calculator("bombard-until", chains.bombard_until, further=chains.bombardment_time),
    TEXTS.calculator("assault-chain", chains.repeated_assault, further=chains.assaults_needed),
    TEXTS.calculator("ap-budget", artillery.ap_budget),
)

CHAINS = (
    TEXTS.chain("tank-run", chains.tank_run_chain, chain=chains.tank_chain),
    TEXTS.chain("wire-clearing", chains.wire_clearing_chain, chain=chains.wire_chain),
    TEXTS.chain("bombard-until", chains.bombardment_time, chain=chains.bombardment_chain),
    TEXTS.chain("assault-chain", chains.repeated_assault_chain, chain=chains.assault_chain),
    TEXTS.chain("ap-budget", chains.ap_budget_chain),
)

BOARDS = (
    TEXTS.board("grid", boards.grid),
    TEXTS.board("placement", boards.placement),
    TEXTS.board("move", boards.move),
    TEXTS.board("may-assault", boards.may_assault),
    TEXTS.board("advance-capacity", boards.advance_capacity),
    TEXTS.board("captured-defences", boards.captured_defences),
    TEXTS.board("difficult-ground", boards.difficult_ground),
    TEXTS.board("ap-track", boards.ap_track),
    TEXTS.board("victory", boards.victory),
)

SYSTEM = System(
    title="Pz8 - WW 1 Divisional Wargame Rules",
    era="Western Front, 1914–18",
    scale="a base is an infantry battalion, or a company of machine guns or tanks",
    board="squares",
    rules=PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=scenarios.SCENARIOS.names(),
    tabletop=tabletop.tabletop,
)
