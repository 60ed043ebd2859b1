"""Pz8 WW2: platoons and batteries of the Second World War, an inch 100 metres."""

from __future__ import annotations

from pz8edu.core.rulebook import System, Texts
from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.systems.pz8_ww2 import (
    aircraft,
    boards,
    chains,
    damage,
    fire,
    obstacles,
    rally,
    sequence,
    setups,
    tabletop,
)
from pz8edu.systems.pz8_ww2.ruleset import Ww2

TEXTS = Texts(__file__)

CALCULATORS = (
    TEXTS.calculator("side-roll", sequence.side_roll),
    TEXTS.calculator("to-hit", fire.to_hit),
    TEXTS.calculator("damage", damage.damage),
    TEXTS.calculator("direct-fire", fire.direct_fire),
    TEXTS.calculator("indirect-to-hit", fire.indirect_to_hit),
    TEXTS.calculator("indirect-fire", fire.indirect_fire),
    TEXTS.calculator("deviation", fire.deviation),
    TEXTS.calculator("close-combat", fire.close_combat),
    TEXTS.calculator("rally", rally.rally),
    TEXTS.calculator("air-attack", aircraft.air_attack),
    TEXTS.calculator("air-to-hit", aircraft.air_to_hit),
    TEXTS.calculator("transport-fire", fire.transport_fire),
    TEXTS.calculator("fire-phase", fire.fire_phase),
    TEXTS.calculator("hq-save", damage.hq_save),
    TEXTS.calculator("minefield", obstacles.minefield),
    TEXTS.calculator("wire", obstacles.wire),
    TEXTS.calculator("smoke", obstacles.smoke),
)

CHAINS = (
    TEXTS.chain("rally-chain", chains.rally_chain, chain=chains.rallies_until_ok),
    TEXTS.chain("battery-life", chains.battery_life, chain=chains.battery_shots),
    TEXTS.chain("shots-to-destroy", chains.shots_to_destroy, chain=chains.repeated_shots),
    TEXTS.chain("fire-and-rally", chains.fire_and_rally, chain=chains.turns_of_fire_and_rally),
    TEXTS.chain("duel", chains.duel, chain=chains.duel_chain),
    TEXTS.chain("mine-belt", chains.mine_belt),
)

BOARDS = (
    TEXTS.board("table", boards.look_up),
    TEXTS.board("move", boards.move),
    TEXTS.board("path", boards.path),
    TEXTS.board("range", boards.range_of),
    TEXTS.board("arc", boards.arc),
    TEXTS.board("facing", boards.facing),
    TEXTS.board("line-of-sight", boards.line_of_sight),
    TEXTS.board("spotting", boards.spotting),
    TEXTS.board("contact", boards.contact),
    TEXTS.board("within", boards.is_within),
    TEXTS.board("deviation-point", boards.impact),
    TEXTS.board("effective-defence", boards.defence_that_counts),
    TEXTS.board("shot-profile", boards.shot_profile),
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
    tabletops=setups.TABLES.names(),
    tabletop=tabletop.tabletop,
)
