"""Pz8 Aerial 1935 to 1965: fighters, dive bombers and biplanes on hexes with altitude levels."""

from __future__ import annotations

from pz8edu.core.rulebook import System, Texts
from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.systems.pz8_aerial_1935 import (
    boards,
    campaign,
    chains,
    fire,
    ground_attack,
    jams,
    scenarios,
    sequence,
    solo,
    tabletop,
)
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935

TEXTS = Texts(__file__)

CALCULATORS = (
    TEXTS.calculator("initiative", sequence.initiative),
    TEXTS.calculator("to-hit", fire.to_hit),
    TEXTS.calculator("damage-roll", fire.damage_roll),
    TEXTS.calculator("fire", fire.fire),
    TEXTS.calculator("exchange", fire.exchange),
    TEXTS.calculator("ground-attack", ground_attack.ground_attack),
    TEXTS.calculator("pilot-survival", campaign.pilot_survival),
    TEXTS.calculator("entry-side", campaign.entry_side),
    TEXTS.calculator("entry-altitude", campaign.entry_altitude),
    TEXTS.calculator("unjam", jams.unjam),
    TEXTS.calculator("solo-draw", solo.solo_draw),
)

CHAINS = (
    TEXTS.chain("shots-to-kill", chains.shots_to_kill, chain=chains.repeated_shots),
    TEXTS.chain("duel", chains.duel, chain=chains.duel_chain),
    TEXTS.chain("ww1-gun", chains.ww1_gun, chain=chains.gun_activations),
    TEXTS.chain("pilot-career", chains.pilot_career, chain=chains.career),
)

BOARDS = (
    TEXTS.board("reachable-count", boards.reachable_count),
    TEXTS.board("min-cost", boards.min_cost),
    TEXTS.board("move-sequence", boards.move_sequence),
    TEXTS.board("in-arc", boards.in_arc),
    TEXTS.board("arc-count", boards.arc_count),
    TEXTS.board("may-fire", boards.may_fire),
    TEXTS.board("tailed", boards.tailed),
    TEXTS.board("activation-schedule", boards.activation_schedule),
    TEXTS.board("minimum-mp", boards.minimum_mp),
)

SYSTEM = System(
    title="Pz8 – 1935/65 Aerial Wargame Rules (with WW1 appendix)",
    era="1935 to 1965, and the First World War",
    scale="a model is an aircraft; distances in hexes, altitude in levels of 3,000 metres",
    board="hexes",
    rules=printed_rules(Aerial1935),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=scenarios.SCENARIOS.names(),
    tabletop=tabletop.tabletop,
)
