"""Panzertroops: man to man in north-west Europe, one miniature a man, a gun or a vehicle."""

from __future__ import annotations

from pz8edu.core.rulebook import System, Texts
from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.systems.panzertroops import (
    bailing_out,
    boards,
    chains,
    fire,
    morale,
    setting_up,
    special_weapons,
    tabletop,
)
from pz8edu.systems.panzertroops.ruleset import Panzertroops

TEXTS = Texts(__file__)

CALCULATORS = (
    TEXTS.calculator("fire", fire.fire),
    TEXTS.calculator("volley", fire.volley),
    TEXTS.calculator("split-fire", fire.split_fire),
    TEXTS.calculator("cover-save", fire.cover_save),
    TEXTS.calculator("morale-check", morale.morale_check),
    TEXTS.calculator("tank-shot", morale.tank_shot),
    TEXTS.calculator("bailout", bailing_out.bailout),
    TEXTS.calculator("wreck-survivors", bailing_out.wreck_survivors),
    TEXTS.calculator("flamethrower-shot", special_weapons.flamethrower_shot),
    TEXTS.calculator("radio-call", special_weapons.radio_call),
    TEXTS.calculator("indirect-mission", special_weapons.indirect_mission),
    TEXTS.calculator("smoke-round", special_weapons.smoke_round),
    TEXTS.calculator("setup-roll", setting_up.setup_roll),
    TEXTS.calculator("satchel-run", special_weapons.satchel_run),
)

CHAINS = (
    TEXTS.chain("flamethrower-life", chains.flamethrower_life, chain=chains.flames),
    TEXTS.chain("smoke-life", chains.smoke_life, chain=chains.smoke_rounds),
    TEXTS.chain("radio-wait", chains.radio_wait, chain=chains.radio_calls),
    TEXTS.chain("duel", chains.duel, chain=chains.duel_shots),
    TEXTS.chain("squad-morale", chains.squad_morale),
    TEXTS.chain("squad-check-schedule", chains.squad_check_schedule),
)

BOARDS = (
    TEXTS.board("max-move", boards.max_move),
    TEXTS.board("transport", boards.transport),
    TEXTS.board("armour-facing", boards.armour_facing),
    TEXTS.board("limited-field-of-fire", boards.limited_field_of_fire),
    TEXTS.board("armour-value", boards.armour_value),
    TEXTS.board("vehicle-speed", boards.vehicle_speed),
    TEXTS.board("vehicle-points", boards.vehicle_points),
    TEXTS.board("in-range", boards.in_range),
    TEXTS.board("soft-defense", boards.soft_defense),
    TEXTS.board("weapon-price", boards.weapon_price),
    TEXTS.board("off-board-mortar-reach", boards.off_board_mortar_reach),
    TEXTS.board("force-points", boards.force_points),
    TEXTS.board("example-roll", boards.example_roll),
)

SYSTEM = System(
    title="Panzertroops, adventure game rules",
    era="Second World War, north-west Europe 1944 in the first place",
    scale="one miniature = one man, one gun or one vehicle",
    board="inches",
    rules=printed_rules(Panzertroops),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=tabletop.TABLES.names(),
    tabletop=tabletop.tabletop,
)
