"""Pz8 – Colonial: skirmishes of the colonial wars, one figure one man, activated by cards."""

from __future__ import annotations

from pz8edu.core.rulebook import System, Texts
from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.systems.pz8_colonial import (
    activation,
    artillery,
    boards,
    chains,
    fire,
    firefight,
    machine_gun,
    melee,
    morale,
    movement,
    rating,
    snipers,
    solo,
    tabletop,
)
from pz8edu.systems.pz8_colonial.ruleset import Colonial

TEXTS = Texts(__file__)

CALCULATORS = (
    TEXTS.calculator("card-draw", activation.card_draw),
    TEXTS.calculator("card-colours", activation.card_colours),
    TEXTS.calculator("joker-wait", activation.joker_wait),
    TEXTS.calculator("native-activations", activation.native_activations),
    TEXTS.calculator("volley", fire.volley),
    TEXTS.calculator("volley-losses", fire.volley_losses),
    TEXTS.calculator("leader-save", fire.leader_save),
    TEXTS.calculator("machine-gun", machine_gun.machine_gun),
    TEXTS.calculator("unjam", machine_gun.unjam),
    TEXTS.calculator("canister", artillery.canister),
    TEXTS.calculator("shell-burst", artillery.shell_burst),
    TEXTS.calculator("melee-pair", melee.melee_pair),
    TEXTS.calculator("melee-unit", melee.melee_unit),
    TEXTS.calculator("cavalry-carry-on", melee.cavalry_carry_on),
    TEXTS.calculator("morale", morale.morale),
    TEXTS.calculator("solo-native", solo.solo_native),
    TEXTS.calculator("unit-rating", rating.unit_rating),
    TEXTS.calculator("army-rating", rating.army_rating),
    TEXTS.calculator("sniper-count", snipers.sniper_count),
    TEXTS.calculator("sniper-shot", snipers.sniper_shot),
    TEXTS.calculator("sniper-force", snipers.sniper_force),
    TEXTS.calculator("move-distance", movement.move_distance),
)

CHAINS = (
    TEXTS.chain("rout-or-rally", chains.rout_or_rally, chain=chains.flight),
    TEXTS.chain("hold-on", chains.hold_on, chain=chains.tests_to_hold),
    TEXTS.chain("machine-gun-duty", chains.machine_gun_duty, chain=chains.duty),
    TEXTS.chain("melee-to-the-end", chains.melee_to_the_end, chain=chains.rounds_of_melee),
    TEXTS.chain("firefight", firefight.firefight, chain=firefight.firefight_chain),
)

BOARDS = (
    TEXTS.board("movement", boards.movement),
    TEXTS.board("fire-parameters", boards.fire_parameters),
    TEXTS.board("may-fire-mounted", boards.may_fire_mounted),
    TEXTS.board("half-mark", boards.half_mark),
    TEXTS.board("battery", boards.battery),
    TEXTS.board("blast", boards.blast),
    TEXTS.board("estimate", boards.estimate),
    TEXTS.board("cohesion", boards.cohesion),
    TEXTS.board("charge", boards.charge),
    TEXTS.board("scale", boards.scale),
    TEXTS.board("unit-size", boards.unit_size),
)

SYSTEM = System(
    title="Pz8 – Colonial Wargame Rules",
    era="colonial wars of the 19th century",
    scale="one figure is one man; inches for 15 mm figures",
    board="inches",
    rules=printed_rules(Colonial),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=tabletop.tabletops(),
    tabletop=tabletop.tabletop,
)
