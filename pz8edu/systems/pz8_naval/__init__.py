"""Pz8 Naval: battleships, battle cruisers and cruisers from 1939 to 1941, distances in zones of the sea."""

from __future__ import annotations

from pz8edu.core.rulebook import System, Texts
from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.systems.pz8_naval import (
    air_raids,
    boards,
    chains,
    cruisers,
    damage,
    duel,
    fire,
    fleets,
    repair,
    scenarios,
    sequence,
    solo,
    tabletop,
)
from pz8edu.systems.pz8_naval.ruleset import Naval

TEXTS = Texts(__file__)

CALCULATORS = (
    TEXTS.calculator("side-roll", sequence.side_roll),
    TEXTS.calculator("straddle", fire.straddle),
    TEXTS.calculator("gun-damage", damage.gun_damage),
    TEXTS.calculator("hit-result", damage.hit_result),
    TEXTS.calculator("apply-hits", damage.apply_hits),
    TEXTS.calculator("salvo", damage.salvo),
    TEXTS.calculator("bc-both-batteries", cruisers.both_batteries),
    TEXTS.calculator("two-ships-one-target", damage.two_ships_one_target),
    TEXTS.calculator("repair", repair.repair),
    TEXTS.calculator("air-raid-points", air_raids.air_raid_points),
    TEXTS.calculator("air-raid", air_raids.air_raid),
    TEXTS.calculator("torpedo-salvo", cruisers.torpedo_salvo),
    TEXTS.calculator("daylight-turns", scenarios.daylight_turns),
    TEXTS.calculator("night-on-turn", scenarios.night_on_turn),
    TEXTS.calculator("npo-move", solo.npo_move),
)

CHAINS = (
    TEXTS.chain("repair-all", chains.repair_all, chain=chains.repairs_of),
    TEXTS.chain("gunnery-duel", duel.gunnery_duel, chain=duel.gunnery_chain),
    TEXTS.chain("npo-withdraws", chains.npo_withdraws, chain=chains.npo_moves),
    TEXTS.chain("closing", chains.closing),
    TEXTS.chain("until-night", chains.until_night),
)

BOARDS = (
    TEXTS.board("range", boards.range_in_zones),
    TEXTS.board("legal-moves", boards.legal_moves),
    TEXTS.board("hull-thresholds", boards.hull_thresholds),
    TEXTS.board("attack-formula", boards.attack_formula),
    TEXTS.board("defence-formula", boards.defence_formula),
    TEXTS.board("defence-formula-samples", boards.defence_formula_samples),
    TEXTS.board("torpedo-salvos", boards.torpedo_salvos),
    TEXTS.board("air-raids-available", boards.air_raids_available),
    TEXTS.board("smoke-timing", boards.smoke_timing),
)

SYSTEM = System(
    title="Pz8 – 1939/41 Naval Wargame Rules",
    era="1939 to 1941",
    scale="a model is a ship; distances are counted in zones",
    board="zones",
    rules=printed_rules(Naval),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=fleets.SCENARIOS.names(),
    tabletop=tabletop.tabletop,
)
