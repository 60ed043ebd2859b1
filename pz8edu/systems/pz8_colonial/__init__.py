"""Pz8 – Colonial: skirmishes of the colonial wars, one figure one man, activated by cards."""

from __future__ import annotations

from pz8edu.core import System, Texts, printed_rules
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
)
from pz8edu.systems.pz8_colonial.ruleset import Colonial

TEXTS = Texts(__file__)

CALCULATORS = TEXTS.calculators(
    activation, fire, machine_gun, artillery, melee, morale, solo, rating, snipers, movement
)

CHAINS = TEXTS.chains(
    chains,
    firefight,
    chain={
        "rout-or-rally": chains.flight,
        "hold-on": chains.tests_to_hold,
        "machine-gun-duty": chains.duty,
        "melee-to-the-end": chains.rounds_of_melee,
        "firefight": firefight.firefight_chain,
    },
)

BOARDS = TEXTS.boards(boards)

SYSTEM = System(
    title="Pz8 – Colonial Wargame Rules",
    era="colonial wars of the 19th century",
    scale="one figure is one man; inches for 15 mm figures",
    board="inches",
    rules=printed_rules(Colonial),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
