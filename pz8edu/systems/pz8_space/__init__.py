"""Pz8 Space: spaceships that jump, cloak and launch torpedoes, on hexes."""

from __future__ import annotations

from pz8edu.core.rulebook import System, Texts
from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.systems.pz8_space import boards, chains, fire, jump, scenarios, tabletop
from pz8edu.systems.pz8_space.ruleset import Space

TEXTS = Texts(__file__)

CALCULATORS = (
    TEXTS.calculator("initiative", fire.initiative),
    TEXTS.calculator("to-hit", fire.to_hit),
    TEXTS.calculator("margin", fire.margin),
    TEXTS.calculator("damage", fire.damage),
    TEXTS.calculator("fire", fire.fire),
    TEXTS.calculator("exchange-of-fire", fire.exchange_of_fire),
    TEXTS.calculator("torpedo-hit", fire.torpedo_hit),
    TEXTS.calculator("shoot-at-torpedo", fire.shoot_at_torpedo),
    TEXTS.calculator("torpedo-target", fire.torpedo_target),
    TEXTS.calculator("jump", jump.jump),
    TEXTS.calculator("jump-in-sights", jump.jump_in_sights),
)

CHAINS = (
    TEXTS.chain("stand-off", chains.stand_off, chain=chains.stand_off_turns),
    TEXTS.chain("torpedo-chase", chains.torpedo_chase),
    TEXTS.chain("torpedo-ahead", chains.torpedo_ahead),
    TEXTS.chain("torpedo-screen", chains.torpedo_screen, chain=chains.shots_at_torpedo),
)

BOARDS = (
    TEXTS.board("reachability", boards.reachability),
    TEXTS.board("reachability-states", boards.reachability_states),
    TEXTS.board("reachable", boards.reachable),
    TEXTS.board("reachability-blocked", boards.reachability_blocked),
    TEXTS.board("reachability-occupied", boards.reachability_occupied),
    TEXTS.board("aerial-reachability", boards.aerial_reachability),
    TEXTS.board("hexes-under-threat", boards.hexes_under_threat),
    TEXTS.board("cheapest-move", boards.cheapest_move),
    TEXTS.board("hex-distance", boards.distance),
    TEXTS.board("firing-line", boards.firing_line),
    TEXTS.board("activation-sequence", boards.activation_sequence),
)

SYSTEM = System(
    title="Pz8 Space Wargame Rules",
    era="space opera, any background",
    scale="one model = one spaceship; a hex has no size",
    board="hexes",
    rules=printed_rules(Space),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=scenarios.SCENARIOS.names(),
    tabletop=tabletop.tabletop,
)
