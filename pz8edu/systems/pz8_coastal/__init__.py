"""Pz8 Coastal: motor boats, escorts and convoys at night in the Second World War, distances in inches."""

from __future__ import annotations

from pz8edu.core.rulebook import System, Texts
from pz8edu.systems.pz8_coastal import (
    activation,
    boards,
    chains,
    damage,
    firing,
    spotting,
    tabletop,
    torpedoes,
)
from pz8edu.systems.pz8_coastal.situations import PRINTED

TEXTS = Texts(__file__)

CALCULATORS = (
    TEXTS.calculator("night-visibility", spotting.night_visibility),
    TEXTS.calculator("first-sighting", spotting.first_sighting),
    TEXTS.calculator("submarine-spotting", spotting.submarine_spotting),
    TEXTS.calculator("activation-order", activation.activation_order),
    TEXTS.calculator("to-hit", firing.to_hit),
    TEXTS.calculator("damage", damage.damage),
    TEXTS.calculator("damage-progress", damage.damage_progress),
    TEXTS.calculator("gun-shot", damage.gun_shot),
    TEXTS.calculator("small-calibre-shot", damage.light_gun_shot),
    TEXTS.calculator("volley", damage.volley),
    TEXTS.calculator("gun-knock-out", damage.gun_knock_out),
    TEXTS.calculator("torpedo-attack", torpedoes.torpedo_attack),
)

CHAINS = (
    TEXTS.chain("shots-to-sink", chains.shots_to_sink, chain=chains.shots_at),
    TEXTS.chain("small-gun-duel", chains.small_gun_duel, chain=chains.duel),
    TEXTS.chain("submarine-undetected", chains.submarine_undetected),
    TEXTS.chain("speed-up", chains.speed_up),
    TEXTS.chain("convoy-under-torpedoes", chains.convoy_under_torpedoes),
)

BOARDS = (
    TEXTS.board("max-speed", boards.max_speed),
    TEXTS.board("speed-choices", boards.speed_choices),
    TEXTS.board("pivots", boards.pivots),
    TEXTS.board("path", boards.path),
    TEXTS.board("arcs", boards.arcs),
    TEXTS.board("small-calibre-factor", boards.small_calibre_factor),
    TEXTS.board("torpedo-track", boards.torpedo_track),
    TEXTS.board("vessel", boards.vessel),
)

SYSTEM = System(
    title="Pz8 – WW 2 Coastal Wargame Rules",
    era="Second World War, by night",
    scale="a model is a vessel; inches for 1/1250 models",
    board="inches",
    rules=PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=tabletop.TABLES.names(),
    tabletop=tabletop.tabletop,
)
