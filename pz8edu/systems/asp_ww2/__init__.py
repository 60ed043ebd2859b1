"""asp games World War 2: battle groups of platoons, batteries and flights, distances in metres."""

from __future__ import annotations

from pz8edu.core import System, Texts, printed_rules
from pz8edu.systems.asp_ww2 import aircraft, boards, chains, command, fire, terrain, time_of_day
from pz8edu.systems.asp_ww2.ruleset import AspWw2

TEXTS = Texts(__file__)

CALCULATORS = TEXTS.calculators(terrain, command, fire, aircraft, time_of_day)

CHAINS = TEXTS.chains(
    chains,
    chain={
        "clear-suppression": chains.turns_of_clearing,
        "markers-after": chains.turns_of_clearing,
        "repulse-recovery": chains.recoveries,
        "fire-until-destroyed": chains.steady_fire,
        "obstacle-crossing": chains.crossings,
        "attack-sorties": chains.sorties,
        "battle-group-collapse": chains.group_tests,
    },
    answer={"obstacle-crossing": chains.crossing},
)

BOARDS = TEXTS.boards(boards)

SYSTEM = System(
    title="asp games, World War 2 rules",
    era="1925 to 1955, in practice 1939 to 1945",
    scale="a stand = a platoon, a battery or a flight",
    board="inches",
    rules=printed_rules(AspWw2),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
