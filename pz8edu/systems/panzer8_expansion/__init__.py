"""The Panzer8 Expansion Rules of February 2008: additions to a basic game that is lost, with one d20."""

from __future__ import annotations

from pz8edu.core.rulebook import System, Texts
from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.systems.panzer8_expansion import boards, chains, fire, hidden, support, tabletop
from pz8edu.systems.panzer8_expansion.ruleset import Expansion

TEXTS = Texts(__file__)

CALCULATORS = (
    TEXTS.calculator("communication-test", support.communication_test),
    TEXTS.calculator("speculative-fire", hidden.speculative_fire),
    TEXTS.calculator("reveal-by-several", hidden.reveal_by_several),
    TEXTS.calculator("mortar-smoke", fire.mortar_smoke),
    TEXTS.calculator("ammunition", fire.ammunition),
    TEXTS.calculator("fire-with-ammunition", fire.fire_with_ammunition),
    TEXTS.calculator("fire-modified", fire.fire_modified),
    TEXTS.calculator("support-arrival", support.support_arrival),
    TEXTS.calculator("recce-start", hidden.recce_start),
    TEXTS.calculator("wire-clearing", support.wire_clearing),
)

CHAINS = (
    TEXTS.chain("ammunition-life", chains.ammunition_life, chain=chains.shots),
    TEXTS.chain("wire-clearing", chains.wire_clearing, chain=chains.clearing),
    TEXTS.chain("wire-turn", chains.wire_turn, chain=chains.clearing),
    TEXTS.chain("call-until-through", chains.call_until_through, chain=chains.calls),
    TEXTS.chain("search-until-found", chains.search_until_found, chain=chains.searches),
    TEXTS.chain("mortar-smoke-until-down", chains.mortar_smoke_until_down, chain=chains.screens),
    TEXTS.chain("missions-delivered", chains.missions_delivered, chain=chains.mission_calls),
)

BOARDS = (
    TEXTS.board("ammunition-class", boards.ammunition_class),
    TEXTS.board("smoke-pool", boards.smoke_pool),
    TEXTS.board("smoke-width", boards.smoke_width),
    TEXTS.board("support-fire", boards.support_fire),
    TEXTS.board("fdf-delay", boards.fdf_delay),
    TEXTS.board("hidden-revealed", boards.hidden_revealed),
    TEXTS.board("speculative-allowed", boards.speculative_allowed),
    TEXTS.board("wire", boards.wire),
    TEXTS.board("fortification-modifier", boards.fortification_modifier),
    TEXTS.board("hidden-limit", boards.hidden_limit),
)

SYSTEM = System(
    title="Panzer8 Expansion Rules, February 2008",
    era="Second World War",
    scale="a base = a section, one vehicle or one gun",
    board="inches",
    rules=printed_rules(Expansion),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=tabletop.TABLES.names(),
    tabletop=tabletop.tabletop,
)
