"""The Panzer8 Expansion Rules of February 2008: additions to a basic game that is lost, with one d20."""

from __future__ import annotations

from pz8edu.core import System, Texts, printed_rules
from pz8edu.systems.panzer8_expansion import boards, chains, fire, hidden, support
from pz8edu.systems.panzer8_expansion.ruleset import Expansion

TEXTS = Texts(__file__)

CALCULATORS = TEXTS.calculators(support, hidden, fire)

CHAINS = TEXTS.chains(
    chains,
    chain={
        "ammunition-life": chains.shots,
        "wire-clearing": chains.clearing,
        "wire-turn": chains.clearing,
        "call-until-through": chains.calls,
        "search-until-found": chains.searches,
        "mortar-smoke-until-down": chains.screens,
        "missions-delivered": chains.mission_calls,
    },
)

BOARDS = TEXTS.boards(boards)

SYSTEM = System(
    title="Panzer8 Expansion Rules, February 2008",
    era="Second World War",
    scale="a base = a section, one vehicle or one gun",
    board="inches",
    rules=printed_rules(Expansion),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
